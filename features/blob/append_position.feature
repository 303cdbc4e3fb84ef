@blob
Feature: Append position and maximum size of append blobs

  Append Block adds to the end of the blob, wherever the end is by then. A client
  that must not append twice, or too much, can state where it expects the end to
  be. The append blobs here hold 15 bytes, and a block has 16.

  Scenario Outline: <clause> Append Block to an append blob of 15 bytes, with <condition>
    Given an append blob that exists
    When a client sends Append Block with <condition>
    Then the service answers <answer>
    And the blob is <effect>

    @should
    Examples: The append position must equal the current length
      | clause         | condition                            | answer                            | effect    |
      | BLOB-APPEND-01 | append position 15                   | 201                               | as asked  |
      | BLOB-APPEND-01 | append position 14                   | 412 AppendPositionConditionNotMet | unchanged |
      | BLOB-APPEND-01 | append position 16                   | 412 AppendPositionConditionNotMet | unchanged |
      | BLOB-APPEND-01 | append position 0                    | 412 AppendPositionConditionNotMet | unchanged |
      | BLOB-APPEND-01 | append position 15, If-Match current | 201                               | as asked  |
      | BLOB-APPEND-01 | append position 15, If-Match stale   | 412 ConditionNotMet               | unchanged |
      | BLOB-APPEND-01 | append position 14, max size 4096    | 412 AppendPositionConditionNotMet | unchanged |

    @should
    Examples: The blob may reach the maximum size, but not exceed it
      | clause         | condition                       | answer                         | effect    |
      | BLOB-APPEND-02 | max size 4096                   | 201                            | as asked  |
      | BLOB-APPEND-02 | max size 32                     | 201                            | as asked  |
      | BLOB-APPEND-02 | max size 31                     | 201                            | as asked  |
      | BLOB-APPEND-02 | max size 30                     | 412 MaxBlobSizeConditionNotMet | unchanged |
      | BLOB-APPEND-02 | max size 15                     | 412 MaxBlobSizeConditionNotMet | unchanged |
      | BLOB-APPEND-02 | max size 14                     | 412 MaxBlobSizeConditionNotMet | unchanged |
      | BLOB-APPEND-02 | max size 0                      | 412 MaxBlobSizeConditionNotMet | unchanged |
      | BLOB-APPEND-02 | append position 15, max size 31 | 201                            | as asked  |
      | BLOB-APPEND-02 | append position 15, max size 30 | 412 MaxBlobSizeConditionNotMet | unchanged |

    @observed
    Examples: A negative append position
      | clause         | condition          | answer                 | effect    |
      | BLOB-APPEND-04 | append position -1 | 400 InvalidHeaderValue | unchanged |

  @should @BLOB-APPEND-01
  Scenario: An empty append blob accepts a block at position 0 only once
    Given an append blob that does not exist
    When a client sends Put Blob
    Then the service answers 201
    When a client sends Append Block with append position 0
    Then the service answers 201
    And the response carries append offset 0, block count 1
    And the blob is as asked
    When a client sends Append Block with append position 0
    Then the service answers 412 AppendPositionConditionNotMet
    And the blob is unchanged

  @should @BLOB-APPEND-03
  Scenario: Append Block returns the offset of the block and the number of blocks
    Given an append blob that exists
    When a client sends Append Block
    Then the service answers 201
    And the response carries a new ETag, a new Last-Modified, append offset 15, block count 2
    And the blob is as asked
    When a client sends Append Block with content "more"
    Then the service answers 201
    And the response carries a new ETag, a new Last-Modified, append offset 31, block count 3
    And the blob is as asked

  @should @BLOB-APPEND-05
  Scenario: All blocks that 8 clients append at once are kept
    Given an append blob that exists
    When 8 clients send Append Block at once
    Then all 8 get 201
    And the blob holds each part at the offset that its answer names

  @should @BLOB-APPEND-05 @BLOB-APPEND-01
  Scenario: Exactly one of 8 clients that append at the same position succeeds
    Given an append blob that exists
    When 8 clients send Append Block with append position 15 at once
    Then exactly 1 gets 201 and the rest 412 AppendPositionConditionNotMet
    And the blob is as asked

  @should @BLOB-APPEND-02
  Scenario: Exactly one of 8 clients succeeds if the maximum size leaves room for one block
    Given an append blob that exists
    When 8 clients send Append Block with max size 40 at once
    Then exactly 1 gets 201 and the rest 412 MaxBlobSizeConditionNotMet
    And the blob is as asked

  Scenario Outline: <clause> Append Block to a <kind> that <state>, with <request>
    Given a <kind> that <state>
    When a client sends Append Block with <request>
    Then the service answers <answer>
    And the blob is unchanged

    @should
    Examples: The blob is missing or is not an append blob
      | clause         | kind        | state          | request           | answer              |
      | BLOB-APPEND-06 | append blob | does not exist | nothing           | 404 BlobNotFound    |
      | BLOB-APPEND-06 | append blob | does not exist | append position 0 | 404 BlobNotFound    |
      | BLOB-APPEND-06 | append blob | was deleted    | nothing           | 404 BlobNotFound    |
      | BLOB-APPEND-06 | block blob  | exists         | nothing           | 409 InvalidBlobType |
      | BLOB-APPEND-06 | page blob   | exists         | nothing           | 409 InvalidBlobType |

  @should @BLOB-APPEND-03
  Scenario: Two equal blocks appended in turn are both kept
    Given an append blob that exists
    When Ann sends Append Block with content "the same letters"
    Then Ann gets 201
    When Bob sends Append Block with content "the same letters"
    Then Bob gets 201
    And the response carries a new ETag
    And the blob is as asked
