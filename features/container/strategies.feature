@blob
Feature: The three concurrency strategies on containers

  Optimistic with a condition, pessimistic with a lease, or last writer wins. On a
  container the only conditions that count are dates, so the optimistic strategy
  has a resolution of one second.

  @must @BLOB-GEN-03 @BLOB-GEN-01
  Scenario: Without a condition or lease, the last writer of the metadata wins
    Given a container that exists
    When Ann sends Set Container Metadata with metadata "owner=ann"
    Then Ann gets 200
    When Bob sends Set Container Metadata with metadata "owner=bob"
    Then Bob gets 200
    And the response carries a new ETag
    And the container is as asked

  @must @BLOB-GEN-03
  Scenario: Without a condition or lease, the last writer of the permissions wins
    Given a container that exists
    When Ann sends Set Container ACL with policy "ann"
    Then Ann gets 200
    When Bob sends Set Container ACL with policy "bob"
    Then Bob gets 200
    And the response carries a new ETag
    And the container is as asked

  @must @BLOB-GEN-01 @CONT-TAB-06C-m
  Scenario: Optimistic: permissions are set only if the container was not modified after they were read
    Given a container that exists
    And Ann has read the container
    When 2 seconds pass
    And Bob sends Set Container Metadata with metadata "owner=bob"
    Then Bob gets 200
    When Ann sends Set Container ACL with If-Unmodified-Since remembered, policy "ann"
    Then Ann gets 412 ConditionNotMet | 304 ConditionNotMet
    And the container is unchanged
    When Ann sends Get Container ACL
    Then Ann gets 200
    When Ann sends Set Container ACL with If-Unmodified-Since remembered, policy "ann"
    Then Ann gets 200
    And the container is as asked

  @must @CONT-LEASE-01 @BLOB-GEN-01
  Scenario: Pessimistic: only the lease holder can delete a leased container
    Given a container that exists
    When Ann sends Lease Container acquire with proposed id A, duration 60
    Then Ann gets 201
    And the lease is Leased(A)
    When Bob sends Lease Container acquire with proposed id B, duration 60
    Then Bob gets 409 LeaseAlreadyPresent
    And the container is unchanged
    When Bob sends Delete Container
    Then Bob gets 412 LeaseIdMissing | 409 *
    And the container is unchanged
    When Ann sends Delete Container with lease id granted
    Then Ann gets 202
    And the container is gone

  Scenario Outline: <clause> A container lease of <duration> seconds still prevents deletion by others after <most>, but not after its end
    Given a container that exists
    When Ann sends Lease Container acquire with proposed id A, duration <duration>
    Then Ann gets 201
    When <most> pass
    And Bob sends Delete Container
    Then Bob gets 412 LeaseIdMissing | 409 *
    And the container is unchanged
    When <the rest> pass
    And Bob sends Delete Container
    Then Bob gets 202
    And the container is gone

    @must
    Examples: The same durations as on blobs
      | clause                      | duration | most       | the rest  |
      | CONT-LEASE-01 CONT-LEASE-60 | 15       | 9 seconds  | 6 seconds |
      | CONT-LEASE-01 CONT-LEASE-60 | 37       | 33 seconds | 4 seconds |
      | CONT-LEASE-01 CONT-LEASE-60 | 60       | 52 seconds | 8 seconds |

  Scenario Outline: <clause> Lease Container acquire with duration <duration>
    Given a container that exists
    When Ann sends Lease Container acquire with duration <duration>
    Then Ann gets 400 InvalidHeaderValue | 409 * | 412 *
    And the container is unchanged
    When Bob sends Delete Container
    Then Bob gets 202
    And the container is gone

    @must
    Examples: Other durations are refused
      | clause                      | duration |
      | CONT-LEASE-01 CONT-LEASE-60 | 0        |
      | CONT-LEASE-01 CONT-LEASE-60 | 14       |
      | CONT-LEASE-01 CONT-LEASE-60 | 61       |

  @must @CONT-LEASE-01
  Scenario: An infinite container lease does not expire
    Given a container that exists
    When Ann sends Lease Container acquire with proposed id A, duration infinite
    Then Ann gets 201
    When 61 seconds pass
    And Bob sends Delete Container
    Then Bob gets 412 LeaseIdMissing | 409 *
    And the container is unchanged

  @must @CONT-LEASE-01
  Scenario: Renewing a container lease extends it past its original end
    Given a container that exists
    When Ann sends Lease Container acquire with proposed id A, duration 20
    Then Ann gets 201
    When 12 seconds pass
    And Ann sends Lease Container renew with lease id A
    Then Ann gets 200
    When 12 seconds pass
    And Bob sends Delete Container
    Then Bob gets 412 LeaseIdMissing | 409 *
    And the container is unchanged
    When 8 seconds pass
    And Bob sends Delete Container
    Then Bob gets 202
    And the container is gone

  Scenario Outline: <clause> Release of a container's lease <length>
    Given a container that is Leased(A) <length>
    When Ann sends Lease Container release with lease id A
    Then Ann gets 200
    And the lease is Available
    When Bob sends Lease Container acquire with proposed id B, duration 15
    Then Bob gets 201
    When Bob sends Delete Container with lease id B
    Then Bob gets 202
    And the container is gone

    @must
    Examples: The holder can release any lease
      | clause                      | length                 |
      | CONT-LEASE-01 CONT-LEASE-60 | for 60 seconds         |
      | CONT-LEASE-01 CONT-LEASE-60 | with infinite duration |

  @must @CONT-LEASE-01
  Scenario: Another client can acquire a container lease after a finite one expires
    Given a container that exists
    When Ann sends Lease Container acquire with proposed id A, duration 15
    Then Ann gets 201
    When 15 seconds pass
    Then within 60 seconds Bob gets 201 for Lease Container acquire with proposed id B, duration 15
    When Ann sends Delete Container with lease id A
    Then Ann gets 412 * | 409 *
    And the container is unchanged

  @must @CONT-LEASE-01
  Scenario: Exclusive write, shared read on a container: writers send a lease ID, readers none
    Given a container that is Leased(A)
    When Bob sends Set Container Metadata with lease id B
    Then Bob gets 412 LeaseIdMismatchWithContainerOperation | 409 *
    And the container is unchanged
    When Bob sends Get Container Properties
    Then Bob gets 200
    When Ann sends Set Container Metadata with lease id A
    Then Ann gets 200
    And the container is as asked

  @must @CONT-LEASE-01
  Scenario: Shared write, exclusive read on a container: writers share the lease ID, and every reader sends one
    Given a container that is Leased(A)
    When Ann sends Set Container Metadata with lease id A
    Then Ann gets 200
    When Bob sends Set Container ACL with lease id A
    Then Bob gets 200
    And the container is as asked
    When Bob sends Get Container Properties with lease id B
    Then Bob gets 412 LeaseIdMismatchWithContainerOperation | 409 *
    And the container is unchanged
    When Ann sends Get Container Properties with lease id A
    Then Ann gets 200

  @must @CONT-LEASE-01
  Scenario: Exactly one of 8 clients that acquire a container lease at once succeeds
    Given a container that exists
    When 8 clients send Lease Container acquire at once
    Then exactly 1 gets 201 and the rest 409 LeaseAlreadyPresent
    And the lease is Leased(X)

  @must @CONT-ETAG-01
  Scenario: A container keeps the ETag of its creation until it is updated
    Given a container that does not exist
    When a client sends Create Container
    Then the service answers 201
    And the container is as asked
    When a client sends Get Container Properties
    Then the response carries the current ETag
    When a client sends Get Container Metadata
    Then the response carries the current ETag
    When a client sends Get Container ACL
    Then the response carries the current ETag
    When a client sends Set Container Metadata
    Then the response carries a new ETag
    And the container is as asked

  @must @CONT-LEASE-60 @needs.movable-clock
  Scenario: An infinite container lease still holds after a day
    Given a container that exists
    When Ann sends Lease Container acquire with proposed id A, duration infinite
    Then Ann gets 201
    When 1440 minutes pass
    And Bob sends Delete Container
    Then Bob gets 412 LeaseIdMissing | 409 *
    And the container is unchanged
    And the lease of the container is Leased(A) with infinite duration
    When Ann sends Delete Container with lease id A
    Then Ann gets 202
    And the container is gone

  @must @CONT-LEASE-60
  Scenario: The holder of a container lease keeps it by renewing it while others try to acquire it
    Given a container that exists
    When Ann sends Lease Container acquire with proposed id A, duration 20
    Then Ann gets 201
    When 16 seconds pass
    And Bob sends Lease Container acquire with proposed id B, duration 20
    Then Bob gets 409 LeaseAlreadyPresent
    When Ann sends Lease Container renew with lease id A
    Then Ann gets 200
    When 16 seconds pass
    And Bob sends Lease Container acquire with proposed id B, duration 20
    Then Bob gets 409 LeaseAlreadyPresent
    And the container is unchanged
    When 4 seconds pass
    Then within 60 seconds Bob gets 201 for Lease Container acquire with proposed id B, duration 20
