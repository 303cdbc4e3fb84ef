@blob
Feature: Sequence numbers of page blobs

  A page blob has a sequence number that only its clients change. Put Page can be
  made conditional on it, which fences off requests that arrive too late.

  Scenario Outline: <clause> <operation> while the sequence number is <now>, with <condition>
    Given a page blob that has sequence number <now>
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the blob is <effect>

    @should
    Examples: Sequence-number conditions: at most, below and exactly
      | clause      | operation      | now | condition                                   | answer                            | effect    |
      | BLOB-SEQ-01 | Put Page       | 8   | sequence number at most 7                   | 412 SequenceNumberConditionNotMet | unchanged |
      | BLOB-SEQ-01 | Put Page       | 8   | sequence number at most 8                   | 201                               | as asked  |
      | BLOB-SEQ-01 | Put Page       | 8   | sequence number at most 9                   | 201                               | as asked  |
      | BLOB-SEQ-01 | Put Page       | 8   | sequence number below 7                     | 412 SequenceNumberConditionNotMet | unchanged |
      | BLOB-SEQ-01 | Put Page       | 8   | sequence number below 8                     | 412 SequenceNumberConditionNotMet | unchanged |
      | BLOB-SEQ-01 | Put Page       | 8   | sequence number below 9                     | 201                               | as asked  |
      | BLOB-SEQ-01 | Put Page       | 8   | sequence number exactly 7                   | 412 SequenceNumberConditionNotMet | unchanged |
      | BLOB-SEQ-01 | Put Page       | 8   | sequence number exactly 8                   | 201                               | as asked  |
      | BLOB-SEQ-01 | Put Page       | 8   | sequence number exactly 9                   | 412 SequenceNumberConditionNotMet | unchanged |
      | BLOB-SEQ-01 | Put Page       | 0   | sequence number at most 0                   | 201                               | as asked  |
      | BLOB-SEQ-01 | Put Page       | 0   | sequence number below 0                     | 412 SequenceNumberConditionNotMet | unchanged |
      | BLOB-SEQ-01 | Put Page       | 0   | sequence number exactly 0                   | 201                               | as asked  |
      | BLOB-SEQ-01 | Put Page       | 0   | sequence number exactly 1                   | 412 SequenceNumberConditionNotMet | unchanged |
      | BLOB-SEQ-01 | Put Page       | 8   | sequence number at most 7, If-Match current | 412 SequenceNumberConditionNotMet | unchanged |
      | BLOB-SEQ-01 | Put Page       | 8   | sequence number exactly 8, If-Match current | 201                               | as asked  |
      | BLOB-SEQ-01 | Put Page       | 8   | sequence number exactly 8, If-Match stale   | 412 ConditionNotMet               | unchanged |
      | BLOB-SEQ-01 | Put Page clear | 8   | sequence number at most 7                   | 412 SequenceNumberConditionNotMet | unchanged |
      | BLOB-SEQ-01 | Put Page clear | 8   | sequence number at most 8                   | 201                               | as asked  |
      | BLOB-SEQ-01 | Put Page clear | 8   | sequence number at most 9                   | 201                               | as asked  |
      | BLOB-SEQ-01 | Put Page clear | 8   | sequence number below 8                     | 412 SequenceNumberConditionNotMet | unchanged |
      | BLOB-SEQ-01 | Put Page clear | 8   | sequence number below 9                     | 201                               | as asked  |
      | BLOB-SEQ-01 | Put Page clear | 8   | sequence number exactly 8                   | 201                               | as asked  |
      | BLOB-SEQ-01 | Put Page clear | 8   | sequence number exactly 9                   | 412 SequenceNumberConditionNotMet | unchanged |

    @observed
    Examples: A condition with a negative sequence number
      | clause      | operation      | now | condition                  | answer           | effect    |
      | BLOB-SEQ-02 | Put Page       | 8   | sequence number at most -1 | 400 InvalidInput | unchanged |
      | BLOB-SEQ-02 | Put Page       | 8   | sequence number below -1   | 400 InvalidInput | unchanged |
      | BLOB-SEQ-02 | Put Page       | 8   | sequence number exactly -1 | 400 InvalidInput | unchanged |
      | BLOB-SEQ-02 | Put Page clear | 8   | sequence number at most -1 | 400 InvalidInput | unchanged |

  Scenario Outline: <clause> <operation> while the sequence number is <now> returns the number unchanged
    Given a page blob that has sequence number <now>
    When a client sends <operation>
    Then the service answers 201
    And the response carries a new ETag, sequence number <now>
    And the blob is as asked
    When a client sends Get Blob Properties
    Then the response carries sequence number <now>

    @should
    Examples: Put Page never changes the sequence number
      | clause      | operation      | now |
      | BLOB-SEQ-03 | Put Page       | 0   |
      | BLOB-SEQ-03 | Put Page       | 8   |
      | BLOB-SEQ-03 | Put Page clear | 8   |

  Scenario Outline: <clause> Set Blob Properties while the sequence number is <now>, with <action>
    Given a page blob that has sequence number <now>
    When a client sends Set Blob Properties with <action>
    Then the service answers 200
    And the response carries a new ETag, sequence number <then>
    And the blob is as asked

    @should
    Examples: Sequence-number actions: update, max and increment
      | clause      | now | action                                     | then |
      | BLOB-SEQ-04 | 8   | sequence action update, sequence number 12 | 12   |
      | BLOB-SEQ-04 | 8   | sequence action update, sequence number 3  | 3    |
      | BLOB-SEQ-04 | 8   | sequence action update, sequence number 0  | 0    |
      | BLOB-SEQ-04 | 8   | sequence action max, sequence number 12    | 12   |
      | BLOB-SEQ-04 | 8   | sequence action max, sequence number 8     | 8    |
      | BLOB-SEQ-04 | 8   | sequence action max, sequence number 3     | 8    |
      | BLOB-SEQ-04 | 0   | sequence action increment                  | 1    |
      | BLOB-SEQ-04 | 8   | sequence action increment                  | 9    |

  @should @BLOB-SEQ-04
  Scenario: An increment with a number is refused
    Given a page blob that has sequence number 8
    When a client sends Set Blob Properties with sequence action increment, sequence number 1
    Then the service answers 400 *
    And the blob is unchanged

  @should @BLOB-SEQ-04
  Scenario: Incrementing the largest sequence number is refused
    Given a page blob that exists
    When a client sends Set Blob Properties with sequence action max, sequence number 9223372036854775807
    Then the service answers 200
    And the response carries sequence number 9223372036854775807
    And the blob is as asked
    When a client sends Set Blob Properties with sequence action increment
    Then the service answers 409 SequenceNumberIncrementTooLarge
    And the blob is unchanged

  @should @BLOB-SEQ-05 @BLOB-SEQ-04
  Scenario: A late write is refused after its retry succeeded
    Given a page blob that exists
    When Ann sends Set Blob Properties with sequence action increment
    Then Ann gets 200
    And the response carries sequence number 1
    When Ann sends Put Page with sequence number below 2, range 0-511, content "the second try"
    Then Ann gets 201
    And the blob is as asked
    When a late request sends Put Page with sequence number below 1, range 0-511, content "the first try"
    Then the service answers 412 SequenceNumberConditionNotMet
    And the blob is unchanged

  @should @BLOB-SEQ-05 @BLOB-SEQ-04
  Scenario: A write that is half sent when it is retried is refused
    Given a page blob that exists
    When a writer starts Put Page with sequence number below 1, range 0-511, content "the first try" and holds back half of the body
    And Ann sends Set Blob Properties with sequence action increment
    Then Ann gets 200
    And the response carries sequence number 1
    When Ann sends Put Page with sequence number below 2, range 0-511, content "the second try"
    Then Ann gets 201
    And the blob is as asked
    When the writer sends the rest of the body
    Then the writer gets 412 SequenceNumberConditionNotMet
    And the blob holds what Ann wrote

  Scenario Outline: <clause> <operation> on a <kind> that <state>, with <request>
    Given a <kind> that <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the blob is unchanged

    @should
    Examples: The blob is missing or is not a page blob
      | clause      | operation      | kind        | state          | request                   | answer              |
      | BLOB-SEQ-06 | Put Page       | page blob   | does not exist | nothing                   | 404 BlobNotFound    |
      | BLOB-SEQ-06 | Put Page       | page blob   | does not exist | sequence number at most 8 | 404 BlobNotFound    |
      | BLOB-SEQ-06 | Put Page       | page blob   | was deleted    | nothing                   | 404 BlobNotFound    |
      | BLOB-SEQ-06 | Put Page clear | page blob   | does not exist | nothing                   | 404 BlobNotFound    |
      | BLOB-SEQ-06 | Put Page       | block blob  | exists         | nothing                   | 409 InvalidBlobType |
      | BLOB-SEQ-06 | Put Page       | append blob | exists         | nothing                   | 409 InvalidBlobType |
      | BLOB-SEQ-06 | Put Page clear | block blob  | exists         | nothing                   | 409 InvalidBlobType |
      | BLOB-SEQ-06 | Put Page clear | append blob | exists         | nothing                   | 409 InvalidBlobType |
