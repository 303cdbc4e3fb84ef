@file @needs.smb
Feature: Files that are pending delete

  A file is pending delete from when a handle with Delete access marks it, or a
  handle opened with delete-on-close is closed, until its last handle closes. Until
  then REST operations on it return 409, not 404.

  @must @FILE-DEL-01 @FILE-DEL-02 @FILE-DEL-03 @FILE-DEL-04 @FILE-DEL-06 @FILE-ERR-02
  Scenario Outline: <operation> of a file that is marked for deletion, until the mark is cleared
    Given a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    When Bob marks the file for deletion over SMB
    Then Bob gets ok over SMB
    When a client sends <operation>
    Then the service answers 409 SMBDeletePending | 409 DeletePending
    And the list of entries lacks the file
    When Bob clears the deletion mark of the file over SMB
    Then Bob gets ok over SMB
    And the file is unchanged
    And the list of entries shows the file
    When Bob closes the file over SMB
    And another client sends <operation>
    Then another client gets ok

    Examples: Managing concurrency in the File service
      | operation           |
      | Create File         |
      | Get File            |
      | Set File Properties |
      | Set File Metadata   |
      | Delete File         |
      | Put Range           |
      | Put Range clear     |
      | List Ranges         |

  @must @FILE-DEL-05 @FILE-DEL-01 @FILE-DEL-02 @FILE-DEL-03 @FILE-DEL-06 @FILE-ERR-03
  Scenario Outline: <operation> of a file that was opened to be deleted on close, until its last handle closes
    Given a file that exists
    And Bob has the file open over SMB for Read and shares Read/Write/Delete
    And Carol has the file open over SMB for Delete and shares Read/Write/Delete and deletes it on close
    When Carol closes the file over SMB
    And a client sends <operation>
    Then the service answers 409 SMBDeletePending | 409 DeletePending
    And the list of entries lacks the file
    When Bob closes the file over SMB
    Then within 30 seconds another client gets <after> for <operation>

    Examples: Managing concurrency in the File service
      | operation           | after |
      | Get File            | 404 * |
      | Set File Properties | 404 * |
      | Set File Metadata   | 404 * |
      | Delete File         | 404 * |
      | Put Range           | 404 * |
      | List Ranges         | 404 * |

  @should @FILE-DEL-20
  Scenario: Create File on the name of a file that is pending delete
    Given a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    When Bob marks the file for deletion over SMB
    And a client sends Create File
    Then the service answers 409 SMBDeletePending | 409 DeletePending
    When Bob closes the file over SMB
    Then within 30 seconds another client gets 201 for Create File

  @must @FILE-DEL-16
  Scenario: Get File Properties of a file that is pending delete
    Given a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    When Bob marks the file for deletion over SMB
    And a client sends Get File Properties
    Then the service answers 409 SMBDeletePending | 409 DeletePending

  @observed @FILE-DEL-17
  Scenario Outline: A new open for <access> of a file that is pending delete
    Given a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    When Bob marks the file for deletion over SMB
    And Carol opens the file over SMB for <access> and shares Read/Write/Delete
    Then Carol gets STATUS_DELETE_PENDING over SMB
    When Bob clears the deletion mark of the file over SMB
    And Carol opens the file over SMB for <access> and shares Read/Write/Delete
    Then Carol gets ok over SMB

    Examples: Any access
      | access            |
      | None              |
      | Read              |
      | Read/Write/Delete |

  @observed @FILE-DEL-12
  Scenario: Delete Directory of a directory that holds a file pending delete
    Given a directory that exists
    And a file that is in the directory
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    When Bob marks the file for deletion over SMB
    And a client sends Delete Directory
    Then the service answers 409 DirectoryNotEmpty
    When Bob clears the deletion mark of the file over SMB
    Then the list of entries shows the file

  @observed @FILE-DEL-13
  Scenario: Delete Directory of a directory that is open
    Given a directory that exists
    And Bob has the directory open over SMB for Read and shares Read/Write/Delete
    When a client sends Delete Directory
    Then the service answers 409 *
    And the directory is unchanged

  @observed @FILE-DEL-14
  Scenario: The handles of a file that is pending delete
    Given a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    When Bob marks the file for deletion over SMB
    And a client sends List Handles to "file"
    Then the service answers 200
    And the response carries handles 1
    When a client sends Force Close Handles to "file"
    Then the service answers 200
    And the response carries handles closed 1
    And within 30 seconds another client gets 404 ResourceNotFound for Get File

  @should @FILE-DEL-15
  Scenario: The forced close of a handle that was opened to delete on close
    Given a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete and deletes it on close
    When a client sends Force Close Handles to "file"
    Then the service answers 200
    And the response carries handles closed 1
    When another client sends Get File
    Then the service answers 200 | 404 ResourceNotFound

  @should @FILE-ERR-04
  Scenario Outline: <operation> of a <resource> that is open for <access>
    Given a <resource> that exists
    And Bob has the <resource> open over SMB for <access> and shares Read/Write/Delete
    When a client sends <operation>
    Then the service answers 409 CannotDeleteFileOrDirectory | 409 SharingViolation

    Examples: One of the two error codes
      | operation        | resource  | access |
      | Delete File      | file      | Read   |
      | Delete Directory | directory | Read   |

  @must
  Scenario Outline: <clause> <operation> of a file that is pending delete
    Given a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    And Bob has marked the file for deletion over SMB
    When a client sends <operation>
    Then the service answers <answer>

    Examples: It is refused, and never because the file is missing
      | clause      | operation         | answer                                    |
      | FILE-DEL-02 | Get File          | 409 SMBDeletePending \| 409 DeletePending |
      | FILE-DEL-02 | Put Range         | 409 SMBDeletePending \| 409 DeletePending |
      | FILE-ERR-02 | List Ranges       | 409 SMBDeletePending \| 409 DeletePending |
      | FILE-ERR-02 | Set File Metadata | 409 SMBDeletePending \| 409 DeletePending |
      | FILE-DEL-03 | Get File          | 200 \| 409 *                              |
      | FILE-DEL-03 | Put Range         | 201 \| 409 *                              |
      | FILE-DEL-03 | Delete File       | 202 \| 409 *                              |

  @must @FILE-DEL-04
  Scenario Outline: <operation> of a file whose deletion mark was cleared
    Given a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    And Bob has marked the file for deletion over SMB
    When Bob clears the deletion mark of the file over SMB
    And a client sends <operation>
    Then the service answers <answer>
    When Bob closes the file over SMB
    And a client sends <operation>
    Then the service answers <answer>

    Examples: Before the close, and after it
      | operation         | answer |
      | Get File          | 200    |
      | Put Range         | 201    |
      | Set File Metadata | 200    |

  @must @FILE-DEL-06
  Scenario: List Directories and Files lacks a file that is pending delete
    Given a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    And Bob has marked the file for deletion over SMB
    Then the list of entries lacks the file
