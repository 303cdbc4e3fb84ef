@blob
Feature: What is checked first when a request fails for two reasons

  The service checks the request itself first (400), then whether the resource
  exists (404), then its lease, then the conditions. Where documents and recordings
  do not say which of two errors wins, either is accepted.

  Scenario Outline: <clause> <operation> of a blob that <state> with <request>
    Given a block blob that <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the blob is <effect>

    @observed
    Examples: The request itself is checked before existence, lease and conditions
      | clause       | operation          | state                          | request                                         | answer                                     | effect    |
      | BLOB-COND-40 | Lease Blob acquire | does not exist                 | duration 14                                     | 400 InvalidHeaderValue                     | unchanged |
      | BLOB-COND-40 | Lease Blob acquire | does not exist                 | proposed id malformed                           | 400 (InvalidHeaderValue)                   | unchanged |
      | BLOB-COND-40 | Lease Blob break   | does not exist                 | break period 61                                 | 400 (InvalidHeaderValue)                   | unchanged |
      | BLOB-COND-40 | Put Blob           | does not exist                 | If-Match other, If-None-Match *                 | 400 (MultipleConditionHeadersNotSupported) | unchanged |
      | BLOB-COND-40 | Set Blob Metadata  | does not exist                 | If-Match other, If-Modified-Since yesterday     | 400 (MultipleConditionHeadersNotSupported) | unchanged |
      | BLOB-COND-40 | Delete Blob        | was deleted                    | If-Match current, If-None-Match other           | 400 (MultipleConditionHeadersNotSupported) | unchanged |
      | BLOB-COND-40 | Lease Blob acquire | belongs to a missing container | duration 14                                     | 400 InvalidHeaderValue                     | unchanged |
      | BLOB-COND-40 | Lease Blob acquire | is Leased(A)                   | proposed id B, duration 14                      | 400 InvalidHeaderValue                     | unchanged |
      | BLOB-COND-40 | Lease Blob change  | is Leased(A)                   | lease id B, proposed id malformed               | 400 (InvalidHeaderValue)                   | unchanged |
      | BLOB-COND-40 | Put Blob           | is Leased(A)                   | If-Match met, If-None-Match met                 | 400 (MultipleConditionHeadersNotSupported) | unchanged |
      | BLOB-COND-40 | Put Blob           | is Leased(A)                   | lease id B, If-Match met, If-Modified-Since met | 400 (MultipleConditionHeadersNotSupported) | unchanged |
      | BLOB-COND-40 | Lease Blob acquire | exists                         | If-Match unmet, duration 14                     | 400 InvalidHeaderValue                     | unchanged |
      | BLOB-COND-40 | Lease Blob acquire | exists                         | If-None-Match unmet, proposed id malformed      | 400 (InvalidHeaderValue)                   | unchanged |
      | BLOB-COND-40 | Put Blob           | exists                         | If-Match unmet, If-None-Match unmet             | 400 (MultipleConditionHeadersNotSupported) | unchanged |
      | BLOB-COND-40 | Put Block List     | exists                         | If-Match unmet, If-Modified-Since unmet         | 400 (MultipleConditionHeadersNotSupported) | unchanged |

    @observed
    Examples: Existence is checked before lease and conditions
      | clause       | operation           | state          | request                      | answer           | effect    |
      | BLOB-COND-41 | Get Blob            | does not exist | lease id A                   | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Get Blob            | does not exist | If-None-Match other          | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Get Blob            | does not exist | If-Modified-Since yesterday  | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Get Blob            | does not exist | If-Unmodified-Since tomorrow | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Get Blob            | does not exist | lease id A, If-Match other   | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Get Blob Properties | does not exist | lease id A                   | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Get Blob Properties | does not exist | If-None-Match other          | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Get Blob Properties | does not exist | If-Modified-Since yesterday  | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Get Blob Properties | does not exist | If-Unmodified-Since tomorrow | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Get Blob Properties | does not exist | lease id A, If-Match other   | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Get Blob Metadata   | does not exist | lease id A                   | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Get Blob Metadata   | does not exist | If-None-Match other          | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Get Blob Metadata   | does not exist | If-Modified-Since yesterday  | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Get Blob Metadata   | does not exist | If-Unmodified-Since tomorrow | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Get Blob Metadata   | does not exist | lease id A, If-Match other   | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Lease Blob renew    | does not exist | lease id A                   | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Lease Blob change   | does not exist | lease id A, proposed id B    | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Lease Blob release  | does not exist | lease id A                   | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Lease Blob break    | does not exist | break period 0               | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Lease Blob acquire  | does not exist | proposed id A                | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Get Blob            | was deleted    | lease id A                   | 404 BlobNotFound | unchanged |
      | BLOB-COND-41 | Lease Blob renew    | was deleted    | lease id A                   | 404 BlobNotFound | unchanged |

    @observed
    Examples: The lease is checked before If-None-Match: *
      | clause        | operation | state                               | request                     | answer             | effect    |
      | BLOB-COND-42  | Put Blob  | is Leased(A)                        | If-None-Match *             | 412 LeaseIdMissing | unchanged |
      | BLOB-COND-42  | Put Blob  | is Leased(A) with infinite duration | If-None-Match *             | 412 LeaseIdMissing | unchanged |
      | BLOB-COND-43a | Put Blob  | is Expired(A)                       | lease id A, If-None-Match * | 412 LeaseLost      | unchanged |
      | BLOB-COND-43a | Put Blob  | is Broken(A)                        | lease id A, If-None-Match * | 412 LeaseLost      | unchanged |

    @observed
    Examples: The right lease ID overrides If-None-Match: *, a quirk of two recordings
      | clause       | operation | state          | request                     | answer | effect   |
      | BLOB-COND-43 | Put Blob  | is Leased(A)   | lease id A, If-None-Match * | 201    | as asked |
      | BLOB-COND-43 | Put Blob  | is Breaking(A) | lease id A, If-None-Match * | 201    | as asked |

    @observed
    Examples: Lease and If-Match both fail: which code wins is undocumented
      | clause       | operation           | state        | request                    | answer | effect    |
      | BLOB-COND-44 | Put Blob            | is Leased(A) | If-Match unmet             | 412 *  | unchanged |
      | BLOB-COND-44 | Put Blob            | is Leased(A) | lease id B, If-Match unmet | 412 *  | unchanged |
      | BLOB-COND-44 | Put Block List      | is Leased(A) | If-Match unmet             | 412 *  | unchanged |
      | BLOB-COND-44 | Put Block List      | is Leased(A) | lease id B, If-Match unmet | 412 *  | unchanged |
      | BLOB-COND-44 | Set Blob Metadata   | is Leased(A) | If-Match unmet             | 412 *  | unchanged |
      | BLOB-COND-44 | Set Blob Metadata   | is Leased(A) | lease id B, If-Match unmet | 412 *  | unchanged |
      | BLOB-COND-44 | Set Blob Properties | is Leased(A) | If-Match unmet             | 412 *  | unchanged |
      | BLOB-COND-44 | Set Blob Properties | is Leased(A) | lease id B, If-Match unmet | 412 *  | unchanged |
      | BLOB-COND-44 | Delete Blob         | is Leased(A) | If-Match unmet             | 412 *  | unchanged |
      | BLOB-COND-44 | Delete Blob         | is Leased(A) | lease id B, If-Match unmet | 412 *  | unchanged |

    @observed
    Examples: Lease and If-None-Match of a read both fail: which error wins is undocumented
      | clause       | operation           | state        | request                         | answer         | effect    |
      | BLOB-COND-46 | Get Blob            | is Leased(A) | lease id B, If-None-Match unmet | 304 * \| 412 * | unchanged |
      | BLOB-COND-46 | Get Blob Properties | is Leased(A) | lease id B, If-None-Match unmet | 304 * \| 412 * | unchanged |

  @observed @BLOB-COND-40
  Scenario: The request itself is checked before the container's existence
    Given a container that does not exist
    When a client sends Lease Container acquire with duration 14
    Then the service answers 400 InvalidHeaderValue
    And the container is unchanged

  Scenario Outline: <clause> The right lease ID does not excuse an unmet If-Match: <operation> on a <kind>
    Given a <kind> that is Leased(A)
    When the holder sends <operation> with lease id A, If-Match unmet
    Then the service answers 412 ConditionNotMet
    And the blob is unchanged
    And the lease is Leased(A)

    @observed
    Examples: Both the lease ID and the condition must match
      | clause       | operation | kind        |
      | BLOB-COND-45 | Put Blob  | block blob  |
      | BLOB-COND-45 | Put Blob  | page blob   |
      | BLOB-COND-45 | Put Blob  | append blob |
