@blob
Feature: The lifetime of a lease on a blob

  How long a lease lasts, who can renew, change, release or break it, which
  operations it survives, and when the service forgets an expired lease. The rules
  come from the Lease Blob page.

  Scenario Outline: <clause> A lease <before>, acquired again by its holder with duration <duration>
    Given a blob that is Leased(A) <before>
    When 10 seconds pass
    And Ann sends Lease Blob acquire with proposed id A, duration <duration>
    Then Ann gets 201
    And the response carries lease id A
    And the lease is Leased(A) <after>
    When Bob sends Lease Blob break with nothing
    Then Bob gets 202
    And the response carries lease time <left>

    @should
    Examples: The new duration takes effect from now
      | clause                         | before                 | duration | after                  | left      |
      | BLOB-LEASE-50 BLOB-LM-ACQ-A-Le | for 60 seconds         | 15       | for 15 seconds         | remaining |
      | BLOB-LEASE-50 BLOB-LM-ACQ-A-Le | for 15 seconds         | 60       | for 60 seconds         | remaining |
      | BLOB-LEASE-50 BLOB-LM-ACQ-A-Le | for 60 seconds         | infinite | with infinite duration | 0         |
      | BLOB-LEASE-50 BLOB-LM-ACQ-A-Le | with infinite duration | 15       | for 15 seconds         | remaining |

  @should @BLOB-LEASE-50 @BLOB-LM-ACQ-A-Le
  Scenario: A lease acquired again expires one full duration later
    Given a blob that is Leased(A) for 15 seconds
    When 10 seconds pass
    And Ann sends Lease Blob acquire with proposed id A, duration 15
    Then Ann gets 201
    When 10 seconds pass
    Then the lease of the blob is Leased(A)
    When 5 seconds pass
    Then the lease of the blob is Expired(A)

  Scenario Outline: <clause> Lease Blob acquire with <ids>, duration 20, on a blob that is <state>
    Given a blob that is <state>
    When Ann sends Lease Blob acquire with <ids>, duration 20
    Then Ann gets 201
    And the lease is <lease> for 20 seconds
    When 5 seconds pass
    And Bob sends Lease Blob break with nothing
    Then Bob gets 202
    And the response carries lease time remaining

    @should
    Examples: The lease lasts as long as requested, whatever the previous lease state
      | clause           | ids            | state      | lease     |
      | BLOB-LM-ACQ-0-Av | no proposed id | Available  | Leased(X) |
      | BLOB-LM-ACQ-0-Bo | no proposed id | Broken(A)  | Leased(X) |
      | BLOB-LM-ACQ-0-Ex | no proposed id | Expired(A) | Leased(X) |
      | BLOB-LM-ACQ-A-Av | proposed id A  | Available  | Leased(A) |
      | BLOB-LM-ACQ-A-Bo | proposed id A  | Broken(A)  | Leased(A) |
      | BLOB-LM-ACQ-A-Ex | proposed id A  | Expired(A) | Leased(A) |
      | BLOB-LM-ACQ-B-Av | proposed id B  | Available  | Leased(B) |
      | BLOB-LM-ACQ-B-Bo | proposed id B  | Broken(A)  | Leased(B) |
      | BLOB-LM-ACQ-B-Ex | proposed id B  | Expired(A) | Leased(B) |

  @should @BLOB-LEASE-50
  Scenario: No other client can acquire a held lease, whatever the duration
    Given a blob that is Leased(A) for 60 seconds
    When Bob sends Lease Blob acquire with proposed id B, duration infinite
    Then Bob gets 409 LeaseAlreadyPresent
    And the blob is unchanged
    And the lease is Leased(A) for 60 seconds

  Scenario Outline: <clause> Renewal of a lease acquired <length> on a blob that was <state>
    Given a blob that is <state>
    When Ann sends Lease Blob acquire with proposed id A, duration <duration>
    Then Ann gets 201
    When <time> pass
    And Ann sends Lease Blob renew with lease id A
    Then Ann gets 200
    And the response carries lease id A
    And the lease is Leased(A) <length>
    When Bob sends Lease Blob break with nothing
    Then Bob gets 202
    And the response carries lease time <left>

    @should
    Examples: Renewal restarts the clock with the acquired duration
      | clause                               | state     | duration | length                 | time       | left      |
      | BLOB-LEASE-51 BLOB-LM-REN-A-Le       | Available | 40       | for 40 seconds         | 12 seconds | remaining |
      | BLOB-LEASE-51 BLOB-LM-REN-A-Le       | Broken(A) | 15       | for 15 seconds         | 10 seconds | remaining |
      | BLOB-LEASE-51 BLOB-LM-REN-A-Le       | Available | infinite | with infinite duration | 1 second   | 0         |
      | BLOB-LEASE-51 BLOB-LM-REN-A-Le       | Leased(A) for 60 seconds | 15 | for 15 seconds | 10 seconds | remaining |
      | BLOB-LEASE-51 BLOB-LM-REN-A-Le       | Leased(A) for 15 seconds | infinite | with infinite duration | 1 second | 0 |
      | BLOB-LEASE-51 BLOB-LM-REN-A-Ex-clean | Available | 16       | for 16 seconds         | 16 seconds | remaining |

  @should @BLOB-LEASE-51
  Scenario: A renewed lease expires one full duration after the renewal
    Given a blob that is Leased(A) for 20 seconds
    When 12 seconds pass
    And Ann sends Lease Blob renew with lease id A
    Then Ann gets 200
    When 12 seconds pass
    Then the lease of the blob is Leased(A)
    When 8 seconds pass
    Then the lease of the blob is Expired(A)

  Scenario Outline: <clause> Lease Blob change with <ids> on a lease acquired <length>
    Given a blob that is Leased(A) <length>
    When 12 seconds pass
    And Ann sends Lease Blob change with <ids>
    Then Ann gets 200
    And the response carries lease id <new>
    And the lease is Leased(<new>) <length>
    When Bob sends Lease Blob break with nothing
    Then Bob gets 202
    And the response carries lease time <left>

    @should
    Examples: A change keeps the duration and does not reset the clock
      | clause        | ids                       | new | length                 | left      |
      | BLOB-LEASE-52 | lease id A, proposed id B | B   | for 60 seconds         | remaining |
      | BLOB-LEASE-52 | lease id A, proposed id B | B   | for 30 seconds         | remaining |
      | BLOB-LEASE-52 | lease id A, proposed id B | B   | with infinite duration | 0         |

    @observed
    Examples: A change to the ID that the lease already has
      | clause                          | ids                       | new | length         | left      |
      | BLOB-LEASE-53 BLOB-LM-CHG-BA-Le | lease id B, proposed id A | A   | for 60 seconds | remaining |
      | BLOB-LEASE-53 BLOB-LM-CHG-AA-Le | lease id A, proposed id A | A   | for 60 seconds | remaining |

  @should @BLOB-LEASE-52
  Scenario: A lease whose ID was changed is renewed for its original duration
    Given a blob that is Leased(A) for 30 seconds
    When Ann sends Lease Blob change with lease id A, proposed id B
    Then Ann gets 200
    When 10 seconds pass
    And Ann sends Lease Blob renew with lease id B
    Then Ann gets 200
    When Ann sends Lease Blob break with nothing
    Then Ann gets 202
    And the response carries lease time remaining

  Scenario Outline: <clause> <operation> with <request> after the lease ID was changed from A to B
    Given a blob that is Leased(A)
    When Ann sends Lease Blob change with lease id A, proposed id B
    Then Ann gets 200
    When Ann sends <operation> with <request>
    Then Ann gets <answer>
    And the blob is <effect>
    And the lease is Leased(B)

    @must
    Examples: Who has the old ID has the lease no more
      | clause        | operation         | request    | answer         | effect    |
      | BLOB-LEASE-07 | Put Blob          | lease id A | 412 * \| 409 * | unchanged |
      | BLOB-LEASE-07 | Set Blob Metadata | lease id A | 412 * \| 409 * | unchanged |
      | BLOB-LEASE-07 | Delete Blob       | lease id A | 412 * \| 409 * | unchanged |

    @should
    Examples: The old ID is refused everywhere, and the new one is accepted
      | clause        | operation          | request                   | answer                                | effect    |
      | BLOB-LEASE-52 | Lease Blob renew   | lease id A                | 409 LeaseIdMismatchWithLeaseOperation | unchanged |
      | BLOB-LEASE-52 | Lease Blob release | lease id A                | 409 LeaseIdMismatchWithLeaseOperation | unchanged |
      | BLOB-LEASE-52 | Lease Blob change  | lease id A, proposed id C | 409 LeaseIdMismatchWithLeaseOperation | unchanged |
      | BLOB-LEASE-52 | Lease Blob acquire | proposed id A             | 409 LeaseAlreadyPresent               | unchanged |
      | BLOB-LEASE-52 | Put Blob           | lease id A                | 412 LeaseIdMismatchWithBlobOperation  | unchanged |
      | BLOB-LEASE-52 | Get Blob           | lease id A                | 412 LeaseIdMismatchWithBlobOperation  | unchanged |
      | BLOB-LEASE-52 | Put Blob           | lease id B                | 201                                   | as asked  |
      | BLOB-LEASE-52 | Lease Blob renew   | lease id B                | 200                                   | as asked  |

    @observed
    Examples: A change to the ID that the lease already has succeeds with any lease ID
      | clause        | operation         | request                   | answer | effect   |
      | BLOB-LEASE-53 | Lease Blob change | lease id A, proposed id B | 200    | as asked |
      | BLOB-LEASE-53 | Lease Blob change | lease id C, proposed id B | 200    | as asked |

  @should @BLOB-LEASE-54
  Scenario: An acquire with a proposed ID can be repeated
    Given a blob that exists
    When Ann sends Lease Blob acquire with proposed id A
    Then Ann gets 201
    And the response carries lease id A
    When Ann sends Lease Blob acquire with proposed id A
    Then Ann gets 201
    And the response carries lease id A
    And the lease is Leased(A)

  @should @BLOB-LEASE-54
  Scenario: An acquire without a proposed ID cannot be repeated
    Given a blob that exists
    When Ann sends Lease Blob acquire with no proposed id
    Then Ann gets 201
    And the lease is Leased(X)
    When Ann sends Lease Blob acquire with no proposed id
    Then Ann gets 409 LeaseAlreadyPresent
    And the blob is unchanged
    And the lease is Leased(X)

  Scenario Outline: <clause> <operation> with <request> after lease A was released
    Given a blob that is Leased(A)
    When Ann sends Lease Blob release with lease id A
    Then Ann gets 200
    When another client sends <operation> with <request>
    Then the service answers <answer>
    And the blob is <effect>
    And the lease is <lease>

    @should
    Examples: A released lease is gone
      | clause           | operation          | request        | answer                                | effect    | lease     |
      | BLOB-LEASE-55    | Lease Blob acquire | proposed id B  | 201                                   | as asked  | Leased(B) |
      | BLOB-LEASE-55    | Lease Blob acquire | no proposed id | 201                                   | as asked  | Leased(X) |
      | BLOB-LEASE-56    | Lease Blob renew   | lease id A     | 409 LeaseIdMismatchWithLeaseOperation | unchanged | Available |
      | BLOB-LEASE-57    | Lease Blob break   | nothing        | 409 LeaseNotPresentWithLeaseOperation | unchanged | Available |
      | BLOB-LEASE-57    | Lease Blob break   | break period 0 | 409 LeaseNotPresentWithLeaseOperation | unchanged | Available |
      | BLOB-LEASE-58    | Lease Blob acquire | proposed id A  | 201                                   | as asked  | Leased(A) |
      | BLOB-LM-REL-A-Av | Lease Blob release | lease id A     | 409 LeaseIdMismatchWithLeaseOperation | unchanged | Available |

  @should @BLOB-LEASE-58
  Scenario: An acquire with the ETag of the release replaces renewing a released lease
    Given a blob that is Leased(A)
    When Ann sends Lease Blob release with lease id A
    Then Ann gets 200
    And the response carries the same ETag
    When Ann sends Lease Blob acquire with proposed id A, If-Match remembered
    Then Ann gets 201
    And the lease is Leased(A)

  @should @BLOB-LEASE-58
  Scenario: An acquire with the ETag of the release detects a write since
    Given a blob that is Leased(A)
    When Ann sends Lease Blob release with lease id A
    Then Ann gets 200
    When Bob sends Put Blob
    Then Bob gets 201
    When Ann sends Lease Blob acquire with proposed id A, If-Match remembered
    Then Ann gets 412 ConditionNotMet
    And the blob is unchanged

  Scenario Outline: <clause> Lease Blob break with <request> on a lease that is <state>
    Given a blob that is <state>
    When 10 seconds pass
    And Bob sends Lease Blob break with <request>
    Then Bob gets 202
    And the response carries lease time <time>
    And the lease is <lease>

    @should
    Examples: A break can be repeated
      | clause        | state                      | request         | time      | lease       |
      | BLOB-LEASE-59 | Breaking(A) for 40 seconds | nothing         | remaining | Breaking(A) |
      | BLOB-LEASE-59 | Broken(A)                  | nothing         | 0         | Broken(A)   |
      | BLOB-LEASE-59 | Broken(A)                  | break period 30 | 0         | Broken(A)   |

    @should
    Examples: A second break can only shorten the first
      | clause        | state                      | request         | time              | lease       |
      | BLOB-LEASE-60 | Breaking(A) for 40 seconds | break period 5  | min(n, remaining) | Breaking(A) |
      | BLOB-LEASE-60 | Breaking(A) for 40 seconds | break period 60 | min(n, remaining) | Breaking(A) |
      | BLOB-LEASE-60 | Breaking(A) for 40 seconds | break period 0  | 0                 | Broken(A)   |

    @should
    Examples: No break lasts longer than the lease
      | clause        | state                    | request         | time              | lease       |
      | BLOB-LEASE-61 | Leased(A) for 50 seconds | break period 60 | min(n, remaining) | Breaking(A) |
      | BLOB-LEASE-61 | Leased(A) for 30 seconds | break period 25 | min(n, remaining) | Breaking(A) |
      | BLOB-LEASE-61 | Leased(A) for 50 seconds | nothing         | remaining         | Breaking(A) |

    @should
    Examples: An infinite lease has no remaining time
      | clause        | state                            | request         | time | lease       |
      | BLOB-LEASE-62 | Leased(A) with infinite duration | break period 20 | 20   | Breaking(A) |
      | BLOB-LEASE-62 | Leased(A) with infinite duration | nothing         | 0    | Broken(A)   |

    @should
    Examples: A break period shorter than the remaining lease time
      | clause        | state                    | request         | time | lease       |
      | BLOB-LEASE-69 | Leased(A) for 60 seconds | break period 15 | 15   | Breaking(A) |

  Scenario Outline: <clause> A lease that is <state>, broken with <request>, is broken after <time>
    Given a blob that is <state>
    When Bob sends Lease Blob break with <request>
    Then Bob gets 202
    And the response carries lease time <said>
    And the lease is Breaking(A)
    When <time> pass
    Then the lease of the blob is Broken(A)
    When Carol sends Lease Blob acquire with proposed id C
    Then Carol gets 201
    And the lease is Leased(C)

    @should
    Examples: A break lasts as long as its response says
      | clause        | state                            | request         | said              | time       |
      | BLOB-LEASE-60 | Breaking(A) for 60 seconds       | break period 10 | 10                | 10 seconds |
      | BLOB-LEASE-60 | Breaking(A) for 15 seconds       | break period 60 | min(n, remaining) | 15 seconds |
      | BLOB-LEASE-61 | Leased(A) for 15 seconds         | break period 60 | min(n, remaining) | 15 seconds |
      | BLOB-LEASE-62 | Leased(A) with infinite duration | break period 10 | 10                | 10 seconds |
      | BLOB-LEASE-69 | Leased(A) for 60 seconds         | break period 10 | 10                | 10 seconds |
      | BLOB-LEASE-69 | Leased(A) for 15 seconds         | nothing         | remaining         | 15 seconds |

  Scenario Outline: <clause> <operation> with <request> while the lease is breaking
    Given a blob that is Breaking(A)
    When Ann sends <operation> with <request>
    Then Ann gets <answer>
    And the blob is <effect>
    And the lease is <lease>

    @should
    Examples: Only break and release work, but the holder can still read and write
      | clause        | operation          | request                   | answer                                 | effect    | lease       |
      | BLOB-LEASE-63 | Lease Blob acquire | proposed id A             | 409 LeaseIsBreakingAndCannotBeAcquired | unchanged | Breaking(A) |
      | BLOB-LEASE-63 | Lease Blob renew   | lease id A                | 409 LeaseIsBrokenAndCannotBeRenewed    | unchanged | Breaking(A) |
      | BLOB-LEASE-63 | Lease Blob change  | lease id A, proposed id B | 409 LeaseIsBreakingAndCannotBeChanged  | unchanged | Breaking(A) |
      | BLOB-LEASE-63 | Lease Blob break   | break period 0            | 202                                    | as asked  | Broken(A)   |
      | BLOB-LEASE-63 | Lease Blob release | lease id A                | 200                                    | as asked  | Available   |
      | BLOB-LEASE-63 | Put Blob           | lease id A                | 201                                    | as asked  | Breaking(A) |
      | BLOB-LEASE-63 | Get Blob           | lease id A                | 200                                    | unchanged | Breaking(A) |

  Scenario Outline: <clause> A lease that is <state> can be released but not renewed
    Given a blob that is <state>
    When Ann sends Lease Blob renew with lease id A
    Then Ann gets 409 LeaseIsBrokenAndCannotBeRenewed
    And the blob is unchanged
    When Ann sends Lease Blob release with lease id A
    Then Ann gets 200
    And the lease is Available
    When Bob sends Lease Blob acquire with proposed id B
    Then Bob gets 201
    And the lease is Leased(B)

    @should
    Examples: The release makes the blob available at once
      | clause        | state       |
      | BLOB-LEASE-64 | Breaking(A) |
      | BLOB-LEASE-64 | Broken(A)   |

  Scenario Outline: <clause> <operation> by the former holder on a blob that is <state>
    Given a blob that is <state>
    When Ann sends <operation> with lease id A
    Then Ann gets <answer>
    And the blob is <effect>
    And the lease is <lease>

    @should
    Examples: Success proves that the blob did not change
      | clause                    | operation          | state                             | answer                                | effect    | lease                    |
      | BLOB-LEASE-65             | Lease Blob renew   | Expired(A)                        | 200                                   | as asked  | Leased(A) for 15 seconds |
      | BLOB-LEASE-65             | Lease Blob release | Expired(A)                        | 200                                   | as asked  | Available                |
      | BLOB-LEASE-65             | Lease Blob renew   | Expired(A) and was modified since | 409 LeaseIdMismatchWithLeaseOperation | unchanged | Available                |
      | BLOB-LEASE-65             | Lease Blob release | Expired(A) and was modified since | 409 LeaseIdMismatchWithLeaseOperation | unchanged | Available                |
      | BLOB-LEASE-65             | Lease Blob release | Broken(A) and was modified since  | 409 LeaseIdMismatchWithLeaseOperation | unchanged | Available                |
      | BLOB-LEASE-65             | Lease Blob release | Expired(A) and was leased since   | 409 LeaseIdMismatchWithLeaseOperation | unchanged | Leased(B)                |
      | BLOB-LM-REN-A-Ex-modified | Lease Blob renew   | Expired(A) and was leased since   | 409 LeaseIdMismatchWithLeaseOperation | unchanged | Leased(B)                |

  @should @BLOB-LEASE-65
  Scenario: A later lease makes the service forget the earlier one, even after it ends
    Given a blob that is Expired(A)
    When Bob sends Lease Blob acquire with proposed id B, duration infinite
    Then Bob gets 201
    When Bob sends Lease Blob break with nothing
    Then Bob gets 202
    And the lease is Broken(B)
    When Ann sends Lease Blob renew with lease id A
    Then Ann gets 409 LeaseIdMismatchWithLeaseOperation
    And the blob is unchanged
    When Bob sends Lease Blob release with lease id B
    Then Bob gets 200
    When Ann sends Lease Blob renew with lease id A
    Then Ann gets 409 LeaseIdMismatchWithLeaseOperation
    And the lease is Available

  @observed @BLOB-LEASE-66
  Scenario: A read leaves an expired lease renewable
    Given a blob that is Expired(A)
    When a reader sends Get Blob
    Then the service answers 200
    When a reader sends Get Blob Properties
    Then the service answers 200
    When Ann sends Lease Blob renew with lease id A
    Then Ann gets 200
    And the lease is Leased(A)

  @observed @BLOB-LEASE-66
  Scenario: A write does not leave an expired lease renewable
    Given a blob that is Expired(A)
    When Bob sends Put Blob
    Then Bob gets 201
    And the blob is as asked
    When Ann sends Lease Blob renew with lease id A
    Then Ann gets 409 LeaseIdMismatchWithLeaseOperation
    And the blob is unchanged
    And the lease is Available

  @should @BLOB-LEASE-67
  Scenario: Another client can acquire within a minute after the lease has expired
    Given a blob that is Expired(A)
    Then within 60 seconds Bob gets 201 for Lease Blob acquire with proposed id B
    And the lease of the blob is Leased(B)

  @observed @BLOB-LEASE-68
  Scenario: A lease expires within two seconds of its end
    Given a blob that is Leased(A) for 15 seconds
    When 11 seconds pass
    And Bob sends Put Blob
    Then Bob gets 412 LeaseIdMissing
    And the lease is Leased(A)
    When 4 seconds pass
    Then the lease of the blob is Expired(A)
    When Bob sends Put Blob
    Then Bob gets 201
    And the blob is as asked

  @observed @BLOB-LEASE-68 @needs.movable-clock
  Scenario: With a stopped clock, a lease expires exactly at its end
    Given a blob that is Leased(A) for 15 seconds
    When 14 seconds pass
    Then the lease of the blob is Leased(A)
    When 1 second passes
    Then the lease of the blob is Expired(A)

  Scenario Outline: <clause> Lease Blob renew after <operation> on a blob that is <state>
    Given a blob that is <state>
    When Bob sends <operation>
    Then Bob gets ok
    When Ann sends Lease Blob renew with lease id A
    Then Ann gets 409 LeaseIdMismatchWithLeaseOperation
    And the blob is unchanged

    @should
    Examples: Writes after which an expired lease cannot be renewed
      | clause                    | operation           | state      |
      | BLOB-LM-REN-A-Ex-modified | Put Block List      | Expired(A) |
      | BLOB-LM-REN-A-Ex-modified | Put Page            | Expired(A) |
      | BLOB-LM-REN-A-Ex-modified | Append Block        | Expired(A) |
      | BLOB-LM-REN-A-Ex-modified | Set Blob Metadata   | Expired(A) |
      | BLOB-LM-REN-A-Ex-modified | Set Blob Properties | Expired(A) |
      | BLOB-LM-REN-A-Ex-modified | Copy Blob           | Expired(A) |

  Scenario Outline: <clause> <operation> on a blob that is <state>
    Given a blob that is <state>
    When Bob sends <operation>
    Then Bob gets ok
    And the lease of the blob is Available
    When Ann sends Lease Blob release with lease id A
    Then Ann gets 409 LeaseIdMismatchWithLeaseOperation
    And the blob is unchanged

    @should
    Examples: Writes that end an expired or broken lease
      | clause          | operation           | state      |
      | BLOB-LEASE-70-s | Put Blob            | Expired(A) |
      | BLOB-LEASE-70-s | Put Block List      | Expired(A) |
      | BLOB-LEASE-70-s | Put Page            | Expired(A) |
      | BLOB-LEASE-70-s | Append Block        | Expired(A) |
      | BLOB-LEASE-70-s | Set Blob Metadata   | Expired(A) |
      | BLOB-LEASE-70-s | Set Blob Properties | Expired(A) |
      | BLOB-LEASE-70-s | Copy Blob           | Expired(A) |
      | BLOB-LEASE-70-s | Put Blob            | Broken(A)  |
      | BLOB-LEASE-70-s | Put Block List      | Broken(A)  |
      | BLOB-LEASE-70-s | Put Page            | Broken(A)  |
      | BLOB-LEASE-70-s | Append Block        | Broken(A)  |
      | BLOB-LEASE-70-s | Set Blob Metadata   | Broken(A)  |
      | BLOB-LEASE-70-s | Set Blob Properties | Broken(A)  |
      | BLOB-LEASE-70-s | Copy Blob           | Broken(A)  |

    @observed
    Examples: Writes whose effect on an expired lease is unknown
      | clause          | operation     | state      |
      | BLOB-LEASE-70-o | Put Block     | Expired(A) |
      | BLOB-LEASE-70-o | Set Blob Tier | Expired(A) |
      | BLOB-LEASE-70-o | Set Blob Tags | Expired(A) |

  Scenario Outline: <clause> <operation> with <request> on a blob that is <state>
    Given a blob that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the blob is <effect>
    And the lease is <lease>

    @should
    Examples: A met condition does not affect a lease operation
      | clause        | operation          | request                          | state     | answer                  | effect    | lease     |
      | BLOB-LEASE-71 | Lease Blob acquire | If-Match current                 | Available | 201                     | as asked  | Leased(A) |
      | BLOB-LEASE-71 | Lease Blob acquire | If-None-Match stale              | Available | 201                     | as asked  | Leased(A) |
      | BLOB-LEASE-71 | Lease Blob acquire | If-Unmodified-Since later        | Available | 201                     | as asked  | Leased(A) |
      | BLOB-LEASE-71 | Lease Blob acquire | If-Modified-Since earlier        | Available | 201                     | as asked  | Leased(A) |
      | BLOB-LEASE-71 | Lease Blob renew   | If-Match current                 | Leased(A) | 200                     | as asked  | Leased(A) |
      | BLOB-LEASE-71 | Lease Blob change  | If-Match current                 | Leased(A) | 200                     | as asked  | Leased(B) |
      | BLOB-LEASE-71 | Lease Blob release | If-Match current                 | Leased(A) | 200                     | as asked  | Available |
      | BLOB-LEASE-71 | Lease Blob break   | If-Match current, break period 0 | Leased(A) | 202                     | as asked  | Broken(A) |
      | BLOB-LEASE-71 | Lease Blob acquire | If-Match current, proposed id B  | Leased(A) | 409 LeaseAlreadyPresent | unchanged | Leased(A) |

  Scenario Outline: <clause> A lease for 30 seconds after <operation> with its ID
    Given a blob that is Leased(A) for 30 seconds
    When 12 seconds pass
    And Ann sends <operation> with lease id A
    Then Ann gets 201
    And the blob is as asked
    And the lease is Leased(A) for 30 seconds
    When 18 seconds pass
    Then the lease of the blob is Expired(A)

    @should
    Examples: The lease survives the write, and its clock is not reset
      | clause        | operation      |
      | BLOB-LEASE-23 | Put Blob       |
      | BLOB-LEASE-23 | Put Block List |

  Scenario Outline: <clause> Copy Blob from a blob that is <source> to a blob that <state>
    Given a block blob "source" that is <source>
    And a block blob that <state>
    When Bob sends Copy Blob
    Then Bob gets 202
    And the lease of the blob is Available
    And the lease of the blob "source" is <source>

    @should
    Examples: Copy Blob does not copy the lease
      | clause        | source                           | state          |
      | BLOB-LEASE-24 | Leased(A)                        | does not exist |
      | BLOB-LEASE-24 | Leased(A) with infinite duration | exists         |
      | BLOB-LEASE-24 | Broken(A)                        | does not exist |

  @should @BLOB-LEASE-25
  Scenario: Deleting a blob ends its lease
    Given a blob that is Leased(A) with infinite duration
    When Ann sends Delete Blob with lease id A
    Then Ann gets 202
    And the blob is gone
    When Bob sends Put Blob
    Then Bob gets 201
    And the blob is as asked
    And the lease is Available
    When Ann sends Lease Blob renew with lease id A
    Then Ann gets 409 LeaseIdMismatchWithLeaseOperation
    And the blob is unchanged

  Scenario Outline: <clause> Delete Container while a blob in it is <state>
    Given a blob that is <state>
    When Bob sends Delete Container
    Then Bob gets 202
    And the container is gone

    @should
    Examples: Leases on blobs do not protect their container
      | clause        | state                            |
      | BLOB-LEASE-26 | Leased(A)                        |
      | BLOB-LEASE-26 | Leased(A) with infinite duration |
      | BLOB-LEASE-26 | Breaking(A)                      |
