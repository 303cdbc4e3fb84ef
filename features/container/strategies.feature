@blob
Feature: The three concurrency strategies on containers

  Optimistic with a condition, pessimistic with a lease, or last writer wins. On
  containers the conditions that count are dates.

  @must @BLOB-GEN-03 @BLOB-GEN-01
  Scenario: Without condition and lease the last writer of the metadata wins
    Given a container that exists
    When Ann sends Set Container Metadata with metadata "owner=ann"
    Then Ann is answered 200
    When Bob sends Set Container Metadata with metadata "owner=bob"
    Then Bob is answered 200
    And the response carries a new ETag
    And the container is as asked

  @must @BLOB-GEN-03
  Scenario: Without condition and lease the last writer of the permissions wins
    Given a container that exists
    When Ann sends Set Container ACL with policy "ann"
    Then Ann is answered 200
    When Bob sends Set Container ACL with policy "bob"
    Then Bob is answered 200
    And the response carries a new ETag
    And the container is as asked

  @must @BLOB-GEN-01 @CONT-TAB-06C
  Scenario: Optimistic: permissions are set only if the container was not modified since they were read
    Given a container that exists
    And Ann has read the container
    When 2 seconds pass
    And Bob sends Set Container Metadata with metadata "owner=bob"
    Then Bob is answered 200
    When Ann sends Set Container ACL with If-Unmodified-Since remembered, policy "ann"
    Then Ann is answered 412 ConditionNotMet
    And the container is unchanged
    When Ann sends Get Container ACL
    Then Ann is answered 200
    When Ann sends Set Container ACL with If-Unmodified-Since remembered, policy "ann"
    Then Ann is answered 200
    And the container is as asked

  @must @CONT-LEASE-01 @BLOB-GEN-01
  Scenario: Pessimistic: a leased container is deleted by its lease holder only
    Given a container that exists
    When Ann sends Lease Container acquire with proposed id A, duration 60
    Then Ann is answered 201
    And the lease is Leased(A)
    When Bob sends Lease Container acquire with proposed id B, duration 60
    Then Bob is answered 409 LeaseAlreadyPresent
    And the container is unchanged
    When Bob sends Delete Container
    Then Bob is answered 412 LeaseIdMissing
    And the container is unchanged
    When Ann sends Delete Container with lease id granted
    Then Ann is answered 202
    And the container is gone

  @must @CONT-LEASE-01
  Scenario: A container's lease is renewed, released, and free again
    Given a container that is Leased(A) for 60 seconds
    When Ann sends Lease Container renew with lease id A
    Then Ann is answered 200
    And the lease is Leased(A)
    When Ann sends Lease Container release with lease id A
    Then Ann is answered 200
    And the lease is Available
    When Bob sends Lease Container acquire with proposed id B, duration 15
    Then Bob is answered 201
    And the lease is Leased(B)

  @must @CONT-LEASE-01
  Scenario: Many clients want the same container; one gets the lease
    Given a container that exists
    When 8 clients send Lease Container acquire at once
    Then exactly 1 is answered 201 and the rest 409 LeaseAlreadyPresent
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
