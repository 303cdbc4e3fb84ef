@blob
Feature: Conditions on the source and the destination of a copy

  A copy accepts conditional headers for its destination and, as x-ms-source-if-*,
  the same ones for its source. If one is unmet, the copy is refused and source and
  destination are unchanged.

  Scenario Outline: <clause> Copy Blob to a <kind> that <state>, with <condition>
    Given a <kind> "source" that exists
    And a <kind> that <state>
    When a client sends Copy Blob with <condition>
    Then the service answers <answer>
    And the blob is <effect>
    And the blob "source" is unchanged

    @should
    Examples: All four conditions on the source
      | clause       | kind        | state          | condition                                                | answer                    | effect    |
      | BLOB-COPY-01 | block blob  | exists         | source If-Match stale                                    | 412 SourceConditionNotMet | unchanged |
      | BLOB-COPY-01 | block blob  | exists         | source If-None-Match current                             | 412 SourceConditionNotMet | unchanged |
      | BLOB-COPY-01 | block blob  | exists         | source If-Modified-Since same                            | 412 SourceConditionNotMet | unchanged |
      | BLOB-COPY-01 | block blob  | exists         | source If-Unmodified-Since earlier                       | 412 SourceConditionNotMet | unchanged |
      | BLOB-COPY-01 | block blob  | does not exist | source If-Match current, source If-Unmodified-Since same | 202                       | as asked  |
      | BLOB-COPY-01 | block blob  | does not exist | source If-Match stale                                    | 412 SourceConditionNotMet | unchanged |
      | BLOB-COPY-01 | block blob  | does not exist | source If-None-Match current                             | 412 SourceConditionNotMet | unchanged |
      | BLOB-COPY-01 | page blob   | exists         | source If-Match stale                                    | 412 SourceConditionNotMet | unchanged |
      | BLOB-COPY-01 | page blob   | exists         | source If-None-Match current                             | 412 SourceConditionNotMet | unchanged |
      | BLOB-COPY-01 | append blob | exists         | source If-Match stale                                    | 412 SourceConditionNotMet | unchanged |
      | BLOB-COPY-01 | append blob | exists         | source If-None-Match current                             | 412 SourceConditionNotMet | unchanged |
      | BLOB-COPY-01 | block blob  | exists         | source If-Match stale, If-Match current                  | 412 SourceConditionNotMet | unchanged |
      | BLOB-COPY-01 | block blob  | exists         | source If-None-Match current, If-Unmodified-Since same   | 412 SourceConditionNotMet | unchanged |

    @should
    Examples: Conditions on the destination
      | clause       | kind        | state          | condition                                               | answer                                           | effect    |
      | BLOB-COPY-02 | block blob  | exists         | If-Match stale                                          | 412 ConditionNotMet \| 412 TargetConditionNotMet | unchanged |
      | BLOB-COPY-02 | block blob  | exists         | If-None-Match current                                   | 412 ConditionNotMet \| 412 TargetConditionNotMet | unchanged |
      | BLOB-COPY-02 | block blob  | exists         | If-Modified-Since same                                  | 412 ConditionNotMet \| 412 TargetConditionNotMet | unchanged |
      | BLOB-COPY-02 | block blob  | exists         | If-Unmodified-Since earlier                             | 412 ConditionNotMet \| 412 TargetConditionNotMet | unchanged |
      | BLOB-COPY-02 | page blob   | exists         | If-Match stale                                          | 412 ConditionNotMet \| 412 TargetConditionNotMet | unchanged |
      | BLOB-COPY-02 | append blob | exists         | If-Match stale                                          | 412 ConditionNotMet \| 412 TargetConditionNotMet | unchanged |
      | BLOB-COPY-02 | block blob  | exists         | source If-Match current, If-Match stale                 | 412 ConditionNotMet \| 412 TargetConditionNotMet | unchanged |
      | BLOB-COPY-02 | block blob  | exists         | source If-None-Match stale, If-Unmodified-Since earlier | 412 ConditionNotMet \| 412 TargetConditionNotMet | unchanged |
      | BLOB-COPY-02 | block blob  | exists         | source If-Match current, If-Match current               | 202                                              | as asked  |
      | BLOB-COPY-03 | block blob  | does not exist | If-Match other                                          | 412 *                                            | unchanged |
      | BLOB-COPY-03 | block blob  | does not exist | If-Match *                                              | 412 *                                            | unchanged |
      | BLOB-COPY-03 | block blob  | was deleted    | If-Match current                                        | 412 *                                            | unchanged |
      | BLOB-COPY-03 | page blob   | does not exist | If-Match other                                          | 412 *                                            | unchanged |

  Scenario Outline: <clause> <operation> to a block blob that <state>, with <condition>
    Given a block blob "source" that exists
    And a block blob that <state>
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the blob is <effect>
    And the blob "source" is unchanged

    @observed
    Examples: Copy Blob From URL returns the status of the read of its source
      | clause       | operation          | state          | condition                          | answer                                | effect    |
      | BLOB-COPY-04 | Copy Blob From URL | exists         | source If-Modified-Since earlier   | 202                                   | as asked  |
      | BLOB-COPY-04 | Copy Blob From URL | exists         | source If-Modified-Since same      | 304 (CannotVerifyCopySource) \| 412 * | unchanged |
      | BLOB-COPY-04 | Copy Blob From URL | exists         | source If-Unmodified-Since same    | 202                                   | as asked  |
      | BLOB-COPY-04 | Copy Blob From URL | exists         | source If-Unmodified-Since earlier | 412 (CannotVerifyCopySource)          | unchanged |
      | BLOB-COPY-04 | Copy Blob From URL | does not exist | source If-Modified-Since same      | 304 (CannotVerifyCopySource) \| 412 * | unchanged |
      | BLOB-COPY-04 | Copy Blob From URL | does not exist | source If-Unmodified-Since earlier | 412 (CannotVerifyCopySource)          | unchanged |

    @observed
    Examples: Put Blob From URL
      | clause       | operation         | state          | condition                    | answer                                | effect    |
      | BLOB-COPY-05 | Put Blob From URL | exists         | source If-Match current      | 201                                   | as asked  |
      | BLOB-COPY-05 | Put Blob From URL | exists         | source If-Match stale        | 412 (SourceConditionNotMet)           | unchanged |
      | BLOB-COPY-05 | Put Blob From URL | exists         | source If-None-Match stale   | 201                                   | as asked  |
      | BLOB-COPY-05 | Put Blob From URL | exists         | source If-None-Match current | 304 (CannotVerifyCopySource) \| 412 * | unchanged |
      | BLOB-COPY-05 | Put Blob From URL | does not exist | source If-Match stale        | 412 (SourceConditionNotMet)           | unchanged |
      | BLOB-COPY-05 | Put Blob From URL | does not exist | source If-None-Match current | 304 (CannotVerifyCopySource) \| 412 * | unchanged |

    @should
    Examples: Put Block From URL stages no block if a source condition is unmet
      | clause       | operation          | state                       | condition                          | answer         | effect    |
      | BLOB-COPY-06 | Put Block From URL | does not exist              | source If-Match current            | 201            | as asked  |
      | BLOB-COPY-06 | Put Block From URL | does not exist              | source If-Match stale              | 412 *          | unchanged |
      | BLOB-COPY-06 | Put Block From URL | does not exist              | source If-Unmodified-Since earlier | 412 *          | unchanged |
      | BLOB-COPY-06 | Put Block From URL | does not exist              | source If-None-Match current       | 304 * \| 412 * | unchanged |
      | BLOB-COPY-06 | Put Block From URL | does not exist              | source If-Modified-Since same      | 304 * \| 412 * | unchanged |
      | BLOB-COPY-06 | Put Block From URL | has only uncommitted blocks | source If-Match current            | 201            | as asked  |
      | BLOB-COPY-06 | Put Block From URL | has only uncommitted blocks | source If-Match stale              | 412 *          | unchanged |
      | BLOB-COPY-06 | Put Block From URL | has only uncommitted blocks | source If-Unmodified-Since earlier | 412 *          | unchanged |
      | BLOB-COPY-06 | Put Block From URL | has only uncommitted blocks | source If-None-Match current       | 304 * \| 412 * | unchanged |
      | BLOB-COPY-06 | Put Block From URL | has only uncommitted blocks | source If-Modified-Since same      | 304 * \| 412 * | unchanged |

  Scenario Outline: <clause> <operation> to a <kind> with <header>, unmet and then met
    Given a <kind> "source" that exists
    And a <kind> that exists
    When a client sends <operation> with <header> unmet
    Then the service answers 412 ConditionNotMet | 412 TargetConditionNotMet
    And the blob is unchanged
    When a client sends <operation> with <header> met
    Then the service answers 202
    And the blob is as asked
    And the blob "source" is unchanged

    @should
    Examples: Conditions on the destination of asynchronous and synchronous copies
      | clause           | operation          | kind        | header              |
      | BLOB-COPY-DST-01 | Copy Blob          | block blob  | If-Match            |
      | BLOB-COPY-DST-01 | Copy Blob          | block blob  | If-None-Match       |
      | BLOB-COPY-DST-01 | Copy Blob          | block blob  | If-Modified-Since   |
      | BLOB-COPY-DST-01 | Copy Blob          | block blob  | If-Unmodified-Since |
      | BLOB-COPY-DST-01 | Copy Blob          | page blob   | If-Match            |
      | BLOB-COPY-DST-01 | Copy Blob          | page blob   | If-None-Match       |
      | BLOB-COPY-DST-01 | Copy Blob          | page blob   | If-Modified-Since   |
      | BLOB-COPY-DST-01 | Copy Blob          | page blob   | If-Unmodified-Since |
      | BLOB-COPY-DST-01 | Copy Blob          | append blob | If-Match            |
      | BLOB-COPY-DST-01 | Copy Blob          | append blob | If-None-Match       |
      | BLOB-COPY-DST-01 | Copy Blob          | append blob | If-Modified-Since   |
      | BLOB-COPY-DST-01 | Copy Blob          | append blob | If-Unmodified-Since |
      | BLOB-COPY-DST-01 | Copy Blob From URL | block blob  | If-Match            |
      | BLOB-COPY-DST-01 | Copy Blob From URL | block blob  | If-None-Match       |
      | BLOB-COPY-DST-01 | Copy Blob From URL | block blob  | If-Modified-Since   |
      | BLOB-COPY-DST-01 | Copy Blob From URL | block blob  | If-Unmodified-Since |

  Scenario Outline: <clause> <operation> to a blob that <state>, with <condition>, whatever the error code
    Given a block blob "source" that exists
    And a block blob that <state>
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the blob is <effect>

    @should
    Examples: If-None-Match: *, missing destinations and a source condition
      | clause           | operation          | state          | condition                                 | answer         | effect    |
      | BLOB-COPY-DST-01 | Copy Blob          | exists         | If-None-Match *                           | 409 * \| 412 * | unchanged |
      | BLOB-COPY-DST-01 | Copy Blob          | does not exist | If-None-Match *                           | 202            | as asked  |
      | BLOB-COPY-DST-01 | Copy Blob From URL | exists         | If-None-Match *                           | 409 * \| 412 * | unchanged |
      | BLOB-COPY-DST-01 | Copy Blob From URL | does not exist | If-None-Match *                           | 202            | as asked  |
      | BLOB-COPY-DST-01 | Copy Blob From URL | does not exist | If-Match other                            | 412 *          | unchanged |
      | BLOB-COPY-DST-01 | Copy Blob From URL | was deleted    | If-Match current                          | 412 *          | unchanged |
      | BLOB-COPY-DST-01 | Copy Blob From URL | exists         | If-Match current, source If-Match current | 202            | as asked  |

  Scenario Outline: <clause> <operation> to an append blob that <state>, with <condition>
    Given a block blob "source" that exists
    And an append blob that <state>
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the blob is <effect>
    And the blob "source" is unchanged

    @observed
    Examples: Append Block From URL returns the status of the read of its source
      | clause       | operation             | state  | condition                          | answer                     | effect    |
      | BLOB-COPY-32 | Append Block From URL | exists | source If-Match current            | 201                        | as asked  |
      | BLOB-COPY-32 | Append Block From URL | exists | source If-Match stale              | 412 CannotVerifyCopySource | unchanged |
      | BLOB-COPY-32 | Append Block From URL | exists | source If-Unmodified-Since earlier | 412 CannotVerifyCopySource | unchanged |
      | BLOB-COPY-32 | Append Block From URL | exists | source If-None-Match current       | 304 CannotVerifyCopySource | unchanged |
