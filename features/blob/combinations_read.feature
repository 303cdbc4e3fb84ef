@blob
Feature: Several conditional headers on a read

  Get Blob and Get Blob Properties evaluate any combination as If-Match and If-Unmodified-Since
  and (If-None-Match or If-Modified-Since): 412 if one of the first two is unmet, 304 if only the
  part in parentheses is. In RFC 7232, by contrast, If-None-Match overrides If-Modified-Since.

  Scenario Outline: <operation> with If-Match <If-Match>, If-None-Match <If-None-Match>, If-Modified-Since <If-Modified-Since>, If-Unmodified-Since <If-Unmodified-Since> (example <example>)
    Given a block blob that exists
    When a client sends <operation> with If-Match <If-Match>, If-None-Match <If-None-Match>, If-Modified-Since <If-Modified-Since>, If-Unmodified-Since <If-Unmodified-Since>
    Then the service answers <answer>
    And the blob is unchanged

    @should @BLOB-COND-19 @BLOB-COND-18 @BLOB-COND-17-s
    Examples: "Specifying conditional headers", examples 1 to 4: Get Blob
      | operation | example | If-Match | If-None-Match | If-Modified-Since | If-Unmodified-Since | answer              |
      | Get Blob  | 1       | unmet    | absent        | met               | absent              | 412 ConditionNotMet |
      | Get Blob  | 1       | unmet    | absent        | unmet             | absent              | 412 ConditionNotMet |
      | Get Blob  | 1       | met      | absent        | met               | absent              | 200                 |
      | Get Blob  | 1       | met      | absent        | unmet             | absent              | 304 ConditionNotMet |
      | Get Blob  | 2       | absent   | unmet         | met               | absent              | 200                 |
      | Get Blob  | 2       | absent   | met           | unmet             | absent              | 200                 |
      | Get Blob  | 2       | absent   | met           | met               | absent              | 200                 |
      | Get Blob  | 2       | absent   | unmet         | unmet             | absent              | 304 ConditionNotMet |
      | Get Blob  | 3       | unmet    | absent        | met               | met                 | 412 ConditionNotMet |
      | Get Blob  | 3       | met      | absent        | met               | unmet               | 412 ConditionNotMet |
      | Get Blob  | 3       | met      | absent        | unmet             | unmet               | 412 ConditionNotMet |
      | Get Blob  | 3       | met      | absent        | unmet             | met                 | 304 ConditionNotMet |
      | Get Blob  | 4       | met      | met           | unmet             | met                 | 200                 |
      | Get Blob  | 4       | met      | unmet         | met               | met                 | 200                 |
      | Get Blob  | 4       | met      | unmet         | met               | unmet               | 412 ConditionNotMet |
      | Get Blob  | 4       | unmet    | met           | unmet             | met                 | 412 ConditionNotMet |
      | Get Blob  | 4       | met      | unmet         | unmet             | unmet               | 412 ConditionNotMet |

    @should @BLOB-COND-19 @BLOB-COND-18 @BLOB-COND-17-s
    Examples: "Specifying conditional headers", examples 1 to 4: Get Blob Properties
      | operation           | example | If-Match | If-None-Match | If-Modified-Since | If-Unmodified-Since | answer              |
      | Get Blob Properties | 1       | unmet    | absent        | met               | absent              | 412 ConditionNotMet |
      | Get Blob Properties | 1       | unmet    | absent        | unmet             | absent              | 412 ConditionNotMet |
      | Get Blob Properties | 1       | met      | absent        | met               | absent              | 200                 |
      | Get Blob Properties | 1       | met      | absent        | unmet             | absent              | 304 ConditionNotMet |
      | Get Blob Properties | 2       | absent   | unmet         | met               | absent              | 200                 |
      | Get Blob Properties | 2       | absent   | met           | unmet             | absent              | 200                 |
      | Get Blob Properties | 2       | absent   | met           | met               | absent              | 200                 |
      | Get Blob Properties | 2       | absent   | unmet         | unmet             | absent              | 304 ConditionNotMet |
      | Get Blob Properties | 3       | unmet    | absent        | met               | met                 | 412 ConditionNotMet |
      | Get Blob Properties | 3       | met      | absent        | met               | unmet               | 412 ConditionNotMet |
      | Get Blob Properties | 3       | met      | absent        | unmet             | unmet               | 412 ConditionNotMet |
      | Get Blob Properties | 3       | met      | absent        | unmet             | met                 | 304 ConditionNotMet |
      | Get Blob Properties | 4       | met      | met           | unmet             | met                 | 200                 |
      | Get Blob Properties | 4       | met      | unmet         | met               | met                 | 200                 |
      | Get Blob Properties | 4       | met      | unmet         | met               | unmet               | 412 ConditionNotMet |
      | Get Blob Properties | 4       | unmet    | met           | unmet             | met                 | 412 ConditionNotMet |
      | Get Blob Properties | 4       | met      | unmet         | unmet             | unmet               | 412 ConditionNotMet |

  Scenario Outline: <clause> <operation> with If-Match <If-Match>, If-None-Match <If-None-Match>, If-Modified-Since <If-Modified-Since>, If-Unmodified-Since <If-Unmodified-Since>
    Given a block blob that exists
    When a client sends <operation> with If-Match <If-Match>, If-None-Match <If-None-Match>, If-Modified-Since <If-Modified-Since>, If-Unmodified-Since <If-Unmodified-Since>
    Then the service answers <answer>
    And the blob is unchanged

    @should
    Examples: All other combinations
      | clause         | operation | If-Match | If-None-Match | If-Modified-Since | If-Unmodified-Since | answer              |
      | BLOB-COND-17-s | Get Blob  | absent   | absent        | met               | met                 | 200                 |
      | BLOB-COND-18   | Get Blob  | absent   | absent        | met               | unmet               | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | absent   | absent        | unmet             | met                 | 304 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | absent   | absent        | unmet             | unmet               | 412 ConditionNotMet |
      | BLOB-COND-17-s | Get Blob  | absent   | met           | absent            | met                 | 200                 |
      | BLOB-COND-18   | Get Blob  | absent   | met           | absent            | unmet               | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | absent   | unmet         | absent            | met                 | 304 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | absent   | unmet         | absent            | unmet               | 412 ConditionNotMet |
      | BLOB-COND-17-s | Get Blob  | met      | absent        | absent            | met                 | 200                 |
      | BLOB-COND-18   | Get Blob  | met      | absent        | absent            | unmet               | 412 ConditionNotMet |
      | BLOB-COND-17-s | Get Blob  | met      | met           | absent            | absent              | 200                 |
      | BLOB-COND-18   | Get Blob  | met      | unmet         | absent            | absent              | 304 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | absent        | absent            | met                 | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | absent        | absent            | unmet               | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | met           | absent            | absent              | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | unmet         | absent            | absent              | 412 ConditionNotMet |
      | BLOB-COND-17-s | Get Blob  | absent   | met           | met               | met                 | 200                 |
      | BLOB-COND-18   | Get Blob  | absent   | met           | met               | unmet               | 412 ConditionNotMet |
      | BLOB-COND-17-s | Get Blob  | absent   | met           | unmet             | met                 | 200                 |
      | BLOB-COND-18   | Get Blob  | absent   | met           | unmet             | unmet               | 412 ConditionNotMet |
      | BLOB-COND-17-s | Get Blob  | absent   | unmet         | met               | met                 | 200                 |
      | BLOB-COND-18   | Get Blob  | absent   | unmet         | met               | unmet               | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | absent   | unmet         | unmet             | met                 | 304 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | absent   | unmet         | unmet             | unmet               | 412 ConditionNotMet |
      | BLOB-COND-17-s | Get Blob  | met      | absent        | met               | met                 | 200                 |
      | BLOB-COND-17-s | Get Blob  | met      | met           | absent            | met                 | 200                 |
      | BLOB-COND-18   | Get Blob  | met      | met           | absent            | unmet               | 412 ConditionNotMet |
      | BLOB-COND-17-s | Get Blob  | met      | met           | met               | absent              | 200                 |
      | BLOB-COND-17-s | Get Blob  | met      | met           | unmet             | absent              | 200                 |
      | BLOB-COND-18   | Get Blob  | met      | unmet         | absent            | met                 | 304 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | met      | unmet         | absent            | unmet               | 412 ConditionNotMet |
      | BLOB-COND-17-s | Get Blob  | met      | unmet         | met               | absent              | 200                 |
      | BLOB-COND-18   | Get Blob  | met      | unmet         | unmet             | absent              | 304 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | absent        | met               | unmet               | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | absent        | unmet             | met                 | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | absent        | unmet             | unmet               | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | met           | absent            | met                 | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | met           | absent            | unmet               | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | met           | met               | absent              | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | met           | unmet             | absent              | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | unmet         | absent            | met                 | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | unmet         | absent            | unmet               | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | unmet         | met               | absent              | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | unmet         | unmet             | absent              | 412 ConditionNotMet |
      | BLOB-COND-17-s | Get Blob  | met      | met           | met               | met                 | 200                 |
      | BLOB-COND-18   | Get Blob  | met      | met           | met               | unmet               | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | met      | met           | unmet             | unmet               | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | met      | unmet         | unmet             | met                 | 304 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | met           | met               | met                 | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | met           | met               | unmet               | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | met           | unmet             | unmet               | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | unmet         | met               | met                 | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | unmet         | met               | unmet               | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | unmet         | unmet             | met                 | 412 ConditionNotMet |
      | BLOB-COND-18   | Get Blob  | unmet    | unmet         | unmet             | unmet               | 412 ConditionNotMet |

  Scenario Outline: <clause> <operation> of a <kind> with If-Match <If-Match>, If-None-Match <If-None-Match>, If-Modified-Since <If-Modified-Since>, If-Unmodified-Since <If-Unmodified-Since>
    Given a <kind> that exists
    When a client sends <operation> with If-Match <If-Match>, If-None-Match <If-None-Match>, If-Modified-Since <If-Modified-Since>, If-Unmodified-Since <If-Unmodified-Since>
    Then the service answers <answer>
    And the blob is unchanged

    @observed
    Examples: Reads for which the reference does not define combinations
      | clause         | operation         | kind       | If-Match | If-None-Match | If-Modified-Since | If-Unmodified-Since | answer              |
      | BLOB-COND-17-o | Get Blob Metadata | block blob | met      | unmet         | absent            | absent              | 304 ConditionNotMet |
      | BLOB-COND-17-o | Get Blob Metadata | block blob | unmet    | absent        | met               | absent              | 412 ConditionNotMet |
      | BLOB-COND-17-o | Get Blob Metadata | block blob | absent   | met           | unmet             | absent              | 200                 |
      | BLOB-COND-17-o | Get Blob Metadata | block blob | absent   | unmet         | met               | absent              | 200                 |
      | BLOB-COND-17-o | Get Blob Metadata | block blob | absent   | unmet         | unmet             | absent              | 304 ConditionNotMet |
      | BLOB-COND-17-o | Get Blob Metadata | block blob | met      | absent        | unmet             | met                 | 304 ConditionNotMet |
      | BLOB-COND-17-o | Get Page Ranges   | page blob  | met      | unmet         | absent            | absent              | 304 ConditionNotMet |
      | BLOB-COND-17-o | Get Page Ranges   | page blob  | unmet    | absent        | met               | absent              | 412 ConditionNotMet |
      | BLOB-COND-17-o | Get Page Ranges   | page blob  | absent   | met           | unmet             | absent              | 200                 |
      | BLOB-COND-17-o | Get Page Ranges   | page blob  | absent   | unmet         | met               | absent              | 200                 |
      | BLOB-COND-17-o | Get Page Ranges   | page blob  | absent   | unmet         | unmet             | absent              | 304 ConditionNotMet |
      | BLOB-COND-17-o | Get Page Ranges   | page blob  | met      | absent        | unmet             | met                 | 304 ConditionNotMet |

  Scenario Outline: <clause> <operation> with <condition>
    Given a block blob that exists
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the blob is unchanged

    @should
    Examples: Several ETags in one header
      | clause        | operation           | condition                      | answer              |
      | BLOB-COND-19a | Get Blob            | If-Match current \| stale      | 200                 |
      | BLOB-COND-19a | Get Blob            | If-Match stale \| current      | 200                 |
      | BLOB-COND-19a | Get Blob            | If-Match stale \| other        | 412 ConditionNotMet |
      | BLOB-COND-19b | Get Blob            | If-None-Match current \| stale | 304 ConditionNotMet |
      | BLOB-COND-19b | Get Blob            | If-None-Match stale \| current | 304 ConditionNotMet |
      | BLOB-COND-19b | Get Blob            | If-None-Match stale \| other   | 200                 |
      | BLOB-COND-19a | Get Blob Properties | If-Match current \| stale      | 200                 |
      | BLOB-COND-19a | Get Blob Properties | If-Match stale \| current      | 200                 |
      | BLOB-COND-19a | Get Blob Properties | If-Match stale \| other        | 412 ConditionNotMet |
      | BLOB-COND-19b | Get Blob Properties | If-None-Match current \| stale | 304 ConditionNotMet |
      | BLOB-COND-19b | Get Blob Properties | If-None-Match stale \| current | 304 ConditionNotMet |
      | BLOB-COND-19b | Get Blob Properties | If-None-Match stale \| other   | 200                 |

    @observed
    Examples: Several dates in one header: documented as 400, never observed
      | clause        | operation           | condition                     | answer                          |
      | BLOB-COND-19c | Get Blob            | If-Modified-Since two dates   | 400 (InvalidHeaderValue) \| 200 |
      | BLOB-COND-19c | Get Blob            | If-Unmodified-Since two dates | 400 (InvalidHeaderValue) \| 200 |
      | BLOB-COND-19c | Get Blob Properties | If-Modified-Since two dates   | 400 (InvalidHeaderValue) \| 200 |
      | BLOB-COND-19c | Get Blob Properties | If-Unmodified-Since two dates | 400 (InvalidHeaderValue) \| 200 |
