@blob
Feature: Conditions on missing blobs and containers

  A read of a missing blob returns 404 whatever its conditions. A write that may create
  the blob returns 412 if it has If-Match; the other conditions count as met when there
  is nothing to compare with. A missing container returns 404 in any case.

  Scenario Outline: <clause> <operation> of a <kind> that <state> with <condition>
    Given a <kind> that <state>
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the blob is as answered

    @should
    Examples: A read with If-Match returns 404, not 412
      | clause       | operation           | kind        | state          | condition        | answer           |
      | BLOB-COND-29 | Get Blob            | block blob  | does not exist | If-Match other   | 404 BlobNotFound |
      | BLOB-COND-29 | Get Blob            | page blob   | does not exist | If-Match other   | 404 BlobNotFound |
      | BLOB-COND-29 | Get Blob            | append blob | does not exist | If-Match other   | 404 BlobNotFound |
      | BLOB-COND-29 | Get Blob Properties | block blob  | does not exist | If-Match other   | 404 BlobNotFound |
      | BLOB-COND-29 | Get Blob Metadata   | block blob  | does not exist | If-Match other   | 404 BlobNotFound |
      | BLOB-COND-29 | Get Page Ranges     | page blob   | does not exist | If-Match other   | 404 BlobNotFound |
      | BLOB-COND-29 | Get Blob            | block blob  | was deleted    | If-Match current | 404 BlobNotFound |
      | BLOB-COND-29 | Get Blob Properties | block blob  | was deleted    | If-Match current | 404 BlobNotFound |

    @observed
    Examples: A read with an ETag that the service cannot have issued
      | clause       | operation           | kind       | state          | condition                 | answer                                  |
      | BLOB-COND-30 | Get Blob            | block blob | does not exist | If-Match garbage          | 404 BlobNotFound \| 412 ConditionNotMet |
      | BLOB-COND-30 | Get Blob            | block blob | does not exist | If-Match unquoted garbage | 404 BlobNotFound \| 412 ConditionNotMet |
      | BLOB-COND-30 | Get Blob Properties | block blob | does not exist | If-Match garbage          | 404 BlobNotFound \| 412 ConditionNotMet |
      | BLOB-COND-30 | Get Blob Properties | block blob | does not exist | If-Match unquoted garbage | 404 BlobNotFound \| 412 ConditionNotMet |

    @should
    Examples: A write with If-Match never creates a blob
      | clause       | operation      | kind        | state                       | condition        | answer              |
      | BLOB-COND-31 | Put Blob       | block blob  | does not exist              | If-Match other   | 412 ConditionNotMet |
      | BLOB-COND-31 | Put Blob       | page blob   | does not exist              | If-Match other   | 412 ConditionNotMet |
      | BLOB-COND-31 | Put Blob       | append blob | does not exist              | If-Match other   | 412 ConditionNotMet |
      | BLOB-COND-31 | Put Block List | block blob  | has only uncommitted blocks | If-Match other   | 412 ConditionNotMet |
      | BLOB-COND-31 | Put Blob       | block blob  | does not exist              | If-Match *       | 412 ConditionNotMet |
      | BLOB-COND-31 | Put Blob       | page blob   | does not exist              | If-Match *       | 412 ConditionNotMet |
      | BLOB-COND-31 | Put Blob       | append blob | does not exist              | If-Match *       | 412 ConditionNotMet |
      | BLOB-COND-31 | Put Block List | block blob  | has only uncommitted blocks | If-Match *       | 412 ConditionNotMet |
      | BLOB-COND-31 | Put Blob       | block blob  | was deleted                 | If-Match current | 412 ConditionNotMet |

    @observed
    Examples: Uncommitted blocks have a date
      | clause        | operation      | kind       | state                       | condition                  | answer              |
      | BLOB-COND-32b | Put Block List | block blob | has only uncommitted blocks | If-Modified-Since tomorrow | 412 ConditionNotMet |

    @observed
    Examples: The other conditions do not prevent a creation
      | clause       | operation      | kind        | state                       | condition                     | answer                     |
      | BLOB-COND-32 | Put Blob       | block blob  | does not exist              | If-None-Match other           | 201                        |
      | BLOB-COND-32 | Put Blob       | block blob  | does not exist              | If-Modified-Since yesterday   | 201                        |
      | BLOB-COND-32 | Put Blob       | block blob  | does not exist              | If-Modified-Since tomorrow    | 201                        |
      | BLOB-COND-32 | Put Blob       | block blob  | does not exist              | If-Unmodified-Since yesterday | 201                        |
      | BLOB-COND-32 | Put Blob       | block blob  | does not exist              | If-Unmodified-Since tomorrow  | 201                        |
      | BLOB-COND-32 | Put Blob       | page blob   | does not exist              | If-None-Match other           | 201                        |
      | BLOB-COND-32 | Put Blob       | page blob   | does not exist              | If-Modified-Since yesterday   | 201                        |
      | BLOB-COND-32 | Put Blob       | page blob   | does not exist              | If-Modified-Since tomorrow    | 201                        |
      | BLOB-COND-32 | Put Blob       | page blob   | does not exist              | If-Unmodified-Since yesterday | 201                        |
      | BLOB-COND-32 | Put Blob       | page blob   | does not exist              | If-Unmodified-Since tomorrow  | 201                        |
      | BLOB-COND-32 | Put Blob       | append blob | does not exist              | If-None-Match other           | 201                        |
      | BLOB-COND-32 | Put Blob       | append blob | does not exist              | If-Modified-Since yesterday   | 201                        |
      | BLOB-COND-32 | Put Blob       | append blob | does not exist              | If-Modified-Since tomorrow    | 201                        |
      | BLOB-COND-32 | Put Blob       | append blob | does not exist              | If-Unmodified-Since yesterday | 201                        |
      | BLOB-COND-32 | Put Blob       | append blob | does not exist              | If-Unmodified-Since tomorrow  | 201                        |
      | BLOB-COND-32 | Put Block List | block blob  | has only uncommitted blocks | If-None-Match other           | 201                        |
      | BLOB-COND-32 | Put Block List | block blob  | has only uncommitted blocks | If-Unmodified-Since yesterday | 201 \| 412 ConditionNotMet |

    @should
    Examples: Writes that need an existing blob
      | clause         | operation           | kind        | state          | condition | answer           |
      | BLOB-COND-33-s | Set Blob Properties | block blob  | does not exist | nothing   | 404 BlobNotFound |
      | BLOB-COND-33-s | Set Blob Metadata   | block blob  | does not exist | nothing   | 404 BlobNotFound |
      | BLOB-COND-33-s | Delete Blob         | block blob  | does not exist | nothing   | 404 BlobNotFound |
      | BLOB-COND-33-s | Lease Blob acquire  | block blob  | does not exist | nothing   | 404 BlobNotFound |
      | BLOB-COND-33-s | Lease Blob renew    | block blob  | does not exist | nothing   | 404 BlobNotFound |
      | BLOB-COND-33-s | Lease Blob change   | block blob  | does not exist | nothing   | 404 BlobNotFound |
      | BLOB-COND-33-s | Lease Blob release  | block blob  | does not exist | nothing   | 404 BlobNotFound |
      | BLOB-COND-33-s | Lease Blob break    | block blob  | does not exist | nothing   | 404 BlobNotFound |
      | BLOB-COND-33-s | Snapshot Blob       | block blob  | does not exist | nothing   | 404 BlobNotFound |
      | BLOB-COND-33-s | Append Block        | append blob | does not exist | nothing   | 404 BlobNotFound |
      | BLOB-COND-33-s | Put Page            | page blob   | does not exist | nothing   | 404 BlobNotFound |
      | BLOB-COND-33-s | Put Page clear      | page blob   | does not exist | nothing   | 404 BlobNotFound |

    @observed
    Examples: Writes that need an existing blob, with If-Match: 404 or 412, undocumented
      | clause         | operation           | kind        | state          | condition      | answer                    |
      | BLOB-COND-33-o | Set Blob Properties | block blob  | does not exist | If-Match other | 404 BlobNotFound \| 412 * |
      | BLOB-COND-33-o | Set Blob Metadata   | block blob  | does not exist | If-Match other | 404 BlobNotFound \| 412 * |
      | BLOB-COND-33-o | Delete Blob         | block blob  | does not exist | If-Match other | 404 BlobNotFound \| 412 * |
      | BLOB-COND-33-o | Lease Blob acquire  | block blob  | does not exist | If-Match other | 404 BlobNotFound \| 412 * |
      | BLOB-COND-33-o | Lease Blob renew    | block blob  | does not exist | If-Match other | 404 BlobNotFound \| 412 * |
      | BLOB-COND-33-o | Lease Blob change   | block blob  | does not exist | If-Match other | 404 BlobNotFound \| 412 * |
      | BLOB-COND-33-o | Lease Blob release  | block blob  | does not exist | If-Match other | 404 BlobNotFound \| 412 * |
      | BLOB-COND-33-o | Lease Blob break    | block blob  | does not exist | If-Match other | 404 BlobNotFound \| 412 * |
      | BLOB-COND-33-o | Snapshot Blob       | block blob  | does not exist | If-Match other | 404 BlobNotFound \| 412 * |
      | BLOB-COND-33-o | Append Block        | append blob | does not exist | If-Match other | 404 BlobNotFound \| 412 * |
      | BLOB-COND-33-o | Put Page            | page blob   | does not exist | If-Match other | 404 BlobNotFound \| 412 * |
      | BLOB-COND-33-o | Put Page clear      | page blob   | does not exist | If-Match other | 404 BlobNotFound \| 412 * |

    @should
    Examples: A missing container
      | clause       | operation           | kind        | state                          | condition                                 | answer                |
      | BLOB-COND-34 | Put Blob            | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Put Blob            | page blob   | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Put Blob            | append blob | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Get Blob            | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Get Blob Properties | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Get Blob Metadata   | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Set Blob Properties | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Set Blob Metadata   | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Delete Blob         | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Lease Blob acquire  | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Lease Blob renew    | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Lease Blob change   | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Lease Blob release  | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Lease Blob break    | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Snapshot Blob       | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Append Block        | append blob | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Put Page            | page blob   | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Put Page clear      | page blob   | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Put Block           | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Put Block List      | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Get Block List      | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Get Page Ranges     | page blob   | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Set Blob Tier       | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Get Blob Tags       | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Set Blob Tags       | block blob  | belongs to a missing container | nothing                                   | 404 ContainerNotFound |
      | BLOB-COND-34 | Put Blob            | block blob  | belongs to a missing container | If-Match other                            | 404 ContainerNotFound |
      | BLOB-COND-34 | Put Blob            | block blob  | belongs to a missing container | If-None-Match *                           | 404 ContainerNotFound |
      | BLOB-COND-34 | Put Blob            | block blob  | belongs to a missing container | lease id A                                | 404 ContainerNotFound |
      | BLOB-COND-34 | Put Block List      | block blob  | belongs to a missing container | If-Match *                                | 404 ContainerNotFound |
      | BLOB-COND-34 | Set Blob Metadata   | block blob  | belongs to a missing container | If-Match other, lease id A                | 404 ContainerNotFound |
      | BLOB-COND-34 | Delete Blob         | block blob  | belongs to a missing container | If-Unmodified-Since yesterday             | 404 ContainerNotFound |
      | BLOB-COND-34 | Get Blob            | block blob  | belongs to a missing container | If-Match other                            | 404 ContainerNotFound |
      | BLOB-COND-34 | Get Blob            | block blob  | belongs to a missing container | If-None-Match other, lease id A           | 404 ContainerNotFound |
      | BLOB-COND-34 | Get Blob Properties | block blob  | belongs to a missing container | If-Modified-Since tomorrow                | 404 ContainerNotFound |
      | BLOB-COND-34 | Lease Blob acquire  | block blob  | belongs to a missing container | If-Match other                            | 404 ContainerNotFound |
      | BLOB-COND-34 | Append Block        | append blob | belongs to a missing container | append position 0, If-Match other         | 404 ContainerNotFound |
      | BLOB-COND-34 | Put Page            | page blob   | belongs to a missing container | sequence number at most 0, If-Match other | 404 ContainerNotFound |

  @should @BLOB-COND-34
  Scenario: Copy Blob into a missing container
    Given a block blob "source" that exists
    And a block blob that belongs to a missing container
    When a client sends Copy Blob with If-None-Match *
    Then the service answers 404 ContainerNotFound
    And the blob is unchanged
    And the blob "source" is unchanged

  Scenario Outline: <clause> <operation> of a blob that has only uncommitted blocks, with <condition>
    Given a block blob that has only uncommitted blocks
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the blob is <effect>

    @observed
    Examples: A blob with only uncommitted blocks counts as missing
      | clause       | operation           | condition       | answer              | effect    |
      | BLOB-COND-35 | Get Blob            | nothing         | 404 BlobNotFound    | unchanged |
      | BLOB-COND-35 | Get Blob Properties | nothing         | 404 BlobNotFound    | unchanged |
      | BLOB-COND-35 | Set Blob Metadata   | nothing         | 404 BlobNotFound    | unchanged |
      | BLOB-COND-35 | Put Block List      | If-None-Match * | 201                 | as asked  |
      | BLOB-COND-35 | Put Block List      | If-Match other  | 412 ConditionNotMet | unchanged |
      | BLOB-COND-35 | Put Block List      | If-Match *      | 412 ConditionNotMet | unchanged |
      | BLOB-COND-35 | Get Block List      | nothing         | 200                 | unchanged |
      | BLOB-COND-35 | Lease Blob acquire  | nothing         | 201                 | as asked  |

  @should @BLOB-COND-35a
  Scenario: Delete Blob discards the blocks of a blob that has only uncommitted blocks
    Given a block blob that has only uncommitted blocks
    When a client sends Delete Blob
    Then the service answers 202
    When a client sends Get Block List
    Then the service answers 404 BlobNotFound
    And the blob is gone
