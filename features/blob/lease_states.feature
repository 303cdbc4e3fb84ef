@blob
Feature: Outcomes of lease operations on blobs by lease state

  Microsoft's table on the Lease Blob page: what each action returns while the blob is available (Av),
  leased under A (Le), breaking (Bi), broken (Bo) or expired (Ex), and the state it leaves behind.
  Error codes in parentheses are undocumented and only recorded. Only a release shows which lease ended.

  Scenario Outline: <clause> <operation> with <request> on a blob that is <state>
    Given a blob that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the response carries lease time <lease time>
    And the blob is <effect>
    And the lease is <lease>

    Examples: Outcomes of lease operations on blobs by lease state
      | clause         | operation          | request                   | Av                                      | Le                                                                                          | Bi                                               | Bo                                      | Ex                                                                        |
      | BLOB-LM-ACQ-0  | Lease Blob acquire | no proposed id            | 201 -> Leased(X)                        | 409 LeaseAlreadyPresent                                                                     | 409 (LeaseAlreadyPresent)                        | 201 -> Leased(X)                        | 201 -> Leased(X)                                                          |
      | BLOB-LM-ACQ-A  | Lease Blob acquire | proposed id A             | 201 -> Leased(A)                        | 201 -> Leased(A)                                                                            | 409 LeaseIsBreakingAndCannotBeAcquired           | 201 -> Leased(A)                        | 201 -> Leased(A)                                                          |
      | BLOB-LM-ACQ-B  | Lease Blob acquire | proposed id B             | 201 -> Leased(B)                        | 409 LeaseAlreadyPresent                                                                     | 409 LeaseAlreadyPresent                          | 201 -> Leased(B)                        | 201 -> Leased(B)                                                          |
      | BLOB-LM-BRK-0  | Lease Blob break   | break period 0            | 409 LeaseNotPresentWithLeaseOperation   | 202 -> Broken(A), lease-time 0                                                              | 202 -> Broken(A), lease-time 0                   | 202 -> Broken(A), lease-time 0          | 202 -> Broken(A), lease-time (0)                                          |
      | BLOB-LM-BRK-N  | Lease Blob break   | break period 30           | 409 (LeaseNotPresentWithLeaseOperation) | 202 -> Breaking(A), lease-time min(n, remaining)                                            | 202 -> Breaking(A), lease-time min(n, remaining) | 202 -> Broken(A), lease-time 0          | 202 -> Broken(A), lease-time (0)                                          |
      | BLOB-LM-BRK-D  | Lease Blob break   | nothing                   | 409 LeaseNotPresentWithLeaseOperation   | finite: 202 -> Breaking(A), lease-time remaining ; infinite: 202 -> Broken(A), lease-time 0 | 202 -> Breaking(A), lease-time remaining         | 202 -> Broken(A), lease-time 0          | 202 -> Broken(A), lease-time (0)                                          |
      | BLOB-LM-CHG-AB | Lease Blob change  | lease id A, proposed id B | 409 LeaseNotPresentWithLeaseOperation   | 200 -> Leased(B)                                                                            | 409 LeaseIsBreakingAndCannotBeChanged            | 409 LeaseNotPresentWithLeaseOperation   | 409 (LeaseNotPresentWithLeaseOperation)                                   |
      | BLOB-LM-CHG-BA | Lease Blob change  | lease id B, proposed id A | 409 (LeaseNotPresentWithLeaseOperation) | 200 -> Leased(A)                                                                            | 409 (LeaseIdMismatchWithLeaseOperation)          | 409 (LeaseNotPresentWithLeaseOperation) | 409 (LeaseNotPresentWithLeaseOperation)                                   |
      | BLOB-LM-CHG-BC | Lease Blob change  | lease id B, proposed id C | 409 LeaseNotPresentWithLeaseOperation   | 409 LeaseIdMismatchWithLeaseOperation                                                       | 409 LeaseIdMismatchWithLeaseOperation            | 409 (LeaseNotPresentWithLeaseOperation) | 409 (LeaseNotPresentWithLeaseOperation)                                   |
      | BLOB-LM-CHG-AA | Lease Blob change  | lease id A, proposed id A | 409 LeaseNotPresentWithLeaseOperation   | 200 -> Leased(A)                                                                            | 409 (LeaseIsBreakingAndCannotBeChanged)          | 409 LeaseNotPresentWithLeaseOperation   | 409 *                                                                     |
      | BLOB-LM-REN-A  | Lease Blob renew   | lease id A                | 409 LeaseIdMismatchWithLeaseOperation   | 200 -> Leased(A)                                                                            | 409 LeaseIsBrokenAndCannotBeRenewed              | 409 LeaseIsBrokenAndCannotBeRenewed     | clean: 200 -> Leased(A) ; modified: 409 LeaseIdMismatchWithLeaseOperation |
      | BLOB-LM-REN-B  | Lease Blob renew   | lease id B                | 409 LeaseIdMismatchWithLeaseOperation   | 409 LeaseIdMismatchWithLeaseOperation                                                       | 409 LeaseIdMismatchWithLeaseOperation            | 409 LeaseIdMismatchWithLeaseOperation   | 409 LeaseIdMismatchWithLeaseOperation                                     |
      | BLOB-LM-REL-A  | Lease Blob release | lease id A                | 409 LeaseIdMismatchWithLeaseOperation   | 200 -> Available                                                                            | 200 -> Available                                 | 200 -> Available                        | 200 -> Available                                                          |
      | BLOB-LM-REL-B  | Lease Blob release | lease id B                | 409 LeaseIdMismatchWithLeaseOperation   | 409 LeaseIdMismatchWithLeaseOperation                                                       | 409 LeaseIdMismatchWithLeaseOperation            | 409 LeaseIdMismatchWithLeaseOperation   | 409 LeaseIdMismatchWithLeaseOperation                                     |

  Scenario Outline: <clause> A blob that is <state>, 15 seconds later
    Given a blob that is <state>
    When 15 seconds pass
    Then the lease is <lease>

    Examples: The duration or the break period runs out
      | clause       | Av              | Le                 | Bi                | Bo              | Ex               |
      | BLOB-LM-TIME | stays Available | becomes Expired(A) | becomes Broken(A) | stays Broken(A) | stays Expired(A) |

  Scenario Outline: <clause> <operation> without a lease ID on a blob that is <state>
    Given a blob that is <state>
    When a client sends <operation>
    Then the service answers <answer>
    And the blob is <effect>
    And the lease is <lease>

    Examples: A write and a read
      | clause        | operations        | Av              | Le                 | Bi                   | Bo              | Ex               |
      | BLOB-LM-WRITE | Set Blob Metadata | ok -> Available | 412 LeaseIdMissing | 412 (LeaseIdMissing) | ok -> Available | ok -> Available  |
      | BLOB-LM-READ  | Get Blob          | ok -> Available | ok -> Leased(A)    | ok -> Breaking(A)    | ok -> Broken(A) | ok -> Expired(A) |

  Scenario Outline: <clause> <operation> with <request> on a blob that is <state> leaves lease <on record> on record
    Given a blob that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    When Bob sends Lease Blob release with lease id B
    Then Bob gets 409 LeaseIdMismatchWithLeaseOperation
    When Ann sends Lease Blob release with lease id <on record>
    Then Ann gets 200
    And the lease is Available

    @should
    Examples: Only a release shows which lease is broken or expired
      | clause                    | operation          | request                   | state                            | answer                                  | on record |
      | BLOB-LM-BRK-0-Le          | Lease Blob break   | break period 0            | Leased(A)                        | 202                                     | A         |
      | BLOB-LM-BRK-D-Le-infinite | Lease Blob break   | nothing                   | Leased(A) with infinite duration | 202                                     | A         |
      | BLOB-LM-BRK-0-Bi          | Lease Blob break   | break period 0            | Breaking(A)                      | 202                                     | A         |
      | BLOB-LM-BRK-0-Bo          | Lease Blob break   | break period 0            | Broken(A)                        | 202                                     | A         |
      | BLOB-LM-BRK-N-Bo          | Lease Blob break   | break period 30           | Broken(A)                        | 202                                     | A         |
      | BLOB-LM-BRK-D-Bo          | Lease Blob break   | nothing                   | Broken(A)                        | 202                                     | A         |
      | BLOB-LM-CHG-AB-Bo         | Lease Blob change  | lease id A, proposed id B | Broken(A)                        | 409 LeaseNotPresentWithLeaseOperation   | A         |
      | BLOB-LM-CHG-BA-Bo         | Lease Blob change  | lease id B, proposed id A | Broken(A)                        | 409 (LeaseNotPresentWithLeaseOperation) | A         |
      | BLOB-LM-CHG-BC-Bo         | Lease Blob change  | lease id B, proposed id C | Broken(A)                        | 409 (LeaseNotPresentWithLeaseOperation) | A         |
      | BLOB-LM-CHG-AA-Bo         | Lease Blob change  | lease id A, proposed id A | Broken(A)                        | 409 LeaseNotPresentWithLeaseOperation   | A         |
      | BLOB-LM-REN-A-Bo          | Lease Blob renew   | lease id A                | Broken(A)                        | 409 LeaseIsBrokenAndCannotBeRenewed     | A         |
      | BLOB-LM-REN-B-Bo          | Lease Blob renew   | lease id B                | Broken(A)                        | 409 LeaseIdMismatchWithLeaseOperation   | A         |
      | BLOB-LM-REL-B-Bo          | Lease Blob release | lease id B                | Broken(A)                        | 409 LeaseIdMismatchWithLeaseOperation   | A         |
      | BLOB-LM-BRK-0-Ex          | Lease Blob break   | break period 0            | Expired(A)                       | 202                                     | A         |
      | BLOB-LM-BRK-N-Ex          | Lease Blob break   | break period 30           | Expired(A)                       | 202                                     | A         |
      | BLOB-LM-BRK-D-Ex          | Lease Blob break   | nothing                   | Expired(A)                       | 202                                     | A         |
      | BLOB-LM-CHG-AB-Ex         | Lease Blob change  | lease id A, proposed id B | Expired(A)                       | 409 (LeaseNotPresentWithLeaseOperation) | A         |
      | BLOB-LM-CHG-BA-Ex         | Lease Blob change  | lease id B, proposed id A | Expired(A)                       | 409 (LeaseNotPresentWithLeaseOperation) | A         |
      | BLOB-LM-CHG-BC-Ex         | Lease Blob change  | lease id B, proposed id C | Expired(A)                       | 409 (LeaseNotPresentWithLeaseOperation) | A         |
      | BLOB-LM-CHG-AA-Ex         | Lease Blob change  | lease id A, proposed id A | Expired(A)                       | 409 *                                   | A         |
      | BLOB-LM-REN-B-Ex          | Lease Blob renew   | lease id B                | Expired(A)                       | 409 LeaseIdMismatchWithLeaseOperation   | A         |
      | BLOB-LM-REL-B-Ex          | Lease Blob release | lease id B                | Expired(A)                       | 409 LeaseIdMismatchWithLeaseOperation   | A         |

  Scenario Outline: <clause> A blob that is <state> still has lease <on record> on record 15 seconds later
    Given a blob that is <state>
    When 15 seconds pass
    And Bob sends Lease Blob release with lease id B
    Then Bob gets 409 LeaseIdMismatchWithLeaseOperation
    When Ann sends Lease Blob release with lease id <on record>
    Then Ann gets 200
    And the lease is Available

    @should
    Examples: The service does not forget a lease over time
      | clause          | state                      | on record |
      | BLOB-LM-TIME-Le | Leased(A) for 15 seconds   | A         |
      | BLOB-LM-TIME-Bi | Breaking(A) for 15 seconds | A         |
      | BLOB-LM-TIME-Bo | Broken(A)                  | A         |
      | BLOB-LM-TIME-Ex | Expired(A)                 | A         |
