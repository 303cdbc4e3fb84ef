@file
Feature: Leases of shares

  A share lease protects the share itself, that is its deletion and its properties,
  but not the files in it. It lasts 15 to 60 seconds or is infinite.

  Scenario Outline: <clause> <operation> with <request> on a share that is <state>
    Given a share that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the response carries lease time <lease time>
    And the share is as answered
    And the lease is <lease>

    Examples: Actions on the lease of a share by its state
      | clause         | operation           | request                   | state                             | answer                  | lease time        | lease       |
      | FILE-SLEASE-01 | Lease Share acquire | no proposed id            | Available                         | 201                     | absent            | Leased(X)   |
      | FILE-SLEASE-07 | Lease Share acquire | no proposed id            | Leased(A)                         | 409 LeaseAlreadyPresent | absent            | Leased(A)   |
      | FILE-SLEASE-09 | Lease Share acquire | no proposed id            | Breaking(A)                       | 409                     | absent            | Breaking(A) |
      | FILE-SLEASE-15 | Lease Share acquire | no proposed id            | Broken(A)                         | 201                     | absent            | Leased(X)   |
      | FILE-SLEASE-15 | Lease Share acquire | no proposed id            | Expired(A)                        | 201                     | absent            | Leased(X)   |
      | FILE-SLEASE-01 | Lease Share acquire | proposed id A             | Available                         | 201                     | absent            | Leased(A)   |
      | FILE-SLEASE-07 | Lease Share acquire | proposed id A             | Leased(A)                         | 201                     | absent            | Leased(A)   |
      | FILE-SLEASE-09 | Lease Share acquire | proposed id A             | Breaking(A)                       | 409                     | absent            | Breaking(A) |
      | FILE-SLEASE-15 | Lease Share acquire | proposed id A             | Broken(A)                         | 201                     | absent            | Leased(A)   |
      | FILE-SLEASE-15 | Lease Share acquire | proposed id A             | Expired(A)                        | 201                     | absent            | Leased(A)   |
      | FILE-SLEASE-01 | Lease Share acquire | proposed id B             | Available                         | 201                     | absent            | Leased(B)   |
      | FILE-SLEASE-07 | Lease Share acquire | proposed id B             | Leased(A)                         | 409 LeaseAlreadyPresent | absent            | Leased(A)   |
      | FILE-SLEASE-09 | Lease Share acquire | proposed id B             | Breaking(A)                       | 409                     | absent            | Breaking(A) |
      | FILE-SLEASE-15 | Lease Share acquire | proposed id B             | Broken(A)                         | 201                     | absent            | Leased(B)   |
      | FILE-SLEASE-15 | Lease Share acquire | proposed id B             | Expired(A)                        | 201                     | absent            | Leased(B)   |
      | FILE-SLEASE-10 | Lease Share renew   | lease id A                | Available                         | 409                     | absent            | Available   |
      | FILE-SLEASE-06 | Lease Share renew   | lease id A                | Leased(A)                         | 200                     | absent            | Leased(A)   |
      | FILE-SLEASE-09 | Lease Share renew   | lease id A                | Breaking(A)                       | 409                     | absent            | Breaking(A) |
      | FILE-SLEASE-06 | Lease Share renew   | lease id A                | Broken(A)                         | 409                     | absent            | Broken(A)   |
      | FILE-SLEASE-06 | Lease Share renew   | lease id A                | Expired(A)                        | 200                     | absent            | Leased(A)   |
      | FILE-SLEASE-10 | Lease Share renew   | lease id B                | Available                         | 409                     | absent            | Available   |
      | FILE-SLEASE-06 | Lease Share renew   | lease id B                | Leased(A)                         | 409                     | absent            | Leased(A)   |
      | FILE-SLEASE-09 | Lease Share renew   | lease id B                | Breaking(A)                       | 409                     | absent            | Breaking(A) |
      | FILE-SLEASE-06 | Lease Share renew   | lease id B                | Broken(A)                         | 409                     | absent            | Broken(A)   |
      | FILE-SLEASE-06 | Lease Share renew   | lease id B                | Expired(A)                        | 409                     | absent            | Expired(A)  |
      | FILE-SLEASE-06 | Lease Share renew   | lease id A                | Expired(A) and was leased since   | 409                     | absent            | Leased(B)   |
      | FILE-SLEASE-06 | Lease Share renew   | lease id A                | Expired(A) and was modified since | 200                     | absent            | Leased(A)   |
      | FILE-SLEASE-10 | Lease Share change  | lease id A, proposed id B | Available                         | 409                     | absent            | Available   |
      | FILE-SLEASE-13 | Lease Share change  | lease id A, proposed id B | Leased(A)                         | 200                     | absent            | Leased(B)   |
      | FILE-SLEASE-09 | Lease Share change  | lease id A, proposed id B | Breaking(A)                       | 409                     | absent            | Breaking(A) |
      | FILE-SLEASE-10 | Lease Share change  | lease id B, proposed id C | Available                         | 409                     | absent            | Available   |
      | FILE-SLEASE-13 | Lease Share change  | lease id B, proposed id C | Leased(A)                         | 409                     | absent            | Leased(A)   |
      | FILE-SLEASE-09 | Lease Share change  | lease id B, proposed id C | Breaking(A)                       | 409                     | absent            | Breaking(A) |
      | FILE-SLEASE-10 | Lease Share release | lease id A                | Available                         | 409                     | absent            | Available   |
      | FILE-SLEASE-14 | Lease Share release | lease id A                | Leased(A)                         | 200                     | (0)               | Available   |
      | FILE-SLEASE-09 | Lease Share release | lease id A                | Breaking(A)                       | 200                     | (0)               | Available   |
      | FILE-SLEASE-14 | Lease Share release | lease id B                | Leased(A)                         | 409                     | absent            | Leased(A)   |
      | FILE-SLEASE-10 | Lease Share break   | nothing                   | Available                         | 409                     | absent            | Available   |
      | FILE-SLEASE-10 | Lease Share break   | break period 0            | Available                         | 409                     | absent            | Available   |
      | FILE-SLEASE-10 | Lease Share break   | break period 20           | Available                         | 409                     | absent            | Available   |
      | FILE-SLEASE-08 | Lease Share break   | break period 0            | Leased(A)                         | 202                     | 0                 | Broken(A)   |
      | FILE-SLEASE-08 | Lease Share break   | break period 30           | Leased(A)                         | 202                     | min(n, remaining) | Breaking(A) |
      | FILE-SLEASE-08 | Lease Share break   | break period 60           | Leased(A) for 20 seconds          | 202                     | min(n, remaining) | Breaking(A) |
      | FILE-SLEASE-08 | Lease Share break   | break period 30           | Leased(A) with infinite duration  | 202                     | 30                | Breaking(A) |
      | FILE-SLEASE-08 | Lease Share break   | nothing                   | Leased(A)                         | 202                     | remaining         | Breaking(A) |
      | FILE-SLEASE-08 | Lease Share break   | nothing                   | Leased(A) with infinite duration  | 202                     | 0                 | Broken(A)   |
      | FILE-SLEASE-09 | Lease Share break   | break period 0            | Breaking(A)                       | 202                     | 0                 | Broken(A)   |
      | FILE-SLEASE-09 | Lease Share break   | nothing                   | Breaking(A)                       | 202                     | remaining         | Breaking(A) |
      | FILE-SLEASE-09 | Lease Share break   | break period 5            | Breaking(A)                       | 202                     | min(n, remaining) | Breaking(A) |

  @should @FILE-SLEASE-15
  Scenario Outline: A lease that is acquired again with its ID after it <ended> is held <shown>, as requested
    Given a share that is <state>
    When Ann sends Lease Share acquire with proposed id A, duration <length>
    Then Ann gets 201
    And the lease is Leased(A) <shown>

    Examples: Ended by a break and by time
      | ended       | state      | length   | shown                  |
      | was broken  | Broken(A)  | 20       | for 20 seconds         |
      | was broken  | Broken(A)  | infinite | with infinite duration |
      | has expired | Expired(A) | infinite | with infinite duration |

  Scenario Outline: <clause> <operation> with <request> of a share that is <state>
    Given a share that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the share is <effect>

    Examples: Deletion and properties
      | clause         | operation            | request     | state      | answer               | effect    |
      | FILE-SLEASE-02 | Delete Share         | no lease id | Leased(A)  | 412 LeaseIdMissing   | unchanged |
      | FILE-SLEASE-02 | Delete Share         | lease id A  | Leased(A)  | 202                  | gone      |
      | FILE-SLEASE-02 | Delete Share         | lease id B  | Leased(A)  | 412 \| 409           | unchanged |
      | FILE-SLEASE-02 | Delete Share         | no lease id | Available  | 202                  | gone      |
      | FILE-SLEASE-11 | Delete Share         | lease id A  | Available  | 412                  | unchanged |
      | FILE-SLEASE-11 | Delete Share         | lease id B  | Available  | 412                  | unchanged |
      | FILE-SLEASE-02 | Delete Share         | no lease id | Broken(A)  | 202                  | gone      |
      | FILE-SLEASE-11 | Delete Share         | lease id A  | Broken(A)  | 412                  | unchanged |
      | FILE-SLEASE-11 | Delete Share         | lease id B  | Broken(A)  | 412                  | unchanged |
      | FILE-SLEASE-02 | Delete Share         | no lease id | Expired(A) | 202                  | gone      |
      | FILE-SLEASE-11 | Delete Share         | lease id A  | Expired(A) | 412                  | unchanged |
      | FILE-SLEASE-11 | Delete Share         | lease id B  | Expired(A) | 412                  | unchanged |
      | FILE-SLEASE-03 | Set Share Properties | no lease id | Leased(A)  | 412 (LeaseIdMissing) | unchanged |
      | FILE-SLEASE-03 | Set Share Properties | lease id A  | Leased(A)  | 200                  | as asked  |
      | FILE-SLEASE-03 | Set Share Properties | lease id B  | Leased(A)  | 412 \| 409           | unchanged |
      | FILE-SLEASE-03 | Set Share Properties | no lease id | Available  | 200                  | as asked  |
      | FILE-SLEASE-11 | Set Share Properties | lease id A  | Available  | 412                  | unchanged |
      | FILE-SLEASE-11 | Set Share Properties | lease id B  | Available  | 412                  | unchanged |
      | FILE-SLEASE-03 | Set Share Properties | no lease id | Broken(A)  | 200                  | as asked  |
      | FILE-SLEASE-11 | Set Share Properties | lease id A  | Broken(A)  | 412                  | unchanged |
      | FILE-SLEASE-11 | Set Share Properties | lease id B  | Broken(A)  | 412                  | unchanged |
      | FILE-SLEASE-03 | Set Share Properties | no lease id | Expired(A) | 200                  | as asked  |
      | FILE-SLEASE-11 | Set Share Properties | lease id A  | Expired(A) | 412                  | unchanged |
      | FILE-SLEASE-11 | Set Share Properties | lease id B  | Expired(A) | 412                  | unchanged |
      | FILE-SLEASE-03 | Set Share Metadata   | no lease id | Leased(A)  | 412 (LeaseIdMissing) | unchanged |
      | FILE-SLEASE-03 | Set Share Metadata   | lease id A  | Leased(A)  | 200                  | as asked  |
      | FILE-SLEASE-03 | Set Share Metadata   | lease id B  | Leased(A)  | 412 \| 409           | unchanged |
      | FILE-SLEASE-03 | Set Share Metadata   | no lease id | Available  | 200                  | as asked  |
      | FILE-SLEASE-11 | Set Share Metadata   | lease id A  | Available  | 412                  | unchanged |
      | FILE-SLEASE-11 | Set Share Metadata   | lease id B  | Available  | 412                  | unchanged |
      | FILE-SLEASE-03 | Set Share Metadata   | no lease id | Broken(A)  | 200                  | as asked  |
      | FILE-SLEASE-11 | Set Share Metadata   | lease id A  | Broken(A)  | 412                  | unchanged |
      | FILE-SLEASE-11 | Set Share Metadata   | lease id B  | Broken(A)  | 412                  | unchanged |
      | FILE-SLEASE-03 | Set Share Metadata   | no lease id | Expired(A) | 200                  | as asked  |
      | FILE-SLEASE-11 | Set Share Metadata   | lease id A  | Expired(A) | 412                  | unchanged |
      | FILE-SLEASE-11 | Set Share Metadata   | lease id B  | Expired(A) | 412                  | unchanged |
      | FILE-SLEASE-03 | Set Share ACL        | no lease id | Leased(A)  | 412 (LeaseIdMissing) | unchanged |
      | FILE-SLEASE-03 | Set Share ACL        | lease id A  | Leased(A)  | 200                  | as asked  |
      | FILE-SLEASE-03 | Set Share ACL        | lease id B  | Leased(A)  | 412 \| 409           | unchanged |
      | FILE-SLEASE-03 | Set Share ACL        | no lease id | Available  | 200                  | as asked  |
      | FILE-SLEASE-11 | Set Share ACL        | lease id A  | Available  | 412                  | unchanged |
      | FILE-SLEASE-11 | Set Share ACL        | lease id B  | Available  | 412                  | unchanged |
      | FILE-SLEASE-03 | Set Share ACL        | no lease id | Broken(A)  | 200                  | as asked  |
      | FILE-SLEASE-11 | Set Share ACL        | lease id A  | Broken(A)  | 412                  | unchanged |
      | FILE-SLEASE-11 | Set Share ACL        | lease id B  | Broken(A)  | 412                  | unchanged |
      | FILE-SLEASE-03 | Set Share ACL        | no lease id | Expired(A) | 200                  | as asked  |
      | FILE-SLEASE-11 | Set Share ACL        | lease id A  | Expired(A) | 412                  | unchanged |
      | FILE-SLEASE-11 | Set Share ACL        | lease id B  | Expired(A) | 412                  | unchanged |

  Scenario Outline: <clause> <operation> with <request> of a share that is <state>, which changes nothing
    Given a share that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the share is unchanged

    Examples: Reads
      | clause         | operation            | request     | state       | answer |
      | FILE-SLEASE-04 | Get Share Properties | no lease id | Available   | 200    |
      | FILE-SLEASE-04 | Get Share Properties | no lease id | Leased(A)   | 200    |
      | FILE-SLEASE-04 | Get Share Properties | no lease id | Breaking(A) | 200    |
      | FILE-SLEASE-04 | Get Share Properties | no lease id | Broken(A)   | 200    |
      | FILE-SLEASE-04 | Get Share Properties | no lease id | Expired(A)  | 200    |
      | FILE-SLEASE-04 | Get Share Properties | lease id A  | Leased(A)   | 200    |
      | FILE-SLEASE-11 | Get Share Properties | lease id A  | Available   | 412    |
      | FILE-SLEASE-11 | Get Share Properties | lease id A  | Broken(A)   | 412    |
      | FILE-SLEASE-11 | Get Share Properties | lease id A  | Expired(A)  | 412    |
      | FILE-SLEASE-04 | Get Share Metadata   | no lease id | Available   | 200    |
      | FILE-SLEASE-04 | Get Share Metadata   | no lease id | Leased(A)   | 200    |
      | FILE-SLEASE-04 | Get Share Metadata   | no lease id | Breaking(A) | 200    |
      | FILE-SLEASE-04 | Get Share Metadata   | no lease id | Broken(A)   | 200    |
      | FILE-SLEASE-04 | Get Share Metadata   | no lease id | Expired(A)  | 200    |
      | FILE-SLEASE-04 | Get Share Metadata   | lease id A  | Leased(A)   | 200    |
      | FILE-SLEASE-11 | Get Share Metadata   | lease id A  | Available   | 412    |
      | FILE-SLEASE-11 | Get Share Metadata   | lease id A  | Broken(A)   | 412    |
      | FILE-SLEASE-11 | Get Share Metadata   | lease id A  | Expired(A)  | 412    |
      | FILE-SLEASE-04 | Get Share ACL        | no lease id | Available   | 200    |
      | FILE-SLEASE-04 | Get Share ACL        | no lease id | Leased(A)   | 200    |
      | FILE-SLEASE-04 | Get Share ACL        | no lease id | Breaking(A) | 200    |
      | FILE-SLEASE-04 | Get Share ACL        | no lease id | Broken(A)   | 200    |
      | FILE-SLEASE-04 | Get Share ACL        | no lease id | Expired(A)  | 200    |
      | FILE-SLEASE-04 | Get Share ACL        | lease id A  | Leased(A)   | 200    |
      | FILE-SLEASE-11 | Get Share ACL        | lease id A  | Available   | 412    |
      | FILE-SLEASE-11 | Get Share ACL        | lease id A  | Broken(A)   | 412    |
      | FILE-SLEASE-11 | Get Share ACL        | lease id A  | Expired(A)  | 412    |

    Examples: HEAD in place of GET
      | clause         | operation            | request               | state     | answer |
      | FILE-SLEASE-11 | Get Share Properties | verb HEAD, lease id A | Available | 412    |
      | FILE-SLEASE-11 | Get Share Metadata   | verb HEAD, lease id A | Available | 412    |
      | FILE-SLEASE-04 | Get Share Metadata   | verb HEAD, lease id A | Leased(A) | 200    |

  @should @FILE-SLEASE-01
  Scenario Outline: Lease Share acquire with duration <duration>
    Given a share that exists
    When a client sends Lease Share acquire with duration <duration>
    Then the service answers <answer>
    And the lease is <lease>

    Examples: From 15 to 60 seconds, or infinite
      | duration | answer | lease                            |
      | 15       | 201    | Leased(A) for 15 seconds         |
      | 37       | 201    | Leased(A) for 37 seconds         |
      | 60       | 201    | Leased(A) for 60 seconds         |
      | infinite | 201    | Leased(A) with infinite duration |
      | 14       | 400 *  | Available                        |
      | 61       | 400 *  | Available                        |
      | 0        | 400 *  | Available                        |
      | -2       | 400 *  | Available                        |

  @should @FILE-SLEASE-01
  Scenario Outline: A share lease of <n> seconds still holds after <most> seconds, and has ended <rest> seconds later
    Given a share that exists
    When a client sends Lease Share acquire with duration <n>
    Then the service answers 201
    When <most> seconds pass
    Then the lease is Leased(A)
    When <rest> seconds pass
    Then the lease is Expired(A)

    Examples: The shortest and a longer one
      | n  | most | rest |
      | 15 | 11   | 4    |
      | 30 | 26   | 4    |

  @should @needs.movable-clock
  Scenario Outline: <clause> <operation> of a share that is <state> is refused until the last instant
    Given a share that is <state>
    When 14.9 seconds pass
    And Bob sends <operation>
    Then Bob gets 412
    And the share is unchanged
    When 0.1 seconds pass
    And Bob sends <operation>
    Then Bob gets ok
    And the share is <effect>

    Examples: Every write that needs the lease ID
      | clause                        | operation            | state                      | effect   |
      | FILE-SLEASE-02 FILE-SLEASE-01 | Delete Share         | Leased(A) for 15 seconds   | gone     |
      | FILE-SLEASE-03 FILE-SLEASE-01 | Set Share Properties | Leased(A) for 15 seconds   | as asked |
      | FILE-SLEASE-03 FILE-SLEASE-01 | Set Share Metadata   | Leased(A) for 15 seconds   | as asked |
      | FILE-SLEASE-03 FILE-SLEASE-01 | Set Share ACL        | Leased(A) for 15 seconds   | as asked |
      | FILE-SLEASE-08                | Delete Share         | Breaking(A) for 15 seconds | gone     |
      | FILE-SLEASE-08                | Set Share ACL        | Breaking(A) for 15 seconds | as asked |

  @should @FILE-SLEASE-06
  Scenario: A renewal restarts the duration of a share lease
    Given a share that is Leased(A) for 15 seconds
    When 8 seconds pass
    And Ann sends Lease Share renew with lease id A
    Then Ann gets 200
    When 11 seconds pass
    Then the lease is Leased(A)
    When 4 seconds pass
    Then the lease is Expired(A)

  @should @FILE-SLEASE-07
  Scenario: An acquire with the current ID gives a share lease the new duration
    Given a share that is Leased(A) for 60 seconds
    When Ann sends Lease Share acquire with proposed id A, duration 15
    Then Ann gets 201
    When 15 seconds pass
    Then the lease is Expired(A)

  @should @FILE-SLEASE-08
  Scenario: The break of a share lease lasts as long as its break period
    Given a share that is Leased(A) with infinite duration
    When Bob sends Lease Share break with break period 10
    Then Bob gets 202
    And the response carries lease time 10
    When 6 seconds pass
    Then the lease is Breaking(A)
    When Carl sends Set Share Metadata
    Then Carl gets 412
    When 4 seconds pass
    Then the lease is Broken(A)
    When Carl sends Set Share Metadata
    Then Carl gets 200
    And the share is as asked

  @should @FILE-SLEASE-05
  Scenario Outline: <operation> of a <resource> in a share that is <state>
    Given a share that is <state>
    And a <resource> that exists
    When a client sends <operation>
    Then the service answers ok
    And the <resource> is <effect>
    And the lease of the share is <state>

    Examples: A lease of the share does not lease its files
      | operation              | resource  | state       | effect    |
      | Create File            | file      | Leased(A)   | as asked  |
      | Put Range              | file      | Leased(A)   | as asked  |
      | Set File Metadata      | file      | Leased(A)   | as asked  |
      | Get File               | file      | Leased(A)   | unchanged |
      | Delete File            | file      | Leased(A)   | gone      |
      | Set Directory Metadata | directory | Leased(A)   | as asked  |
      | Delete Directory       | directory | Leased(A)   | gone      |
      | Lease File acquire     | file      | Leased(A)   | as asked  |
      | Put Range              | file      | Breaking(A) | as asked  |

  @should @FILE-SLEASE-12
  Scenario Outline: Delete Share with <request> of a share that <state>
    Given a share that <state>
    When a client sends Delete Share with delete snapshots <request>
    Then the service answers <answer>
    And the share is <effect>

    Examples: One snapshot, leased or not
      | state                 | request | answer                            | effect    |
      | has a leased snapshot | include | 409 DeleteShareWhenSnapshotLeased | unchanged |
      | has a snapshot        | include | 202                               | gone      |

  Scenario Outline: <clause> <operation> with <request> on a share that was <state>
    Given a share that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the share is unchanged

    @observed
    Examples: Recorded codes
      | clause         | operation         | request    | state       | answer                                    |
      | FILE-SLEASE-16 | Delete Share      | lease id A | Broken(A)   | 412 LeaseLost                             |
      | FILE-SLEASE-16 | Delete Share      | lease id A | Expired(A)  | 412 LeaseLost                             |
      | FILE-SLEASE-17 | Delete Share      | lease id B | Leased(A)   | 412 LeaseIdMismatchWithContainerOperation |
      | FILE-SLEASE-19 | Delete Share      | lease id A | Available   | 412 LeaseNotPresentWithContainerOperation |
      | FILE-SLEASE-18 | Lease Share renew | lease id A | Breaking(A) | 409 LeaseIsBrokenAndCannotBeRenewed       |

  @observed @FILE-SLEASE-18
  Scenario: The release of a share lease shows a lease time of 0
    Given a share that is Leased(A)
    When a client sends Lease Share release with lease id A
    Then the service answers 200
    And the response carries lease time 0

  @observed @FILE-SLEASE-12a
  Scenario: Delete Share with its snapshots, of which one is leased, names them before the share's own lease
    Given a share that has a leased snapshot
    When Ann sends Lease Share acquire with proposed id B, duration 60
    Then Ann gets 201
    When a client sends Delete Share with delete snapshots include
    Then the service answers 409 DeleteShareWhenSnapshotLeased
    And the share is unchanged
