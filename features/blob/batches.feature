@blob
Feature: Blob Batch and Container Batch: many requests in one

  A batch deletes blobs or sets their tiers. It is not a transaction: each request
  in it has its own authorization, conditions, lease ID and answer. These scenarios
  judge the answer to the request inside, or the refusal of the batch as a whole.

  Scenario Outline: <clause> <operation> of a <kind> that <state>, with <request>
    Given a <kind> that <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the blob is <effect>

    @should
    Examples: A batch with a single request
      | clause        | operation                        | kind        | state          | request | answer           | effect    |
      | BLOB-BATCH-01 | Blob Batch of Delete Blob        | block blob  | exists         | nothing | 202              | as asked  |
      | BLOB-BATCH-01 | Blob Batch of Delete Blob        | page blob   | exists         | nothing | 202              | as asked  |
      | BLOB-BATCH-01 | Blob Batch of Delete Blob        | append blob | exists         | nothing | 202              | as asked  |
      | BLOB-BATCH-01 | Blob Batch of Delete Blob        | block blob  | does not exist | nothing | 404 BlobNotFound | unchanged |
      | BLOB-BATCH-01 | Blob Batch of Set Blob Tier      | block blob  | exists         | nothing | 200              | as asked  |
      | BLOB-BATCH-01 | Container Batch of Delete Blob   | block blob  | exists         | nothing | 202              | as asked  |
      | BLOB-BATCH-01 | Container Batch of Delete Blob   | block blob  | does not exist | nothing | 404 BlobNotFound | unchanged |
      | BLOB-BATCH-01 | Container Batch of Set Blob Tier | block blob  | exists         | nothing | 200              | as asked  |

    @observed
    Examples: Conditions and lease IDs apply only to the request that carries them
      | clause        | operation                        | kind       | state        | request                     | answer                                    | effect    |
      | BLOB-BATCH-02 | Blob Batch of Delete Blob        | block blob | exists       | If-Match current            | 202                                       | as asked  |
      | BLOB-BATCH-02 | Blob Batch of Delete Blob        | block blob | exists       | If-Match stale              | 412 ConditionNotMet                       | unchanged |
      | BLOB-BATCH-02 | Blob Batch of Delete Blob        | block blob | exists       | If-None-Match current       | 412 ConditionNotMet                       | unchanged |
      | BLOB-BATCH-02 | Blob Batch of Delete Blob        | block blob | exists       | If-Modified-Since same      | 412 ConditionNotMet                       | unchanged |
      | BLOB-BATCH-02 | Blob Batch of Delete Blob        | block blob | exists       | If-Unmodified-Since earlier | 412 ConditionNotMet                       | unchanged |
      | BLOB-BATCH-02 | Blob Batch of Delete Blob        | block blob | is Leased(A) | nothing                     | 412 LeaseIdMissing                        | unchanged |
      | BLOB-BATCH-02 | Blob Batch of Delete Blob        | block blob | is Leased(A) | lease id A                  | 202                                       | as asked  |
      | BLOB-BATCH-02 | Blob Batch of Delete Blob        | block blob | is Leased(A) | lease id B                  | 412 LeaseIdMismatchWithBlobOperation      | unchanged |
      | BLOB-BATCH-02 | Container Batch of Delete Blob   | block blob | exists       | If-Match current            | 202                                       | as asked  |
      | BLOB-BATCH-02 | Container Batch of Delete Blob   | block blob | exists       | If-Match stale              | 412 ConditionNotMet                       | unchanged |
      | BLOB-BATCH-02 | Container Batch of Delete Blob   | block blob | exists       | If-None-Match current       | 412 ConditionNotMet                       | unchanged |
      | BLOB-BATCH-02 | Container Batch of Delete Blob   | block blob | exists       | If-Modified-Since same      | 412 ConditionNotMet                       | unchanged |
      | BLOB-BATCH-02 | Container Batch of Delete Blob   | block blob | exists       | If-Unmodified-Since earlier | 412 ConditionNotMet                       | unchanged |
      | BLOB-BATCH-02 | Container Batch of Delete Blob   | block blob | is Leased(A) | nothing                     | 412 LeaseIdMissing                        | unchanged |
      | BLOB-BATCH-02 | Container Batch of Delete Blob   | block blob | is Leased(A) | lease id A                  | 202                                       | as asked  |
      | BLOB-BATCH-02 | Blob Batch of Set Blob Tier      | block blob | is Leased(A) | lease id A                  | 200                                       | as asked  |
      | BLOB-BATCH-02 | Blob Batch of Set Blob Tier      | block blob | is Leased(A) | lease id B                  | 412 LeaseIdMismatchWithBlobOperation      | unchanged |
      | BLOB-BATCH-02 | Container Batch of Set Blob Tier | block blob | is Leased(A) | lease id A                  | 200                                       | as asked  |
      | BLOB-BATCH-02 | Container Batch of Set Blob Tier | block blob | is Leased(A) | lease id B                  | 412 LeaseIdMismatchWithBlobOperation      | unchanged |

    @should
    Examples: A batch may hold up to 256 requests
      | clause        | operation                      | kind       | state  | request      | answer                            | effect    |
      | BLOB-BATCH-03 | Blob Batch of Delete Blob      | block blob | exists | requests 256 | 202                               | as asked  |
      | BLOB-BATCH-03 | Blob Batch of Delete Blob      | block blob | exists | requests 257 | 400 (ExceedsMaxBatchRequestCount) | unchanged |
      | BLOB-BATCH-03 | Container Batch of Delete Blob | block blob | exists | requests 257 | 400 (ExceedsMaxBatchRequestCount) | unchanged |

  Scenario Outline: <clause> <operation> with <request>, batched with a request for a blob that <state>
    Given a block blob that exists
    And a block blob "other" that <state>
    When a client sends <operation> with <request>, batched with other
    Then the service answers <answer>
    And the other request in the batch gets <other answer>
    And the blob is <effect>
    And the blob "other" is <other>

    @should
    Examples: A refused request does not affect the other one
      | clause        | operation                      | state          | request        | answer              | other answer     | effect    | other     |
      | BLOB-BATCH-01 | Blob Batch of Delete Blob      | exists         | If-Match stale | 412 ConditionNotMet | 202              | unchanged | gone      |
      | BLOB-BATCH-01 | Blob Batch of Delete Blob      | exists         | no lease id    | 202                 | 202              | as asked  | gone      |
      | BLOB-BATCH-01 | Blob Batch of Delete Blob      | does not exist | no lease id    | 202                 | 404 BlobNotFound | as asked  | gone      |
      | BLOB-BATCH-01 | Blob Batch of Delete Blob      | has a snapshot | no lease id    | 202                 | 409 *            | as asked  | unchanged |
      | BLOB-BATCH-01 | Container Batch of Delete Blob | exists         | If-Match stale | 412 ConditionNotMet | 202              | unchanged | gone      |
      | BLOB-BATCH-01 | Container Batch of Delete Blob | does not exist | no lease id    | 202                 | 404 BlobNotFound | as asked  | gone      |
