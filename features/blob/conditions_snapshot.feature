@blob
Feature: Conditional headers on requests for a snapshot

  A snapshot has its own ETag and Last-Modified. It keeps them when its base blob
  changes, and conditions on a request for the snapshot are compared with them,
  not with those of the base blob.

  Scenario Outline: <clause> <operation> on a snapshot of a <kind> with <header>, unmet and then met
    Given a <kind> that has a snapshot
    When 2 seconds pass
    And Ann sends Set Blob Metadata
    Then Ann gets 200
    When Bob sends <operation> to "snapshot" with <header> unmet
    Then Bob gets <refusal>
    And the blob "snapshot" is unchanged
    When Bob sends <operation> to "snapshot" with <header> met
    Then Bob gets 200
    And the blob "snapshot" is unchanged

    @should
    Examples: Conditions are compared with the snapshot, not with its base blob
      | clause       | operation           | kind        | header              | refusal             |
      | BLOB-COND-36 | Get Blob            | block blob  | If-Match            | 412 ConditionNotMet |
      | BLOB-COND-36 | Get Blob            | block blob  | If-None-Match       | 304 ConditionNotMet |
      | BLOB-COND-36 | Get Blob            | block blob  | If-Modified-Since   | 304 ConditionNotMet |
      | BLOB-COND-36 | Get Blob            | block blob  | If-Unmodified-Since | 412 ConditionNotMet |
      | BLOB-COND-36 | Get Blob            | page blob   | If-Match            | 412 ConditionNotMet |
      | BLOB-COND-36 | Get Blob            | page blob   | If-None-Match       | 304 ConditionNotMet |
      | BLOB-COND-36 | Get Blob            | page blob   | If-Modified-Since   | 304 ConditionNotMet |
      | BLOB-COND-36 | Get Blob            | page blob   | If-Unmodified-Since | 412 ConditionNotMet |
      | BLOB-COND-36 | Get Blob            | append blob | If-Match            | 412 ConditionNotMet |
      | BLOB-COND-36 | Get Blob            | append blob | If-None-Match       | 304 ConditionNotMet |
      | BLOB-COND-36 | Get Blob            | append blob | If-Modified-Since   | 304 ConditionNotMet |
      | BLOB-COND-36 | Get Blob            | append blob | If-Unmodified-Since | 412 ConditionNotMet |
      | BLOB-COND-36 | Get Blob Properties | block blob  | If-Match            | 412 ConditionNotMet |
      | BLOB-COND-36 | Get Blob Properties | block blob  | If-None-Match       | 304 ConditionNotMet |
      | BLOB-COND-36 | Get Blob Properties | block blob  | If-Modified-Since   | 304 ConditionNotMet |
      | BLOB-COND-36 | Get Blob Properties | block blob  | If-Unmodified-Since | 412 ConditionNotMet |
      | BLOB-COND-36 | Get Blob Metadata   | block blob  | If-Match            | 412 ConditionNotMet |
      | BLOB-COND-36 | Get Blob Metadata   | block blob  | If-None-Match       | 304 ConditionNotMet |
      | BLOB-COND-36 | Get Page Ranges     | page blob   | If-Match            | 412 ConditionNotMet |
      | BLOB-COND-36 | Get Page Ranges     | page blob   | If-None-Match       | 304 ConditionNotMet |
      | BLOB-COND-36 | Get Page Ranges     | page blob   | If-Modified-Since   | 304 ConditionNotMet |
      | BLOB-COND-36 | Get Page Ranges     | page blob   | If-Unmodified-Since | 412 ConditionNotMet |

  Scenario Outline: <clause> Delete Blob on a snapshot with <header>, unmet and then met
    Given a block blob that has a snapshot
    When 2 seconds pass
    And Ann sends Put Blob
    Then Ann gets 201
    When Bob sends Delete Blob to "snapshot" with <header> unmet
    Then Bob gets 412 ConditionNotMet
    And the blob "snapshot" is unchanged
    When Bob sends Delete Blob to "snapshot" with <header> met
    Then Bob gets 202
    And the blob "snapshot" is gone
    And the list of blobs shows the blob

    @should
    Examples: Deleting a snapshot counts as a write
      | clause       | header              |
      | BLOB-COND-36 | If-Match            |
      | BLOB-COND-36 | If-None-Match       |
      | BLOB-COND-36 | If-Modified-Since   |
      | BLOB-COND-36 | If-Unmodified-Since |
