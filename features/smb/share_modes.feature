@file @needs.smb
Feature: Share modes of SMB and operations of REST

  A REST operation counts as an open with a certain access, and is refused if the
  share mode of an open SMB handle does not allow it. The share mode also refuses
  the suite's own reads, so the file is checked after the handle is closed.

  @must @FILE-SMB-03 @FILE-SMB-04 @FILE-SMB-05 @FILE-SMB-06 @FILE-ERR-01
  Scenario Outline: <operation> while the file is open for <access> and shares None
    Given a file that exists
    And Bob has the file open over SMB for <access> and shares None
    When a client sends <operation>
    Then the service answers 409 SharingViolation
    When Bob closes the file over SMB
    Then the file is unchanged
    When another client sends <operation>
    Then the service answers <after>
    And the file is <effect>

    Examples: Managing concurrency in the File service
      | operation           | access     | after | effect   |
      | Create File         | Write      | 201   | as asked |
      | Get File            | Write      | 200   | as asked |
      | Set File Properties | Write      | 200   | as asked |
      | Set File Metadata   | Write      | 200   | as asked |
      | Delete File         | Write      | 202   | gone     |
      | Put Range           | Write      | 201   | as asked |
      | Put Range clear     | Write      | 201   | as asked |
      | List Ranges         | Write      | 200   | as asked |
      | Create File         | Read/Write | 201   | as asked |
      | Get File            | Read/Write | 200   | as asked |
      | Set File Properties | Read/Write | 200   | as asked |
      | Set File Metadata   | Read/Write | 200   | as asked |
      | Delete File         | Read/Write | 202   | gone     |
      | Put Range           | Read/Write | 201   | as asked |
      | Put Range clear     | Read/Write | 201   | as asked |
      | List Ranges         | Read/Write | 200   | as asked |

  @should
  Scenario Outline: <clause> <operation> while the file is open for Write and shares <share mode>
    Given a file that exists
    And Bob has the file open over SMB for Write and shares <share mode>
    When a client sends <operation>
    Then the service answers <answer>
    When Bob closes the file over SMB
    Then the file is as answered

    Examples: SMB file sharing modes
      | clause      | share mode        | operation           | answer               |
      | FILE-SHR-01 | None              | Create File         | 409 SharingViolation |
      | FILE-SHR-01 | None              | Get File            | 409 SharingViolation |
      | FILE-SHR-01 | None              | Set File Properties | 409 SharingViolation |
      | FILE-SHR-01 | None              | Set File Metadata   | 409 SharingViolation |
      | FILE-SHR-01 | None              | Delete File         | 409 SharingViolation |
      | FILE-SHR-01 | None              | Put Range           | 409 SharingViolation |
      | FILE-SHR-01 | None              | List Ranges         | 409 SharingViolation |
      | FILE-SHR-01 | None              | Lease File acquire  | 409 SharingViolation |
      | FILE-SHR-01 | None              | Get File Properties | 200                  |
      | FILE-SHR-01 | None              | Get File Metadata   | 200                  |
      | FILE-SHR-02 | Read              | Create File         | 409 SharingViolation |
      | FILE-SHR-02 | Read              | Get File            | 200                  |
      | FILE-SHR-02 | Read              | Set File Properties | 409 SharingViolation |
      | FILE-SHR-02 | Read              | Set File Metadata   | 409 SharingViolation |
      | FILE-SHR-02 | Read              | Delete File         | 409 SharingViolation |
      | FILE-SHR-02 | Read              | Put Range           | 409 SharingViolation |
      | FILE-SHR-02 | Read              | List Ranges         | 200                  |
      | FILE-SHR-02 | Read              | Lease File acquire  | 409 SharingViolation |
      | FILE-SHR-02 | Read              | Get File Properties | 200                  |
      | FILE-SHR-02 | Read              | Get File Metadata   | 200                  |
      | FILE-SHR-03 | Write             | Create File         | 409 SharingViolation |
      | FILE-SHR-03 | Write             | Get File            | 409 SharingViolation |
      | FILE-SHR-03 | Write             | Set File Properties | 200                  |
      | FILE-SHR-03 | Write             | Set File Metadata   | 200                  |
      | FILE-SHR-03 | Write             | Delete File         | 409 SharingViolation |
      | FILE-SHR-03 | Write             | Put Range           | 201                  |
      | FILE-SHR-03 | Write             | List Ranges         | 409 SharingViolation |
      | FILE-SHR-03 | Write             | Lease File acquire  | 409 SharingViolation |
      | FILE-SHR-03 | Write             | Get File Properties | 200                  |
      | FILE-SHR-03 | Write             | Get File Metadata   | 200                  |
      | FILE-SHR-04 | Delete            | Create File         | 409 SharingViolation |
      | FILE-SHR-04 | Delete            | Get File            | 409 SharingViolation |
      | FILE-SHR-04 | Delete            | Set File Properties | 409 SharingViolation |
      | FILE-SHR-04 | Delete            | Set File Metadata   | 409 SharingViolation |
      | FILE-SHR-04 | Delete            | Delete File         | 409 SharingViolation |
      | FILE-SHR-04 | Delete            | Put Range           | 409 SharingViolation |
      | FILE-SHR-04 | Delete            | List Ranges         | 409 SharingViolation |
      | FILE-SHR-04 | Delete            | Lease File acquire  | 409 SharingViolation |
      | FILE-SHR-04 | Delete            | Get File Properties | 200                  |
      | FILE-SHR-04 | Delete            | Get File Metadata   | 200                  |
      | FILE-SHR-05 | Read/Write        | Create File         | 409 SharingViolation |
      | FILE-SHR-05 | Read/Write        | Get File            | 200                  |
      | FILE-SHR-05 | Read/Write        | Set File Properties | 200                  |
      | FILE-SHR-05 | Read/Write        | Set File Metadata   | 200                  |
      | FILE-SHR-05 | Read/Write        | Delete File         | 409 SharingViolation |
      | FILE-SHR-05 | Read/Write        | Put Range           | 201                  |
      | FILE-SHR-05 | Read/Write        | List Ranges         | 200                  |
      | FILE-SHR-05 | Read/Write        | Lease File acquire  | 409 SharingViolation |
      | FILE-SHR-05 | Read/Write        | Get File Properties | 200                  |
      | FILE-SHR-05 | Read/Write        | Get File Metadata   | 200                  |
      | FILE-SHR-06 | Read/Delete       | Create File         | 409 SharingViolation |
      | FILE-SHR-06 | Read/Delete       | Get File            | 200                  |
      | FILE-SHR-06 | Read/Delete       | Set File Properties | 409 SharingViolation |
      | FILE-SHR-06 | Read/Delete       | Set File Metadata   | 409 SharingViolation |
      | FILE-SHR-06 | Read/Delete       | Delete File         | 409 SharingViolation |
      | FILE-SHR-06 | Read/Delete       | Put Range           | 409 SharingViolation |
      | FILE-SHR-06 | Read/Delete       | List Ranges         | 200                  |
      | FILE-SHR-06 | Read/Delete       | Lease File acquire  | 409 SharingViolation |
      | FILE-SHR-06 | Read/Delete       | Get File Properties | 200                  |
      | FILE-SHR-06 | Read/Delete       | Get File Metadata   | 200                  |
      | FILE-SHR-07 | Write/Delete      | Create File         | 201                  |
      | FILE-SHR-07 | Write/Delete      | Get File            | 409 SharingViolation |
      | FILE-SHR-07 | Write/Delete      | Set File Properties | 200                  |
      | FILE-SHR-07 | Write/Delete      | Set File Metadata   | 200                  |
      | FILE-SHR-07 | Write/Delete      | Delete File         | 409 SharingViolation |
      | FILE-SHR-07 | Write/Delete      | Put Range           | 201                  |
      | FILE-SHR-07 | Write/Delete      | List Ranges         | 409 SharingViolation |
      | FILE-SHR-07 | Write/Delete      | Lease File acquire  | 409 SharingViolation |
      | FILE-SHR-07 | Write/Delete      | Get File Properties | 200                  |
      | FILE-SHR-07 | Write/Delete      | Get File Metadata   | 200                  |
      | FILE-SHR-08 | Read/Write/Delete | Create File         | 201                  |
      | FILE-SHR-08 | Read/Write/Delete | Get File            | 200                  |
      | FILE-SHR-08 | Read/Write/Delete | Set File Properties | 200                  |
      | FILE-SHR-08 | Read/Write/Delete | Set File Metadata   | 200                  |
      | FILE-SHR-08 | Read/Write/Delete | Delete File         | 409 SharingViolation |
      | FILE-SHR-08 | Read/Write/Delete | Put Range           | 201                  |
      | FILE-SHR-08 | Read/Write/Delete | List Ranges         | 200                  |
      | FILE-SHR-08 | Read/Write/Delete | Get File Properties | 200                  |
      | FILE-SHR-08 | Read/Write/Delete | Get File Metadata   | 200                  |

  @should @FILE-SHR-08
  Scenario Outline: <operation> while the file is open for <access> and shares Read/Write/Delete
    Given a file that exists
    And Bob has the file open over SMB for <access> and shares Read/Write/Delete
    When a client sends <operation>
    Then the service answers <answer>
    When Bob closes the file over SMB
    Then the file is as answered

    Examples: Access other than Write
      | operation           | access            | answer               |
      | Create File         | Read              | 201                  |
      | Get File            | Delete            | 200                  |
      | Set File Properties | Read              | 200                  |
      | Set File Metadata   | Read/Write/Delete | 200                  |
      | Put Range           | Read/Write/Delete | 201                  |
      | List Ranges         | Delete            | 200                  |
      | Delete File         | Read              | 409 SharingViolation |
      | Delete File         | Delete            | 409 SharingViolation |

  @should
  Scenario Outline: <clause> <operation> while the file is open for <access> and shares <share mode>
    Given a file that exists
    And Bob has the file open over SMB for <access> and shares <share mode>
    When a client sends <operation>
    Then the service answers <answer>
    When Bob closes the file over SMB
    Then the file is as answered

    Examples: Interaction between SMB and REST
      | clause      | operation           | access | share mode   | answer               |
      | FILE-SMB-14 | Get File            | Read   | Write        | 409 SharingViolation |
      | FILE-SMB-15 | Put Range           | Write  | Read         | 409 SharingViolation |
      | FILE-ACC-02 | Create File         | Read   | Read/Write   | 409 SharingViolation |
      | FILE-ACC-02 | Create File         | Read   | Read/Delete  | 409 SharingViolation |
      | FILE-ACC-02 | Create File         | Read   | Write/Delete | 201                  |
      | FILE-ACC-03 | Get File            | Read   | Write/Delete | 409 SharingViolation |
      | FILE-ACC-03 | Get File            | Read   | Read         | 200                  |
      | FILE-ACC-04 | Set File Properties | Read   | Read/Delete  | 409 SharingViolation |
      | FILE-ACC-04 | Set File Properties | Read   | Write        | 200                  |
      | FILE-ACC-05 | Get File Properties | Read   | None         | 200                  |
      | FILE-ACC-06 | Set File Metadata   | Read   | Read/Delete  | 409 SharingViolation |
      | FILE-ACC-06 | Set File Metadata   | Read   | Write        | 200                  |
      | FILE-ACC-07 | Get File Metadata   | Read   | None         | 200                  |
      | FILE-ACC-08 | Delete File         | Read   | Read/Write   | 409 SharingViolation |
      | FILE-ACC-08 | Delete File         | Delete | Delete       | 409 SharingViolation |
      | FILE-ACC-09 | Put Range           | Read   | Read/Delete  | 409 SharingViolation |
      | FILE-ACC-09 | Put Range clear     | Read   | Read/Delete  | 409 SharingViolation |
      | FILE-ACC-09 | Put Range           | Read   | Write        | 201                  |
      | FILE-ACC-10 | List Ranges         | Read   | Write/Delete | 409 SharingViolation |
      | FILE-ACC-10 | List Ranges         | Read   | Read         | 200                  |
      | FILE-ACC-11 | Lease File acquire  | Read   | Read         | 409 SharingViolation |
      | FILE-ACC-11 | Lease File acquire  | Read   | Write/Delete | 201                  |
      | FILE-SMB-07 | Put Range           | None   | None         | 201                  |
      | FILE-SMB-07 | Get File            | None   | None         | 200                  |

  @should @FILE-ACC-01
  Scenario Outline: List Directories and Files while a file is open for <access> and shares None
    Given a file that exists
    And Bob has the file open over SMB for <access> and shares None
    Then the list of entries shows the file
    When Bob closes the file over SMB
    Then the list of entries shows the file

    Examples: Always
      | access            |
      | Write             |
      | Read/Write/Delete |

  @observed @FILE-ACC-12
  Scenario Outline: <operation> while the file "<which>" is open for Read and shares Read/Write
    Given a file "source" that exists
    And a file that exists
    And Bob has the file "<which>" open over SMB for Read and shares Read/Write
    When a client sends <operation> with <request>
    Then the service answers 409 SharingViolation

    Examples: Not in the documents' table
      | operation   | which  | request                |
      | Rename File | source | replace if exists true |
      | Rename File | file   | replace if exists true |
      | Copy File   | file   | nothing                |

  @should @FILE-SHR-09
  Scenario Outline: <operation> is refused, and leaves the handle unchanged
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares <share mode>
    When a client sends <operation>
    Then the service answers 409 SharingViolation
    When Bob writes "by handle" to the file over SMB
    Then Bob gets ok over SMB
    And Bob reads "by handle" from the file over SMB
    When Bob closes the file over SMB
    And another client sends <operation>
    Then another client gets ok

    Examples: It succeeds once the handle is closed
      | operation         | share mode |
      | Get File          | Write      |
      | Put Range         | Read       |
      | Create File       | Read/Write |
      | Set File Metadata | None       |
      | Delete File       | None       |

  @should @FILE-SHR-10
  Scenario Outline: <operation> while handles share <one> and <other>
    Given a file that exists
    And Bob has the file open over SMB for None and shares None
    And Carol has the file open over SMB for Read and shares <one>
    And Dan has the file open over SMB for Read and shares <other>
    When a client sends <operation>
    Then the service answers <answer>
    When Bob closes the file over SMB
    And Carol closes the file over SMB
    And Dan closes the file over SMB
    Then the file is as answered

    Examples: Every share mode counts
      | operation          | one               | other             | answer               |
      | Put Range          | Read/Write        | Read              | 409 SharingViolation |
      | Put Range          | Read              | Read/Write        | 409 SharingViolation |
      | Put Range          | Read/Write        | Read/Write        | 201                  |
      | Create File        | Read/Write        | Read/Write/Delete | 409 SharingViolation |
      | Create File        | Read/Write/Delete | Read/Write/Delete | 201                  |
      | Get File           | Read              | Read/Delete       | 200                  |
      | Lease File acquire | Read/Write/Delete | Read/Write        | 409 SharingViolation |

  @should @FILE-SHR-11 @FILE-DEL-10
  Scenario: Delete File while a handle shares everything
    Given a file that exists
    And Bob has the file open over SMB for Read and shares Read/Write/Delete
    When a client sends Delete File
    Then the service answers 409 SharingViolation
    And the list of entries shows the file
    When Carol opens the file over SMB for Read and shares Read/Write/Delete
    Then Carol gets ok over SMB
    When Bob closes the file over SMB
    And Carol closes the file over SMB
    Then the file is unchanged

  @observed @FILE-SMB-06a
  Scenario: A disconnected client holds no handles
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares Read
    When a client sends Put Range
    Then the service answers 409 SharingViolation
    When Bob's SMB connection drops
    Then within 60 seconds another client gets 201 for Put Range
