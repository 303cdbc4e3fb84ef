@file
Feature: Read-only files

  A file with the read-only attribute refuses REST writes, and reads still succeed.
  REST itself can set and read the attribute; where the documents contradict each
  other, the answer is only recorded.

  @should @FILE-RO-01 @FILE-ERR-07
  Scenario Outline: <operation> with <request> of a read-only file
    Given a file that is read-only
    When a client sends <operation> with <request>
    Then the service answers 409 ReadOnlyAttribute
    And the file is unchanged

    Examples: Writes
      | operation           | request               |
      | Create File         | nothing               |
      | Set File Properties | content type "text/a" |
      | Set File Properties | size 512              |
      | Set File Metadata   | nothing               |
      | Put Range           | nothing               |
      | Put Range clear     | nothing               |

  @should @FILE-RO-04
  Scenario Outline: <operation> of a read-only file
    Given a file that is read-only
    When a client sends <operation>
    Then the service answers 200
    And the list of entries shows the file

    Examples: Reads
      | operation           |
      | Get File            |
      | Get File Properties |
      | Get File Metadata   |
      | List Ranges         |

  @observed @FILE-RO-02
  Scenario Outline: Rename File with <request> onto a read-only file
    Given a file "source" that exists
    And a file that is read-only
    When a client sends Rename File with <request>
    Then the service answers <answer>
    And the file is <effect>
    And the file "source" is <source>

    Examples: Replacing the file
      | request                                        | answer                | effect    | source    |
      | replace if exists true                         | 409 ReadOnlyAttribute | unchanged | unchanged |
      | replace if exists true, ignore read-only false | 409 ReadOnlyAttribute | unchanged | unchanged |
      | replace if exists true, ignore read-only true  | 200                   | as asked  | gone      |

  @observed @FILE-RO-02
  Scenario Outline: Copy File with <request> onto a read-only file
    Given a file "source" that exists
    And a file that is read-only
    When a client sends Copy File with <request>
    Then the service answers <answer>
    And the file is <effect>
    And the file "source" is unchanged

    Examples: With and without ignoring read-only
      | request               | answer                | effect    |
      | nothing               | 409 ReadOnlyAttribute | unchanged |
      | ignore read-only true | 202                   | as asked  |

  @observed @FILE-RO-03
  Scenario Outline: Reads show whether <operation> with <request> of a file that <state> set the read-only attribute
    Given a file that <state>
    When Ann sends <operation> with <request>
    Then Ann gets ok
    And the file is as asked
    When Bob sends Get File
    Then Bob gets 200
    And the response carries <shown>
    When Bob sends Get File Properties
    Then Bob gets 200
    And the response carries <shown>

    Examples: Set, and not set
      | operation           | request             | state          | shown                  |
      | Create File         | attributes ReadOnly | does not exist | a read-only attribute  |
      | Create File         | attributes None     | exists         | no read-only attribute |
      | Set File Properties | attributes ReadOnly | exists         | a read-only attribute  |
      | Set File Properties | attributes None     | exists         | no read-only attribute |

  @observed @FILE-RO-05
  Scenario: Delete File of a read-only file
    Given a file that is read-only
    When a client sends Delete File
    Then the service answers 202 | 409 (ReadOnlyAttribute)
    And the file is as answered

  @observed @FILE-RO-06
  Scenario: Set File Properties that removes the read-only attribute
    Given a file that is read-only
    When a client sends Set File Properties with attributes None
    Then the service answers 200 | 409 (ReadOnlyAttribute)
    And the file is as answered
