@blob
Feature: Dates in conditions

  Dates are in whole seconds, so If-Modified-Since and If-Unmodified-Since cannot
  tell apart two versions from the same second. Only the ETag can. The scenarios
  also cover dates in the future and dates that cannot be parsed.

  Scenario Outline: <clause> <operation> with <header> of the version written one second earlier
    Given a block blob that exists
    And Ann has read the blob
    When 1 second passes
    And Bob sends Put Blob
    Then Bob gets 201
    When Ann sends <operation> with <header> remembered
    Then Ann gets <answer>
    And the blob is as answered

    @should
    Examples: The resolution of dates is one second
      | clause       | operation         | header              | answer              |
      | BLOB-COND-12 | Get Blob          | If-Modified-Since   | 200                 |
      | BLOB-COND-12 | Get Blob          | If-Unmodified-Since | 412 ConditionNotMet |
      | BLOB-COND-12 | Set Blob Metadata | If-Modified-Since   | 200                 |
      | BLOB-COND-12 | Set Blob Metadata | If-Unmodified-Since | 412 ConditionNotMet |

  @observed @BLOB-COND-15
  Scenario: Dates cannot detect a second version in the same second, but ETags can
    Given a block blob that has two versions of one second
    When Ann sends Get Blob with If-Modified-Since same
    Then Ann gets 304 ConditionNotMet
    When Ann sends Put Blob with If-Match stale
    Then Ann gets 412 ConditionNotMet
    And the blob is unchanged
    When Ann sends Put Blob with If-Unmodified-Since same, content "written by Ann"
    Then Ann gets 201
    And the response carries a new ETag
    And the blob is as asked
    And the blob holds what Ann wrote

  Scenario Outline: <clause> <operation> on a <kind> with <condition>
    Given a <kind> that exists
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the blob is <effect>

    @should
    Examples: Dates are compared in whole seconds
      | clause       | operation         | kind       | condition                | answer              | effect    |
      | BLOB-COND-12 | Get Blob          | block blob | If-Modified-Since same   | 304 ConditionNotMet | unchanged |
      | BLOB-COND-12 | Get Blob          | block blob | If-Unmodified-Since same | 200                 | unchanged |
      | BLOB-COND-12 | Set Blob Metadata | block blob | If-Modified-Since same   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-12 | Set Blob Metadata | block blob | If-Unmodified-Since same | 200                 | as asked  |

    @observed
    Examples: The date equals Last-Modified
      | clause       | operation         | kind        | condition                | answer              | effect    |
      | BLOB-COND-13 | Get Blob          | block blob  | If-Modified-Since same   | 304 ConditionNotMet | unchanged |
      | BLOB-COND-13 | Get Blob          | block blob  | If-Unmodified-Since same | 200                 | unchanged |
      | BLOB-COND-13 | Set Blob Metadata | block blob  | If-Modified-Since same   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-13 | Set Blob Metadata | block blob  | If-Unmodified-Since same | 200                 | as asked  |
      | BLOB-COND-13 | Get Blob          | page blob   | If-Modified-Since same   | 304 ConditionNotMet | unchanged |
      | BLOB-COND-13 | Get Blob          | page blob   | If-Unmodified-Since same | 200                 | unchanged |
      | BLOB-COND-13 | Set Blob Metadata | page blob   | If-Modified-Since same   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-13 | Set Blob Metadata | page blob   | If-Unmodified-Since same | 200                 | as asked  |
      | BLOB-COND-13 | Get Blob          | append blob | If-Modified-Since same   | 304 ConditionNotMet | unchanged |
      | BLOB-COND-13 | Get Blob          | append blob | If-Unmodified-Since same | 200                 | unchanged |
      | BLOB-COND-13 | Set Blob Metadata | append blob | If-Modified-Since same   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-13 | Set Blob Metadata | append blob | If-Unmodified-Since same | 200                 | as asked  |

    @observed
    Examples: A date in the future is evaluated, not discarded
      | clause       | operation           | kind       | condition                    | answer              | effect    |
      | BLOB-COND-14 | Get Blob            | block blob | If-Modified-Since tomorrow   | 304 ConditionNotMet | unchanged |
      | BLOB-COND-14 | Get Blob            | block blob | If-Unmodified-Since tomorrow | 200                 | as asked  |
      | BLOB-COND-14 | Get Blob Properties | block blob | If-Modified-Since tomorrow   | 304 ConditionNotMet | unchanged |
      | BLOB-COND-14 | Get Blob Properties | block blob | If-Unmodified-Since tomorrow | 200                 | as asked  |
      | BLOB-COND-14 | Put Blob            | block blob | If-Modified-Since tomorrow   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-14 | Put Blob            | block blob | If-Unmodified-Since tomorrow | 201                 | as asked  |
      | BLOB-COND-14 | Set Blob Metadata   | block blob | If-Modified-Since tomorrow   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-14 | Set Blob Metadata   | block blob | If-Unmodified-Since tomorrow | 200                 | as asked  |
      | BLOB-COND-14 | Lease Blob acquire  | block blob | If-Modified-Since tomorrow   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-14 | Lease Blob acquire  | block blob | If-Unmodified-Since tomorrow | 201                 | as asked  |

    @observed
    Examples: Get Blob ignores a date that cannot be parsed
      | clause             | operation | kind       | condition                   | answer | effect    |
      | BLOB-COND-16-known | Get Blob  | block blob | If-Unmodified-Since garbage | 200    | unchanged |
      | BLOB-COND-16-known | Get Blob  | page blob  | If-Unmodified-Since garbage | 200    | unchanged |

    @observed
    Examples: A write with a date that cannot be parsed: undocumented
      | clause            | operation         | kind       | condition                   | answer              | effect      |
      | BLOB-COND-16-open | Put Blob          | block blob | If-Modified-Since garbage   | 200 \| 201 \| 400 * | as answered |
      | BLOB-COND-16-open | Put Blob          | block blob | If-Unmodified-Since garbage | 200 \| 201 \| 400 * | as answered |
      | BLOB-COND-16-open | Set Blob Metadata | block blob | If-Modified-Since garbage   | 200 \| 201 \| 400 * | as answered |
      | BLOB-COND-16-open | Set Blob Metadata | block blob | If-Unmodified-Since garbage | 200 \| 201 \| 400 * | as answered |
