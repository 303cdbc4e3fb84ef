@table
Feature: Pessimistic locking of a table by the lease of a designated blob

  The Table service has no locks. The article describes a protocol among clients:
  each acquires the lease of a designated blob before it operates on the table, and
  releases it afterwards. Nothing enforces the protocol.

  @must @TABLE-LOCK-01 @needs.blob
  Scenario: The protocol: acquire, operate, release
    Given an entity that exists
    And a block blob that exists
    When Ann sends Lease Blob acquire with proposed id A, duration 60
    Then Ann gets 201
    When Ann sends Update Entity with If-Match *, properties "Colour=green"
    Then Ann gets 204
    And the entity is as asked
    When Ann sends Lease Blob release with lease id granted
    Then Ann gets 200
    And the lease of the blob is Available
    When Bob sends Lease Blob acquire with proposed id B, duration 60
    Then Bob gets 201
    And the lease of the blob is Leased(B)

  @must @TABLE-LOCK-01 @TABLE-LOCK-02 @needs.blob
  Scenario: Many clients increment one number under the lease of the designated blob
    Given an entity that holds "Number=0"
    And a block blob that exists
    When 4 clients each add 1 to the number in the entity 3 times under the lease of the blob
    Then the entity holds the number 12

  @must @TABLE-LOCK-02 @needs.blob
  Scenario Outline: No other client acquires with <ids> while a client holds the lease <length>
    Given an entity that exists
    And a block blob that is Leased(A) <length>
    When Bob sends Lease Blob acquire with <ids>
    Then Bob gets 409 LeaseAlreadyPresent
    And the lease of the blob is Leased(A) <length>

    Examples: Any proposed ID
      | length                 | ids            |
      | for 60 seconds         | proposed id B  |
      | for 60 seconds         | no proposed id |
      | with infinite duration | proposed id B  |

  @must @TABLE-LOCK-02 @needs.blob
  Scenario: Exactly one of 8 clients that want the table gets it
    Given an entity that exists
    And a block blob that exists
    When 8 clients send Lease Blob acquire at once
    Then exactly 1 gets 201 and the rest 409 LeaseAlreadyPresent
    And the lease of the blob is Leased(X)

  @must @TABLE-LOCK-03 @needs.blob
  Scenario Outline: A client that ignores the protocol sends <operation> while another holds the lease
    Given an entity that exists
    And a block blob that is Leased(A) for 60 seconds
    When Bob sends <operation>
    Then Bob gets ok
    And the entity is <effect>
    And the lease of the blob is Leased(A)

    Examples: The lease does not protect the table
      | operation                          | effect   |
      | Update Entity with If-Match *      | as asked |
      | Merge Entity with If-Match current | as asked |
      | Insert Or Replace Entity           | as asked |
      | Insert Or Merge Entity             | as asked |
      | Delete Entity with If-Match *      | gone     |

  @must @TABLE-LOCK-04 @needs.blob
  Scenario Outline: Lease Blob acquire with duration <duration>, to lock the table
    Given an entity that exists
    And a block blob that exists
    When Ann sends Lease Blob acquire with duration <duration>
    Then Ann gets <answer>
    And the lease of the blob is <lease>

    Examples: 15 to 60 seconds, or infinite
      | duration | answer                                     | lease                            |
      | 14       | 400 (InvalidHeaderValue) \| 409 * \| 412 * | Available                        |
      | 15       | 201                                        | Leased(A) for 15 seconds         |
      | 60       | 201                                        | Leased(A) for 60 seconds         |
      | 61       | 400 (InvalidHeaderValue) \| 409 * \| 412 * | Available                        |
      | infinite | 201                                        | Leased(A) with infinite duration |

  @must @TABLE-LOCK-05 @needs.blob
  Scenario: The next client continues after the lease is released
    Given an entity that exists
    And a block blob that is Leased(A) for 60 seconds
    When Ann sends Lease Blob release with lease id A
    Then Ann gets 200
    When Bob sends Lease Blob acquire with proposed id B, duration 60
    Then Bob gets 201
    When Bob sends Update Entity with If-Match *
    Then Bob gets 204
    And the entity is as asked
    And the lease of the blob is Leased(B)

  @must @TABLE-LOCK-05 @needs.blob
  Scenario: The next client continues after the lease expires
    Given an entity that exists
    And a block blob that is Expired(A)
    Then within 60 seconds Bob gets 201 for Lease Blob acquire with proposed id B, duration 60
    When Bob sends Update Entity with If-Match *
    Then Bob gets 204
    And the entity is as asked

  @should @TABLE-LOCK-06 @needs.blob
  Scenario: If-Match refuses the write of a client that lost the lease while it worked
    Given an entity that holds "Colour=red; Size=1"
    And a block blob that is Leased(A) for 15 seconds
    And Ann has read the entity
    When 15 seconds pass
    And Bob sends Lease Blob acquire with proposed id B, duration 60
    Then Bob gets 201
    When Bob sends Update Entity with If-Match current, properties "Colour=blue; Size=2"
    Then Bob gets 204
    When Ann sends Update Entity with If-Match remembered, properties "Colour=green; Size=2"
    Then Ann gets 412 UpdateConditionNotSatisfied
    And the entity is unchanged
    And the entity holds what Bob wrote

  @should @TABLE-LOCK-06 @needs.blob
  Scenario: Without If-Match, a client that lost the lease overwrites its successor's work
    Given an entity that holds "Colour=red; Size=1"
    And a block blob that is Leased(A) for 15 seconds
    And Ann has read the entity
    When 15 seconds pass
    And Bob sends Lease Blob acquire with proposed id B, duration 60
    Then Bob gets 201
    When Bob sends Update Entity with If-Match current, properties "Colour=blue; Size=2"
    Then Bob gets 204
    When Ann sends Update Entity with If-Match *, properties "Colour=green; Size=2"
    Then Ann gets 204
    And the entity holds what Ann wrote
    And the lease of the blob is Leased(B)

  @must @TABLE-LOCK-07 @needs.blob
  Scenario: The locks of two tables are independent
    Given a table "orders" that exists
    And a table "customers" that exists
    And a block blob "orderlock" that exists
    And a block blob "customerlock" that exists
    When Ann sends Lease Blob acquire to "orderlock" with proposed id A
    Then Ann gets 201
    When Bob sends Lease Blob acquire to "customerlock" with proposed id B
    Then Bob gets 201
    When Bob sends Lease Blob acquire to "orderlock" with proposed id B
    Then Bob gets 409 LeaseAlreadyPresent
    When Bob sends Query Entities to "customers"
    Then Bob gets 200
    When Bob sends Lease Blob release to "customerlock" with lease id B
    Then Bob gets 200
    And the lease of the blob "orderlock" is Leased(A)
    And the lease of the blob "customerlock" is Available
