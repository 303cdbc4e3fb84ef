@blob
Feature: Outcomes of lease operations on containers by lease state

  Microsoft's table on the Lease Container page: what each action returns while the container is
  available (Av), leased under A (Le), breaking (Bi), broken (Bo) or expired (Ex), and the state
  it leaves behind. Unlike in the table for blobs, no write makes the service forget a lease.

  Scenario Outline: <clause> <operation> with <request> on a container that is <state>
    Given a container that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the response carries lease time <lease time>
    And the container is <effect>
    And the lease is <lease>

    Examples: Outcomes of lease operations on containers by lease state
      | clause         | operation               | request                   | Av                                      | Le                                                                                          | Bi                                               | Bo                                      | Ex                                                                                                   |
      | CONT-LM-ACQ-0  | Lease Container acquire | no proposed id            | 201 -> Leased(X)                        | 409 LeaseAlreadyPresent                                                                     | 409 (LeaseAlreadyPresent)                        | 201 -> Leased(X)                        | 201 -> Leased(X)                                                                                     |
      | CONT-LM-ACQ-A  | Lease Container acquire | proposed id A             | 201 -> Leased(A)                        | 201 -> Leased(A)                                                                            | 409 LeaseIsBreakingAndCannotBeAcquired           | 201 -> Leased(A)                        | 201 -> Leased(A)                                                                                     |
      | CONT-LM-ACQ-B  | Lease Container acquire | proposed id B             | 201 -> Leased(B)                        | 409 LeaseAlreadyPresent                                                                     | 409 LeaseAlreadyPresent                          | 201 -> Leased(B)                        | 201 -> Leased(B)                                                                                     |
      | CONT-LM-BRK-0  | Lease Container break   | break period 0            | 409 LeaseNotPresentWithLeaseOperation   | 202 -> Broken(A), lease-time 0                                                              | 202 -> Broken(A), lease-time 0                   | 202 -> Broken(A), lease-time 0          | 202 -> Broken(A), lease-time (0)                                                                     |
      | CONT-LM-BRK-N  | Lease Container break   | break period 30           | 409 (LeaseNotPresentWithLeaseOperation) | 202 -> Breaking(A), lease-time min(n, remaining)                                            | 202 -> Breaking(A), lease-time min(n, remaining) | 202 -> Broken(A), lease-time 0          | 202 -> Broken(A), lease-time (0)                                                                     |
      | CONT-LM-BRK-D  | Lease Container break   | nothing                   | 409 LeaseNotPresentWithLeaseOperation   | finite: 202 -> Breaking(A), lease-time remaining ; infinite: 202 -> Broken(A), lease-time 0 | 202 -> Breaking(A), lease-time remaining         | 202 -> Broken(A), lease-time 0          | 202 -> Broken(A), lease-time (0)                                                                     |
      | CONT-LM-CHG-AB | Lease Container change  | lease id A, proposed id B | 409 LeaseNotPresentWithLeaseOperation   | 200 -> Leased(B)                                                                            | 409 LeaseIsBreakingAndCannotBeChanged            | 409 LeaseNotPresentWithLeaseOperation   | 409 (LeaseNotPresentWithLeaseOperation)                                                              |
      | CONT-LM-CHG-BA | Lease Container change  | lease id B, proposed id A | 409 (LeaseNotPresentWithLeaseOperation) | 200 -> Leased(A)                                                                            | 409 (LeaseIdMismatchWithLeaseOperation)          | 409 (LeaseNotPresentWithLeaseOperation) | 409 (LeaseNotPresentWithLeaseOperation)                                                              |
      | CONT-LM-CHG-BC | Lease Container change  | lease id B, proposed id C | 409 LeaseNotPresentWithLeaseOperation   | 409 LeaseIdMismatchWithLeaseOperation                                                       | 409 LeaseIdMismatchWithLeaseOperation            | 409 (LeaseNotPresentWithLeaseOperation) | 409 (LeaseNotPresentWithLeaseOperation)                                                              |
      | CONT-LM-CHG-AA | Lease Container change  | lease id A, proposed id A | 409 LeaseNotPresentWithLeaseOperation   | 200 -> Leased(A)                                                                            | 409 (LeaseIsBreakingAndCannotBeChanged)          | 409 LeaseNotPresentWithLeaseOperation   | 409 *                                                                                                |
      | CONT-LM-REN-A  | Lease Container renew   | lease id A                | 409 LeaseIdMismatchWithLeaseOperation   | 200 -> Leased(A)                                                                            | 409 LeaseIsBrokenAndCannotBeRenewed              | 409 LeaseIsBrokenAndCannotBeRenewed     | clean: 200 -> Leased(A) ; modified: 200 -> Leased(A) ; leased: 409 LeaseIdMismatchWithLeaseOperation |
      | CONT-LM-REN-B  | Lease Container renew   | lease id B                | 409 LeaseIdMismatchWithLeaseOperation   | 409 LeaseIdMismatchWithLeaseOperation                                                       | 409 LeaseIdMismatchWithLeaseOperation            | 409 LeaseIdMismatchWithLeaseOperation   | 409 LeaseIdMismatchWithLeaseOperation                                                                |
      | CONT-LM-REL-A  | Lease Container release | lease id A                | 409 LeaseIdMismatchWithLeaseOperation   | 200 -> Available                                                                            | 200 -> Available                                 | 200 -> Available                        | 200 -> Available                                                                                     |
      | CONT-LM-REL-B  | Lease Container release | lease id B                | 409 LeaseIdMismatchWithLeaseOperation   | 409 LeaseIdMismatchWithLeaseOperation                                                       | 409 LeaseIdMismatchWithLeaseOperation            | 409 LeaseIdMismatchWithLeaseOperation   | 409 LeaseIdMismatchWithLeaseOperation                                                                |

  Scenario Outline: <clause> A container that is <state>, 15 seconds later
    Given a container that is <state>
    When 15 seconds pass
    Then the lease is <lease>

    Examples: The duration or the break period runs out
      | clause       | Av              | Le                 | Bi                | Bo              | Ex               |
      | CONT-LM-TIME | stays Available | becomes Expired(A) | becomes Broken(A) | stays Broken(A) | stays Expired(A) |

  Scenario Outline: <clause> <operation> without a lease ID on a container that is <state>
    Given a container that is <state>
    When a client sends <operation>
    Then the service answers <answer>
    And the container is <effect>
    And the lease is <lease>

    Examples: A write and a read
      | clause        | operations                                | Av              | Le              | Bi                | Bo              | Ex               |
      | CONT-LM-WRITE | Set Container Metadata; Set Container ACL | ok -> Available | ok -> Leased(A) | ok -> Breaking(A) | ok -> Broken(A) | ok -> Expired(A) |
      | CONT-LM-READ  | Get Container Properties                  | ok -> Available | ok -> Leased(A) | ok -> Breaking(A) | ok -> Broken(A) | ok -> Expired(A) |

  Scenario Outline: <clause> <operation> with <request> on a container that is <state> leaves lease <on record> recorded
    Given a container that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    When Bob sends Lease Container release with lease id B
    Then Bob gets 409 LeaseIdMismatchWithLeaseOperation
    When Ann sends Lease Container release with lease id <on record>
    Then Ann gets 200
    And the lease is Available

    @should
    Examples: Reads do not show the ID of a broken or expired lease, but a release depends on it
      | clause                    | operation               | request                   | state                            | answer                                  | on record |
      | CONT-LM-BRK-0-Le          | Lease Container break   | break period 0            | Leased(A)                        | 202                                     | A         |
      | CONT-LM-BRK-D-Le-infinite | Lease Container break   | nothing                   | Leased(A) with infinite duration | 202                                     | A         |
      | CONT-LM-BRK-0-Bi          | Lease Container break   | break period 0            | Breaking(A)                      | 202                                     | A         |
      | CONT-LM-BRK-0-Bo          | Lease Container break   | break period 0            | Broken(A)                        | 202                                     | A         |
      | CONT-LM-BRK-N-Bo          | Lease Container break   | break period 30           | Broken(A)                        | 202                                     | A         |
      | CONT-LM-BRK-D-Bo          | Lease Container break   | nothing                   | Broken(A)                        | 202                                     | A         |
      | CONT-LM-CHG-AB-Bo         | Lease Container change  | lease id A, proposed id B | Broken(A)                        | 409 LeaseNotPresentWithLeaseOperation   | A         |
      | CONT-LM-CHG-BA-Bo         | Lease Container change  | lease id B, proposed id A | Broken(A)                        | 409 (LeaseNotPresentWithLeaseOperation) | A         |
      | CONT-LM-CHG-BC-Bo         | Lease Container change  | lease id B, proposed id C | Broken(A)                        | 409 (LeaseNotPresentWithLeaseOperation) | A         |
      | CONT-LM-CHG-AA-Bo         | Lease Container change  | lease id A, proposed id A | Broken(A)                        | 409 LeaseNotPresentWithLeaseOperation   | A         |
      | CONT-LM-REN-A-Bo          | Lease Container renew   | lease id A                | Broken(A)                        | 409 LeaseIsBrokenAndCannotBeRenewed     | A         |
      | CONT-LM-REN-B-Bo          | Lease Container renew   | lease id B                | Broken(A)                        | 409 LeaseIdMismatchWithLeaseOperation   | A         |
      | CONT-LM-REL-B-Bo          | Lease Container release | lease id B                | Broken(A)                        | 409 LeaseIdMismatchWithLeaseOperation   | A         |
      | CONT-LM-BRK-0-Ex          | Lease Container break   | break period 0            | Expired(A)                       | 202                                     | A         |
      | CONT-LM-BRK-N-Ex          | Lease Container break   | break period 30           | Expired(A)                       | 202                                     | A         |
      | CONT-LM-BRK-D-Ex          | Lease Container break   | nothing                   | Expired(A)                       | 202                                     | A         |
      | CONT-LM-CHG-AB-Ex         | Lease Container change  | lease id A, proposed id B | Expired(A)                       | 409 (LeaseNotPresentWithLeaseOperation) | A         |
      | CONT-LM-CHG-BA-Ex         | Lease Container change  | lease id B, proposed id A | Expired(A)                       | 409 (LeaseNotPresentWithLeaseOperation) | A         |
      | CONT-LM-CHG-BC-Ex         | Lease Container change  | lease id B, proposed id C | Expired(A)                       | 409 (LeaseNotPresentWithLeaseOperation) | A         |
      | CONT-LM-CHG-AA-Ex         | Lease Container change  | lease id A, proposed id A | Expired(A)                       | 409 *                                   | A         |
      | CONT-LM-REN-B-Ex          | Lease Container renew   | lease id B                | Expired(A)                       | 409 LeaseIdMismatchWithLeaseOperation   | A         |
      | CONT-LM-REL-B-Ex          | Lease Container release | lease id B                | Expired(A)                       | 409 LeaseIdMismatchWithLeaseOperation   | A         |

  Scenario Outline: <clause> A container that is <state> still has lease <on record> recorded 15 seconds later
    Given a container that is <state>
    When 15 seconds pass
    And Bob sends Lease Container release with lease id B
    Then Bob gets 409 LeaseIdMismatchWithLeaseOperation
    When Ann sends Lease Container release with lease id <on record>
    Then Ann gets 200
    And the lease is Available

    @should
    Examples: The service does not forget a lease over time
      | clause          | state                      | on record |
      | CONT-LM-TIME-Le | Leased(A) for 15 seconds   | A         |
      | CONT-LM-TIME-Bi | Breaking(A) for 15 seconds | A         |
      | CONT-LM-TIME-Bo | Broken(A)                  | A         |
      | CONT-LM-TIME-Ex | Expired(A)                 | A         |
