@blob
Feature: Blob operations that the article does not list: ETags and conditional headers

  Append Block, the From URL operations, tiers and tags are newer than the article.
  Their REST pages say which of them return an ETag and which accept conditional
  headers; these scenarios test that as for the article's operations.

  Scenario Outline: <clause> <operation> on a <kind> that <state>, with <condition>
    Given a <kind> that <state>
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the blob is <effect>

    @should
    Examples: Append Block
      | clause      | operation    | kind        | state  | condition                   | answer                            | effect    |
      | BLOB-TAB-17 | Append Block | append blob | exists | If-Match current            | 201                               | as asked  |
      | BLOB-TAB-17 | Append Block | append blob | exists | If-Match stale              | 412 ConditionNotMet               | unchanged |
      | BLOB-TAB-17 | Append Block | append blob | exists | If-None-Match stale         | 201                               | as asked  |
      | BLOB-TAB-17 | Append Block | append blob | exists | If-None-Match current       | 412 ConditionNotMet               | unchanged |
      | BLOB-TAB-17 | Append Block | append blob | exists | If-Modified-Since earlier   | 201                               | as asked  |
      | BLOB-TAB-17 | Append Block | append blob | exists | If-Modified-Since same      | 412 ConditionNotMet               | unchanged |
      | BLOB-TAB-17 | Append Block | append blob | exists | If-Unmodified-Since same    | 201                               | as asked  |
      | BLOB-TAB-17 | Append Block | append blob | exists | If-Unmodified-Since earlier | 412 ConditionNotMet               | unchanged |
      | BLOB-TAB-17 | Append Block | append blob | exists | append position 15          | 201                               | as asked  |
      | BLOB-TAB-17 | Append Block | append blob | exists | append position 14          | 412 AppendPositionConditionNotMet | unchanged |
      | BLOB-TAB-17 | Append Block | append blob | exists | max size 4096               | 201                               | as asked  |
      | BLOB-TAB-17 | Append Block | append blob | exists | max size 15                 | 412 MaxBlobSizeConditionNotMet    | unchanged |

    @should
    Examples: Operations that copy from a URL accept conditions on the destination
      | clause      | operation             | kind        | state  | condition                   | answer              | effect    |
      | BLOB-TAB-19 | Put Blob From URL     | block blob  | exists | If-Match current            | 201                 | as asked  |
      | BLOB-TAB-19 | Put Blob From URL     | block blob  | exists | If-Match stale              | 412 ConditionNotMet | unchanged |
      | BLOB-TAB-19 | Put Blob From URL     | block blob  | exists | If-None-Match stale         | 201                 | as asked  |
      | BLOB-TAB-19 | Put Blob From URL     | block blob  | exists | If-None-Match current       | 412 ConditionNotMet | unchanged |
      | BLOB-TAB-19 | Put Blob From URL     | block blob  | exists | If-Modified-Since earlier   | 201                 | as asked  |
      | BLOB-TAB-19 | Put Blob From URL     | block blob  | exists | If-Modified-Since same      | 412 ConditionNotMet | unchanged |
      | BLOB-TAB-19 | Put Blob From URL     | block blob  | exists | If-Unmodified-Since same    | 201                 | as asked  |
      | BLOB-TAB-19 | Put Blob From URL     | block blob  | exists | If-Unmodified-Since earlier | 412 ConditionNotMet | unchanged |
      | BLOB-TAB-19 | Append Block From URL | append blob | exists | If-Match current            | 201                 | as asked  |
      | BLOB-TAB-19 | Append Block From URL | append blob | exists | If-Match stale              | 412 ConditionNotMet | unchanged |
      | BLOB-TAB-19 | Append Block From URL | append blob | exists | If-None-Match stale         | 201                 | as asked  |
      | BLOB-TAB-19 | Append Block From URL | append blob | exists | If-None-Match current       | 412 ConditionNotMet | unchanged |
      | BLOB-TAB-19 | Append Block From URL | append blob | exists | If-Modified-Since earlier   | 201                 | as asked  |
      | BLOB-TAB-19 | Append Block From URL | append blob | exists | If-Modified-Since same      | 412 ConditionNotMet | unchanged |
      | BLOB-TAB-19 | Append Block From URL | append blob | exists | If-Unmodified-Since same    | 201                 | as asked  |
      | BLOB-TAB-19 | Append Block From URL | append blob | exists | If-Unmodified-Since earlier | 412 ConditionNotMet | unchanged |
      | BLOB-TAB-19 | Put Page From URL     | page blob   | exists | If-Match current            | 201                 | as asked  |
      | BLOB-TAB-19 | Put Page From URL     | page blob   | exists | If-Match stale              | 412 ConditionNotMet | unchanged |
      | BLOB-TAB-19 | Put Page From URL     | page blob   | exists | If-None-Match stale         | 201                 | as asked  |
      | BLOB-TAB-19 | Put Page From URL     | page blob   | exists | If-None-Match current       | 412 ConditionNotMet | unchanged |
      | BLOB-TAB-19 | Put Page From URL     | page blob   | exists | If-Modified-Since earlier   | 201                 | as asked  |
      | BLOB-TAB-19 | Put Page From URL     | page blob   | exists | If-Modified-Since same      | 412 ConditionNotMet | unchanged |
      | BLOB-TAB-19 | Put Page From URL     | page blob   | exists | If-Unmodified-Since same    | 201                 | as asked  |
      | BLOB-TAB-19 | Put Page From URL     | page blob   | exists | If-Unmodified-Since earlier | 412 ConditionNotMet | unchanged |

    @should
    Examples: Put Block From URL accepts no conditions on the destination
      | clause      | operation          | kind       | state  | condition                   | answer                                    | effect      |
      | BLOB-TAB-18 | Put Block From URL | block blob | exists | If-Match stale              | 201 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-18 | Put Block From URL | block blob | exists | If-None-Match current       | 201 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-18 | Put Block From URL | block blob | exists | If-Modified-Since same      | 201 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-18 | Put Block From URL | block blob | exists | If-Unmodified-Since earlier | 201 \| 400 (ConditionHeadersNotSupported) | as answered |

    @should
    Examples: Tier and tag operations accept a lease ID, but no conditional headers
      | clause      | operation     | kind       | state        | condition                   | answer                                    | effect      |
      | BLOB-TAB-20 | Set Blob Tier | block blob | exists       | If-Match stale              | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-20 | Set Blob Tier | block blob | exists       | If-None-Match current       | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-20 | Set Blob Tier | block blob | exists       | If-Modified-Since same      | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-20 | Set Blob Tier | block blob | exists       | If-Unmodified-Since earlier | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-20 | Set Blob Tags | block blob | exists       | If-Match stale              | 204 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-20 | Set Blob Tags | block blob | exists       | If-None-Match current       | 204 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-20 | Get Blob Tags | block blob | exists       | If-Match stale              | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-20 | Get Blob Tags | block blob | exists       | If-None-Match current       | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-20 | Set Blob Tier | block blob | is Leased(A) | lease id A                  | 200                                       | as asked    |
      | BLOB-TAB-20 | Set Blob Tags | block blob | is Leased(A) | lease id A                  | 204                                       | as asked    |
      | BLOB-TAB-20 | Get Blob Tags | block blob | is Leased(A) | lease id A                  | 200                                       | unchanged   |
      | BLOB-TAB-20 | Set Blob Tier | block blob | is Leased(A) | lease id B                  | 412 (LeaseIdMismatchWithBlobOperation)    | unchanged   |
      | BLOB-TAB-20 | Set Blob Tags | block blob | is Leased(A) | lease id B                  | 412 (LeaseIdMismatchWithBlobOperation)    | unchanged   |
      | BLOB-TAB-20 | Get Blob Tags | block blob | is Leased(A) | lease id B                  | 412 (LeaseIdMismatchWithBlobOperation)    | unchanged   |

  Scenario Outline: <clause> <operation> on a <kind> that <state>, with <source condition>
    Given a block blob "source" that exists
    And a <kind> that <state>
    When a client sends <operation> with <source condition>
    Then the service answers <answer>
    And the blob is <effect>
    And the blob "source" is unchanged

    @should
    Examples: Conditions on the source
      | clause      | operation             | kind        | state  | source condition                   | answer         | effect    |
      | BLOB-TAB-18 | Put Block From URL    | block blob  | exists | source If-Match current            | 201            | as asked  |
      | BLOB-TAB-18 | Put Block From URL    | block blob  | exists | source If-Match stale              | 412 *          | unchanged |
      | BLOB-TAB-18 | Put Block From URL    | block blob  | exists | source If-None-Match stale         | 201            | as asked  |
      | BLOB-TAB-18 | Put Block From URL    | block blob  | exists | source If-None-Match current       | 412 * \| 304 * | unchanged |
      | BLOB-TAB-18 | Put Block From URL    | block blob  | exists | source If-Modified-Since earlier   | 201            | as asked  |
      | BLOB-TAB-18 | Put Block From URL    | block blob  | exists | source If-Modified-Since same      | 412 * \| 304 * | unchanged |
      | BLOB-TAB-18 | Put Block From URL    | block blob  | exists | source If-Unmodified-Since same    | 201            | as asked  |
      | BLOB-TAB-18 | Put Block From URL    | block blob  | exists | source If-Unmodified-Since earlier | 412 *          | unchanged |
      | BLOB-TAB-19 | Put Blob From URL     | block blob  | exists | source If-Match current            | 201            | as asked  |
      | BLOB-TAB-19 | Put Blob From URL     | block blob  | exists | source If-Match stale              | 412 *          | unchanged |
      | BLOB-TAB-19 | Put Blob From URL     | block blob  | exists | source If-None-Match stale         | 201            | as asked  |
      | BLOB-TAB-19 | Put Blob From URL     | block blob  | exists | source If-None-Match current       | 412 * \| 304 * | unchanged |
      | BLOB-TAB-19 | Put Blob From URL     | block blob  | exists | source If-Modified-Since earlier   | 201            | as asked  |
      | BLOB-TAB-19 | Put Blob From URL     | block blob  | exists | source If-Modified-Since same      | 412 * \| 304 * | unchanged |
      | BLOB-TAB-19 | Put Blob From URL     | block blob  | exists | source If-Unmodified-Since same    | 201            | as asked  |
      | BLOB-TAB-19 | Put Blob From URL     | block blob  | exists | source If-Unmodified-Since earlier | 412 *          | unchanged |
      | BLOB-TAB-19 | Append Block From URL | append blob | exists | source If-Match current            | 201            | as asked  |
      | BLOB-TAB-19 | Append Block From URL | append blob | exists | source If-Match stale              | 412 *          | unchanged |
      | BLOB-TAB-19 | Append Block From URL | append blob | exists | source If-None-Match stale         | 201            | as asked  |
      | BLOB-TAB-19 | Append Block From URL | append blob | exists | source If-None-Match current       | 412 * \| 304 * | unchanged |
      | BLOB-TAB-19 | Append Block From URL | append blob | exists | source If-Modified-Since earlier   | 201            | as asked  |
      | BLOB-TAB-19 | Append Block From URL | append blob | exists | source If-Modified-Since same      | 412 * \| 304 * | unchanged |
      | BLOB-TAB-19 | Append Block From URL | append blob | exists | source If-Unmodified-Since same    | 201            | as asked  |
      | BLOB-TAB-19 | Append Block From URL | append blob | exists | source If-Unmodified-Since earlier | 412 *          | unchanged |

  Scenario Outline: <clause> <operation> on a <kind> that <state>, with <source condition>
    Given a page blob "source" that exists
    And a <kind> that <state>
    When a client sends <operation> with <source condition>
    Then the service answers <answer>
    And the blob is <effect>
    And the blob "source" is unchanged

    @should
    Examples: Conditions on the source of Put Page From URL
      | clause      | operation         | kind      | state  | source condition                   | answer         | effect    |
      | BLOB-TAB-19 | Put Page From URL | page blob | exists | source If-Match current            | 201            | as asked  |
      | BLOB-TAB-19 | Put Page From URL | page blob | exists | source If-Match stale              | 412 *          | unchanged |
      | BLOB-TAB-19 | Put Page From URL | page blob | exists | source If-None-Match stale         | 201            | as asked  |
      | BLOB-TAB-19 | Put Page From URL | page blob | exists | source If-None-Match current       | 412 * \| 304 * | unchanged |
      | BLOB-TAB-19 | Put Page From URL | page blob | exists | source If-Modified-Since earlier   | 201            | as asked  |
      | BLOB-TAB-19 | Put Page From URL | page blob | exists | source If-Modified-Since same      | 412 * \| 304 * | unchanged |
      | BLOB-TAB-19 | Put Page From URL | page blob | exists | source If-Unmodified-Since same    | 201            | as asked  |
      | BLOB-TAB-19 | Put Page From URL | page blob | exists | source If-Unmodified-Since earlier | 412 *          | unchanged |

  Scenario Outline: <clause> <operation> on a <kind> that <state> returns <response>
    Given a <kind> that <state>
    When a client sends <operation>
    Then the service answers ok
    And the response carries <response>
    And the blob is <effect>

    @should
    Examples: Responses with and without an ETag
      | clause      | operation          | kind        | state  | response                        | effect    |
      | BLOB-TAB-17 | Append Block       | append blob | exists | a new ETag, a new Last-Modified | as asked  |
      | BLOB-TAB-18 | Put Block From URL | block blob  | exists | no ETag, no Last-Modified       | as asked  |
      | BLOB-TAB-20 | Set Blob Tier      | block blob  | exists | no ETag                         | as asked  |
      | BLOB-TAB-20 | Set Blob Tags      | block blob  | exists | no ETag                         | as asked  |
      | BLOB-TAB-20 | Get Blob Tags      | block blob  | exists | no ETag                         | unchanged |
