@blob
Feature: Append Blob Seal: a sealed blob accepts no more blocks

  Sealing an append blob tells its readers that the log is complete: nothing more
  can be appended, but the blob can still be overwritten. The append blobs here
  hold 15 bytes.

  Scenario Outline: <clause> Append Blob Seal on an append blob that <state>, with <request>
    Given an append blob that <state>
    When a client sends Append Blob Seal with <request>
    Then the service answers <answer>
    And the blob is <effect>

    @should
    Examples: Sealing
      | clause       | state          | request            | answer                                 | effect    |
      | BLOB-SEAL-01 | exists         | nothing            | 200                                    | as asked  |
      | BLOB-SEAL-01 | was sealed     | nothing            | 200                                    | as asked  |
      | BLOB-SEAL-01 | does not exist | nothing            | 404 BlobNotFound                       | unchanged |
      | BLOB-SEAL-01 | exists         | append position 15 | 200                                    | as asked  |
      | BLOB-SEAL-01 | exists         | append position 14 | 412 AppendPositionConditionNotMet      | unchanged |
      | BLOB-SEAL-01 | is Leased(A)   | nothing            | 412 (LeaseIdMissing)                   | unchanged |
      | BLOB-SEAL-01 | is Leased(A)   | lease id A         | 200                                    | as asked  |
      | BLOB-SEAL-01 | is Leased(A)   | lease id B         | 412 (LeaseIdMismatchWithBlobOperation) | unchanged |

    @should
    Examples: Conditional headers
      | clause       | state  | request                     | answer                | effect    |
      | BLOB-SEAL-03 | exists | If-Match current            | 200                   | as asked  |
      | BLOB-SEAL-03 | exists | If-Match stale              | 412 (ConditionNotMet) | unchanged |
      | BLOB-SEAL-03 | exists | If-None-Match stale         | 200                   | as asked  |
      | BLOB-SEAL-03 | exists | If-None-Match current       | 412 (ConditionNotMet) | unchanged |
      | BLOB-SEAL-03 | exists | If-Modified-Since earlier   | 200                   | as asked  |
      | BLOB-SEAL-03 | exists | If-Modified-Since same      | 412 (ConditionNotMet) | unchanged |
      | BLOB-SEAL-03 | exists | If-Unmodified-Since same    | 200                   | as asked  |
      | BLOB-SEAL-03 | exists | If-Unmodified-Since earlier | 412 (ConditionNotMet) | unchanged |

  Scenario Outline: <clause> <operation> on a sealed append blob
    Given an append blob that was sealed
    When a client sends <operation>
    Then the service answers <answer>
    And the blob is <effect>

    @should
    Examples: A sealed blob refuses appends, but not other writes
      | clause       | operation           | answer           | effect    |
      | BLOB-SEAL-01 | Append Block        | 409 BlobIsSealed | unchanged |
      | BLOB-SEAL-01 | Set Blob Metadata   | 200              | as asked  |
      | BLOB-SEAL-01 | Set Blob Properties | 200              | as asked  |
      | BLOB-SEAL-01 | Set Blob Tags       | 204              | as asked  |
      | BLOB-SEAL-01 | Put Blob            | 201              | as asked  |
      | BLOB-SEAL-01 | Delete Blob         | 202              | as asked  |

  @should @BLOB-SEAL-01
  Scenario: Reads show that a blob is sealed, and Put Blob ends the seal
    Given an append blob that was sealed
    When a client sends Get Blob
    Then the response carries seal true
    When a client sends Get Blob Properties
    Then the response carries seal true
    When a client sends Put Blob
    Then the service answers 201
    When a client sends Append Block
    Then the service answers 201
    And the blob is as asked

  @should @BLOB-SEAL-01
  Scenario: Append Blob Seal is refused on a block blob
    Given a block blob that exists
    When a client sends Append Blob Seal
    Then the service answers 409 InvalidBlobType
    And the blob is unchanged

  @observed @BLOB-SEAL-02
  Scenario: Sealing changes the ETag
    Given an append blob that exists
    When a client sends Append Blob Seal
    Then the service answers 200
    And the response carries a new ETag, a new Last-Modified

  @observed @BLOB-SEAL-10
  Scenario: The copy of a sealed append blob is sealed
    Given an append blob "source" that was sealed
    And an append blob that does not exist
    When a client sends Copy Blob
    Then the service answers 202
    When a client sends Append Block
    Then the service answers 409 BlobIsSealed
