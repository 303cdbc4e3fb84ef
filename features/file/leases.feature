@file
Feature: Leases of files

  File leases are infinite, so there are three states: available, leased under A,
  and broken. These scenarios try each action in each state, and check the state it
  leaves behind.

  Scenario Outline: <clause> <operation> with <request> on a file that is <state>
    Given a file that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the file is as answered
    And the lease is <lease>

    Examples: Actions on the lease of a file by its state
      | clause        | operation          | request                   | state     | answer                                  | lease     |
      | FILE-LEASE-01 | Lease File acquire | no proposed id            | Available | 201                                     | Leased(X) |
      | FILE-LEASE-03 | Lease File acquire | no proposed id            | Leased(A) | 409 (LeaseAlreadyPresent)               | Leased(A) |
      | FILE-LEASE-09 | Lease File acquire | no proposed id            | Broken(A) | 201                                     | Leased(X) |
      | FILE-LEASE-01 | Lease File acquire | proposed id A             | Available | 201                                     | Leased(A) |
      | FILE-LEASE-04 | Lease File acquire | proposed id A             | Leased(A) | 201                                     | Leased(A) |
      | FILE-LEASE-09 | Lease File acquire | proposed id A             | Broken(A) | 201                                     | Leased(A) |
      | FILE-LEASE-01 | Lease File acquire | proposed id B             | Available | 201                                     | Leased(B) |
      | FILE-LEASE-03 | Lease File acquire | proposed id B             | Leased(A) | 409 LeaseAlreadyPresent                 | Leased(A) |
      | FILE-LEASE-09 | Lease File acquire | proposed id B             | Broken(A) | 201                                     | Leased(B) |
      | FILE-LEASE-10 | Lease File change  | lease id A, proposed id B | Available | 409 (LeaseNotPresentWithLeaseOperation) | Available |
      | FILE-LEASE-05 | Lease File change  | lease id A, proposed id B | Leased(A) | 200                                     | Leased(B) |
      | FILE-LEASE-11 | Lease File change  | lease id A, proposed id B | Broken(A) | 409                                     | Broken(A) |
      | FILE-LEASE-10 | Lease File change  | lease id B, proposed id A | Available | 409 (LeaseNotPresentWithLeaseOperation) | Available |
      | FILE-LEASE-05 | Lease File change  | lease id B, proposed id A | Leased(A) | 200                                     | Leased(A) |
      | FILE-LEASE-11 | Lease File change  | lease id B, proposed id A | Broken(A) | 409                                     | Broken(A) |
      | FILE-LEASE-05 | Lease File change  | lease id A, proposed id A | Leased(A) | 200                                     | Leased(A) |
      | FILE-LEASE-11 | Lease File change  | lease id A, proposed id A | Broken(A) | 409                                     | Broken(A) |
      | FILE-LEASE-10 | Lease File change  | lease id B, proposed id C | Available | 409 (LeaseNotPresentWithLeaseOperation) | Available |
      | FILE-LEASE-05 | Lease File change  | lease id B, proposed id C | Leased(A) | 409                                     | Leased(A) |
      | FILE-LEASE-11 | Lease File change  | lease id B, proposed id C | Broken(A) | 409                                     | Broken(A) |
      | FILE-LEASE-10 | Lease File release | lease id A                | Available | 409 (LeaseNotPresentWithLeaseOperation) | Available |
      | FILE-LEASE-06 | Lease File release | lease id A                | Leased(A) | 200                                     | Available |
      | FILE-LEASE-09 | Lease File release | lease id A                | Broken(A) | 200                                     | Available |
      | FILE-LEASE-10 | Lease File release | lease id B                | Available | 409 (LeaseNotPresentWithLeaseOperation) | Available |
      | FILE-LEASE-07 | Lease File release | lease id B                | Leased(A) | 409 (LeaseIdMismatchWithLeaseOperation) | Leased(A) |
      | FILE-LEASE-11 | Lease File release | lease id B                | Broken(A) | 409                                     | Broken(A) |
      | FILE-LEASE-10 | Lease File break   | nothing                   | Available | 409 (LeaseNotPresentWithLeaseOperation) | Available |
      | FILE-LEASE-08 | Lease File break   | nothing                   | Leased(A) | 202                                     | Broken(A) |
      | FILE-LEASE-09 | Lease File break   | nothing                   | Broken(A) | 202                                     | Broken(A) |

  @should @FILE-LEASE-01
  Scenario: The answer to an acquire has the lease ID, and the lease protects the file
    Given a file that exists
    When Ann sends Lease File acquire with proposed id A
    Then Ann gets 201
    And the response carries lease id A
    When Bob sends Put Range
    Then Bob gets 412
    When Ann sends Put Range with lease id A
    Then Ann gets 201
    And the file is as asked

  @should @FILE-LEASE-01
  Scenario: Without a proposed ID, the service generates one
    Given a file that exists
    When Ann sends Lease File acquire with no proposed id
    Then Ann gets 201
    And the response carries a lease id
    When Ann sends Put Range with lease id granted
    Then Ann gets 201

  @should @FILE-LEASE-02
  Scenario Outline: Lease File acquire with duration <duration>
    Given a file that exists
    When a client sends Lease File acquire with duration <duration>
    Then the service answers <answer>
    And the lease is <lease>

    Examples: Only an infinite duration is allowed
      | duration | answer | lease                            |
      | infinite | 201    | Leased(A) with infinite duration |
      | 15       | 400 *  | Available                        |
      | 60       | 400 *  | Available                        |
      | 0        | 400 *  | Available                        |
      | -2       | 400 *  | Available                        |

  @should @FILE-LEASE-02
  Scenario: A file lease does not expire
    Given a file that is Leased(A)
    When 90 seconds pass
    Then the lease is Leased(A) with infinite duration
    When a client sends Put Range
    Then the service answers 412

  @should @FILE-LEASE-12 @needs.movable-clock
  Scenario Outline: <operation> of a leased file is refused <time> later too
    Given a file that is Leased(A)
    When <time> pass
    And Bob sends <operation>
    Then Bob gets 412
    And the file is unchanged
    When Ann sends Lease File release with lease id A
    Then Ann gets 200
    When Bob sends <operation>
    Then Bob gets ok
    And the file is <effect>

    Examples: Every write
      | operation           | effect   | time         |
      | Create File         | as asked | 1440 minutes |
      | Set File Metadata   | as asked | 1440 minutes |
      | Set File Properties | as asked | 1440 minutes |
      | Put Range           | as asked | 1440 minutes |
      | Put Range clear     | as asked | 1440 minutes |
      | Copy File           | as asked | 1440 minutes |
      | Delete File         | gone     | 1440 minutes |

  @should @FILE-LEASE-05
  Scenario: After a change the former lease ID is invalid
    Given a file that is Leased(A)
    When Ann sends Lease File change with lease id A, proposed id B
    Then Ann gets 200
    And the response carries lease id B
    When Bob sends Put Range with lease id A
    Then Bob gets 412
    When Ann sends Put Range with lease id B
    Then Ann gets 201
    And the file is as asked

  @should @FILE-LEASE-06
  Scenario: Any client can use a file after the lease is released
    Given a file that is Leased(A)
    When Ann sends Lease File release with lease id A
    Then Ann gets 200
    When Bob sends Put Range
    Then Bob gets 201
    And the file is as asked
    When Carl sends Lease File acquire with proposed id B
    Then Carl gets 201

  @should @FILE-LEASE-08
  Scenario Outline: Any client can break the lease of a file, and <operation> succeeds at once
    Given a file that is Leased(A)
    When a stranger sends Lease File break
    Then the stranger gets 202
    And the response carries lease time 0
    When Bob sends <operation>
    Then Bob gets ok
    And the file is <effect>

    Examples: Operations right after the break
      | operation         | effect   |
      | Put Range         | as asked |
      | Set File Metadata | as asked |
      | Delete File       | gone     |

  @should @FILE-LEASE-21
  Scenario Outline: <operation> of a file in a share snapshot
    Given a file that has a snapshot
    When a client sends <operation> to "snapshot"
    Then the service answers 400 *
    And the file "snapshot" is unchanged
    And the lease of the file is Available

    Examples: Every action
      | operation          |
      | Lease File acquire |
      | Lease File change  |
      | Lease File release |
      | Lease File break   |

  @should @FILE-LEASE-22
  Scenario Outline: <operation> with <request>, which is not a GUID, on a file that is <state>
    Given a file that is <state>
    When a client sends <operation> with <request>
    Then the service answers 400 *
    And the file is unchanged
    And the lease is <state>

    Examples: A proposed ID
      | operation          | request                           | state     |
      | Lease File acquire | proposed id malformed             | Available |
      | Lease File change  | lease id A, proposed id malformed | Leased(A) |

  @should @FILE-LEASE-25
  Scenario Outline: <operation> shows that a file is <state>
    Given a file that is <state>
    When a client sends <operation>
    Then the service answers 200
    And the response carries lease state <shown>, lease status <status>, <duration>

    Examples: State, status and duration
      | operation           | state     | shown     | status   | duration                |
      | Get File            | Available | available | unlocked | no lease duration       |
      | Get File            | Leased(A) | leased    | locked   | lease duration infinite |
      | Get File            | Broken(A) | broken    | unlocked | no lease duration       |
      | Get File Properties | Available | available | unlocked | no lease duration       |
      | Get File Properties | Leased(A) | leased    | locked   | lease duration infinite |
      | Get File Properties | Broken(A) | broken    | unlocked | no lease duration       |

  @observed @FILE-LEASE-15a
  Scenario: Delete File with the ID of a lease that was just released
    Given a file that is Leased(A)
    When Ann sends Lease File release with lease id A
    Then Ann gets 200
    When Ann sends Delete File with lease id A
    Then Ann gets 412 LeaseLostWithFileOperation
    And the file is unchanged

  @observed @FILE-SLEASE-17
  Scenario: Delete File with another lease ID
    Given a file that is Leased(A)
    When a client sends Delete File with lease id B
    Then the service answers 412 LeaseIdMismatchWithFileOperation
    And the file is unchanged

  @observed @FILE-LEASE-15b
  Scenario: A write makes the service forget a broken lease
    Given a file that is Broken(A)
    When a client sends Set File Metadata
    Then the service answers 200
    And the lease is Available
