@blob
Feature: Leases: pessimistic concurrency for blobs

  What the article says about leases, from acquiring one to losing it: exclusive
  writes, shared reads, and what happens to a client whose lease has expired. Error
  codes and other details are in the other lease features.

  @must @BLOB-LEASE-01 @BLOB-LEASE-07
  Scenario: A lease locks a blob for exclusive use
    Given a block blob that exists
    When Ann sends Lease Blob acquire with proposed id A, duration 60
    Then Ann gets 201
    And the response carries a lease id
    And the lease is Leased(A)
    When Bob sends Put Blob
    Then Bob gets 412 LeaseIdMissing
    And the blob is unchanged

  Scenario Outline: <clause> Lease Blob acquire with duration <duration>
    Given a block blob that exists
    When a client sends Lease Blob acquire with duration <duration>
    Then the service answers <answer>
    And the lease is <lease>

    @must
    Examples: 15 to 60 seconds, or infinite
      | clause        | duration | answer | lease                            |
      | BLOB-LEASE-02 | 15       | 201    | Leased(A) for 15 seconds         |
      | BLOB-LEASE-02 | 37       | 201    | Leased(A) for 37 seconds         |
      | BLOB-LEASE-02 | 60       | 201    | Leased(A) for 60 seconds         |
      | BLOB-LEASE-02 | infinite | 201    | Leased(A) with infinite duration |

    @must
    Examples: Any other duration is refused
      | clause        | duration | answer                                   | lease     |
      | BLOB-LEASE-02 | 14       | 400 InvalidHeaderValue \| 409 * \| 412 * | Available |
      | BLOB-LEASE-02 | 61       | 400 InvalidHeaderValue \| 409 * \| 412 * | Available |
      | BLOB-LEASE-02 | 0        | 400 InvalidHeaderValue \| 409 * \| 412 * | Available |

  Scenario Outline: <clause> A lease for <duration> seconds still blocks other writers after <most>, but not after its end
    Given a block blob that exists
    When Ann sends Lease Blob acquire with proposed id A, duration <duration>
    Then Ann gets 201
    When <most> pass
    And Bob sends Put Blob
    Then Bob gets 412 LeaseIdMissing
    And the blob is unchanged
    When <the rest> pass
    And Bob sends Put Blob with content "of Bob"
    Then Bob gets 201
    And the blob holds what Bob wrote

    @must
    Examples: A lease lasts as long as requested
      | clause                      | duration | most       | the rest  |
      | BLOB-LEASE-02 BLOB-LEASE-05 | 15       | 9 seconds  | 6 seconds |
      | BLOB-LEASE-02 BLOB-LEASE-05 | 37       | 33 seconds | 4 seconds |
      | BLOB-LEASE-02 BLOB-LEASE-05 | 60       | 52 seconds | 8 seconds |

  @must @BLOB-LEASE-02
  Scenario: An infinite lease does not expire
    Given a block blob that is Leased(A) with infinite duration
    When 61 seconds pass
    And Bob sends Put Blob
    Then Bob gets 412 LeaseIdMissing
    And the blob is unchanged
    And the lease is Leased(A) with infinite duration

  @must @BLOB-LEASE-03
  Scenario: Renewing a lease extends it past its original end
    Given a block blob that exists
    When Ann sends Lease Blob acquire with proposed id A, duration 20
    Then Ann gets 201
    When 12 seconds pass
    And Ann sends Lease Blob renew with lease id A
    Then Ann gets 200
    When 12 seconds pass
    And Bob sends Put Blob
    Then Bob gets 412 LeaseIdMissing
    And the blob is unchanged
    And the lease is Leased(A)
    When 8 seconds pass
    And Bob sends Put Blob with content "of Bob"
    Then Bob gets 201
    And the blob holds what Bob wrote

  Scenario Outline: <clause> Release of a lease acquired <length>
    Given a block blob that is Leased(A) <length>
    When Ann sends Lease Blob release with lease id A
    Then Ann gets 200
    And the lease is Available
    When Bob sends Put Blob
    Then Bob gets 201
    And the blob is as asked
    When Carol sends Lease Blob acquire with proposed id C, duration 15
    Then Carol gets 201

    @must
    Examples: The holder can release any lease
      | clause        | length                 |
      | BLOB-LEASE-04 | for 60 seconds         |
      | BLOB-LEASE-04 | with infinite duration |

  @must @BLOB-LEASE-04
  Scenario: Release of a lease that is being broken
    Given a block blob that is Breaking(A)
    When Ann sends Lease Blob release with lease id A
    Then Ann gets 200
    And the lease is Available
    When Bob sends Put Blob
    Then Bob gets 201
    And the blob is as asked

  @must @BLOB-LEASE-05
  Scenario: A finite lease expires by itself
    Given a block blob that is Leased(A) for 15 seconds
    When 15 seconds pass
    Then the lease of the blob is Expired(A)
    When Bob sends Put Blob with content "of Bob"
    Then Bob gets 201
    And the blob holds what Bob wrote

  @must @BLOB-LEASE-05
  Scenario: Another client can acquire a lease after a finite lease expires
    Given a block blob that exists
    When Ann sends Lease Blob acquire with proposed id A, duration 15
    Then Ann gets 201
    When 15 seconds pass
    Then within 60 seconds Bob gets 201 for Lease Blob acquire with proposed id B, duration 15
    When Ann sends Put Blob with lease id A
    Then Ann gets 412 *
    And the blob is unchanged

  Scenario Outline: <clause> Lease Blob acquire with <ids> by another client on a blob that is <state>
    Given a block blob that is <state>
    When Bob sends Lease Blob acquire with <ids>
    Then Bob gets 409 LeaseAlreadyPresent
    And the blob is unchanged
    And the lease is <state>

    @must
    Examples: 409 while a valid lease exists
      | clause        | state                            | ids            |
      | BLOB-LEASE-06 | Leased(A) for 60 seconds         | proposed id B  |
      | BLOB-LEASE-06 | Leased(A) with infinite duration | proposed id B  |
      | BLOB-LEASE-06 | Leased(A) with infinite duration | no proposed id |

  @must @BLOB-LEASE-06
  Scenario: Exactly one of 8 clients that acquire a lease at once succeeds
    Given a block blob that exists
    When 8 clients send Lease Blob acquire at once
    Then exactly 1 gets 201 and the rest 409 LeaseAlreadyPresent
    And the lease is Leased(X)

  Scenario Outline: <clause> <operation> on a leased <kind> without its lease ID
    Given a <kind> that is Leased(A)
    When Bob sends <operation>
    Then Bob gets 412 LeaseIdMissing
    And the blob is unchanged

    @must
    Examples: Put, set and delete operations need the lease ID
      | clause         | operation           | kind        |
      | BLOB-LEASE-07  | Put Blob            | block blob  |
      | BLOB-LEASE-07  | Put Block           | block blob  |
      | BLOB-LEASE-07  | Put Block List      | block blob  |
      | BLOB-LEASE-07  | Set Blob Metadata   | block blob  |
      | BLOB-LEASE-07  | Set Blob Properties | block blob  |
      | BLOB-LEASE-07  | Delete Blob         | block blob  |
      | BLOB-LEASE-07  | Put Page            | page blob   |
      | BLOB-LEASE-07  | Put Page clear      | page blob   |
      | BLOB-LEASE-09  | Put Blob            | block blob  |
      | BLOB-UM-W-0-Le | Put Blob            | page blob   |
      | BLOB-UM-W-0-Le | Put Blob            | append blob |

  @must @BLOB-LEASE-07
  Scenario: A block that the holder of the lease staged is not replaced without the lease ID
    Given a block blob that is Leased(A)
    When Ann sends Put Block with lease id A, block "first", content "of Ann"
    Then Ann gets 201
    When Bob sends Put Block with block "first", content "of Bob"
    Then Bob gets 412 LeaseIdMissing
    And the blob is unchanged

  Scenario Outline: <clause> <operation> on a leased <kind> with its lease ID
    Given a <kind> that is Leased(A)
    When Ann sends <operation> with lease id A
    Then Ann gets <answer>
    And the blob is <effect>
    And the lease is Leased(A)

    @must
    Examples: The holder can write
      | clause        | operation | kind       | answer | effect   |
      | BLOB-LEASE-08 | Put Blob  | block blob | 201    | as asked |

  Scenario Outline: <clause> <operation> on a leased <kind> by a reader without a lease ID
    Given a <kind> that is Leased(A)
    When a reader sends <operation>
    Then the service answers 200
    And the blob is unchanged
    And the lease is Leased(A)

    @must
    Examples: Reads are shared
      | clause        | operation | kind       |
      | BLOB-LEASE-11 | Get Blob  | block blob |

  Scenario Outline: <clause> <operation> on a <kind> with the ID of an expired lease
    Given a <kind> that is Expired(A)
    When Ann sends <operation> with lease id A
    Then Ann gets 412 LeaseLost
    And the blob is unchanged

    @must
    Examples: A client that lost its lease cannot write
      | clause        | operation | kind       |
      | BLOB-LEASE-10 | Put Blob  | block blob |

  @must @BLOB-USE-09-m @BLOB-LEASE-08 @BLOB-LEASE-09 @BLOB-LEASE-10
  Scenario: The article's sample: a 15-second lease, a generated lease ID, and a third party
    Given a block blob that exists
    When Ann sends Lease Blob acquire with no proposed id, duration 15
    Then Ann gets 201
    And the response carries a lease id
    When Ann sends Put Blob with lease id granted, content "Updated under the lease"
    Then Ann gets 201
    And the blob is as asked
    When a third party sends Put Blob with content "Updated without it"
    Then the service answers 412 LeaseIdMissing
    And the blob is unchanged
    When 15 seconds pass
    And Ann sends Put Blob with lease id granted, content "Updated too late"
    Then Ann gets 412 LeaseLost
    And the blob is unchanged

  @must @BLOB-LEASE-11
  Scenario: Exclusive write, shared read
    Given a block blob that is Leased(A)
    When Ann sends Put Blob with lease id A
    Then Ann gets 201
    And the blob is as asked
    When Bob sends Put Blob
    Then Bob gets 412 LeaseIdMissing
    When Bob sends Get Blob
    Then Bob gets 200
    And the blob is unchanged

  @must @BLOB-LEASE-11
  Scenario: Exclusive write, exclusive read: every client sends a lease ID
    Given a block blob that is Leased(A)
    When Ann sends Get Blob with lease id A
    Then Ann gets 200
    When Bob sends Get Blob with lease id B
    Then Bob gets 412 LeaseIdMismatchWithBlobOperation | 409 *
    When Bob sends Put Blob with lease id B
    Then Bob gets 412 LeaseIdMismatchWithBlobOperation | 409 *
    And the blob is unchanged
    When Ann sends Put Blob with lease id A
    Then Ann gets 201
    And the blob is as asked

  @must @BLOB-LEASE-11
  Scenario: Shared write, exclusive read: writers share the lease ID, and every reader sends one
    Given a block blob that is Leased(A)
    When Ann sends Put Blob with lease id A
    Then Ann gets 201
    When Bob sends Put Blob with lease id A
    Then Bob gets 201
    And the blob is as asked
    When Bob sends Get Blob with lease id B
    Then Bob gets 412 LeaseIdMismatchWithBlobOperation | 409 *
    And the blob is unchanged
    When Ann sends Get Blob with lease id A
    Then Ann gets 200

  @must @BLOB-LEASE-03 @BLOB-LEASE-06
  Scenario: A master keeps its lease by renewing it while a rival tries to acquire it
    Given a block blob that exists
    When the master sends Lease Blob acquire with proposed id A, duration 20
    Then the master gets 201
    When 10 seconds pass
    And a rival sends Lease Blob acquire with proposed id B, duration 20
    Then the rival gets 409 LeaseAlreadyPresent
    When the master sends Lease Blob renew with lease id A
    Then the master gets 200
    When 10 seconds pass
    And the rival sends Lease Blob acquire with proposed id B, duration 20
    Then the rival gets 409 LeaseAlreadyPresent
    When the master sends Lease Blob renew with lease id A
    Then the master gets 200
    When the master sends Put Blob with lease id A
    Then the master gets 201
    And the blob is as asked
    When 20 seconds pass
    Then within 60 seconds the rival gets 201 for Lease Blob acquire with proposed id B, duration 20
    When the master sends Lease Blob renew with lease id A
    Then the master gets 409 LeaseIdMismatchWithLeaseOperation | 412 *
    And the blob is unchanged
    And the lease of the blob is Leased(B)

  Scenario Outline: <clause> <operation> leaves the ETag of a <kind> unchanged
    Given a <kind> that <state>
    When a client sends <operation>
    Then the service answers <answer>
    And the response carries the same ETag
    And the blob is as asked

    @must
    Examples: Lease Blob does not change the ETag
      | clause         | operation          | kind        | state        | answer |
      | BLOB-ETAG-29-m | Lease Blob acquire | block blob  | exists       | 201    |
      | BLOB-ETAG-29-m | Lease Blob acquire | page blob   | exists       | 201    |
      | BLOB-ETAG-29-m | Lease Blob acquire | append blob | exists       | 201    |
      | BLOB-ETAG-29-m | Lease Blob renew   | block blob  | is Leased(A) | 200    |
      | BLOB-ETAG-29-m | Lease Blob change  | block blob  | is Leased(A) | 200    |
      | BLOB-ETAG-29-m | Lease Blob release | block blob  | is Leased(A) | 200    |
      | BLOB-ETAG-29-m | Lease Blob break   | block blob  | is Leased(A) | 202    |
      | BLOB-ETAG-29-m | Lease Blob renew   | page blob   | is Leased(A) | 200    |
      | BLOB-ETAG-29-m | Lease Blob change  | page blob   | is Leased(A) | 200    |
      | BLOB-ETAG-29-m | Lease Blob release | page blob   | is Leased(A) | 200    |
      | BLOB-ETAG-29-m | Lease Blob break   | page blob   | is Leased(A) | 202    |
      | BLOB-ETAG-29-m | Lease Blob renew   | append blob | is Leased(A) | 200    |
      | BLOB-ETAG-29-m | Lease Blob change  | append blob | is Leased(A) | 200    |
      | BLOB-ETAG-29-m | Lease Blob release | append blob | is Leased(A) | 200    |
      | BLOB-ETAG-29-m | Lease Blob break   | append blob | is Leased(A) | 202    |

  @must @BLOB-GEN-08
  Scenario: A designated blob serves as a lock for something else
    Given a block blob that exists
    When Ann sends Lease Blob acquire with proposed id A, duration 15
    Then Ann gets 201
    When Bob sends Lease Blob acquire with proposed id B, duration 15
    Then Bob gets 409 LeaseAlreadyPresent
    When Ann sends Lease Blob release with lease id A
    Then Ann gets 200
    When Bob sends Lease Blob acquire with proposed id B, duration 15
    Then Bob gets 201
    And the lease is Leased(B)

  @must @BLOB-GEN-08
  Scenario: The shortest finite lease on a designated blob is 15 seconds
    Given a block blob that exists
    When Ann sends Lease Blob acquire with proposed id A, duration 14
    Then Ann gets 400 InvalidHeaderValue | 409 * | 412 *
    And the blob is unchanged

  Scenario Outline: <clause> The ID of a lease is also that of a lease on another blob, after <operation> there
    Given a block blob "first" that is Leased(A)
    And a block blob "second" that <state>
    When Bob sends <operation> to "second" with <request>
    Then Bob gets ok
    When Carol sends Put Blob to "first"
    Then Carol gets 412 (LeaseIdMissing)
    And the blob "first" is unchanged
    And the lease of the blob "first" is Leased(A)

    @must
    Examples: Every action that gives the ID away, or takes it
      | clause        | operation          | state        | request                   |
      | BLOB-LEASE-09 | Lease Blob acquire | exists       | proposed id A             |
      | BLOB-LEASE-09 | Lease Blob change  | is Leased(B) | lease id B, proposed id A |
      | BLOB-LEASE-09 | Lease Blob release | is Leased(A) | lease id A                |
      | BLOB-LEASE-09 | Lease Blob break   | is Leased(A) | break period 0            |

  @must @BLOB-LEASE-09
  Scenario: A lease holds while 12 other blobs are leased
    Given a block blob that is Leased(A)
    When 12 clients send Lease Blob acquire at once, each to a block blob of its own that exists
    Then all 12 get ok
    When Bob sends Put Blob
    Then Bob gets 412 (LeaseIdMissing)
    And the blob is unchanged

  @must @BLOB-LEASE-09
  Scenario: A leased blob that has a snapshot is deleted with its snapshots
    Given a block blob that is Leased(A)
    When Bob sends Snapshot Blob
    Then Bob gets 201
    When Bob sends Delete Blob with delete snapshots include
    Then Bob gets 412 (LeaseIdMissing)
    And the blob is unchanged

  Scenario Outline: <clause> <operation> to a <kind> with the ID of a lease that was released
    Given a <kind> that is Leased(A)
    When Ann sends Lease Blob release with lease id A
    Then Ann gets 200
    When Ann sends <operation> with lease id A
    Then Ann gets 412 *
    And the blob is unchanged

    @must
    Examples: Writes
      | clause        | operation         | kind       |
      | BLOB-LEASE-04 | Put Blob          | block blob |
      | BLOB-LEASE-04 | Set Blob Metadata | page blob  |
      | BLOB-LEASE-04 | Delete Blob       | block blob |
