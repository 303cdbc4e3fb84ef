@blob
Feature: Conditions on operations on tags

  Tags are read and set beside the blob's content, and leave its ETag as it is. Since
  version 2026-02-06 these operations take the conditions on the blob, under names of
  their own: x-ms-blob-if-match and so on.

  Scenario Outline: <clause> <operation> with <condition>
    Given a block blob that has tags
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the blob is <effect>

    @should
    Examples: Conditions on the blob whose tags are set
      | clause       | operation     | condition                        | answer              | effect    |
      | BLOB-TAGS-20 | Set Blob Tags | blob If-Match current            | 204                 | as asked  |
      | BLOB-TAGS-20 | Set Blob Tags | blob If-Match stale              | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-20 | Set Blob Tags | blob If-None-Match stale         | 204                 | as asked  |
      | BLOB-TAGS-20 | Set Blob Tags | blob If-None-Match current       | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-20 | Set Blob Tags | blob If-Modified-Since earlier   | 204                 | as asked  |
      | BLOB-TAGS-20 | Set Blob Tags | blob If-Modified-Since same      | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-20 | Set Blob Tags | blob If-Unmodified-Since same    | 204                 | as asked  |
      | BLOB-TAGS-20 | Set Blob Tags | blob If-Unmodified-Since earlier | 412 ConditionNotMet | unchanged |

    @should
    Examples: Conditions on the blob whose tags are read
      | clause       | operation     | condition                        | answer                                     | effect    |
      | BLOB-TAGS-20 | Get Blob Tags | blob If-Match current            | 200                                        | unchanged |
      | BLOB-TAGS-20 | Get Blob Tags | blob If-Match stale              | 412 ConditionNotMet                        | unchanged |
      | BLOB-TAGS-20 | Get Blob Tags | blob If-None-Match stale         | 200                                        | unchanged |
      | BLOB-TAGS-20 | Get Blob Tags | blob If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-20 | Get Blob Tags | blob If-Modified-Since earlier   | 200                                        | unchanged |
      | BLOB-TAGS-20 | Get Blob Tags | blob If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-20 | Get Blob Tags | blob If-Unmodified-Since same    | 200                                        | unchanged |
      | BLOB-TAGS-20 | Get Blob Tags | blob If-Unmodified-Since earlier | 412 ConditionNotMet                        | unchanged |
