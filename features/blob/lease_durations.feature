@blob
Feature: How long leases and breaks last, checked just before and after their end

  These scenarios check shortly before a lease or break period should end, which
  reveals one that is too short, and right after, which reveals one that is too long.
  An infinite lease must outlast the longest wait.

  @must @BLOB-LEASE-02 @needs.movable-clock
  Scenario: An infinite lease holds for a day
    Given a block blob that is Leased(A) with infinite duration
    When 1440 minutes pass
    And Bob sends Put Blob
    Then Bob gets 412 LeaseIdMissing
    When Bob sends Lease Blob acquire with proposed id B
    Then Bob gets 409 LeaseAlreadyPresent
    And the blob is unchanged
    And the lease is Leased(A) with infinite duration
    When Ann sends Put Blob with lease id A
    Then Ann gets 201
    And the blob is as asked

  @must @BLOB-LEASE-02 @needs.movable-clock
  Scenario: A 15-second lease still holds after 14.9 seconds
    Given a block blob that is Leased(A) for 15 seconds
    When 14.9 seconds pass
    And Bob sends Put Blob
    Then Bob gets 412 LeaseIdMissing
    And the blob is unchanged
    And the lease is Leased(A)

  @must @BLOB-LEASE-02 @needs.movable-clock
  Scenario: A 60-second lease still holds after 59 seconds
    Given a block blob that is Leased(A) for 60 seconds
    When 59 seconds pass
    Then the lease is Leased(A)

  Scenario Outline: <clause> A lease is infinite after <operation> with <request>, and still held when every other would have ended
    Given a <kind> that is Leased(A) <length>
    When Ann sends <operation> with <request>
    Then Ann gets ok
    When 61 seconds pass
    And Bob sends <write>
    Then Bob gets 412 LeaseIdMissing
    And the <label> is unchanged
    And the lease of the <label> is Leased(<id>) with infinite duration

    @should
    Examples: Operations that make or keep a lease infinite
      | clause        | kind       | label     | length                 | operation               | request                          | write            | id |
      | BLOB-LEASE-50 | block blob | blob      | for 15 seconds         | Lease Blob acquire      | proposed id A, duration infinite | Put Blob         | A  |
      | BLOB-LEASE-51 | block blob | blob      | with infinite duration | Lease Blob renew        | lease id A                       | Put Blob         | A  |
      | BLOB-LEASE-52 | block blob | blob      | with infinite duration | Lease Blob change       | lease id A, proposed id B        | Put Blob         | B  |
      | BLOB-USE-08   | block blob | blob      | with infinite duration | Put Blob                | lease id A                       | Put Blob         | A  |
      | BLOB-LEASE-50 | container  | container | for 15 seconds         | Lease Container acquire | proposed id A, duration infinite | Delete Container | A  |
      | BLOB-LEASE-51 | container  | container | with infinite duration | Lease Container renew   | lease id A                       | Delete Container | A  |
      | CONT-LEASE-52 | container  | container | with infinite duration | Lease Container change  | lease id A, proposed id B        | Delete Container | B  |

  Scenario Outline: <clause> A lease acquired <how> still protects its blob after <most>, but not after its end
    Given a block blob that is <state>
    When Ann sends <operation> with <request>
    Then Ann gets ok
    When <most> pass
    And Bob sends Put Blob
    Then Bob gets 412 LeaseIdMissing
    And the blob is unchanged
    When <the rest> pass
    Then the lease of the blob is <end>
    When Bob sends Put Blob with content "of Bob"
    Then Bob gets 201
    And the blob holds what Bob wrote

    @should
    Examples: Leases acquired, renewed, changed and used
      | clause                 | how                              | state                            | operation          | request                    | most       | the rest  | end        |
      | BLOB-LEASE-50          | again, for longer                | Leased(A) for 15 seconds         | Lease Blob acquire | proposed id A, duration 30 | 22 seconds | 8 seconds | Expired(A) |
      | BLOB-LEASE-50          | again, for less                  | Leased(A) for 60 seconds         | Lease Blob acquire | proposed id A, duration 20 | 13 seconds | 7 seconds | Expired(A) |
      | BLOB-LEASE-50          | again, after an infinite one     | Leased(A) with infinite duration | Lease Blob acquire | proposed id A, duration 15 | 9 seconds  | 6 seconds | Expired(A) |
      | BLOB-LEASE-51          | and renewed                      | Leased(A) for 30 seconds         | Lease Blob renew   | lease id A                 | 22 seconds | 8 seconds | Expired(A) |
      | BLOB-LEASE-52          | and changed                      | Leased(A) for 30 seconds         | Lease Blob change  | lease id A, proposed id B  | 22 seconds | 8 seconds | Expired(B) |
      | BLOB-LM-ACQ-A-Ex       | after it has expired             | Expired(A)                       | Lease Blob acquire | proposed id A, duration 20 | 13 seconds | 7 seconds | Expired(A) |
      | BLOB-LM-REN-A-Ex-clean | and renewed after it has expired | Expired(A)                       | Lease Blob renew   | lease id A                 | 9 seconds  | 6 seconds | Expired(A) |
      | BLOB-LM-ACQ-B-Bo       | after another was broken         | Broken(A)                        | Lease Blob acquire | proposed id B, duration 20 | 13 seconds | 7 seconds | Expired(B) |
      | BLOB-USE-08            | and used to write                | Leased(A) for 20 seconds         | Put Blob           | lease id A                 | 13 seconds | 7 seconds | Expired(A) |

  Scenario Outline: <clause> A lease that is <state>, broken with <request>, still protects its blob after <most>, but not after the break
    Given a block blob that is <state>
    When Bob sends Lease Blob break with <request>
    Then Bob gets 202
    When <most> pass
    And Bob sends Put Blob
    Then Bob gets 412 (LeaseIdMissing)
    When Carol sends Lease Blob acquire with proposed id C
    Then Carol gets 409 LeaseAlreadyPresent
    And the blob is unchanged
    And the lease of the blob is Breaking(A)
    When <the rest> pass
    Then the lease of the blob is Broken(A)
    When Bob sends Put Blob with content "of Bob"
    Then Bob gets 201
    And the blob holds what Bob wrote

    @should
    Examples: A break lasts as long as its break period
      | clause        | state                            | request         | most       | the rest  |
      | BLOB-LEASE-69 | Leased(A) for 60 seconds         | break period 20 | 13 seconds | 7 seconds |
      | BLOB-LEASE-69 | Leased(A) for 15 seconds         | nothing         | 9 seconds  | 6 seconds |
      | BLOB-LEASE-61 | Leased(A) for 20 seconds         | break period 60 | 13 seconds | 7 seconds |
      | BLOB-LEASE-62 | Leased(A) with infinite duration | break period 15 | 9 seconds  | 6 seconds |
      | BLOB-LEASE-60 | Breaking(A) for 60 seconds       | break period 15 | 9 seconds  | 6 seconds |
      | BLOB-LEASE-60 | Breaking(A) for 15 seconds       | break period 60 | 9 seconds  | 6 seconds |
      | BLOB-LEASE-59 | Breaking(A) for 15 seconds       | nothing         | 9 seconds  | 6 seconds |

  Scenario Outline: <clause> A lease broken with a period of <period> seconds is still breaking after <seconds> seconds
    Given a block blob that is Leased(A) with infinite duration
    When a client sends Lease Blob break with break period <period>
    Then the service answers 202
    When <seconds> seconds pass
    Then the lease is Breaking(A)

    @should
    Examples: During the break period
      | clause        | period | seconds |
      | BLOB-LEASE-62 | 20     | 12      |

  Scenario Outline: <clause> The lease of a <kind> lasts <duration> seconds
    Given a <kind> that exists
    When Ann sends Lease Blob acquire with proposed id A, duration <duration>
    Then Ann gets 201
    When <most> pass
    And Bob sends <operation>
    Then Bob gets 412 LeaseIdMissing
    And the blob is unchanged
    When <the rest> pass
    And Bob sends <operation>
    Then Bob gets ok
    And the blob is as asked

    @should
    Examples: Page and append blobs
      | clause       | kind        | duration | most       | the rest  | operation    |
      | BLOB-LIFE-01 | page blob   | 15       | 9 seconds  | 6 seconds | Put Page     |
      | BLOB-LIFE-01 | page blob   | 60       | 52 seconds | 8 seconds | Put Page     |
      | BLOB-LIFE-01 | append blob | 15       | 9 seconds  | 6 seconds | Append Block |
      | BLOB-LIFE-01 | append blob | 60       | 52 seconds | 8 seconds | Append Block |

  Scenario Outline: <clause> <operation> of a <kind> that is <state> is refused until the last instant
    Given a <kind> that is <state>
    When <most> pass
    And Bob sends <operation>
    Then Bob gets 412 LeaseIdMissing | <or>
    And the <label> is unchanged
    When <the rest> pass
    And Bob sends <operation>
    Then Bob gets ok
    And the <label> is <effect>

    @must @needs.movable-clock
    Examples: The operations of the article
      | clause                      | operation           | kind       | label     | state                    | or               | effect   | most         | the rest    |
      | BLOB-LEASE-02 BLOB-LEASE-05 | Put Block           | block blob | blob      | Leased(A) for 15 seconds | 412 *            | as asked | 14.9 seconds | 0.1 seconds |
      | BLOB-LEASE-02 BLOB-LEASE-05 | Put Block List      | block blob | blob      | Leased(A) for 15 seconds | 412 *            | as asked | 14.9 seconds | 0.1 seconds |
      | BLOB-LEASE-02 BLOB-LEASE-05 | Set Blob Metadata   | block blob | blob      | Leased(A) for 15 seconds | 412 *            | as asked | 14.9 seconds | 0.1 seconds |
      | BLOB-LEASE-02 BLOB-LEASE-05 | Set Blob Properties | block blob | blob      | Leased(A) for 15 seconds | 412 *            | as asked | 14.9 seconds | 0.1 seconds |
      | BLOB-LEASE-02 BLOB-LEASE-05 | Copy Blob           | block blob | blob      | Leased(A) for 15 seconds | 412 *            | as asked | 14.9 seconds | 0.1 seconds |
      | BLOB-LEASE-02 BLOB-LEASE-05 | Delete Blob         | block blob | blob      | Leased(A) for 15 seconds | 412 *            | gone     | 14.9 seconds | 0.1 seconds |
      | BLOB-LEASE-02 BLOB-LEASE-05 | Put Blob            | page blob  | blob      | Leased(A) for 15 seconds | 412 *            | as asked | 14.9 seconds | 0.1 seconds |
      | BLOB-LEASE-02 BLOB-LEASE-05 | Put Page            | page blob  | blob      | Leased(A) for 15 seconds | 412 *            | as asked | 14.9 seconds | 0.1 seconds |
      | BLOB-LEASE-02 BLOB-LEASE-05 | Put Page clear      | page blob  | blob      | Leased(A) for 15 seconds | 412 *            | as asked | 14.9 seconds | 0.1 seconds |
      | CONT-LEASE-01               | Delete Container    | container  | container | Leased(A) for 15 seconds | 409 *            | gone     | 14.9 seconds | 0.1 seconds |

    @must
    Examples: In real time, the longest lease
      | clause                      | operation         | kind       | label     | state                    | or    | effect   | most       | the rest  |
      | BLOB-LEASE-07               | Put Block List    | block blob | blob      | Leased(A) for 60 seconds | 412 * | as asked | 52 seconds | 8 seconds |
      | BLOB-LEASE-07               | Set Blob Metadata | block blob | blob      | Leased(A) for 60 seconds | 412 * | as asked | 52 seconds | 8 seconds |
      | BLOB-LEASE-07               | Delete Blob       | block blob | blob      | Leased(A) for 60 seconds | 412 * | gone     | 52 seconds | 8 seconds |
      | BLOB-LEASE-07               | Put Page          | page blob  | blob      | Leased(A) for 60 seconds | 412 * | as asked | 52 seconds | 8 seconds |

    @should @needs.movable-clock
    Examples: Newer operations, and the last instant of a break
      | clause        | operation             | kind        | label     | state                      | or    | effect   | most         | the rest    |
      | BLOB-USE-01   | Put Blob From URL     | block blob  | blob      | Leased(A) for 15 seconds   | 412 * | as asked | 14.9 seconds | 0.1 seconds |
      | BLOB-USE-01   | Put Block From URL    | block blob  | blob      | Leased(A) for 15 seconds   | 412 * | as asked | 14.9 seconds | 0.1 seconds |
      | BLOB-USE-01   | Copy Blob From URL    | block blob  | blob      | Leased(A) for 15 seconds   | 412 * | as asked | 14.9 seconds | 0.1 seconds |
      | BLOB-USE-01   | Put Page From URL     | page blob   | blob      | Leased(A) for 15 seconds   | 412 * | as asked | 14.9 seconds | 0.1 seconds |
      | BLOB-USE-01   | Append Block          | append blob | blob      | Leased(A) for 15 seconds   | 412 * | as asked | 14.9 seconds | 0.1 seconds |
      | BLOB-USE-01   | Append Block From URL | append blob | blob      | Leased(A) for 15 seconds   | 412 * | as asked | 14.9 seconds | 0.1 seconds |
      | BLOB-LEASE-69 | Put Block List        | block blob  | blob      | Breaking(A) for 15 seconds | 412 * | as asked | 14.9 seconds | 0.1 seconds |
      | BLOB-LEASE-69 | Set Blob Metadata     | block blob  | blob      | Breaking(A) for 15 seconds | 412 * | as asked | 14.9 seconds | 0.1 seconds |
      | BLOB-LEASE-69 | Delete Blob           | block blob  | blob      | Breaking(A) for 15 seconds | 412 * | gone     | 14.9 seconds | 0.1 seconds |
      | BLOB-LEASE-69 | Put Page              | page blob   | blob      | Breaking(A) for 15 seconds | 412 * | as asked | 14.9 seconds | 0.1 seconds |
      | BLOB-LEASE-69 | Append Block          | append blob | blob      | Breaking(A) for 15 seconds | 412 * | as asked | 14.9 seconds | 0.1 seconds |
      | BLOB-LEASE-69 | Delete Container      | container   | container | Breaking(A) for 15 seconds | 409 * | gone     | 14.9 seconds | 0.1 seconds |

  Scenario Outline: <clause> <operation> of a <kind> by the holder of a lease of <length> is performed until the last instant
    Given a <kind> that is Leased(A) for <length>
    When 14.9 seconds pass
    And Ann sends <operation> with lease id A
    Then Ann gets ok
    And the blob is as asked
    When 0.1 seconds pass
    And Ann sends <operation> with lease id A
    Then Ann gets 412 *
    And the blob is unchanged

    @must @needs.movable-clock
    Examples: Writes
      | clause                      | operation           | kind        | length     |
      | BLOB-LEASE-10 BLOB-LEASE-02 | Put Blob            | block blob  | 15 seconds |
      | BLOB-LEASE-10 BLOB-LEASE-02 | Put Block List      | block blob  | 15 seconds |
      | BLOB-LEASE-10 BLOB-LEASE-02 | Set Blob Metadata   | block blob  | 15 seconds |
      | BLOB-LEASE-10 BLOB-LEASE-02 | Set Blob Properties | block blob  | 15 seconds |
      | BLOB-LEASE-10 BLOB-LEASE-02 | Put Page            | page blob   | 15 seconds |

    @should @needs.movable-clock
    Examples: A newer write, and reads
      | clause      | operation           | kind        | length     |
      | BLOB-USE-05 | Append Block        | append blob | 15 seconds |
      | BLOB-USE-05 | Get Blob            | block blob  | 15 seconds |
      | BLOB-USE-05 | Get Blob Properties | block blob  | 15 seconds |

  Scenario Outline: <clause> <operation> by another client in the last instant of the lease of a <kind>
    Given a <kind> that is Leased(A) for 15 seconds
    When 14.9 seconds pass
    And Bob sends <operation> with proposed id B
    Then Bob gets 409 *
    And the lease of the <label> is Leased(A)

    @must @needs.movable-clock
    Examples: Blobs and containers
      | clause                      | kind        | label     | operation               |
      | BLOB-LEASE-06 BLOB-LEASE-02 | block blob  | blob      | Lease Blob acquire      |
      | CONT-LEASE-01               | container   | container | Lease Container acquire |

  @must @BLOB-LEASE-03
  Scenario: The holder renews a lease a second time, and the second renewal counts, too
    Given a block blob that is Leased(A) for 15 seconds
    When 9 seconds pass
    And Ann sends Lease Blob renew with lease id A
    Then Ann gets 200
    When 9 seconds pass
    And Ann sends Lease Blob renew with lease id A
    Then Ann gets 200
    When 9 seconds pass
    And Bob sends Put Blob
    Then Bob gets 412 LeaseIdMissing
    And the blob is unchanged
    When 9 seconds pass
    And Bob sends Put Blob
    Then Bob gets 201
    And the blob is as asked

  @must @BLOB-LEASE-02
  Scenario: The holder acquires a finite lease again, as an infinite one
    Given a block blob that is Leased(A) for 15 seconds
    When Ann sends Lease Blob acquire with proposed id A, duration infinite
    Then Ann gets 201
    When 18 seconds pass
    And Bob sends Put Blob
    Then Bob gets 412 LeaseIdMissing
    And the blob is unchanged

  @must @BLOB-LEASE-05
  Scenario: A write of its holder does not prolong a lease
    Given a block blob that is Leased(A) for 15 seconds
    When 10 seconds pass
    And Ann sends Put Blob with lease id A
    Then Ann gets 201
    When 8 seconds pass
    And Bob sends Put Blob
    Then Bob gets 201
    And the blob is as asked
