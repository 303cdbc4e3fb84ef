@blob
Feature: What a lease protects, on every type of blob and after every operation

  The article covers every type of blob, so a lease must protect page and append blobs
  just like block blobs. After an operation that leaves a lease in place, the lease
  must still protect what it protected before.

  Scenario Outline: <clause> <operation> on a <kind> that is <state>: without a lease ID, with a wrong one, with the right one
    Given a <kind> that is <state>
    When Bob sends <operation>
    Then Bob gets <without>
    And the blob is unchanged
    When Bob sends <operation> with lease id B
    Then Bob gets <wrong>
    And the blob is unchanged
    When Ann sends <operation> with lease id A
    Then Ann gets ok
    And the blob is as asked

    @should
    Examples: Writes
      | clause       | operation             | kind        | state       | without              | wrong                                  |
      | BLOB-LIFE-01 | Put Blob              | page blob   | Leased(A)   | 412 LeaseIdMissing   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Put Blob              | page blob   | Breaking(A) | 412 (LeaseIdMissing) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Put Page              | page blob   | Leased(A)   | 412 LeaseIdMissing   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Put Page              | page blob   | Breaking(A) | 412 (LeaseIdMissing) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Put Page clear        | page blob   | Leased(A)   | 412 LeaseIdMissing   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Put Page clear        | page blob   | Breaking(A) | 412 (LeaseIdMissing) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Set Blob Metadata     | page blob   | Leased(A)   | 412 LeaseIdMissing   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Set Blob Metadata     | page blob   | Breaking(A) | 412 (LeaseIdMissing) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Set Blob Properties   | page blob   | Leased(A)   | 412 LeaseIdMissing   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Set Blob Properties   | page blob   | Breaking(A) | 412 (LeaseIdMissing) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Put Page From URL     | page blob   | Leased(A)   | 412 LeaseIdMissing   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Put Page From URL     | page blob   | Breaking(A) | 412 (LeaseIdMissing) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Delete Blob           | page blob   | Leased(A)   | 412 LeaseIdMissing   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Delete Blob           | page blob   | Breaking(A) | 412 (LeaseIdMissing) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Put Blob              | append blob | Leased(A)   | 412 LeaseIdMissing   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Put Blob              | append blob | Breaking(A) | 412 (LeaseIdMissing) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Append Block          | append blob | Leased(A)   | 412 LeaseIdMissing   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Append Block          | append blob | Breaking(A) | 412 (LeaseIdMissing) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Set Blob Metadata     | append blob | Leased(A)   | 412 LeaseIdMissing   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Set Blob Metadata     | append blob | Breaking(A) | 412 (LeaseIdMissing) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Set Blob Properties   | append blob | Leased(A)   | 412 LeaseIdMissing   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Set Blob Properties   | append blob | Breaking(A) | 412 (LeaseIdMissing) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Append Block From URL | append blob | Leased(A)   | 412 LeaseIdMissing   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Append Block From URL | append blob | Breaking(A) | 412 (LeaseIdMissing) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Delete Blob           | append blob | Leased(A)   | 412 LeaseIdMissing   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Delete Blob           | append blob | Breaking(A) | 412 (LeaseIdMissing) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-USE-01  | Put Blob From URL     | block blob  | Leased(A)   | 412 LeaseIdMissing   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-USE-01  | Put Blob From URL     | block blob  | Breaking(A) | 412 (LeaseIdMissing) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-USE-01  | Put Block From URL    | block blob  | Leased(A)   | 412 LeaseIdMissing   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-USE-01  | Put Block From URL    | block blob  | Breaking(A) | 412 (LeaseIdMissing) | 412 (LeaseIdMismatchWithBlobOperation) |

  Scenario Outline: <clause> <operation> on a <kind> whose lease has ended: <state>
    Given a <kind> that is <state>
    When Ann sends <operation> with lease id A
    Then Ann gets 412 LeaseLost
    And the blob is unchanged
    When Bob sends <operation> with lease id B
    Then Bob gets 412 *
    And the blob is unchanged
    When Bob sends <operation>
    Then Bob gets ok
    And the blob is as asked
    And the lease of the blob is Available
    When Ann sends <operation> with lease id A
    Then Ann gets 412 LeaseNotPresentWithBlobOperation
    And the blob is unchanged

    @should
    Examples: Writes
      | clause       | operation             | kind        | state      |
      | BLOB-LIFE-01 | Put Blob              | page blob   | Expired(A) |
      | BLOB-LIFE-01 | Put Page              | page blob   | Expired(A) |
      | BLOB-LIFE-01 | Put Page clear        | page blob   | Expired(A) |
      | BLOB-LIFE-01 | Set Blob Metadata     | page blob   | Expired(A) |
      | BLOB-LIFE-01 | Set Blob Properties   | page blob   | Expired(A) |
      | BLOB-LIFE-01 | Put Page From URL     | page blob   | Expired(A) |
      | BLOB-LIFE-01 | Put Blob              | page blob   | Broken(A)  |
      | BLOB-LIFE-01 | Set Blob Metadata     | page blob   | Broken(A)  |
      | BLOB-LIFE-01 | Put Page              | page blob   | Broken(A)  |
      | BLOB-LIFE-01 | Put Blob              | append blob | Expired(A) |
      | BLOB-LIFE-01 | Append Block          | append blob | Expired(A) |
      | BLOB-LIFE-01 | Set Blob Metadata     | append blob | Expired(A) |
      | BLOB-LIFE-01 | Set Blob Properties   | append blob | Expired(A) |
      | BLOB-LIFE-01 | Append Block From URL | append blob | Expired(A) |
      | BLOB-LIFE-01 | Put Blob              | append blob | Broken(A)  |
      | BLOB-LIFE-01 | Set Blob Metadata     | append blob | Broken(A)  |
      | BLOB-LIFE-01 | Append Block          | append blob | Broken(A)  |
      | BLOB-USE-01  | Put Blob From URL     | block blob  | Expired(A) |

  Scenario Outline: <clause> <operation> of a <kind> that is <state>: without a lease ID, with a wrong one, with the right one
    Given a <kind> that is <state>
    When Bob sends <operation>
    Then Bob gets ok
    And the blob is as asked
    When Bob sends <operation> with lease id B
    Then Bob gets <wrong>
    And the blob is unchanged
    When Ann sends <operation> with lease id A
    Then Ann gets ok
    And the lease of the blob is <state>

    @should
    Examples: Reads
      | clause       | operation           | kind        | state       | wrong                                  |
      | BLOB-LIFE-01 | Get Blob            | page blob   | Leased(A)   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Get Blob            | page blob   | Breaking(A) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Get Blob Properties | page blob   | Leased(A)   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Get Blob Properties | page blob   | Breaking(A) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Get Blob Metadata   | page blob   | Leased(A)   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Get Blob Metadata   | page blob   | Breaking(A) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Get Page Ranges     | page blob   | Leased(A)   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Get Page Ranges     | page blob   | Breaking(A) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Snapshot Blob       | page blob   | Leased(A)   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Snapshot Blob       | page blob   | Breaking(A) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Get Blob            | append blob | Leased(A)   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Get Blob            | append blob | Breaking(A) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Get Blob Properties | append blob | Leased(A)   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Get Blob Properties | append blob | Breaking(A) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Get Blob Metadata   | append blob | Leased(A)   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Get Blob Metadata   | append blob | Breaking(A) | 412 (LeaseIdMismatchWithBlobOperation) |
      | BLOB-LIFE-01 | Snapshot Blob       | append blob | Leased(A)   | 412 LeaseIdMismatchWithBlobOperation   |
      | BLOB-LIFE-01 | Snapshot Blob       | append blob | Breaking(A) | 412 (LeaseIdMismatchWithBlobOperation) |

  Scenario Outline: <clause> A lease still protects a <kind> after <operation> with <request>
    Given a <kind> that is Leased(A) with infinite duration
    When Ann sends <operation> with <request>
    Then Ann gets ok
    And the blob is as asked
    When Bob sends Put Blob
    Then Bob gets 412 LeaseIdMissing
    When Bob sends Set Blob Metadata with lease id B
    Then Bob gets 412 LeaseIdMismatchWithBlobOperation
    When Bob sends Delete Blob with delete snapshots include
    Then Bob gets 412 LeaseIdMissing
    When Bob sends Lease Blob acquire with proposed id B
    Then Bob gets 409 LeaseAlreadyPresent
    And the blob is unchanged
    And the lease of the blob is Leased(A) with infinite duration
    When Ann sends Set Blob Metadata with lease id A
    Then Ann gets 200
    And the blob is as asked

    @should
    Examples: Operations that leave the lease in place
      | clause      | operation             | kind        | request                               |
      | BLOB-USE-60 | Put Blob              | block blob  | lease id A                            |
      | BLOB-USE-60 | Put Block             | block blob  | lease id A                            |
      | BLOB-USE-60 | Put Block List        | block blob  | lease id A                            |
      | BLOB-USE-60 | Put Blob From URL     | block blob  | lease id A                            |
      | BLOB-USE-60 | Put Block From URL    | block blob  | lease id A                            |
      | BLOB-USE-60 | Copy Blob             | block blob  | lease id A                            |
      | BLOB-USE-60 | Set Blob Metadata     | block blob  | lease id A                            |
      | BLOB-USE-60 | Set Blob Properties   | block blob  | lease id A                            |
      | BLOB-USE-60 | Set Blob Tier         | block blob  | lease id A                            |
      | BLOB-USE-60 | Set Blob Tags         | block blob  | lease id A                            |
      | BLOB-USE-60 | Snapshot Blob         | block blob  | lease id A                            |
      | BLOB-USE-60 | Snapshot Blob         | block blob  | no lease id                           |
      | BLOB-USE-60 | Get Blob              | block blob  | no lease id                           |
      | BLOB-USE-60 | Get Blob              | block blob  | lease id A                            |
      | BLOB-USE-60 | Get Block List        | block blob  | no lease id                           |
      | BLOB-USE-60 | Lease Blob acquire    | block blob  | proposed id A, duration infinite      |
      | BLOB-USE-60 | Lease Blob renew      | block blob  | lease id A                            |
      | BLOB-USE-60 | Put Blob              | page blob   | lease id A                            |
      | BLOB-USE-60 | Put Page              | page blob   | lease id A                            |
      | BLOB-USE-60 | Put Page clear        | page blob   | lease id A                            |
      | BLOB-USE-60 | Put Page From URL     | page blob   | lease id A                            |
      | BLOB-USE-60 | Copy Blob             | page blob   | lease id A                            |
      | BLOB-USE-60 | Set Blob Metadata     | page blob   | lease id A                            |
      | BLOB-USE-60 | Set Blob Properties   | page blob   | lease id A, size 1024                 |
      | BLOB-USE-60 | Set Blob Properties   | page blob   | lease id A, sequence action increment |
      | BLOB-USE-60 | Snapshot Blob         | page blob   | no lease id                           |
      | BLOB-USE-60 | Get Page Ranges       | page blob   | no lease id                           |
      | BLOB-USE-60 | Put Blob              | append blob | lease id A                            |
      | BLOB-USE-60 | Append Block          | append blob | lease id A                            |
      | BLOB-USE-60 | Append Block From URL | append blob | lease id A                            |
      | BLOB-USE-60 | Set Blob Metadata     | append blob | lease id A                            |
      | BLOB-USE-60 | Snapshot Blob         | append blob | no lease id                           |

  Scenario Outline: <clause> A lease still protects a blob after a refused <operation> with <request>
    Given a block blob that is Leased(A) with infinite duration
    When Bob sends <operation> with <request>
    Then Bob gets 412 * | 409 *
    And the blob is unchanged
    When Bob sends Put Blob
    Then Bob gets 412 LeaseIdMissing
    And the blob is unchanged
    And the lease of the blob is Leased(A) with infinite duration
    When Ann sends Put Blob with lease id A
    Then Ann gets 201
    And the blob is as asked

    @should
    Examples: A refused request does not end the lease
      | clause      | operation          | request                    |
      | BLOB-USE-60 | Put Blob           | lease id B                 |
      | BLOB-USE-60 | Put Blob           | no lease id                |
      | BLOB-USE-60 | Put Blob           | lease id A, If-Match stale |
      | BLOB-USE-60 | Lease Blob acquire | proposed id B              |
      | BLOB-USE-60 | Lease Blob renew   | lease id B                 |
      | BLOB-USE-60 | Lease Blob change  | lease id B, proposed id C  |
      | BLOB-USE-60 | Lease Blob release | lease id B                 |
      | BLOB-USE-60 | Delete Blob        | lease id B                 |
      | BLOB-USE-60 | Get Blob           | lease id B                 |

  @must @BLOB-LEASE-09
  Scenario: A lease still protects its blob after its snapshots were deleted
    Given a block blob that is Leased(A) with infinite duration
    When Ann sends Snapshot Blob
    Then Ann gets 201
    When Ann sends Delete Blob with lease id A, delete snapshots only
    Then Ann gets 202
    When Bob sends Put Blob
    Then Bob gets 412 LeaseIdMissing
    And the lease of the blob is Leased(A) with infinite duration
    When Ann sends Put Blob with lease id A
    Then Ann gets 201
    And the blob is as asked

  @should @BLOB-USE-60
  Scenario: A lease still protects its blob after its ID was changed
    Given a block blob that is Leased(A) with infinite duration
    When Ann sends Lease Blob change with lease id A, proposed id B
    Then Ann gets 200
    When Carol sends Put Blob
    Then Carol gets 412 LeaseIdMissing
    When Carol sends Put Blob with lease id A
    Then Carol gets 412 LeaseIdMismatchWithBlobOperation
    When Carol sends Delete Blob
    Then Carol gets 412 LeaseIdMissing
    And the blob is unchanged
    When Ann sends Put Blob with lease id B
    Then Ann gets 201
    And the blob is as asked
    And the lease of the blob is Leased(B) with infinite duration
