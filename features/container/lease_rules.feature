@blob
Feature: The rules of leases, on containers too

  The Lease Container page repeats the rules of the Lease Blob page about
  durations, lease IDs, breaks and releases. These scenarios test each of them on a
  container.

  Scenario Outline: <clause> <operation> with <request> on a <resource> after the lease ID was changed from A to B
    Given a container that is Leased(A)
    When Ann sends Lease Container change with lease id A, proposed id B
    Then Ann gets 200
    When Ann sends <operation> with <request>
    Then Ann gets <answer>
    And the container is <effect>
    And the lease of the container is Leased(B)

    @should
    Examples: Only the new ID is accepted
      | clause        | resource  | operation                | request                   | answer                                    | effect    |
      | CONT-LEASE-52 | container | Lease Container renew    | lease id A                | 409 LeaseIdMismatchWithLeaseOperation     | unchanged |
      | CONT-LEASE-52 | container | Lease Container release  | lease id A                | 409 LeaseIdMismatchWithLeaseOperation     | unchanged |
      | CONT-LEASE-52 | container | Lease Container change   | lease id A, proposed id C | 409 LeaseIdMismatchWithLeaseOperation     | unchanged |
      | CONT-LEASE-52 | container | Lease Container acquire  | proposed id A             | 409 LeaseAlreadyPresent                   | unchanged |
      | CONT-LEASE-52 | container | Set Container Metadata   | lease id A                | 412 LeaseIdMismatchWithContainerOperation | unchanged |
      | CONT-LEASE-52 | container | Set Container ACL        | lease id A                | 412 LeaseIdMismatchWithContainerOperation | unchanged |
      | CONT-LEASE-52 | container | Get Container Properties | lease id A                | 412 LeaseIdMismatchWithContainerOperation | unchanged |
      | CONT-LEASE-52 | container | Delete Container         | lease id A                | 412 LeaseIdMismatchWithContainerOperation | unchanged |
      | CONT-LEASE-52 | container | Lease Container renew    | lease id B                | 200                                       | as asked  |
      | CONT-LEASE-52 | container | Set Container Metadata   | lease id B                | 200                                       | as asked  |

    @observed
    Examples: A change to the current ID succeeds, whatever the lease ID
      | clause        | resource  | operation              | request                   | answer | effect   |
      | BLOB-LEASE-53 | container | Lease Container change | lease id A, proposed id B | 200    | as asked |
      | BLOB-LEASE-53 | container | Lease Container change | lease id C, proposed id B | 200    | as asked |

  Scenario Outline: <clause> A <resource> lease <before>, acquired again by its holder with duration <duration>
    Given a container that is Leased(A) <before>
    When 10 seconds pass
    And Ann sends Lease Container acquire with proposed id A, duration <duration>
    Then Ann gets 201
    And the response carries lease id A
    And the lease is Leased(A) <after>
    When Bob sends Lease Container break with nothing
    Then Bob gets 202
    And the response carries lease time <left>

    @should
    Examples: The new duration starts now
      | clause        | resource  | before                 | duration | after                  | left      |
      | BLOB-LEASE-50 | container | for 15 seconds         | 60       | for 60 seconds         | remaining |
      | BLOB-LEASE-50 | container | for 60 seconds         | infinite | with infinite duration | 0         |
      | BLOB-LEASE-50 | container | with infinite duration | 15       | for 15 seconds         | remaining |

  Scenario Outline: <clause> Renewal of a <resource> lease <length>
    Given a container that is Leased(A) <length>
    When <time> pass
    And Ann sends Lease Container renew with lease id A
    Then Ann gets 200
    And the response carries lease id A
    And the lease is Leased(A) <length>
    When Bob sends Lease Container break with nothing
    Then Bob gets 202
    And the response carries lease time <left>

    @should
    Examples: A renewal restarts the duration of the acquire
      | clause        | resource  | length                 | time       | left      |
      | BLOB-LEASE-51 | container | for 40 seconds         | 12 seconds | remaining |
      | BLOB-LEASE-51 | container | for 16 seconds         | 16 seconds | remaining |
      | BLOB-LEASE-51 | container | with infinite duration | 1 second   | 0         |

  Scenario Outline: <clause> Second acquire of a <resource> with <ids>
    Given a container that exists
    When Ann sends Lease Container acquire with <ids>
    Then Ann gets 201
    When Ann sends Lease Container acquire with <ids>
    Then Ann gets <answer>
    And the container is <effect>
    And the lease is <lease>

    @should
    Examples: An acquire with a proposed ID can be repeated, one without cannot
      | clause        | resource  | ids            | answer                  | effect    | lease     |
      | BLOB-LEASE-54 | container | proposed id A  | 201                     | as asked  | Leased(A) |
      | BLOB-LEASE-54 | container | no proposed id | 409 LeaseAlreadyPresent | unchanged | Leased(X) |

  Scenario Outline: <clause> <operation> with <request> after a release of the <resource>'s lease A
    Given a container that is Leased(A)
    When Ann sends Lease Container release with lease id A
    Then Ann gets 200
    When another client sends <operation> with <request>
    Then the service answers <answer>
    And the container is <effect>
    And the lease is <lease>

    @should
    Examples: A released lease is gone
      | clause        | resource  | operation               | request        | answer                                | effect    | lease     |
      | BLOB-LEASE-55 | container | Lease Container acquire | proposed id B  | 201                                   | as asked  | Leased(B) |
      | BLOB-LEASE-56 | container | Lease Container renew   | lease id A     | 409 LeaseIdMismatchWithLeaseOperation | unchanged | Available |
      | BLOB-LEASE-57 | container | Lease Container break   | nothing        | 409 LeaseNotPresentWithLeaseOperation | unchanged | Available |
      | BLOB-LEASE-57 | container | Lease Container break   | break period 0 | 409 LeaseNotPresentWithLeaseOperation | unchanged | Available |
      | BLOB-LEASE-58 | container | Lease Container acquire | proposed id A  | 201                                   | as asked  | Leased(A) |

  Scenario Outline: <clause> Lease Container break with <request> on a <resource> whose lease is <state>
    Given a container that is <state>
    When 10 seconds pass
    And Bob sends Lease Container break with <request>
    Then Bob gets 202
    And the response carries lease time <time>
    And the lease is <lease>

    @should
    Examples: A break can be repeated, and only shortened
      | clause        | resource  | state                      | request         | time              | lease       |
      | BLOB-LEASE-59 | container | Breaking(A) for 40 seconds | nothing         | remaining         | Breaking(A) |
      | BLOB-LEASE-59 | container | Broken(A)                  | break period 30 | 0                 | Broken(A)   |
      | BLOB-LEASE-60 | container | Breaking(A) for 40 seconds | break period 5  | min(n, remaining) | Breaking(A) |
      | BLOB-LEASE-60 | container | Breaking(A) for 40 seconds | break period 60 | min(n, remaining) | Breaking(A) |
      | BLOB-LEASE-60 | container | Breaking(A) for 40 seconds | break period 0  | 0                 | Broken(A)   |

    @should
    Examples: A break ends no later than the lease
      | clause        | resource  | state                            | request         | time              | lease       |
      | BLOB-LEASE-61 | container | Leased(A) for 50 seconds         | break period 60 | min(n, remaining) | Breaking(A) |
      | BLOB-LEASE-61 | container | Leased(A) for 50 seconds         | nothing         | remaining         | Breaking(A) |
      | BLOB-LEASE-62 | container | Leased(A) with infinite duration | break period 20 | 20                | Breaking(A) |
      | BLOB-LEASE-62 | container | Leased(A) with infinite duration | nothing         | 0                 | Broken(A)   |
      | BLOB-LEASE-69 | container | Leased(A) for 60 seconds         | break period 15 | 15                | Breaking(A) |

  Scenario Outline: <clause> <operation> with <request> while the <resource>'s lease is breaking
    Given a container that is Breaking(A)
    When Ann sends <operation> with <request>
    Then Ann gets <answer>
    And the container is <effect>
    And the lease is <lease>

    @should
    Examples: Only break and release work
      | clause        | resource  | operation               | request                   | answer                                 | effect    | lease       |
      | BLOB-LEASE-63 | container | Lease Container acquire | proposed id A             | 409 LeaseIsBreakingAndCannotBeAcquired | unchanged | Breaking(A) |
      | BLOB-LEASE-63 | container | Lease Container renew   | lease id A                | 409 LeaseIsBrokenAndCannotBeRenewed    | unchanged | Breaking(A) |
      | BLOB-LEASE-63 | container | Lease Container change  | lease id A, proposed id B | 409 LeaseIsBreakingAndCannotBeChanged  | unchanged | Breaking(A) |
      | BLOB-LEASE-63 | container | Set Container Metadata  | lease id A                | 200                                    | as asked  | Breaking(A) |
      | BLOB-LEASE-64 | container | Lease Container release | lease id A                | 200                                    | as asked  | Available   |

  Scenario Outline: <clause> The lease of a <resource> that is <state>, once broken, still holds after <most>, then ends
    Given a container that is <state>
    When Bob sends Lease Container break with <request>
    Then Bob gets 202
    When <most> pass
    And Bob sends Delete Container
    Then Bob gets 412 (LeaseIdMissing)
    And the container is unchanged
    When Carol sends Lease Container acquire with proposed id C
    Then Carol gets 409 LeaseAlreadyPresent
    When <the rest> pass
    Then the lease of the container is Broken(A)
    When Bob sends Delete Container
    Then Bob gets 202
    And the container is gone

    @should
    Examples: A break lasts as long as its break period
      | clause        | resource  | state                            | request         | most       | the rest  |
      | BLOB-LEASE-69 | container | Leased(A) for 60 seconds         | break period 20 | 13 seconds | 7 seconds |
      | BLOB-LEASE-61 | container | Leased(A) for 15 seconds         | nothing         | 9 seconds  | 6 seconds |
      | BLOB-LEASE-62 | container | Leased(A) with infinite duration | break period 15 | 9 seconds  | 6 seconds |

  @should @BLOB-LEASE-67
  Scenario: Another client can acquire the container within a minute after its lease has expired
    Given a container that is Expired(A)
    Then within 60 seconds Bob gets 201 for Lease Container acquire with proposed id B
    And the lease of the container is Leased(B)

  Scenario Outline: <clause> <operation> with <request> on a <resource> that is <state>
    Given a container that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the container is <effect>
    And the lease is <lease>

    @should
    Examples: A condition that is met does not affect a lease operation
      | clause        | resource  | operation               | request                                   | state     | answer                  | effect    | lease     |
      | BLOB-LEASE-71 | container | Lease Container acquire | If-Unmodified-Since later                 | Available | 201                     | as asked  | Leased(A) |
      | BLOB-LEASE-71 | container | Lease Container acquire | If-Modified-Since earlier                 | Available | 201                     | as asked  | Leased(A) |
      | BLOB-LEASE-71 | container | Lease Container break   | If-Unmodified-Since later, break period 0 | Leased(A) | 202                     | as asked  | Broken(A) |
      | BLOB-LEASE-71 | container | Lease Container acquire | If-Unmodified-Since later, proposed id B  | Leased(A) | 409 LeaseAlreadyPresent | unchanged | Leased(A) |

  Scenario Outline: <clause> The lease of a container keeps others from deleting it after <operation> with <request>
    Given a container that is Leased(A) with infinite duration
    When Ann sends <operation> with <request>
    Then Ann gets 200 | 201 | 409 * | 412 *
    When Bob sends Delete Container
    Then Bob gets 412 LeaseIdMissing | 409 *
    And the container is unchanged
    And the lease of the container is Leased(A) with infinite duration
    When Ann sends Delete Container with lease id A
    Then Ann gets 202
    And the container is gone

    @must
    Examples: Every operation that leaves the lease in place
      | clause      | operation                | request                          |
      | CONT-USE-02 | Set Container Metadata   | no lease id                      |
      | CONT-USE-02 | Set Container Metadata   | lease id A                       |
      | CONT-USE-02 | Set Container ACL        | no lease id                      |
      | CONT-USE-02 | Set Container ACL        | lease id A                       |
      | CONT-USE-02 | Get Container Properties | lease id A                       |
      | CONT-USE-02 | List Blobs               | nothing                          |
      | CONT-USE-02 | Lease Container renew    | lease id A                       |
      | CONT-USE-02 | Lease Container acquire  | proposed id A, duration infinite |

  Scenario Outline: <clause> Lease Container acquire in version <version>
    Given a container that exists
    When a client sends Lease Container acquire with duration 60, api version <version>
    Then the service answers <answer>
    And the container is <effect>
    And the lease of the container is <lease>

    @should
    Examples: Versions without container leases
      | clause        | version    | answer | effect    | lease     |
      | CONT-LEASE-06 | 2011-08-18 | 400 *  | unchanged | Available |
      | CONT-LEASE-06 | 2009-09-19 | 400 *  | unchanged | Available |
