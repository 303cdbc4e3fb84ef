@file @needs.smb
Feature: SMB clients with each other

  Two SMB clients open the same file. The second open succeeds only if each client's
  access is within the other's share mode. A handle with access None does not count.

  @must @FILE-SMB-01 @FILE-SMB-02
  Scenario: A client locks a file, and unlocks it by closing
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares None
    When Carol opens the file over SMB for Read and shares Read/Write/Delete
    Then Carol gets STATUS_SHARING_VIOLATION over SMB
    When Bob closes the file over SMB
    And Carol opens the file over SMB for Read and shares Read/Write/Delete
    Then Carol gets ok over SMB

  @should
  Scenario Outline: <clause> An open for <second> that shares <shares>, beside one for <first> that shares <shared>
    Given a file that exists
    And Bob has the file open over SMB for <first> and shares <shared>
    When Carol opens the file over SMB for <second> and shares <shares>
    Then Carol gets <answer> over SMB

    Examples: SMB file sharing modes
      | clause      | first             | shared            | second            | shares            | answer                   |
      | FILE-SMB-09 | Read              | Write             | Write             | Read              | ok                       |
      | FILE-SMB-10 | Write             | Read              | Write             | Write             | STATUS_SHARING_VIOLATION |
      | FILE-SMB-11 | Write             | Write             | Write             | Read              | STATUS_SHARING_VIOLATION |
      | FILE-SMB-08 | Read              | None              | Read              | Read/Write/Delete | STATUS_SHARING_VIOLATION |
      | FILE-SMB-08 | Read              | Read              | Read              | Read              | ok                       |
      | FILE-SMB-08 | Read              | Read              | Delete            | Read              | STATUS_SHARING_VIOLATION |
      | FILE-SMB-08 | Read              | Delete            | Delete            | Read              | ok                       |
      | FILE-SMB-12 | Read/Write/Delete | Read/Write/Delete | Read/Write/Delete | Read/Write/Delete | ok                       |
      | FILE-SMB-12 | Read/Write/Delete | Read/Write/Delete | Read              | Read/Write        | STATUS_SHARING_VIOLATION |
      | FILE-SMB-12 | Read              | Read/Write        | Read/Write/Delete | Read/Write/Delete | STATUS_SHARING_VIOLATION |
      | FILE-SMB-12 | None              | None              | Read/Write/Delete | None              | ok                       |
      | FILE-SMB-12 | Read/Write/Delete | None              | None              | None              | ok                       |
      | FILE-DEL-18 | Read              | Read/Write        | Delete            | Read/Write/Delete | STATUS_SHARING_VIOLATION |
      | FILE-DEL-18 | Read              | Read/Write/Delete | Delete            | Read/Write/Delete | ok                       |

  @must @FILE-LWW-01
  Scenario: Each protocol reads what the other writes
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares Read/Write/Delete
    When a client sends Put Range with content "by request"
    Then the service answers 201
    And Bob reads "by request" from the file over SMB
    When Bob writes "by handle" to the file over SMB
    Then Bob gets ok over SMB
    When Bob closes the file over SMB
    And Carol opens the file over SMB for Read and shares Read
    Then Carol reads "by handle" from the file over SMB

  @should @FILE-SMB-17 @FILE-ERR-06
  Scenario: Put Range while a range is locked
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares Read/Write/Delete
    And Bob has locked the first 1 byte of the file over SMB
    When a client sends Put Range with range 512-1023
    Then the service answers 409 FileLockConflict

  @observed @FILE-SMB-18
  Scenario: Get File while a range is locked
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares Read/Write/Delete
    And Bob has locked the first 1 byte of the file over SMB
    When a client sends Get File
    Then the service answers 409 FileLockConflict

  @observed @FILE-ETAG-08
  Scenario: The ETag after a client has written and closed
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares Read/Write/Delete
    When Bob writes "by handle" to the file over SMB
    Then Bob gets ok over SMB
    When Bob closes the file over SMB
    And a client sends Get File Properties
    Then the service answers 200
    And the response carries a new ETag

  @must @FILE-SMB-02
  Scenario Outline: An open for <second> that shares <shares>, beside one for <first> that shares <shared>
    Given a file that exists
    And Bob has the file open over SMB for <first> and shares <shared>
    When Carol opens the file over SMB for <second> and shares <shares>
    Then Carol gets <answer> over SMB

    Examples: The access of each, and the share mode of each, decide
      | first | shared     | second | shares     | answer                   |
      | Read  | Read       | Read   | Read       | ok                       |
      | Read  | Read       | Write  | Read       | STATUS_SHARING_VIOLATION |
      | Read  | Read/Write | Write  | Read       | ok                       |
      | Read  | Read/Write | Write  | Write      | STATUS_SHARING_VIOLATION |
