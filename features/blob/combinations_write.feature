@blob
Feature: Several conditional headers on a write

  A write accepts one conditional header. If-Modified-Since is ignored next to If-None-Match,
  and If-Unmodified-Since next to If-Match; any other combination is an error. A lease ID and
  the conditions on tags, sequence number and append position do not count.

  Scenario Outline: <clause> <operation> on a <kind> with <condition>
    Given a <kind> that exists
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the blob is <effect>

    @should
    Examples: If-None-Match with If-Modified-Since: only If-None-Match decides
      | clause       | operation           | kind        | condition                                    | answer              | effect    |
      | BLOB-COND-23 | Put Blob            | block blob  | If-None-Match met, If-Modified-Since met     | 201                 | as asked  |
      | BLOB-COND-23 | Put Blob            | block blob  | If-None-Match unmet, If-Modified-Since unmet | 412 ConditionNotMet | unchanged |
      | BLOB-COND-23 | Put Blob            | block blob  | If-None-Match met, If-Modified-Since unmet   | 201                 | as asked  |
      | BLOB-COND-23 | Put Blob            | block blob  | If-None-Match unmet, If-Modified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-23 | Put Blob            | page blob   | If-None-Match met, If-Modified-Since unmet   | 201                 | as asked  |
      | BLOB-COND-23 | Put Blob            | page blob   | If-None-Match unmet, If-Modified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-23 | Put Blob            | append blob | If-None-Match met, If-Modified-Since unmet   | 201                 | as asked  |
      | BLOB-COND-23 | Put Blob            | append blob | If-None-Match unmet, If-Modified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-23 | Put Block List      | block blob  | If-None-Match met, If-Modified-Since unmet   | 201                 | as asked  |
      | BLOB-COND-23 | Put Block List      | block blob  | If-None-Match unmet, If-Modified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-23 | Put Page            | page blob   | If-None-Match met, If-Modified-Since unmet   | 201                 | as asked  |
      | BLOB-COND-23 | Put Page            | page blob   | If-None-Match unmet, If-Modified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-23 | Append Block        | append blob | If-None-Match met, If-Modified-Since unmet   | 201                 | as asked  |
      | BLOB-COND-23 | Append Block        | append blob | If-None-Match unmet, If-Modified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-23 | Set Blob Properties | block blob  | If-None-Match met, If-Modified-Since unmet   | 200                 | as asked  |
      | BLOB-COND-23 | Set Blob Properties | block blob  | If-None-Match unmet, If-Modified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-23 | Set Blob Metadata   | block blob  | If-None-Match met, If-Modified-Since unmet   | 200                 | as asked  |
      | BLOB-COND-23 | Set Blob Metadata   | block blob  | If-None-Match unmet, If-Modified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-23 | Delete Blob         | block blob  | If-None-Match met, If-Modified-Since unmet   | 202                 | as asked  |
      | BLOB-COND-23 | Delete Blob         | block blob  | If-None-Match unmet, If-Modified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-23 | Lease Blob acquire  | block blob  | If-None-Match met, If-Modified-Since unmet   | 201                 | as asked  |
      | BLOB-COND-23 | Lease Blob acquire  | block blob  | If-None-Match unmet, If-Modified-Since met   | 412 ConditionNotMet | unchanged |

    @should
    Examples: If-Match with If-Unmodified-Since: only If-Match decides
      | clause       | operation           | kind        | condition                                 | answer              | effect    |
      | BLOB-COND-24 | Put Blob            | block blob  | If-Match met, If-Unmodified-Since met     | 201                 | as asked  |
      | BLOB-COND-24 | Put Blob            | block blob  | If-Match unmet, If-Unmodified-Since unmet | 412 ConditionNotMet | unchanged |
      | BLOB-COND-24 | Put Blob            | block blob  | If-Match met, If-Unmodified-Since unmet   | 201                 | as asked  |
      | BLOB-COND-24 | Put Blob            | block blob  | If-Match unmet, If-Unmodified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-24 | Put Blob            | page blob   | If-Match met, If-Unmodified-Since unmet   | 201                 | as asked  |
      | BLOB-COND-24 | Put Blob            | page blob   | If-Match unmet, If-Unmodified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-24 | Put Blob            | append blob | If-Match met, If-Unmodified-Since unmet   | 201                 | as asked  |
      | BLOB-COND-24 | Put Blob            | append blob | If-Match unmet, If-Unmodified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-24 | Put Block List      | block blob  | If-Match met, If-Unmodified-Since unmet   | 201                 | as asked  |
      | BLOB-COND-24 | Put Block List      | block blob  | If-Match unmet, If-Unmodified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-24 | Put Page            | page blob   | If-Match met, If-Unmodified-Since unmet   | 201                 | as asked  |
      | BLOB-COND-24 | Put Page            | page blob   | If-Match unmet, If-Unmodified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-24 | Append Block        | append blob | If-Match met, If-Unmodified-Since unmet   | 201                 | as asked  |
      | BLOB-COND-24 | Append Block        | append blob | If-Match unmet, If-Unmodified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-24 | Set Blob Properties | block blob  | If-Match met, If-Unmodified-Since unmet   | 200                 | as asked  |
      | BLOB-COND-24 | Set Blob Properties | block blob  | If-Match unmet, If-Unmodified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-24 | Set Blob Metadata   | block blob  | If-Match met, If-Unmodified-Since unmet   | 200                 | as asked  |
      | BLOB-COND-24 | Set Blob Metadata   | block blob  | If-Match unmet, If-Unmodified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-24 | Delete Blob         | block blob  | If-Match met, If-Unmodified-Since unmet   | 202                 | as asked  |
      | BLOB-COND-24 | Delete Blob         | block blob  | If-Match unmet, If-Unmodified-Since met   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-24 | Lease Blob acquire  | block blob  | If-Match met, If-Unmodified-Since unmet   | 201                 | as asked  |
      | BLOB-COND-24 | Lease Blob acquire  | block blob  | If-Match unmet, If-Unmodified-Since met   | 412 ConditionNotMet | unchanged |

    @should
    Examples: Every other combination is refused
      | clause       | operation           | kind        | condition                                                                       | answer                                   | effect    |
      | BLOB-COND-25 | Put Blob            | block blob  | If-Match met, If-None-Match met                                                 | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | block blob  | If-Match met, If-Modified-Since met                                             | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | block blob  | If-None-Match met, If-Unmodified-Since met                                      | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | block blob  | If-Modified-Since met, If-Unmodified-Since met                                  | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | block blob  | If-Match met, If-None-Match met, If-Modified-Since met                          | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | block blob  | If-Match met, If-None-Match met, If-Unmodified-Since met                        | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | block blob  | If-Match met, If-Modified-Since met, If-Unmodified-Since met                    | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | block blob  | If-None-Match met, If-Modified-Since met, If-Unmodified-Since met               | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | block blob  | If-Match met, If-None-Match met, If-Modified-Since met, If-Unmodified-Since met | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | page blob   | If-Match met, If-None-Match met                                                 | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | page blob   | If-Match met, If-Modified-Since met                                             | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | page blob   | If-None-Match met, If-Unmodified-Since met                                      | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | page blob   | If-Modified-Since met, If-Unmodified-Since met                                  | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | page blob   | If-Match met, If-None-Match met, If-Modified-Since met, If-Unmodified-Since met | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | append blob | If-Match met, If-None-Match met                                                 | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | append blob | If-Match met, If-Modified-Since met                                             | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | append blob | If-None-Match met, If-Unmodified-Since met                                      | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | append blob | If-Modified-Since met, If-Unmodified-Since met                                  | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Blob            | append blob | If-Match met, If-None-Match met, If-Modified-Since met, If-Unmodified-Since met | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Block List      | block blob  | If-Match met, If-None-Match met                                                 | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Block List      | block blob  | If-Match met, If-Modified-Since met                                             | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Block List      | block blob  | If-None-Match met, If-Unmodified-Since met                                      | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Block List      | block blob  | If-Modified-Since met, If-Unmodified-Since met                                  | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Block List      | block blob  | If-Match met, If-None-Match met, If-Modified-Since met, If-Unmodified-Since met | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Page            | page blob   | If-Match met, If-None-Match met                                                 | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Page            | page blob   | If-Match met, If-Modified-Since met                                             | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Page            | page blob   | If-None-Match met, If-Unmodified-Since met                                      | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Page            | page blob   | If-Modified-Since met, If-Unmodified-Since met                                  | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Put Page            | page blob   | If-Match met, If-None-Match met, If-Modified-Since met, If-Unmodified-Since met | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Append Block        | append blob | If-Match met, If-None-Match met                                                 | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Append Block        | append blob | If-Match met, If-Modified-Since met                                             | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Append Block        | append blob | If-None-Match met, If-Unmodified-Since met                                      | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Append Block        | append blob | If-Modified-Since met, If-Unmodified-Since met                                  | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Append Block        | append blob | If-Match met, If-None-Match met, If-Modified-Since met, If-Unmodified-Since met | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Set Blob Properties | block blob  | If-Match met, If-None-Match met                                                 | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Set Blob Properties | block blob  | If-Match met, If-Modified-Since met                                             | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Set Blob Properties | block blob  | If-None-Match met, If-Unmodified-Since met                                      | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Set Blob Properties | block blob  | If-Modified-Since met, If-Unmodified-Since met                                  | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Set Blob Properties | block blob  | If-Match met, If-None-Match met, If-Modified-Since met, If-Unmodified-Since met | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Set Blob Metadata   | block blob  | If-Match met, If-None-Match met                                                 | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Set Blob Metadata   | block blob  | If-Match met, If-Modified-Since met                                             | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Set Blob Metadata   | block blob  | If-None-Match met, If-Unmodified-Since met                                      | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Set Blob Metadata   | block blob  | If-Modified-Since met, If-Unmodified-Since met                                  | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Set Blob Metadata   | block blob  | If-Match met, If-None-Match met, If-Modified-Since met, If-Unmodified-Since met | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Delete Blob         | block blob  | If-Match met, If-None-Match met                                                 | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Delete Blob         | block blob  | If-Match met, If-Modified-Since met                                             | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Delete Blob         | block blob  | If-None-Match met, If-Unmodified-Since met                                      | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Delete Blob         | block blob  | If-Modified-Since met, If-Unmodified-Since met                                  | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Delete Blob         | block blob  | If-Match met, If-None-Match met, If-Modified-Since met, If-Unmodified-Since met | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Lease Blob acquire  | block blob  | If-Match met, If-None-Match met                                                 | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Lease Blob acquire  | block blob  | If-Match met, If-Modified-Since met                                             | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Lease Blob acquire  | block blob  | If-None-Match met, If-Unmodified-Since met                                      | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Lease Blob acquire  | block blob  | If-Modified-Since met, If-Unmodified-Since met                                  | 400 MultipleConditionHeadersNotSupported | unchanged |
      | BLOB-COND-25 | Lease Blob acquire  | block blob  | If-Match met, If-None-Match met, If-Modified-Since met, If-Unmodified-Since met | 400 MultipleConditionHeadersNotSupported | unchanged |

    @should
    Examples: More than one ETag is refused
      | clause       | operation           | kind        | condition                    | answer | effect    |
      | BLOB-COND-26 | Put Blob            | block blob  | If-Match current \| stale    | 400 *  | unchanged |
      | BLOB-COND-26 | Put Blob            | block blob  | If-None-Match stale \| other | 400 *  | unchanged |
      | BLOB-COND-26 | Put Blob            | page blob   | If-Match current \| stale    | 400 *  | unchanged |
      | BLOB-COND-26 | Put Blob            | page blob   | If-None-Match stale \| other | 400 *  | unchanged |
      | BLOB-COND-26 | Put Blob            | append blob | If-Match current \| stale    | 400 *  | unchanged |
      | BLOB-COND-26 | Put Blob            | append blob | If-None-Match stale \| other | 400 *  | unchanged |
      | BLOB-COND-26 | Put Block List      | block blob  | If-Match current \| stale    | 400 *  | unchanged |
      | BLOB-COND-26 | Put Block List      | block blob  | If-None-Match stale \| other | 400 *  | unchanged |
      | BLOB-COND-26 | Put Page            | page blob   | If-Match current \| stale    | 400 *  | unchanged |
      | BLOB-COND-26 | Put Page            | page blob   | If-None-Match stale \| other | 400 *  | unchanged |
      | BLOB-COND-26 | Append Block        | append blob | If-Match current \| stale    | 400 *  | unchanged |
      | BLOB-COND-26 | Append Block        | append blob | If-None-Match stale \| other | 400 *  | unchanged |
      | BLOB-COND-26 | Set Blob Properties | block blob  | If-Match current \| stale    | 400 *  | unchanged |
      | BLOB-COND-26 | Set Blob Properties | block blob  | If-None-Match stale \| other | 400 *  | unchanged |
      | BLOB-COND-26 | Set Blob Metadata   | block blob  | If-Match current \| stale    | 400 *  | unchanged |
      | BLOB-COND-26 | Set Blob Metadata   | block blob  | If-None-Match stale \| other | 400 *  | unchanged |
      | BLOB-COND-26 | Delete Blob         | block blob  | If-Match current \| stale    | 400 *  | unchanged |
      | BLOB-COND-26 | Delete Blob         | block blob  | If-None-Match stale \| other | 400 *  | unchanged |
      | BLOB-COND-26 | Lease Blob acquire  | block blob  | If-Match current \| stale    | 400 *  | unchanged |
      | BLOB-COND-26 | Lease Blob acquire  | block blob  | If-None-Match stale \| other | 400 *  | unchanged |

  Scenario Outline: <clause> <operation> on a <kind> that <state>, with <condition>
    Given a <kind> that <state>
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the blob is <effect>

    @should
    Examples: Headers that do not count as conditional headers
      | clause       | operation         | kind        | state        | condition                                                   | answer                            | effect    |
      | BLOB-COND-27 | Put Blob          | block blob  | is Leased(A) | lease id A, If-Match met                                    | 201                               | as asked  |
      | BLOB-COND-27 | Put Blob          | block blob  | is Leased(A) | lease id A, If-None-Match met                               | 201                               | as asked  |
      | BLOB-COND-27 | Put Blob          | block blob  | is Leased(A) | lease id A, If-Modified-Since met                           | 201                               | as asked  |
      | BLOB-COND-27 | Put Blob          | block blob  | is Leased(A) | lease id A, If-Unmodified-Since met                         | 201                               | as asked  |
      | BLOB-COND-27 | Put Blob          | block blob  | is Leased(A) | lease id A, If-Match unmet                                  | 412 ConditionNotMet               | unchanged |
      | BLOB-COND-27 | Put Blob          | block blob  | is Leased(A) | lease id A, If-None-Match unmet                             | 412 ConditionNotMet               | unchanged |
      | BLOB-COND-27 | Put Blob          | block blob  | is Leased(A) | lease id A, If-Modified-Since unmet                         | 412 ConditionNotMet               | unchanged |
      | BLOB-COND-27 | Put Blob          | block blob  | is Leased(A) | lease id A, If-Unmodified-Since unmet                       | 412 ConditionNotMet               | unchanged |
      | BLOB-COND-27 | Set Blob Metadata | block blob  | has tags     | tags condition "colour"='blue', If-Match met                | 200                               | as asked  |
      | BLOB-COND-27 | Set Blob Metadata | block blob  | has tags     | tags condition "colour"='blue', If-None-Match met           | 200                               | as asked  |
      | BLOB-COND-27 | Set Blob Metadata | block blob  | has tags     | tags condition "colour"='blue', If-Modified-Since met       | 200                               | as asked  |
      | BLOB-COND-27 | Set Blob Metadata | block blob  | has tags     | tags condition "colour"='blue', If-Unmodified-Since met     | 200                               | as asked  |
      | BLOB-COND-27 | Set Blob Metadata | block blob  | has tags     | tags condition "colour"='blue', If-Match unmet              | 412 ConditionNotMet               | unchanged |
      | BLOB-COND-27 | Put Page          | page blob   | exists       | sequence number at most 0, If-Match met                     | 201                               | as asked  |
      | BLOB-COND-27 | Put Page          | page blob   | exists       | sequence number at most 0, If-None-Match met                | 201                               | as asked  |
      | BLOB-COND-27 | Put Page          | page blob   | exists       | sequence number at most 0, If-Modified-Since met            | 201                               | as asked  |
      | BLOB-COND-27 | Put Page          | page blob   | exists       | sequence number at most 0, If-Unmodified-Since met          | 201                               | as asked  |
      | BLOB-COND-27 | Put Page          | page blob   | exists       | sequence number at most 0, If-Match unmet                   | 412 ConditionNotMet               | unchanged |
      | BLOB-COND-27 | Put Page          | page blob   | exists       | sequence number exactly 1, If-Match met                     | 412 SequenceNumberConditionNotMet | unchanged |
      | BLOB-COND-27 | Append Block      | append blob | exists       | append position 15, max size 4096, If-Match met             | 201                               | as asked  |
      | BLOB-COND-27 | Append Block      | append blob | exists       | append position 15, max size 4096, If-None-Match met        | 201                               | as asked  |
      | BLOB-COND-27 | Append Block      | append blob | exists       | append position 15, max size 4096, If-Modified-Since met    | 201                               | as asked  |
      | BLOB-COND-27 | Append Block      | append blob | exists       | append position 15, max size 4096, If-Unmodified-Since met  | 201                               | as asked  |
      | BLOB-COND-27 | Append Block      | append blob | exists       | append position 15, If-Match unmet                          | 412 ConditionNotMet               | unchanged |
      | BLOB-COND-27 | Append Block      | append blob | exists       | append position 14, If-Match met                            | 412 AppendPositionConditionNotMet | unchanged |
      | BLOB-COND-27 | Append Block      | append blob | exists       | max size 15, If-Match met                                   | 412 MaxBlobSizeConditionNotMet    | unchanged |
      | BLOB-COND-27 | Append Block      | append blob | is Leased(A) | lease id A, append position 15, max size 4096, If-Match met | 201                               | as asked  |
      | BLOB-COND-27 | Put Block List    | block blob  | is Leased(A) | lease id A, If-Match met, If-Unmodified-Since unmet         | 201                               | as asked  |
