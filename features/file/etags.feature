@file
Feature: ETag and Last-Modified of files

  Every file has a strong ETag and a Last-Modified, although no operation accepts
  them as a condition. Every write changes both; leases, and for a directory the
  operations on the files in it, do not.

  @should @FILE-ETAG-01
  Scenario Outline: The answer to <operation> with <request> on a file that <state> carries ETag and Last-Modified
    Given a file that <state>
    When a client sends <operation> with <request>
    Then the service answers ok
    And the response carries a quoted ETag, a Last-Modified

    Examples: Reads and writes
      | operation           | state          | request                |
      | Create File         | exists         | nothing                |
      | Create File         | does not exist | nothing                |
      | Get File            | exists         | nothing                |
      | Get File Properties | exists         | nothing                |
      | Get File Metadata   | exists         | nothing                |
      | Set File Properties | exists         | nothing                |
      | Set File Metadata   | exists         | nothing                |
      | Put Range           | exists         | nothing                |
      | Put Range clear     | exists         | nothing                |
      | List Ranges         | exists         | nothing                |
      | Copy File           | does not exist | nothing                |
      | Rename File         | does not exist | nothing                |
      | Rename File         | exists         | replace if exists true |
      | Lease File acquire  | is Available   | nothing                |
      | Lease File change   | is Leased(A)   | nothing                |
      | Lease File release  | is Leased(A)   | nothing                |
      | Lease File break    | is Leased(A)   | nothing                |

  @should @FILE-ETAG-01
  Scenario: The answer to a ranged Get File carries ETag and Last-Modified
    Given a file that exists
    When a client sends Get File with range 0-99
    Then the service answers 206
    And the response carries the current ETag, the current Last-Modified

  @should @FILE-ETAG-02
  Scenario Outline: The answer to <operation> on a <resource> carries no ETag
    Given a <resource> that exists
    When a client sends <operation> to "<resource>"
    Then the service answers ok
    And the response carries no ETag

    Examples: Deletions, lists and handles
      | operation                  | resource  |
      | Delete File                | file      |
      | Delete Directory           | directory |
      | List Directories and Files | directory |
      | List Handles               | file      |
      | List Handles               | directory |
      | Force Close Handles        | file      |
      | Force Close Handles        | directory |

  @should @FILE-ETAG-03
  Scenario Outline: <operation> with <request> gives a file a new ETag and Last-Modified
    Given a file that exists
    When 2 seconds pass
    And a client sends <operation> with <request>
    Then the service answers ok
    And the response carries a new ETag, a later Last-Modified
    And the file is as asked

    Examples: Every write
      | operation           | request                                 |
      | Create File         | nothing                                 |
      | Set File Metadata   | nothing                                 |
      | Set File Metadata   | metadata "version=2"                    |
      | Set File Properties | nothing                                 |
      | Set File Properties | content type "text/plain"               |
      | Set File Properties | size 2048                               |
      | Put Range           | nothing                                 |
      | Put Range           | content "second version of the content" |
      | Put Range clear     | nothing                                 |
      | Put Range from URL  | nothing                                 |
      | Copy File           | nothing                                 |
      | Rename File         | replace if exists true                  |

  @should @FILE-ETAG-04
  Scenario Outline: <operation> of a file that is <state> leaves ETag and Last-Modified unchanged
    Given a file that is <state>
    When 2 seconds pass
    And a client sends <operation>
    Then the service answers ok
    And the response carries the same ETag, the same Last-Modified
    And the file is as asked
    When a client sends Get File Properties
    Then the service answers 200
    And the response carries the same ETag, the same Last-Modified

    Examples: Every action that succeeds
      | operation          | state     |
      | Lease File acquire | Available |
      | Lease File acquire | Leased(A) |
      | Lease File acquire | Broken(A) |
      | Lease File change  | Leased(A) |
      | Lease File release | Leased(A) |
      | Lease File release | Broken(A) |
      | Lease File break   | Leased(A) |
      | Lease File break   | Broken(A) |

  @should @FILE-ETAG-05
  Scenario Outline: <operation> of a file that <state> leaves the directory's Last-Modified unchanged
    Given a directory that exists
    And a file that <state>
    And Ann has read the directory
    When 2 seconds pass
    And Bob sends <operation>
    Then Bob gets ok
    When Ann sends Get Directory Properties
    Then Ann gets 200
    And the response carries the remembered Last-Modified

    Examples: Writes, a deletion and a read
      | operation           | state                         |
      | Create File         | is missing from the directory |
      | Create File         | is in the directory           |
      | Put Range           | is in the directory           |
      | Set File Metadata   | is in the directory           |
      | Set File Properties | is in the directory           |
      | Delete File         | is in the directory           |
      | Get File            | is in the directory           |

  @observed @FILE-ETAG-07
  Scenario: The ETag of ranged reads changes only if a write comes between them
    Given a file that exists
    When Ann sends Get File with range 0-99
    Then Ann gets 206
    When Ann sends Get File with range 100-199
    Then Ann gets 206
    And the response carries the remembered ETag
    When Bob sends Put Range with content "a change in between"
    Then Bob gets 201
    And the response carries a new ETag
    When Ann sends Get File with range 200-299
    Then Ann gets 206
    And the response carries the current ETag
