@blob
Feature: Outcomes of use attempts on blobs by lease state

  Microsoft's other table on the Lease Blob page: what an ordinary operation returns in each lease
  state: without a lease ID, with A and with another ID. For a wrong ID on a locked blob the table
  says 409; the operations' own pages, the list of error codes and Microsoft's tests say 412.

  Scenario Outline: <clause> <operation> with <request> on a blob that is <state>
    Given a blob that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the blob is <effect>
    And the lease is <lease>

    @BLOB-USE-01
    Examples: Writes
      | clause      | operations                                                                                               | request     | Av                                   | Le                                   | Bi                                     | Bo              | Ex              |
      | BLOB-UM-W-0 | Put Blob; Put Block List; Set Blob Metadata; Set Blob Properties; Put Page; Put Page clear; Append Block | no lease id | ok -> Available                      | 412 LeaseIdMissing                   | 412 (LeaseIdMissing)                   | ok -> Available | ok -> Available |
      | BLOB-UM-W-A | Put Blob; Put Block List; Set Blob Metadata; Set Blob Properties; Put Page; Put Page clear; Append Block | lease id A  | 412 LeaseNotPresentWithBlobOperation | ok -> Leased(A)                      | ok -> Breaking(A)                      | 412 LeaseLost   | 412 LeaseLost   |
      | BLOB-UM-W-B | Put Blob; Put Block List; Set Blob Metadata; Set Blob Properties; Put Page; Put Page clear; Append Block | lease id B  | 412 LeaseNotPresentWithBlobOperation | 412 LeaseIdMismatchWithBlobOperation | 412 (LeaseIdMismatchWithBlobOperation) | 412 *           | 412 *           |

    @BLOB-USE-02
    Examples: Reads, including Snapshot Blob
      | clause      | operations                                                                                       | request     | Av                                   | Le                                   | Bi                                     | Bo              | Ex               |
      | BLOB-UM-R-0 | Get Blob; Get Blob Properties; Get Blob Metadata; Get Block List; Get Page Ranges; Snapshot Blob | no lease id | ok -> Available                      | ok -> Leased(A)                      | ok -> Breaking(A)                      | ok -> Broken(A) | ok -> Expired(A) |
      | BLOB-UM-R-A | Get Blob; Get Blob Properties; Get Blob Metadata; Get Block List; Get Page Ranges; Snapshot Blob | lease id A  | 412 LeaseNotPresentWithBlobOperation | ok -> Leased(A)                      | ok -> Breaking(A)                      | 412 (LeaseLost) | 412 (LeaseLost)  |
      | BLOB-UM-R-B | Get Blob; Get Blob Properties; Get Blob Metadata; Get Block List; Get Page Ranges; Snapshot Blob | lease id B  | 412 LeaseNotPresentWithBlobOperation | 412 LeaseIdMismatchWithBlobOperation | 412 (LeaseIdMismatchWithBlobOperation) | 412 *           | 412 *            |

  Scenario Outline: <clause> <operation> with <request> while the blob is <state>
    Given a blob that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the blob is <effect>

    @BLOB-USE-01
    Examples: Delete Blob and Put Block: the lease state afterwards is not judged
      | clause      | operations             | request     | Av                                   | Le                                   | Bi                                     | Bo              | Ex              |
      | BLOB-UM-W-0 | Delete Blob; Put Block | no lease id | ok -> Available                      | 412 LeaseIdMissing                   | 412 (LeaseIdMissing)                   | ok -> Available | ok -> Available |
      | BLOB-UM-W-A | Delete Blob; Put Block | lease id A  | 412 LeaseNotPresentWithBlobOperation | ok -> Leased(A)                      | ok -> Breaking(A)                      | 412 LeaseLost   | 412 LeaseLost   |
      | BLOB-UM-W-B | Delete Blob; Put Block | lease id B  | 412 LeaseNotPresentWithBlobOperation | 412 LeaseIdMismatchWithBlobOperation | 412 (LeaseIdMismatchWithBlobOperation) | 412 *           | 412 *           |

    @should
    Examples: Copy Blob counts as a write of its destination, and also requires an infinite lease
      | clause                     | operation          | request     | state       | answer                                 | effect    |
      | BLOB-USE-01 BLOB-UM-W-0-Av | Copy Blob          | no lease id | Available   | ok                                     | as asked  |
      | BLOB-USE-01 BLOB-UM-W-0-Le | Copy Blob          | no lease id | Leased(A)   | 412 LeaseIdMissing                     | unchanged |
      | BLOB-USE-01 BLOB-UM-W-0-Bi | Copy Blob          | no lease id | Breaking(A) | 412 (LeaseIdMissing)                   | unchanged |
      | BLOB-USE-01 BLOB-UM-W-0-Bo | Copy Blob          | no lease id | Broken(A)   | ok                                     | as asked  |
      | BLOB-USE-01 BLOB-UM-W-0-Ex | Copy Blob          | no lease id | Expired(A)  | ok                                     | as asked  |
      | BLOB-USE-01 BLOB-UM-W-A-Av | Copy Blob          | lease id A  | Available   | 412 LeaseNotPresentWithBlobOperation   | unchanged |
      | BLOB-USE-01 BLOB-UM-W-A-Bo | Copy Blob          | lease id A  | Broken(A)   | 412 LeaseLost                          | unchanged |
      | BLOB-USE-01 BLOB-UM-W-A-Ex | Copy Blob          | lease id A  | Expired(A)  | 412 LeaseLost                          | unchanged |
      | BLOB-USE-01 BLOB-UM-W-B-Av | Copy Blob          | lease id B  | Available   | 412 LeaseNotPresentWithBlobOperation   | unchanged |
      | BLOB-USE-01 BLOB-UM-W-B-Le | Copy Blob          | lease id B  | Leased(A)   | 412 LeaseIdMismatchWithBlobOperation   | unchanged |
      | BLOB-USE-01 BLOB-UM-W-B-Bi | Copy Blob          | lease id B  | Breaking(A) | 412 (LeaseIdMismatchWithBlobOperation) | unchanged |
      | BLOB-USE-01 BLOB-UM-W-B-Bo | Copy Blob          | lease id B  | Broken(A)   | 412 *                                  | unchanged |
      | BLOB-USE-01 BLOB-UM-W-B-Ex | Copy Blob          | lease id B  | Expired(A)  | 412 *                                  | unchanged |
      | BLOB-USE-01 BLOB-UM-W-0-Av | Copy Blob From URL | no lease id | Available   | ok                                     | as asked  |
      | BLOB-USE-01 BLOB-UM-W-0-Le | Copy Blob From URL | no lease id | Leased(A)   | 412 LeaseIdMissing                     | unchanged |
      | BLOB-USE-01 BLOB-UM-W-0-Bi | Copy Blob From URL | no lease id | Breaking(A) | 412 (LeaseIdMissing)                   | unchanged |
      | BLOB-USE-01 BLOB-UM-W-0-Bo | Copy Blob From URL | no lease id | Broken(A)   | ok                                     | as asked  |
      | BLOB-USE-01 BLOB-UM-W-0-Ex | Copy Blob From URL | no lease id | Expired(A)  | ok                                     | as asked  |
      | BLOB-USE-01 BLOB-UM-W-A-Av | Copy Blob From URL | lease id A  | Available   | 412 LeaseNotPresentWithBlobOperation   | unchanged |
      | BLOB-USE-01 BLOB-UM-W-A-Bo | Copy Blob From URL | lease id A  | Broken(A)   | 412 LeaseLost                          | unchanged |
      | BLOB-USE-01 BLOB-UM-W-A-Ex | Copy Blob From URL | lease id A  | Expired(A)  | 412 LeaseLost                          | unchanged |
      | BLOB-USE-01 BLOB-UM-W-B-Av | Copy Blob From URL | lease id B  | Available   | 412 LeaseNotPresentWithBlobOperation   | unchanged |
      | BLOB-USE-01 BLOB-UM-W-B-Le | Copy Blob From URL | lease id B  | Leased(A)   | 412 LeaseIdMismatchWithBlobOperation   | unchanged |
      | BLOB-USE-01 BLOB-UM-W-B-Bi | Copy Blob From URL | lease id B  | Breaking(A) | 412 (LeaseIdMismatchWithBlobOperation) | unchanged |
      | BLOB-USE-01 BLOB-UM-W-B-Bo | Copy Blob From URL | lease id B  | Broken(A)   | 412 *                                  | unchanged |
      | BLOB-USE-01 BLOB-UM-W-B-Ex | Copy Blob From URL | lease id B  | Expired(A)  | 412 *                                  | unchanged |

    @should
    Examples: Other writes that take their content from a URL
      | clause                     | operation             | request     | state      | answer                               | effect    |
      | BLOB-USE-01 BLOB-UM-W-0-Le | Put Blob From URL     | no lease id | Leased(A)  | 412 LeaseIdMissing                   | unchanged |
      | BLOB-USE-01 BLOB-UM-W-0-Ex | Put Blob From URL     | no lease id | Expired(A) | ok                                   | as asked  |
      | BLOB-USE-01 BLOB-UM-W-A-Av | Put Blob From URL     | lease id A  | Available  | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-USE-01 BLOB-UM-W-A-Le | Put Blob From URL     | lease id A  | Leased(A)  | ok                                   | as asked  |
      | BLOB-USE-01 BLOB-UM-W-A-Ex | Put Blob From URL     | lease id A  | Expired(A) | 412 LeaseLost                        | unchanged |
      | BLOB-USE-01 BLOB-UM-W-B-Le | Put Blob From URL     | lease id B  | Leased(A)  | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-USE-01 BLOB-UM-W-0-Le | Put Block From URL    | no lease id | Leased(A)  | 412 LeaseIdMissing                   | unchanged |
      | BLOB-USE-01 BLOB-UM-W-0-Ex | Put Block From URL    | no lease id | Expired(A) | ok                                   | as asked  |
      | BLOB-USE-01 BLOB-UM-W-A-Av | Put Block From URL    | lease id A  | Available  | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-USE-01 BLOB-UM-W-A-Le | Put Block From URL    | lease id A  | Leased(A)  | ok                                   | as asked  |
      | BLOB-USE-01 BLOB-UM-W-A-Ex | Put Block From URL    | lease id A  | Expired(A) | 412 LeaseLost                        | unchanged |
      | BLOB-USE-01 BLOB-UM-W-B-Le | Put Block From URL    | lease id B  | Leased(A)  | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-USE-01 BLOB-UM-W-0-Le | Put Page From URL     | no lease id | Leased(A)  | 412 LeaseIdMissing                   | unchanged |
      | BLOB-USE-01 BLOB-UM-W-0-Ex | Put Page From URL     | no lease id | Expired(A) | ok                                   | as asked  |
      | BLOB-USE-01 BLOB-UM-W-A-Av | Put Page From URL     | lease id A  | Available  | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-USE-01 BLOB-UM-W-A-Le | Put Page From URL     | lease id A  | Leased(A)  | ok                                   | as asked  |
      | BLOB-USE-01 BLOB-UM-W-A-Ex | Put Page From URL     | lease id A  | Expired(A) | 412 LeaseLost                        | unchanged |
      | BLOB-USE-01 BLOB-UM-W-B-Le | Put Page From URL     | lease id B  | Leased(A)  | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-USE-01 BLOB-UM-W-0-Le | Append Block From URL | no lease id | Leased(A)  | 412 LeaseIdMissing                   | unchanged |
      | BLOB-USE-01 BLOB-UM-W-0-Ex | Append Block From URL | no lease id | Expired(A) | ok                                   | as asked  |
      | BLOB-USE-01 BLOB-UM-W-A-Av | Append Block From URL | lease id A  | Available  | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | BLOB-USE-01 BLOB-UM-W-A-Le | Append Block From URL | lease id A  | Leased(A)  | ok                                   | as asked  |
      | BLOB-USE-01 BLOB-UM-W-A-Ex | Append Block From URL | lease id A  | Expired(A) | 412 LeaseLost                        | unchanged |
      | BLOB-USE-01 BLOB-UM-W-B-Le | Append Block From URL | lease id B  | Leased(A)  | 412 LeaseIdMismatchWithBlobOperation | unchanged |

  Scenario Outline: <clause> <operation> with lease id <id> on a blob that does not exist
    Given a block blob that does not exist
    When a client sends <operation> with lease id <id>
    Then the service answers <answer>
    And the blob is <effect>

    @should
    Examples: A write with a lease ID does not create a blob
      | clause      | operation      | id | answer                                 | effect    |
      | BLOB-USE-03 | Put Blob       | A  | 412 (LeaseNotPresentWithBlobOperation) | unchanged |
      | BLOB-USE-03 | Put Block List | A  | 412 (LeaseNotPresentWithBlobOperation) | unchanged |
      | BLOB-USE-03 | Copy Blob      | A  | 412 (LeaseNotPresentWithBlobOperation) | unchanged |

    @observed
    Examples: Other operations on a missing blob
      | clause            | operation         | id | answer             | effect      |
      | BLOB-USE-04-known | Get Blob          | A  | 404 (BlobNotFound) | unchanged   |
      | BLOB-USE-04-known | Set Blob Metadata | A  | 404 (BlobNotFound) | unchanged   |
      | BLOB-USE-04-known | Delete Blob       | A  | 404 (BlobNotFound) | unchanged   |
      | BLOB-USE-04-open  | Put Block         | A  | 201 \| 412 *       | as answered |

  Scenario Outline: <clause> <operation> with lease id <id> on a blob that is <state>
    Given a blob that is <state>
    When Ann sends <operation> with lease id <id>
    Then Ann gets <answer>
    And the blob is unchanged
    When Ann sends <then> with lease id A
    Then Ann gets 200
    And the lease is <lease>

    @should
    Examples: The ID of an expired or broken lease
      | clause      | operation           | id | state      | answer          | then               | lease     |
      | BLOB-USE-05 | Put Blob            | A  | Expired(A) | 412 LeaseLost   | Lease Blob renew   | Leased(A) |
      | BLOB-USE-05 | Put Blob            | A  | Broken(A)  | 412 LeaseLost   | Lease Blob release | Available |
      | BLOB-USE-05 | Set Blob Metadata   | A  | Expired(A) | 412 LeaseLost   | Lease Blob renew   | Leased(A) |
      | BLOB-USE-05 | Set Blob Metadata   | A  | Broken(A)  | 412 LeaseLost   | Lease Blob release | Available |
      | BLOB-USE-05 | Delete Blob         | A  | Expired(A) | 412 LeaseLost   | Lease Blob renew   | Leased(A) |
      | BLOB-USE-05 | Get Blob            | A  | Expired(A) | 412 (LeaseLost) | Lease Blob renew   | Leased(A) |
      | BLOB-USE-05 | Get Blob Properties | A  | Broken(A)  | 412 (LeaseLost) | Lease Blob release | Available |

    @observed
    Examples: An ID other than that of the expired or broken lease
      | clause      | operation   | id | state      | answer                                                                                        | then               | lease     |
      | BLOB-USE-06 | Put Blob    | B  | Expired(A) | 412 LeaseNotPresentWithBlobOperation \| 412 LeaseIdMismatchWithBlobOperation \| 412 LeaseLost | Lease Blob renew   | Leased(A) |
      | BLOB-USE-06 | Put Blob    | B  | Broken(A)  | 412 LeaseNotPresentWithBlobOperation \| 412 LeaseIdMismatchWithBlobOperation \| 412 LeaseLost | Lease Blob release | Available |
      | BLOB-USE-06 | Delete Blob | B  | Expired(A) | 412 LeaseNotPresentWithBlobOperation \| 412 LeaseIdMismatchWithBlobOperation \| 412 LeaseLost | Lease Blob renew   | Leased(A) |
      | BLOB-USE-06 | Get Blob    | B  | Expired(A) | 412 LeaseNotPresentWithBlobOperation \| 412 LeaseIdMismatchWithBlobOperation \| 412 LeaseLost | Lease Blob renew   | Leased(A) |
      | BLOB-USE-06 | Get Blob    | B  | Broken(A)  | 412 LeaseNotPresentWithBlobOperation \| 412 LeaseIdMismatchWithBlobOperation \| 412 LeaseLost | Lease Blob release | Available |

    @should
    Examples: A refusal changes nothing: the holder can still renew or release
      | clause      | operation         | id | state       | answer | then               | lease     |
      | BLOB-USE-07 | Put Blob          | A  | Expired(A)  | 412 *  | Lease Blob renew   | Leased(A) |
      | BLOB-USE-07 | Put Blob          | B  | Expired(A)  | 412 *  | Lease Blob renew   | Leased(A) |
      | BLOB-USE-07 | Put Block List    | A  | Expired(A)  | 412 *  | Lease Blob renew   | Leased(A) |
      | BLOB-USE-07 | Put Page          | B  | Expired(A)  | 412 *  | Lease Blob renew   | Leased(A) |
      | BLOB-USE-07 | Append Block      | A  | Expired(A)  | 412 *  | Lease Blob renew   | Leased(A) |
      | BLOB-USE-07 | Set Blob Metadata | B  | Expired(A)  | 412 *  | Lease Blob renew   | Leased(A) |
      | BLOB-USE-07 | Delete Blob       | A  | Expired(A)  | 412 *  | Lease Blob renew   | Leased(A) |
      | BLOB-USE-07 | Put Blob          | B  | Broken(A)   | 412 *  | Lease Blob release | Available |
      | BLOB-USE-07 | Put Blob          | B  | Leased(A)   | 412 *  | Lease Blob renew   | Leased(A) |
      | BLOB-USE-07 | Put Blob          | B  | Breaking(A) | 412 *  | Lease Blob release | Available |
      | BLOB-USE-07 | Get Blob          | B  | Leased(A)   | 412 *  | Lease Blob renew   | Leased(A) |

  @should @BLOB-USE-07
  Scenario: A refused write by another client does not shorten the holder's lease
    Given a blob that is Leased(A) for 60 seconds
    When 10 seconds pass
    And Bob sends Put Blob
    Then Bob gets 412 LeaseIdMissing
    And the blob is unchanged
    When Ann sends Lease Blob break with nothing
    Then Ann gets 202
    And the response carries lease time remaining

  Scenario Outline: <clause> <operation> by the holder neither ends nor extends the lease
    Given a blob that is Leased(A) for 60 seconds
    When 10 seconds pass
    And Ann sends <operation> with lease id A
    Then Ann gets ok
    And the blob is as asked
    And the lease is Leased(A) for 60 seconds
    When Bob sends Lease Blob break with nothing
    Then Bob gets 202
    And the response carries lease time remaining
    And the lease is Breaking(A)

    @should
    Examples: A lease lasts until it expires or is released
      | clause                    | operation           |
      | BLOB-USE-08 BLOB-LEASE-23 | Put Blob            |
      | BLOB-USE-08 BLOB-LEASE-23 | Put Block List      |
      | BLOB-USE-08               | Put Block           |
      | BLOB-USE-08               | Set Blob Metadata   |
      | BLOB-USE-08               | Set Blob Properties |
      | BLOB-USE-08               | Put Page            |
      | BLOB-USE-08               | Append Block        |
      | BLOB-USE-08               | Get Blob            |
      | BLOB-USE-08               | Snapshot Blob       |

  @should @BLOB-USE-09-s
  Scenario: Any client can upload after the sample's lease expires
    Given a block blob that exists
    When Ann sends Lease Blob acquire with no proposed id, duration 15
    Then Ann gets 201
    When Ann sends Put Blob with lease id granted, content "Updated under the lease"
    Then Ann gets 201
    When 15 seconds pass
    And a third party sends Put Blob with content "Updated without it"
    Then the service answers 201
    And the blob is as asked
    And the lease is Available

  Scenario Outline: <clause> <operation> with lease id A <notation>
    Given a blob that is Leased(A)
    When Ann sends <operation> with lease id A <notation>
    Then Ann gets ok
    And the blob is as asked
    And the lease is Leased(A)

    @observed
    Examples: The same GUID in another notation is the same lease
      | clause      | operation | notation      |
      | BLOB-USE-10 | Put Blob  | upper-case    |
      | BLOB-USE-10 | Put Blob  | bare          |
      | BLOB-USE-10 | Put Blob  | braced        |
      | BLOB-USE-10 | Put Blob  | parenthesised |
      | BLOB-USE-10 | Get Blob  | upper-case    |
      | BLOB-USE-10 | Get Blob  | bare          |

  Scenario Outline: <clause> <operation> with <request>, on a blob that is <state>
    Given a blob that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the blob is <effect>
    And the lease is <state>

    @should
    Examples: Append Block, which is newer than the article
      | clause      | operation    | request     | state     | answer                               | effect    |
      | BLOB-USE-36 | Append Block | no lease id | Leased(A) | 412 LeaseIdMissing                   | unchanged |
      | BLOB-USE-36 | Append Block | lease id A  | Leased(A) | 201                                  | as asked  |
      | BLOB-USE-36 | Append Block | lease id B  | Leased(A) | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-USE-36 | Append Block | lease id A  | Available | 412 LeaseNotPresentWithBlobOperation | unchanged |

    @observed
    Examples: Tags and tier
      | clause      | operation     | request     | state     | answer                               | effect    |
      | BLOB-USE-37 | Set Blob Tags | no lease id | Leased(A) | 412 LeaseIdMissing                   | unchanged |
      | BLOB-USE-37 | Set Blob Tags | lease id A  | Leased(A) | 204                                  | as asked  |
      | BLOB-USE-37 | Set Blob Tags | lease id B  | Leased(A) | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-USE-38 | Get Blob Tags | no lease id | Leased(A) | 200                                  | unchanged |
      | BLOB-USE-38 | Get Blob Tags | lease id A  | Leased(A) | 200                                  | unchanged |
      | BLOB-USE-38 | Get Blob Tags | lease id B  | Leased(A) | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-USE-39 | Set Blob Tier | no lease id | Leased(A) | 412 (LeaseIdMissing)                 | unchanged |
      | BLOB-USE-39 | Set Blob Tier | lease id A  | Leased(A) | 200                                  | as asked  |
      | BLOB-USE-39 | Set Blob Tier | lease id A  | Available | 412 LeaseNotPresentWithBlobOperation | unchanged |

  Scenario Outline: <clause> List Blobs while the blob is <state>
    Given a blob that is <state>
    When a reader sends List Blobs
    Then the service answers 200
    And the list of blobs shows the blob
    And the lease of the blob is <state>

    @should
    Examples: List Blobs needs no lease ID
      | clause      | state       |
      | BLOB-USE-40 | Leased(A)   |
      | BLOB-USE-40 | Breaking(A) |
      | BLOB-USE-40 | Expired(A)  |
