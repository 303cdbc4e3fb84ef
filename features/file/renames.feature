@file
Feature: Renames and share snapshots

  Rename File is sent to the new name and gives the old one in a header. Either file
  may be leased, and the lease ID of each has its own header. A share snapshot keeps
  what the files contained when it was taken.

  @should @FILE-REN-01
  Scenario Outline: A file is renamed to a name that <state>
    Given a directory that exists
    And a file "source" that exists
    And a file that <state>
    When a client sends Rename File
    Then the service answers 200
    And the file is as asked
    And the file "source" is gone
    And the list of entries shows the file
    And the list of entries lacks the file "source"

    Examples: Free names, including one in another directory
      | state                         |
      | does not exist                |
      | was deleted                   |
      | is missing from the directory |

  @should @FILE-REN-02
  Scenario Outline: A rename to an existing name, with <request>
    Given a file "source" that exists
    And a file that exists
    When a client sends Rename File with <request>
    Then the service answers 409
    And the file is unchanged
    And the file "source" is unchanged

    Examples: Without a request to replace
      | request                 |
      | nothing                 |
      | replace if exists false |

  @should @FILE-REN-03
  Scenario: A rename to an existing name replaces that file
    Given a file "source" that exists
    And a file that exists
    When a client sends Rename File with replace if exists true
    Then the service answers 200
    And the file is as asked
    And the file "source" is gone

  @should @FILE-REN-04
  Scenario Outline: A rename with <request> of a file that is <state>
    Given a file "source" that is <state>
    And a file that does not exist
    When a client sends Rename File with <request>
    Then the service answers <answer>
    And the file is <effect>
    And the file "source" is <source>

    Examples: The lease of the source
      | request                | state     | answer | effect    | source    |
      | nothing                | Leased(A) | 412    | unchanged | unchanged |
      | source lease id B      | Leased(A) | 412    | unchanged | unchanged |
      | destination lease id A | Leased(A) | 412    | unchanged | unchanged |
      | source lease id A      | Leased(A) | 200    | as asked  | gone      |
      | nothing                | Broken(A) | 200    | as asked  | gone      |

  @observed @FILE-REN-08
  Scenario: A renamed file's lease
    Given a file "source" that is Leased(A)
    And a file that does not exist
    When a client sends Rename File with source lease id A
    Then the service answers 200
    And the lease of the file is Leased(A)

  @should @FILE-REN-05
  Scenario Outline: A rename with <request> onto a file that is <state>
    Given a file "source" that exists
    And a file that is <state>
    When a client sends Rename File with replace if exists true, <request>
    Then the service answers <answer>
    And the file is <effect>
    And the file "source" is <source>

    Examples: The lease of the destination
      | request                | state     | answer | effect    | source    |
      | content type "text/a"  | Leased(A) | 412    | unchanged | unchanged |
      | destination lease id B | Leased(A) | 412    | unchanged | unchanged |
      | source lease id A      | Leased(A) | 412    | unchanged | unchanged |
      | destination lease id A | Leased(A) | 200    | as asked  | gone      |
      | content type "text/a"  | Broken(A) | 200    | as asked  | gone      |

  @should @FILE-REN-06
  Scenario Outline: A rename with <request> of files that are not leased
    Given a file "source" that exists
    And a file that exists
    When a client sends Rename File with replace if exists true, <request>
    Then the service answers 412
    And the file is unchanged
    And the file "source" is unchanged

    Examples: A lease ID is a condition
      | request                |
      | source lease id A      |
      | destination lease id A |

  @should @FILE-REN-07
  Scenario: A directory is renamed with its contents
    Given a directory "source" that holds a file
    And a directory that does not exist
    When a client sends Rename Directory
    Then the service answers 200
    And the directory is as asked
    And the directory "source" is gone
    And the list of entries shows the directory
    And the list of entries lacks the directory "source"

  @should @FILE-SNAP-01
  Scenario Outline: A share snapshot keeps a file as it was before <operation>
    Given a file that has a snapshot
    When a client sends <operation>
    Then the service answers ok
    And the file is <effect>
    And the file "snapshot" is unchanged

    Examples: Every write
      | operation           | effect   |
      | Put Range           | as asked |
      | Put Range clear     | as asked |
      | Set File Metadata   | as asked |
      | Set File Properties | as asked |
      | Create File         | as asked |
      | Copy File           | as asked |
      | Delete File         | gone     |

  @observed @FILE-SNAP-02
  Scenario: Snapshot Share returns the ETag of the share, which it keeps
    Given a share that exists
    When a client sends Snapshot Share
    Then the service answers 201
    And the response carries the same ETag, the same Last-Modified
    When a client sends Get Share Properties
    Then the response carries the same ETag

  @observed @FILE-REN-20
  Scenario Outline: A rename with <request> onto a file that is read-only
    Given a file "source" that exists
    And a file that is read-only
    When a client sends Rename File with <request>
    Then the service answers <answer>
    And the file is <effect>

    Examples: Refused for the name, and then for the attribute
      | request                                       | answer                    | effect    |
      | nothing                                       | 409 ResourceAlreadyExists | unchanged |
      | replace if exists true                        | 409 ReadOnlyAttribute     | unchanged |
      | replace if exists true, ignore read-only true | 200                       | as asked  |

  @observed @FILE-REN-21
  Scenario: A rename onto a leased file without its lease ID
    Given a file "source" that exists
    And a file that is Leased(A)
    When a client sends Rename File with replace if exists true
    Then the service answers 412 LeaseIdMissing
    And the file is unchanged
