@file @needs.smb
Feature: Oplocks of SMB clients and operations of REST

  An SMB client can cache what it reads (R), what it writes (W) and its handle (H). A
  REST operation first breaks as much of the cache as it must, and waits for the client
  where that has something to write or to close.

  @should @FILE-OPL-01
  Scenario Outline: A cache of a file that is open for <access> and shares <share mode>
    Given a file that exists
    And Bob has the file open over SMB for <access> and shares <share mode> and caches RWH
    When a client sends Get File Properties
    Then the service answers 200
    And Bob's oplock on the file breaks from RWH to RH, and the service waits for the acknowledgment

    Examples: Caches are independent of access and share mode
      | access            | share mode        |
      | Read              | Read/Write/Delete |
      | Read/Write        | None              |
      | Read/Write/Delete | Read              |

  @should @FILE-OPL-02
  Scenario Outline: <operation> of a file that a client caches <cache>
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares Read/Write/Delete and caches <cache>
    When a client sends <operation>
    Then the service answers 200
    And Bob's oplock on the file breaks from <cache> to <left>, and the service waits for the acknowledgment
    When Bob closes the file over SMB
    Then the file is unchanged

    Examples: Reads end write caching
      | operation           | cache | left |
      | Get File            | RWH   | RH   |
      | Get File            | RW    | R    |
      | Get File Properties | RWH   | RH   |
      | Get File Properties | RW    | R    |
      | Get File Metadata   | RWH   | RH   |
      | Get File Metadata   | RW    | R    |
      | List Ranges         | RWH   | RH   |
      | List Ranges         | RW    | R    |

  @should @FILE-OPL-02
  Scenario Outline: <operation> of a file that a client caches RH
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares Read/Write/Delete and caches RH
    When a client sends <operation>
    Then the service answers 200
    And Bob's oplock on the file does not break

    Examples: Reads do not end read caching
      | operation           |
      | Get File            |
      | Get File Properties |
      | Get File Metadata   |
      | List Ranges         |

  @should @FILE-OPL-03
  Scenario Outline: List Directories and Files of a directory with a file that a client caches <cache>
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares Read/Write/Delete and caches <cache>
    Then the list of entries shows the file
    And Bob's oplock on the file does not break

    Examples: Lists break no oplock
      | cache |
      | RWH   |
      | RH    |
      | RW    |

  @should @FILE-OPL-04
  Scenario Outline: <operation> of a file that a client caches <cache>
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares Read/Write/Delete and caches <cache>
    When a client sends <operation>
    Then the service answers <answer>
    And Bob's oplock on the file breaks from <cache> to nothing, and the service waits for the acknowledgment
    When Bob closes the file over SMB
    Then the file is as asked

    Examples: Writes end all caching
      | operation           | cache | answer |
      | Put Range           | RWH   | 201    |
      | Put Range           | RW    | 201    |
      | Set File Properties | RWH   | 200    |
      | Set File Properties | RW    | 200    |
      | Set File Metadata   | RWH   | 200    |
      | Set File Metadata   | RW    | 200    |

  @should @FILE-OPL-04
  Scenario Outline: <operation> of a file that a client caches RH, which does not answer
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares Read/Write/Delete and caches RH
    And Bob does nothing with the file when its oplock breaks
    When a client sends <operation>
    Then the service answers <answer>
    And Bob's oplock on the file breaks from RH to nothing
    When Bob closes the file over SMB
    Then the file is as asked

    Examples: Writes do not wait if nothing was cached for writing
      | operation           | answer |
      | Put Range           | 201    |
      | Set File Properties | 200    |
      | Set File Metadata   | 200    |

  @should @FILE-OPL-05
  Scenario Outline: Delete File of a file that is open, and that a client caches <cache>
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares Read/Write/Delete and caches <cache>
    When a client sends Delete File
    Then the service answers 409 SharingViolation
    And Bob's oplock on the file breaks from <cache> to <left>, and the service waits for the acknowledgment
    When Bob closes the file over SMB
    Then the file is unchanged

    Examples: A deletion ends handle caching
      | cache | left |
      | RWH   | RW   |
      | RH    | R    |

  @should @FILE-OPL-05
  Scenario: Delete File of a file that is open without handle caching
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares Read/Write/Delete and caches RW
    When a client sends Delete File
    Then the service answers 409 SharingViolation
    And Bob's oplock on the file does not break

  @should @FILE-OPL-06
  Scenario: Get File of a file with writes in a client's cache
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares Read/Write/Delete and caches RWH
    And Bob writes "flushed" to the file when its oplock breaks
    When a client sends Get File
    Then the service answers 200
    And the response carries content "flushed"
    And Bob's oplock on the file breaks from RWH to RH, and the service waits for the acknowledgment
    When another client sends Get File
    Then the service answers 200
    And the response carries content "flushed"
    And Bob's oplock on the file does not break again

  @should @FILE-OPL-07 @FILE-ERR-08
  Scenario: Put Range with a timeout while the client that caches RWH does not answer
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares Read/Write/Delete and caches RWH
    And Bob does nothing with the file when its oplock breaks
    When a client sends Put Range with timeout 5
    Then the service answers 408 ClientCacheFlushDelay | 500 ClientCacheFlushDelay

  @should @FILE-OPL-08
  Scenario Outline: <operation> while only a client's cache holds the file open, <cache>
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares <share mode> and caches <cache>
    And Bob closes the file when its oplock breaks
    When a client sends <operation>
    Then the service answers <answer>
    And Bob's oplock on the file loses H
    And the file is <effect>

    Examples: A sharing conflict first ends handle caching
      | operation   | share mode        | cache | answer | effect   |
      | Get File    | None              | RH    | 200    | as asked |
      | Put Range   | Read              | RWH   | 201    | as asked |
      | Create File | Read/Write        | RWH   | 201    | as asked |
      | Delete File | Read/Write/Delete | RWH   | 202    | gone     |

  @should @FILE-OPL-08
  Scenario Outline: An open for <access> while only a client's cache holds the file open, <cache>
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares None and caches <cache>
    And Bob closes the file when its oplock breaks
    When Carol opens the file over SMB for <access> and shares Read/Write/Delete
    Then Carol gets ok over SMB
    And Bob's oplock on the file loses H

    Examples: A sharing conflict between SMB clients
      | access | cache |
      | Read   | RWH   |
      | Write  | RH    |

  @should @FILE-OPL-08
  Scenario Outline: An open for <access> while the file is really open, and cached <cache>
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares <share mode> and caches <cache>
    When Carol opens the file over SMB for <access> and shares Read/Write/Delete
    Then Carol gets STATUS_SHARING_VIOLATION over SMB
    And Bob's oplock on the file loses H

    Examples: An open handle stays
      | access | cache | share mode |
      | Write  | RWH   | Read       |
      | Delete | RH    | Read/Write |
