@blob
Feature: The life of a lease on a container

  A container lease follows the rules of a blob lease, but it protects only against
  deletion of the container, and it survives every change of the container.

  Scenario Outline: <clause> The answer to <operation> with <request> on a container that is <state>
    Given a container that is <state>
    When 2 seconds pass
    And a client sends <operation> with <request>
    Then the service answers <answer>
    And the response carries <headers>
    And the container is as asked

    @should
    Examples: Response headers
      | clause        | operation               | request                   | state                            | answer | headers                                                                    |
      | CONT-LEASE-02 | Lease Container acquire | proposed id A             | Available                        | 201    | lease id A, an ETag, a Last-Modified, no lease time, an empty body         |
      | CONT-LEASE-02 | Lease Container acquire | no proposed id            | Available                        | 201    | a lease id, an ETag, a Last-Modified, no lease time, an empty body         |
      | CONT-LEASE-02 | Lease Container renew   | lease id A                | Leased(A)                        | 200    | lease id A, an ETag, a Last-Modified, no lease time, an empty body         |
      | CONT-LEASE-02 | Lease Container change  | lease id A, proposed id B | Leased(A)                        | 200    | lease id B, an ETag, a Last-Modified, no lease time, an empty body         |
      | CONT-LEASE-02 | Lease Container release | lease id A                | Leased(A)                        | 200    | no lease id, an ETag, a Last-Modified, no lease time, an empty body        |
      | CONT-LEASE-02 | Lease Container break   | break period 20           | Leased(A) with infinite duration | 202    | no lease id, an ETag, a Last-Modified, lease time 20, an empty body        |
      | CONT-LEASE-02 | Lease Container break   | nothing                   | Leased(A)                        | 202    | no lease id, an ETag, a Last-Modified, lease time remaining, an empty body |
      | CONT-LEASE-02 | Lease Container break   | nothing                   | Leased(A) with infinite duration | 202    | no lease id, an ETag, a Last-Modified, lease time 0, an empty body         |

    @should
    Examples: ETag and Last-Modified stay the same
      | clause        | operation               | request                   | state      | answer | headers                               |
      | CONT-LEASE-05 | Lease Container acquire | proposed id B             | Available  | 201    | the same ETag, the same Last-Modified |
      | CONT-LEASE-05 | Lease Container acquire | proposed id B             | Expired(A) | 201    | the same ETag, the same Last-Modified |
      | CONT-LEASE-05 | Lease Container renew   | lease id A                | Leased(A)  | 200    | the same ETag, the same Last-Modified |
      | CONT-LEASE-05 | Lease Container change  | lease id A, proposed id B | Leased(A)  | 200    | the same ETag, the same Last-Modified |
      | CONT-LEASE-05 | Lease Container release | lease id A                | Leased(A)  | 200    | the same ETag, the same Last-Modified |
      | CONT-LEASE-05 | Lease Container break   | break period 0            | Leased(A)  | 202    | the same ETag, the same Last-Modified |

  Scenario Outline: <clause> Get Container Properties of a container that is <state>
    Given a container that is <state>
    When a reader sends Get Container Properties
    Then the service answers 200
    And the response carries <headers>
    And the container is unchanged

    @should
    Examples: Lease states in headers
      | clause        | state                            | headers                                                                       |
      | CONT-LEASE-02 | Available                        | lease state available, lease status unlocked, no lease duration, no lease id  |
      | CONT-LEASE-02 | Leased(A) for 60 seconds         | lease state leased, lease status locked, lease duration fixed, no lease id    |
      | CONT-LEASE-02 | Leased(A) with infinite duration | lease state leased, lease status locked, lease duration infinite, no lease id |
      | CONT-LEASE-02 | Breaking(A)                      | lease state breaking, lease status locked, no lease duration, no lease id     |
      | CONT-LEASE-02 | Broken(A)                        | lease state broken, lease status unlocked, no lease duration, no lease id     |
      | CONT-LEASE-02 | Expired(A)                       | lease state expired, lease status unlocked, no lease duration, no lease id    |

  Scenario Outline: <clause> <operation> with <request> on a container that is <state>
    Given a container that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the container is unchanged
    And the lease is <state>

    @should
    Examples: Limits
      | clause        | operation               | request                           | state                            | answer                      |
      | CONT-LEASE-03 | Lease Container acquire | duration 0                        | Available                        | 400 InvalidHeaderValue      |
      | CONT-LEASE-03 | Lease Container acquire | duration 14                       | Available                        | 400 InvalidHeaderValue      |
      | CONT-LEASE-03 | Lease Container acquire | duration 61                       | Available                        | 400 InvalidHeaderValue      |
      | CONT-LEASE-03 | Lease Container acquire | no duration                       | Available                        | 400 MissingRequiredHeader   |
      | CONT-LEASE-03 | Lease Container break   | break period 61                   | Leased(A) for 60 seconds         | 400 (InvalidHeaderValue)    |
      | CONT-LEASE-03 | Lease Container break   | break period 61                   | Leased(A) with infinite duration | 400 (InvalidHeaderValue)    |
      | CONT-LEASE-03 | Lease Container acquire | proposed id malformed             | Available                        | 400 (InvalidHeaderValue)    |
      | CONT-LEASE-03 | Lease Container change  | lease id A, proposed id malformed | Leased(A)                        | 400 (InvalidHeaderValue)    |
      | CONT-LEASE-03 | Lease Container renew   | no lease id                       | Leased(A)                        | 400 (MissingRequiredHeader) |
      | CONT-LEASE-03 | Lease Container release | no lease id                       | Leased(A)                        | 400 (MissingRequiredHeader) |
      | CONT-LEASE-03 | Lease Container change  | no proposed id                    | Leased(A)                        | 400 (MissingRequiredHeader) |
      | CONT-LEASE-03 | Lease Container acquire | no lease action                   | Available                        | 400 (MissingRequiredHeader) |
      | CONT-LEASE-03 | Lease Container acquire | lease action steal                | Available                        | 400 (InvalidHeaderValue)    |

  Scenario Outline: <clause> Lease Container acquire with proposed id A <notation>, duration <duration>
    Given a container that exists
    When Ann sends Lease Container acquire with proposed id A <notation>, duration <duration>
    Then Ann gets 201
    When Bob sends Delete Container
    Then Bob gets 412 LeaseIdMissing
    And the container is unchanged
    When Ann sends Delete Container with lease id A <notation>
    Then Ann gets 202
    And the container is gone

    @should
    Examples: Any notation of a GUID, and the limits of the duration
      | clause        | notation      | duration |
      | CONT-LEASE-03 | upper-case    | 15       |
      | CONT-LEASE-03 | bare          | 60       |
      | CONT-LEASE-03 | braced        | infinite |
      | CONT-LEASE-03 | parenthesised | 37       |

  Scenario Outline: <clause> A container lease <before>, <operation> after 10 seconds with <request>
    Given a container that is Leased(A) <before>
    When 10 seconds pass
    And Ann sends <operation> with <request>
    Then Ann gets ok
    And the lease is <after>
    When Bob sends Lease Container break with nothing
    Then Bob gets 202
    And the response carries lease time <left>

    @should
    Examples: How much time is left
      | clause            | before         | operation               | request                          | after                            | left      |
      | CONT-LM-ACQ-A-Le  | for 60 seconds | Lease Container acquire | proposed id A, duration 15       | Leased(A) for 15 seconds         | remaining |
      | CONT-LM-ACQ-A-Le  | for 60 seconds | Lease Container acquire | proposed id A, duration infinite | Leased(A) with infinite duration | 0         |
      | CONT-LM-REN-A-Le  | for 30 seconds | Lease Container renew   | lease id A                       | Leased(A) for 30 seconds         | remaining |
      | CONT-LM-CHG-AB-Le | for 30 seconds | Lease Container change  | lease id A, proposed id B        | Leased(B) for 30 seconds         | remaining |
      | CONT-LM-CHG-BA-Le | for 30 seconds | Lease Container change  | lease id B, proposed id A        | Leased(A) for 30 seconds         | remaining |
      | CONT-LM-BRK-N-Le  | for 30 seconds | Lease Container break   | break period 60                  | Breaking(A)                      | remaining |
      | CONT-LM-BRK-N-Le  | for 30 seconds | Lease Container break   | break period 5                   | Breaking(A)                      | remaining |
      | CONT-LM-WRITE-Le  | for 30 seconds | Set Container Metadata  | nothing                          | Leased(A) for 30 seconds         | remaining |
      | CONT-UM-O-A-Le    | for 30 seconds | Set Container ACL       | lease id A                       | Leased(A) for 30 seconds         | remaining |

  Scenario Outline: <clause> Lease Container acquire with <ids>, duration 20, on a container that is <state>
    Given a container that is <state>
    When Ann sends Lease Container acquire with <ids>, duration 20
    Then Ann gets 201
    And the lease is <lease> for 20 seconds
    When 5 seconds pass
    And Bob sends Lease Container break with nothing
    Then Bob gets 202
    And the response carries lease time remaining

    @should
    Examples: The lease lasts as long as requested, whatever the earlier state
      | clause           | ids            | state      | lease     |
      | CONT-LM-ACQ-0-Av | no proposed id | Available  | Leased(X) |
      | CONT-LM-ACQ-0-Bo | no proposed id | Broken(A)  | Leased(X) |
      | CONT-LM-ACQ-0-Ex | no proposed id | Expired(A) | Leased(X) |
      | CONT-LM-ACQ-A-Av | proposed id A  | Available  | Leased(A) |
      | CONT-LM-ACQ-A-Bo | proposed id A  | Broken(A)  | Leased(A) |
      | CONT-LM-ACQ-A-Ex | proposed id A  | Expired(A) | Leased(A) |
      | CONT-LM-ACQ-B-Av | proposed id B  | Available  | Leased(B) |
      | CONT-LM-ACQ-B-Bo | proposed id B  | Broken(A)  | Leased(B) |
      | CONT-LM-ACQ-B-Ex | proposed id B  | Expired(A) | Leased(B) |

  @must @CONT-LEASE-01 @needs.movable-clock
  Scenario: A container lease still holds just before its end
    Given a container that is Leased(A) for 60 seconds
    When 59 seconds pass
    Then the lease of the container is Leased(A)

  Scenario Outline: <clause> A container lease that is <state>, broken with <request>, is broken after <time>
    Given a container that is <state>
    When Bob sends Lease Container break with <request>
    Then Bob gets 202
    And the response carries lease time <said>
    And the lease is Breaking(A)
    When <time> pass
    Then the lease of the container is Broken(A)
    When Carol sends Lease Container acquire with proposed id C
    Then Carol gets 201
    And the lease is Leased(C)

    @should
    Examples: The break lasts as long as its answer says
      | clause                  | state                      | request         | said              | time       |
      | CONT-LM-BRK-N-Le        | Leased(A) for 60 seconds   | break period 10 | 10                | 10 seconds |
      | CONT-LM-BRK-N-Bi        | Breaking(A) for 60 seconds | break period 10 | 10                | 10 seconds |
      | CONT-LM-BRK-N-Bi        | Breaking(A) for 15 seconds | break period 60 | min(n, remaining) | 15 seconds |
      | CONT-LM-BRK-D-Le-finite | Leased(A) for 15 seconds   | nothing         | remaining         | 15 seconds |

  @should @CONT-LEASE-02
  Scenario: A container lease that is broken with a period stays breaking for that period
    Given a container that is Leased(A) with infinite duration
    When a client sends Lease Container break with break period 20
    Then the service answers 202
    When 12 seconds pass
    Then the lease of the container is Breaking(A)

  Scenario Outline: <clause> <operation> by the former holder of a container that is <state>
    Given a container that is <state>
    When Ann sends <operation> with lease id A
    Then Ann gets <answer>
    And the container is <effect>
    And the lease is <lease>

    @should
    Examples: The service remembers the former lease after a change, but not after another lease
      | clause           | operation               | state                             | answer                                | effect    | lease                    |
      | CONT-LM-WRITE-Ex | Lease Container renew   | Expired(A) and was modified since | 200                                   | as asked  | Leased(A) for 15 seconds |
      | CONT-LM-WRITE-Ex | Lease Container release | Expired(A) and was modified since | 200                                   | as asked  | Available                |
      | CONT-LM-WRITE-Bo | Lease Container release | Broken(A) and was modified since  | 200                                   | as asked  | Available                |
      | CONT-LM-ACQ-B-Ex | Lease Container release | Expired(A) and was leased since   | 409 LeaseIdMismatchWithLeaseOperation | unchanged | Leased(B)                |
      | CONT-LM-ACQ-B-Bo | Lease Container release | Broken(A) and was leased since    | 409 LeaseIdMismatchWithLeaseOperation | unchanged | Leased(B)                |

  @should @CONT-LM-REN-A-Ex-leased
  Scenario: A later lease makes the service forget the earlier one, even after it ends
    Given a container that is Expired(A)
    When Bob sends Lease Container acquire with proposed id B, duration infinite
    Then Bob gets 201
    When Bob sends Lease Container break with nothing
    Then Bob gets 202
    And the lease is Broken(B)
    When Ann sends Lease Container renew with lease id A
    Then Ann gets 409 LeaseIdMismatchWithLeaseOperation
    And the container is unchanged
    When Bob sends Lease Container release with lease id B
    Then Bob gets 200
    And the lease is Available

  Scenario Outline: <clause> <operation> with <request> on a blob that <state>, in a leased container
    Given a container that is Leased(A) with infinite duration
    And a blob that <state>
    When Bob sends <operation> with <request>
    Then Bob gets <answer>
    And the blob is <effect>
    And the lease of the container is Leased(A) with infinite duration

    @should
    Examples: Leases of blobs are independent of their container's
      | clause        | operation          | request       | state          | answer                                | effect    |
      | CONT-LEASE-04 | Put Blob           | nothing       | does not exist | 201                                   | as asked  |
      | CONT-LEASE-04 | Put Blob           | nothing       | exists         | 201                                   | as asked  |
      | CONT-LEASE-04 | Delete Blob        | nothing       | exists         | 202                                   | gone      |
      | CONT-LEASE-04 | Lease Blob acquire | proposed id A | exists         | 201                                   | as asked  |
      | CONT-LEASE-04 | Lease Blob acquire | proposed id B | exists         | 201                                   | as asked  |
      | CONT-LEASE-04 | Put Blob           | lease id B    | is Leased(B)   | 201                                   | as asked  |
      | CONT-LEASE-04 | Put Blob           | nothing       | is Leased(B)   | 412 LeaseIdMissing                    | unchanged |
      | CONT-LEASE-04 | Lease Blob release | lease id B    | is Leased(B)   | 200                                   | as asked  |
      | CONT-LEASE-04 | Lease Blob renew   | lease id A    | is Leased(B)   | 409 LeaseIdMismatchWithLeaseOperation | unchanged |

  @should @CONT-LEASE-04
  Scenario: A lease of a blob does not prevent a lease of its container
    Given a blob that is Leased(B)
    When Ann sends Lease Container acquire with proposed id A
    Then Ann gets 201
    And the lease of the container is Leased(A)
    And the lease of the blob is Leased(B)
    When Ann sends Lease Container break with break period 0
    Then Ann gets 202
    And the lease of the container is Broken(A)
    And the lease of the blob is Leased(B)

  @observed @CONT-LEASE-07
  Scenario: A container that was deleted under its lease is available after it is created again
    Given a container that is Leased(A) with infinite duration
    When Ann sends Delete Container with lease id A
    Then Ann gets 202
    And the container is gone
    When 30 seconds pass
    Then within 60 seconds Ann gets 201 for Create Container
    And the lease of the container is Available
    When Ann sends Lease Container renew with lease id A
    Then Ann gets 409 LeaseIdMismatchWithLeaseOperation
    And the container is unchanged
