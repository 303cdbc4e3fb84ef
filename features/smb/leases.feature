@file @needs.smb
Feature: Leases of files and opens over SMB

  A REST file lease and an SMB handle can exclude each other: an open with Write or
  Delete access is refused while the file is leased, and Lease File is refused while
  such a handle is open.

  @should @FILE-LEASE-23
  Scenario Outline: An open for <access> of a leased file
    Given a file that is Leased(A)
    When Bob opens the file over SMB for <access> and shares Read/Write/Delete
    Then Bob gets <answer> over SMB
    And the lease is Leased(A)

    Examples: File leases
      | access            | answer                   |
      | None              | ok                       |
      | Read              | ok                       |
      | Write             | STATUS_SHARING_VIOLATION |
      | Delete            | STATUS_SHARING_VIOLATION |
      | Read/Write        | STATUS_SHARING_VIOLATION |
      | Read/Delete       | STATUS_SHARING_VIOLATION |
      | Write/Delete      | STATUS_SHARING_VIOLATION |
      | Read/Write/Delete | STATUS_SHARING_VIOLATION |

  @should @FILE-LEASE-24
  Scenario Outline: An open for <access> of a file that is <state>
    Given a file that is <state>
    When Bob opens the file over SMB for <access> and shares Read/Write/Delete
    Then Bob gets ok over SMB

    Examples: Files without an active lease
      | state     | access            |
      | Available | Write             |
      | Available | Read/Write/Delete |
      | Broken(A) | Write             |
      | Broken(A) | Delete            |
      | Broken(A) | Read/Write/Delete |

  @should
  Scenario Outline: <clause> Lease File acquire while the file is open for <access>
    Given a file that exists
    And Bob has the file open over SMB for <access> and shares Read/Write/Delete
    When a client sends Lease File acquire
    Then the service answers <answer>
    When Bob closes the file over SMB
    Then the file is as answered

    Examples: File leases
      | clause     | access            | answer               |
      | FILE-LS-01 | None              | 201                  |
      | FILE-LS-01 | Read              | 201                  |
      | FILE-LS-02 | Write             | 409 SharingViolation |
      | FILE-LS-02 | Delete            | 409 SharingViolation |
      | FILE-LS-02 | Read/Write        | 409 SharingViolation |
      | FILE-LS-02 | Read/Delete       | 409 SharingViolation |
      | FILE-LS-02 | Write/Delete      | 409 SharingViolation |
      | FILE-LS-02 | Read/Write/Delete | 409 SharingViolation |
