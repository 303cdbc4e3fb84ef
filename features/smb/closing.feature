@file @needs.smb
Feature: What a close ends

  A handle with Write or Read/Write access and share mode None locks a file. The lock
  ends with the handle: the request that was refused before succeeds.

  @must @FILE-SMB-06
  Scenario Outline: <operation> after the close of a handle for <access> that shares None
    Given a file that exists
    And Bob has the file open over SMB for <access> and shares None
    When Bob closes the file over SMB
    And a client sends <operation>
    Then the service answers <answer>

    Examples: Reads, writes and a deletion
      | operation         | access     | answer |
      | Get File          | Write      | 200    |
      | Put Range         | Write      | 201    |
      | Create File       | Read/Write | 201    |
      | Set File Metadata | Read/Write | 200    |
      | Delete File       | Read/Write | 202    |

  @must
  Scenario Outline: <clause> <operation> while a handle for <access> shares None
    Given a file that exists
    And Bob has the file open over SMB for <access> and shares None
    When a client sends <operation>
    Then the service answers 409 SharingViolation

    Examples: Reads, writes and a deletion
      | clause                  | operation           | access     |
      | FILE-SMB-04             | Get File            | Read/Write |
      | FILE-SMB-04             | Put Range           | Read/Write |
      | FILE-SMB-04             | Delete File         | Read/Write |
      | FILE-ERR-01 FILE-SMB-03 | List Ranges         | Write      |
      | FILE-ERR-01 FILE-SMB-04 | Set File Properties | Read/Write |

  @must @FILE-SMB-04a
  Scenario Outline: A file that is open for <access> and shares None stays locked when its client closes another file
    Given a file "other" that exists
    And a file that exists
    And Bob has the file "other" open over SMB for Read and shares Read
    And Bob has the file open over SMB for <access> and shares None
    When Bob closes the file "other" over SMB
    And a client sends Put Range
    Then the service answers 409 SharingViolation
    When Bob closes the file over SMB
    Then the file is unchanged

    Examples: Both accesses that lock a file
      | access     |
      | Write      |
      | Read/Write |

  @must @FILE-SMB-05
  Scenario Outline: <operation> is refused while the file is locked, and changes nothing
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares None
    When a client sends <operation>
    Then the service answers 409 SharingViolation
    When Bob closes the file over SMB
    Then the file is unchanged

    Examples: Each kind of change
      | operation           |
      | Create File         |
      | Put Range           |
      | Put Range clear     |
      | Set File Metadata   |
      | Set File Properties |
      | Delete File         |
