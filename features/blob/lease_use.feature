@blob
Feature: Blob operations that can use leases

  The article lists sixteen blob operations that can use a lease ID. A write needs it
  while a lease is active; a read accepts it as a condition. The article's strategies
  depend on a wrong ID being refused; the reference says with which status.

  Scenario Outline: <clause> <operation> on a <kind> that <state>, with <lease id>
    Given a <kind> that <state>
    When a client sends <operation> with <lease id>
    Then the service answers <answer>
    And the blob is <effect>

    @must
    Examples: "Blob operations that can use leases"
      | clause      | operation           | kind        | state                               | lease id    | answer                                        | effect    |
      | BLOB-USE-20 | Put Blob            | block blob  | is Leased(A)                        | lease id A  | 201                                           | as asked  |
      | BLOB-USE-20 | Put Blob            | block blob  | is Leased(A)                        | no lease id | 412 LeaseIdMissing                            | unchanged |
      | BLOB-USE-20 | Put Blob            | block blob  | is Leased(A)                        | lease id B  | 412 LeaseIdMismatchWithBlobOperation \| 409 * | unchanged |
      | BLOB-USE-20 | Put Blob            | page blob   | is Leased(A)                        | lease id A  | 201                                           | as asked  |
      | BLOB-USE-20 | Put Blob            | page blob   | is Leased(A)                        | no lease id | 412 LeaseIdMissing                            | unchanged |
      | BLOB-USE-20 | Put Blob            | page blob   | is Leased(A)                        | lease id B  | 412 LeaseIdMismatchWithBlobOperation \| 409 * | unchanged |
      | BLOB-USE-20 | Put Blob            | append blob | is Leased(A)                        | lease id A  | 201                                           | as asked  |
      | BLOB-USE-20 | Put Blob            | append blob | is Leased(A)                        | no lease id | 412 LeaseIdMissing                            | unchanged |
      | BLOB-USE-20 | Put Blob            | append blob | is Leased(A)                        | lease id B  | 412 LeaseIdMismatchWithBlobOperation \| 409 * | unchanged |
      | BLOB-USE-21 | Get Blob            | block blob  | is Leased(A)                        | lease id A  | 200                                           | unchanged |
      | BLOB-USE-21 | Get Blob            | block blob  | is Leased(A)                        | no lease id | 200                                           | unchanged |
      | BLOB-USE-21 | Get Blob            | block blob  | is Leased(A)                        | lease id B  | 412 LeaseIdMismatchWithBlobOperation \| 409 * | unchanged |
      | BLOB-USE-22 | Get Blob Properties | block blob  | is Leased(A)                        | lease id A  | 200                                           | unchanged |
      | BLOB-USE-22 | Get Blob Properties | block blob  | is Leased(A)                        | no lease id | 200                                           | unchanged |
      | BLOB-USE-22 | Get Blob Properties | block blob  | is Leased(A)                        | lease id B  | 412 LeaseIdMismatchWithBlobOperation \| 409 * | unchanged |
      | BLOB-USE-23 | Set Blob Properties | block blob  | is Leased(A)                        | lease id A  | 200                                           | as asked  |
      | BLOB-USE-23 | Set Blob Properties | block blob  | is Leased(A)                        | no lease id | 412 LeaseIdMissing                            | unchanged |
      | BLOB-USE-23 | Set Blob Properties | block blob  | is Leased(A)                        | lease id B  | 412 LeaseIdMismatchWithBlobOperation \| 409 * | unchanged |
      | BLOB-USE-24 | Get Blob Metadata   | block blob  | is Leased(A)                        | lease id A  | 200                                           | unchanged |
      | BLOB-USE-24 | Get Blob Metadata   | block blob  | is Leased(A)                        | no lease id | 200                                           | unchanged |
      | BLOB-USE-24 | Get Blob Metadata   | block blob  | is Leased(A)                        | lease id B  | 412 LeaseIdMismatchWithBlobOperation \| 409 * | unchanged |
      | BLOB-USE-25 | Set Blob Metadata   | block blob  | is Leased(A)                        | lease id A  | 200                                           | as asked  |
      | BLOB-USE-25 | Set Blob Metadata   | block blob  | is Leased(A)                        | no lease id | 412 LeaseIdMissing                            | unchanged |
      | BLOB-USE-25 | Set Blob Metadata   | block blob  | is Leased(A)                        | lease id B  | 412 LeaseIdMismatchWithBlobOperation \| 409 * | unchanged |
      | BLOB-USE-26 | Delete Blob         | block blob  | is Leased(A)                        | lease id A  | 202                                           | gone      |
      | BLOB-USE-26 | Delete Blob         | block blob  | is Leased(A)                        | no lease id | 412 LeaseIdMissing                            | unchanged |
      | BLOB-USE-26 | Delete Blob         | block blob  | is Leased(A)                        | lease id B  | 412 LeaseIdMismatchWithBlobOperation \| 409 * | unchanged |
      | BLOB-USE-27 | Put Block           | block blob  | is Leased(A)                        | lease id A  | 201                                           | as asked  |
      | BLOB-USE-27 | Put Block           | block blob  | is Leased(A)                        | no lease id | 412 LeaseIdMissing                            | unchanged |
      | BLOB-USE-27 | Put Block           | block blob  | is Leased(A)                        | lease id B  | 412 LeaseIdMismatchWithBlobOperation \| 409 * | unchanged |
      | BLOB-USE-28 | Put Block List      | block blob  | is Leased(A)                        | lease id A  | 201                                           | as asked  |
      | BLOB-USE-28 | Put Block List      | block blob  | is Leased(A)                        | no lease id | 412 LeaseIdMissing                            | unchanged |
      | BLOB-USE-28 | Put Block List      | block blob  | is Leased(A)                        | lease id B  | 412 LeaseIdMismatchWithBlobOperation \| 409 * | unchanged |
      | BLOB-USE-29 | Get Block List      | block blob  | is Leased(A)                        | lease id A  | 200                                           | unchanged |
      | BLOB-USE-29 | Get Block List      | block blob  | is Leased(A)                        | no lease id | 200                                           | unchanged |
      | BLOB-USE-29 | Get Block List      | block blob  | is Leased(A)                        | lease id B  | 412 LeaseIdMismatchWithBlobOperation \| 409 * | unchanged |
      | BLOB-USE-30 | Put Page            | page blob   | is Leased(A)                        | lease id A  | 201                                           | as asked  |
      | BLOB-USE-30 | Put Page            | page blob   | is Leased(A)                        | no lease id | 412 LeaseIdMissing                            | unchanged |
      | BLOB-USE-30 | Put Page            | page blob   | is Leased(A)                        | lease id B  | 412 LeaseIdMismatchWithBlobOperation \| 409 * | unchanged |
      | BLOB-USE-31 | Get Page Ranges     | page blob   | is Leased(A)                        | lease id A  | 200                                           | unchanged |
      | BLOB-USE-31 | Get Page Ranges     | page blob   | is Leased(A)                        | no lease id | 200                                           | unchanged |
      | BLOB-USE-31 | Get Page Ranges     | page blob   | is Leased(A)                        | lease id B  | 412 LeaseIdMismatchWithBlobOperation \| 409 * | unchanged |
      | BLOB-USE-32 | Snapshot Blob       | block blob  | is Leased(A)                        | lease id A  | 201                                           | as asked  |
      | BLOB-USE-32 | Snapshot Blob       | block blob  | is Leased(A)                        | no lease id | 201                                           | as asked  |
      | BLOB-USE-32 | Snapshot Blob       | block blob  | is Leased(A)                        | lease id B  | 412 LeaseIdMismatchWithBlobOperation \| 409 * | unchanged |
      | BLOB-USE-33 | Copy Blob           | block blob  | is Leased(A) with infinite duration | lease id A  | 202                                           | as asked  |
      | BLOB-USE-33 | Copy Blob           | block blob  | is Leased(A) with infinite duration | no lease id | 412 LeaseIdMissing                            | unchanged |
      | BLOB-USE-33 | Copy Blob           | block blob  | is Leased(A) with infinite duration | lease id B  | 412 LeaseIdMismatchWithBlobOperation \| 409 * | unchanged |

    @should
    Examples: A wrong ID, or an ID on a blob without a lease, is refused with 412
      | clause                     | operation           | kind        | state                               | lease id   | answer                               | effect    |
      | BLOB-UM-W-B-Le BLOB-USE-20 | Put Blob            | block blob  | is Leased(A)                        | lease id B | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-UM-W-A-Av BLOB-USE-20 | Put Blob            | block blob  | exists                              | lease id A | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-UM-W-B-Le BLOB-USE-20 | Put Blob            | page blob   | is Leased(A)                        | lease id B | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-UM-W-A-Av BLOB-USE-20 | Put Blob            | page blob   | exists                              | lease id A | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-UM-W-B-Le BLOB-USE-20 | Put Blob            | append blob | is Leased(A)                        | lease id B | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-UM-W-A-Av BLOB-USE-20 | Put Blob            | append blob | exists                              | lease id A | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-UM-R-B-Le BLOB-USE-21 | Get Blob            | block blob  | is Leased(A)                        | lease id B | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-UM-R-A-Av BLOB-USE-21 | Get Blob            | block blob  | exists                              | lease id A | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-UM-R-B-Le BLOB-USE-22 | Get Blob Properties | block blob  | is Leased(A)                        | lease id B | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-UM-R-A-Av BLOB-USE-22 | Get Blob Properties | block blob  | exists                              | lease id A | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-UM-W-B-Le BLOB-USE-23 | Set Blob Properties | block blob  | is Leased(A)                        | lease id B | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-UM-W-A-Av BLOB-USE-23 | Set Blob Properties | block blob  | exists                              | lease id A | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-UM-R-B-Le BLOB-USE-24 | Get Blob Metadata   | block blob  | is Leased(A)                        | lease id B | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-UM-R-A-Av BLOB-USE-24 | Get Blob Metadata   | block blob  | exists                              | lease id A | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-UM-W-B-Le BLOB-USE-25 | Set Blob Metadata   | block blob  | is Leased(A)                        | lease id B | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-UM-W-A-Av BLOB-USE-25 | Set Blob Metadata   | block blob  | exists                              | lease id A | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-UM-W-B-Le BLOB-USE-26 | Delete Blob         | block blob  | is Leased(A)                        | lease id B | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-UM-W-A-Av BLOB-USE-26 | Delete Blob         | block blob  | exists                              | lease id A | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-UM-W-B-Le BLOB-USE-27 | Put Block           | block blob  | is Leased(A)                        | lease id B | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-UM-W-A-Av BLOB-USE-27 | Put Block           | block blob  | exists                              | lease id A | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-UM-W-B-Le BLOB-USE-28 | Put Block List      | block blob  | is Leased(A)                        | lease id B | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-UM-W-A-Av BLOB-USE-28 | Put Block List      | block blob  | exists                              | lease id A | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-UM-R-B-Le BLOB-USE-29 | Get Block List      | block blob  | is Leased(A)                        | lease id B | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-UM-R-A-Av BLOB-USE-29 | Get Block List      | block blob  | exists                              | lease id A | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-UM-W-B-Le BLOB-USE-30 | Put Page            | page blob   | is Leased(A)                        | lease id B | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-UM-W-A-Av BLOB-USE-30 | Put Page            | page blob   | exists                              | lease id A | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-UM-R-B-Le BLOB-USE-31 | Get Page Ranges     | page blob   | is Leased(A)                        | lease id B | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-UM-R-A-Av BLOB-USE-31 | Get Page Ranges     | page blob   | exists                              | lease id A | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-UM-R-B-Le BLOB-USE-32 | Snapshot Blob       | block blob  | is Leased(A)                        | lease id B | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-UM-R-A-Av BLOB-USE-32 | Snapshot Blob       | block blob  | exists                              | lease id A | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-USE-52 BLOB-USE-33    | Copy Blob           | block blob  | is Leased(A) with infinite duration | lease id B | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-USE-52 BLOB-USE-33    | Copy Blob           | block blob  | exists                              | lease id A | 412 LeaseNotPresentWithBlobOperation | unchanged |

  @must @BLOB-USE-33
  Scenario: Copy Blob needs no lease ID for its source
    Given a block blob "source" that is Leased(A)
    And a block blob that exists
    When a client sends Copy Blob
    Then the service answers 202
    And the blob is as asked
    And the blob "source" is unchanged

  Scenario Outline: <clause> Abort Copy Blob on a blob that <state>, with <lease id>
    Given a blob that <state>
    When a client sends Abort Copy Blob with <lease id>
    Then the service answers <answer>
    And the blob is <effect>

    @must @needs.pending-copy
    Examples: Abort Copy Blob needs the ID of an infinite lease on the destination
      | clause        | state                                             | lease id   | answer                      | effect    |
      | BLOB-USE-34-m | receives a pending copy under an infinite lease A | lease id A | 204                         | as asked  |
      | BLOB-USE-34-m | receives a pending copy under an infinite lease A | nothing    | 412 LeaseIdMissing \| 409 * | unchanged |
      | BLOB-USE-34-m | receives a pending copy                           | nothing    | 204                         | as asked  |

    @should @needs.pending-copy
    Examples: A wrong ID, or an ID on a blob without a lease, is refused
      | clause        | state                                             | lease id   | answer                                 | effect    |
      | BLOB-USE-34-s | receives a pending copy under an infinite lease A | lease id B | 412 (LeaseIdMismatchWithBlobOperation) | unchanged |
      | BLOB-USE-34-s | receives a pending copy                           | lease id A | 412 (LeaseNotPresentWithBlobOperation) | unchanged |

  Scenario Outline: <clause> <operation> on a leased blob with <ids>
    Given a block blob that is Leased(A)
    When a client sends <operation> with <ids>
    Then the service answers <answer>
    And the blob is <effect>

    @must
    Examples: Lease Blob: renew, change and release need the ID, acquire proposes one, break needs none
      | clause      | operation          | ids                       | answer                                         | effect    |
      | BLOB-USE-35 | Lease Blob acquire | proposed id A             | 201                                            | as asked  |
      | BLOB-USE-35 | Lease Blob renew   | lease id A                | 200                                            | as asked  |
      | BLOB-USE-35 | Lease Blob renew   | lease id B                | 409 LeaseIdMismatchWithLeaseOperation \| 412 * | unchanged |
      | BLOB-USE-35 | Lease Blob change  | lease id A                | 200                                            | as asked  |
      | BLOB-USE-35 | Lease Blob change  | lease id B, proposed id C | 409 LeaseIdMismatchWithLeaseOperation \| 412 * | unchanged |
      | BLOB-USE-35 | Lease Blob release | lease id A                | 200                                            | as asked  |
      | BLOB-USE-35 | Lease Blob release | lease id B                | 409 LeaseIdMismatchWithLeaseOperation \| 412 * | unchanged |
      | BLOB-USE-35 | Lease Blob break   | no lease id               | 202                                            | as asked  |
