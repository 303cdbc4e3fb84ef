@blob
Feature: General clauses on rarely used operations

  A clause about all operations covers rarely used ones too: conditions on sources,
  tags and leases, and what an operation on one resource leaves unchanged in
  another.

  Scenario Outline: <clause> <operation> on a <kind> that <state>, with <source condition>
    Given a page blob "source" that exists
    And a <kind> that <state>
    When a client sends <operation> with <source condition>
    Then the service answers <answer>
    And the blob is <effect>
    And the blob "source" is unchanged

    @should
    Examples: Conditions on the source of Put Page From URL
      | clause      | operation         | kind      | state  | source condition                   | answer         | effect    |
      | BLOB-TAB-19 | Put Page From URL | page blob | exists | source If-Match current            | 201            | as asked  |
      | BLOB-TAB-19 | Put Page From URL | page blob | exists | source If-Match stale              | 412 *          | unchanged |
      | BLOB-TAB-19 | Put Page From URL | page blob | exists | source If-None-Match stale         | 201            | as asked  |
      | BLOB-TAB-19 | Put Page From URL | page blob | exists | source If-None-Match current       | 412 * \| 304 * | unchanged |
      | BLOB-TAB-19 | Put Page From URL | page blob | exists | source If-Modified-Since earlier   | 201            | as asked  |
      | BLOB-TAB-19 | Put Page From URL | page blob | exists | source If-Modified-Since same      | 412 * \| 304 * | unchanged |
      | BLOB-TAB-19 | Put Page From URL | page blob | exists | source If-Unmodified-Since same    | 201            | as asked  |
      | BLOB-TAB-19 | Put Page From URL | page blob | exists | source If-Unmodified-Since earlier | 412 *          | unchanged |

  Scenario Outline: <clause> <operation> with <request> while the <kind> <state>
    Given a <kind> that <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the blob is <effect>

    @should
    Examples: Set Blob Tier accepts no date conditions
      | clause      | operation     | kind       | state  | request                     | answer                                    | effect      |
      | BLOB-TAB-20 | Set Blob Tier | block blob | exists | If-Modified-Since same      | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-20 | Set Blob Tier | block blob | exists | If-Unmodified-Since earlier | 200 \| 400 (ConditionHeadersNotSupported) | as answered |

    @observed
    Examples: If-None-Match: * on other reads
      | clause             | operation         | kind       | state  | request         | answer                                         | effect    |
      | BLOB-COND-28-known | Get Blob Metadata | block blob | exists | If-None-Match * | 400 (UnsatisfiableCondition) \| 304 * \| 412 * | unchanged |
      | BLOB-COND-28-known | Get Page Ranges   | page blob  | exists | If-None-Match * | 400 (UnsatisfiableCondition) \| 304 * \| 412 * | unchanged |

  Scenario Outline: <clause> <operation> on a leased blob, with <request>
    Given a block blob that has tags
    When Ann sends Lease Blob acquire with duration 60, proposed id A
    Then Ann gets 201
    When Ann sends <operation> with <request>
    Then Ann gets <answer>
    And the blob is <effect>
    And the lease is Leased(A)

    @should
    Examples: An unmet condition on tags leaves the lease unchanged
      | clause        | operation          | request                                                   | answer         | effect    |
      | BLOB-TAGS-02a | Lease Blob renew   | lease id A, tags condition "colour"='red'                 | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Lease Blob change  | lease id A, proposed id B, tags condition "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Lease Blob release | lease id A, tags condition "colour"='red'                 | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Lease Blob break   | tags condition "colour"='red'                             | 304 * \| 412 * | unchanged |

  @should @BLOB-DIFF-02
  Scenario: Get Page Ranges Diff reads a leased page blob without its lease ID
    Given a page blob that has a snapshot
    When Ann sends Lease Blob acquire with duration 60, proposed id A
    Then Ann gets 201
    When Bob sends Get Page Ranges Diff
    Then Bob gets 200
    And the blob is unchanged

  Scenario Outline: <clause> Metadata is kept after <operation> on a <kind>
    Given a <kind> that exists
    When Ann sends Set Blob Metadata with metadata "colour=blue"
    Then Ann gets 200
    When Bob sends <operation>
    Then Bob gets <answer>
    And the blob is as asked

    @must
    Examples: Writes of the content keep metadata
      | clause      | operation    | kind        | answer |
      | BLOB-GEN-04 | Put Page     | page blob   | 201    |
      | BLOB-GEN-04 | Append Block | append blob | 201    |

  @must @BLOB-GEN-04
  Scenario: Properties are kept after Put Page
    Given a page blob that exists
    When Ann sends Set Blob Properties
    Then Ann gets 200
    When Bob sends Put Page
    Then Bob gets 201
    And the blob is as asked

  Scenario Outline: <clause> Tags of a <kind> are kept after <operation>
    Given a <kind> that has tags
    When Ann sends <operation>
    Then Ann gets <answer>
    When Bob sends Get Blob Properties with tags condition "colour"='blue'
    Then Bob gets 200

    @must
    Examples: Operations that do not change tags
      | clause      | kind        | operation           | answer |
      | BLOB-GEN-04 | block blob  | Set Blob Metadata   | 200    |
      | BLOB-GEN-04 | block blob  | Set Blob Properties | 200    |
      | BLOB-GEN-04 | block blob  | Set Blob Tier       | 200    |
      | BLOB-GEN-04 | block blob  | Snapshot Blob       | 201    |
      | BLOB-GEN-04 | block blob  | Lease Blob acquire  | 201    |
      | BLOB-GEN-04 | page blob   | Put Page            | 201    |
      | BLOB-GEN-04 | append blob | Append Block        | 201    |

  Scenario Outline: <clause> A snapshot is unchanged after <operation> on its base blob
    Given a block blob that has a snapshot
    When Ann sends <operation>
    Then Ann gets <answer>
    And the blob "snapshot" is unchanged

    @should
    Examples: Operations on the base blob
      | clause       | operation          | answer |
      | BLOB-CONS-10 | Put Block          | 201    |
      | BLOB-CONS-10 | Set Blob Tags      | 204    |
      | BLOB-CONS-10 | Set Blob Tier      | 200    |
      | BLOB-CONS-10 | Lease Blob acquire | 201    |

  Scenario Outline: <clause> <read> shows the change made by <write> since the previous read
    Given a <kind> that exists
    When Ann sends <read>
    Then Ann gets 200
    When Bob sends <write>
    Then Bob gets <answer>
    When Ann sends <read>
    Then Ann gets 200
    And the response carries <subject>

    @must
    Examples: A repeated read
      | clause       | read                | write               | kind       | answer | subject          |
      | BLOB-CONS-02 | Get Blob Properties | Set Blob Metadata   | block blob | 200    | current ETag     |
      | BLOB-CONS-02 | Get Blob Metadata   | Set Blob Metadata   | block blob | 200    | current ETag     |
      | BLOB-CONS-02 | Get Page Ranges     | Set Blob Properties | page blob  | 200    | current ETag     |

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

  @must @BLOB-LEASE-02 @needs.movable-clock
  Scenario: A 60-second lease still holds after 59 seconds
    Given a block blob that is Leased(A) for 60 seconds
    When 59 seconds pass
    Then the lease is Leased(A)
