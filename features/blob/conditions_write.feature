@blob
Feature: One conditional header on a write

  A write whose condition is unmet returns 412 and changes nothing. Lease Blob and
  Snapshot Blob count as writes. The article says this only of If-Match; it says
  that the other conditions are accepted (etags_and_conditions.feature).

  Scenario Outline: <clause> <operation> on a <kind> with <header>, unmet and then met
    Given a <kind> that <state>
    When a client sends <operation> with <header> unmet
    Then the service answers 412 ConditionNotMet
    And the blob is unchanged
    When a client sends <operation> with <header> met
    Then the service answers ok
    And the blob is as asked

    @should
    Examples: The article's operations
      | clause       | operation           | kind        | state        | header              |
      | BLOB-COND-02 | Put Blob            | block blob  | exists       | If-None-Match       |
      | BLOB-COND-03 | Put Blob            | block blob  | exists       | If-Modified-Since   |
      | BLOB-COND-04 | Put Blob            | block blob  | exists       | If-Unmodified-Since |
      | BLOB-COND-02 | Put Blob            | page blob   | exists       | If-None-Match       |
      | BLOB-COND-03 | Put Blob            | page blob   | exists       | If-Modified-Since   |
      | BLOB-COND-04 | Put Blob            | page blob   | exists       | If-Unmodified-Since |
      | BLOB-COND-02 | Put Blob            | append blob | exists       | If-None-Match       |
      | BLOB-COND-03 | Put Blob            | append blob | exists       | If-Modified-Since   |
      | BLOB-COND-04 | Put Blob            | append blob | exists       | If-Unmodified-Since |
      | BLOB-COND-02 | Set Blob Properties | block blob  | exists       | If-None-Match       |
      | BLOB-COND-03 | Set Blob Properties | block blob  | exists       | If-Modified-Since   |
      | BLOB-COND-04 | Set Blob Properties | block blob  | exists       | If-Unmodified-Since |
      | BLOB-COND-02 | Set Blob Metadata   | block blob  | exists       | If-None-Match       |
      | BLOB-COND-03 | Set Blob Metadata   | block blob  | exists       | If-Modified-Since   |
      | BLOB-COND-04 | Set Blob Metadata   | block blob  | exists       | If-Unmodified-Since |
      | BLOB-COND-02 | Put Block List      | block blob  | exists       | If-None-Match       |
      | BLOB-COND-03 | Put Block List      | block blob  | exists       | If-Modified-Since   |
      | BLOB-COND-04 | Put Block List      | block blob  | exists       | If-Unmodified-Since |
      | BLOB-COND-02 | Put Page            | page blob   | exists       | If-None-Match       |
      | BLOB-COND-03 | Put Page            | page blob   | exists       | If-Modified-Since   |
      | BLOB-COND-04 | Put Page            | page blob   | exists       | If-Unmodified-Since |
      | BLOB-COND-02 | Put Page clear      | page blob   | exists       | If-None-Match       |
      | BLOB-COND-03 | Put Page clear      | page blob   | exists       | If-Modified-Since   |
      | BLOB-COND-04 | Put Page clear      | page blob   | exists       | If-Unmodified-Since |
      | BLOB-COND-02 | Snapshot Blob       | block blob  | exists       | If-None-Match       |
      | BLOB-COND-03 | Snapshot Blob       | block blob  | exists       | If-Modified-Since   |
      | BLOB-COND-04 | Snapshot Blob       | block blob  | exists       | If-Unmodified-Since |
      | BLOB-COND-02 | Delete Blob         | block blob  | exists       | If-None-Match       |
      | BLOB-COND-03 | Delete Blob         | block blob  | exists       | If-Modified-Since   |
      | BLOB-COND-04 | Delete Blob         | block blob  | exists       | If-Unmodified-Since |
      | BLOB-COND-02 | Lease Blob acquire  | block blob  | exists       | If-None-Match       |
      | BLOB-COND-03 | Lease Blob acquire  | block blob  | exists       | If-Modified-Since   |
      | BLOB-COND-04 | Lease Blob acquire  | block blob  | exists       | If-Unmodified-Since |
      | BLOB-COND-02 | Lease Blob renew    | block blob  | is Leased(A) | If-None-Match       |
      | BLOB-COND-03 | Lease Blob renew    | block blob  | is Leased(A) | If-Modified-Since   |
      | BLOB-COND-04 | Lease Blob renew    | block blob  | is Leased(A) | If-Unmodified-Since |
      | BLOB-COND-02 | Lease Blob change   | block blob  | is Leased(A) | If-None-Match       |
      | BLOB-COND-03 | Lease Blob change   | block blob  | is Leased(A) | If-Modified-Since   |
      | BLOB-COND-04 | Lease Blob change   | block blob  | is Leased(A) | If-Unmodified-Since |
      | BLOB-COND-02 | Lease Blob release  | block blob  | is Leased(A) | If-None-Match       |
      | BLOB-COND-03 | Lease Blob release  | block blob  | is Leased(A) | If-Modified-Since   |
      | BLOB-COND-04 | Lease Blob release  | block blob  | is Leased(A) | If-Unmodified-Since |
      | BLOB-COND-02 | Lease Blob break    | block blob  | is Leased(A) | If-None-Match       |
      | BLOB-COND-03 | Lease Blob break    | block blob  | is Leased(A) | If-Modified-Since   |
      | BLOB-COND-04 | Lease Blob break    | block blob  | is Leased(A) | If-Unmodified-Since |

    @should
    Examples: Page and append blobs
      | clause         | operation           | kind        | state        | header              |
      | BLOB-COND-01-s | Set Blob Properties | page blob   | exists       | If-Match            |
      | BLOB-COND-02   | Set Blob Properties | page blob   | exists       | If-None-Match       |
      | BLOB-COND-03   | Set Blob Properties | page blob   | exists       | If-Modified-Since   |
      | BLOB-COND-04   | Set Blob Properties | page blob   | exists       | If-Unmodified-Since |
      | BLOB-COND-01-s | Set Blob Properties | append blob | exists       | If-Match            |
      | BLOB-COND-02   | Set Blob Properties | append blob | exists       | If-None-Match       |
      | BLOB-COND-03   | Set Blob Properties | append blob | exists       | If-Modified-Since   |
      | BLOB-COND-04   | Set Blob Properties | append blob | exists       | If-Unmodified-Since |
      | BLOB-COND-01-s | Set Blob Metadata   | page blob   | exists       | If-Match            |
      | BLOB-COND-02   | Set Blob Metadata   | page blob   | exists       | If-None-Match       |
      | BLOB-COND-03   | Set Blob Metadata   | page blob   | exists       | If-Modified-Since   |
      | BLOB-COND-04   | Set Blob Metadata   | page blob   | exists       | If-Unmodified-Since |
      | BLOB-COND-01-s | Set Blob Metadata   | append blob | exists       | If-Match            |
      | BLOB-COND-02   | Set Blob Metadata   | append blob | exists       | If-None-Match       |
      | BLOB-COND-03   | Set Blob Metadata   | append blob | exists       | If-Modified-Since   |
      | BLOB-COND-04   | Set Blob Metadata   | append blob | exists       | If-Unmodified-Since |
      | BLOB-COND-01-s | Snapshot Blob       | page blob   | exists       | If-Match            |
      | BLOB-COND-02   | Snapshot Blob       | page blob   | exists       | If-None-Match       |
      | BLOB-COND-03   | Snapshot Blob       | page blob   | exists       | If-Modified-Since   |
      | BLOB-COND-04   | Snapshot Blob       | page blob   | exists       | If-Unmodified-Since |
      | BLOB-COND-01-s | Snapshot Blob       | append blob | exists       | If-Match            |
      | BLOB-COND-02   | Snapshot Blob       | append blob | exists       | If-None-Match       |
      | BLOB-COND-03   | Snapshot Blob       | append blob | exists       | If-Modified-Since   |
      | BLOB-COND-04   | Snapshot Blob       | append blob | exists       | If-Unmodified-Since |
      | BLOB-COND-01-s | Delete Blob         | page blob   | exists       | If-Match            |
      | BLOB-COND-02   | Delete Blob         | page blob   | exists       | If-None-Match       |
      | BLOB-COND-03   | Delete Blob         | page blob   | exists       | If-Modified-Since   |
      | BLOB-COND-04   | Delete Blob         | page blob   | exists       | If-Unmodified-Since |
      | BLOB-COND-01-s | Delete Blob         | append blob | exists       | If-Match            |
      | BLOB-COND-02   | Delete Blob         | append blob | exists       | If-None-Match       |
      | BLOB-COND-03   | Delete Blob         | append blob | exists       | If-Modified-Since   |
      | BLOB-COND-04   | Delete Blob         | append blob | exists       | If-Unmodified-Since |
      | BLOB-COND-01-s | Lease Blob acquire  | page blob   | exists       | If-Match            |
      | BLOB-COND-02   | Lease Blob acquire  | page blob   | exists       | If-None-Match       |
      | BLOB-COND-03   | Lease Blob acquire  | page blob   | exists       | If-Modified-Since   |
      | BLOB-COND-04   | Lease Blob acquire  | page blob   | exists       | If-Unmodified-Since |
      | BLOB-COND-01-s | Lease Blob acquire  | append blob | exists       | If-Match            |
      | BLOB-COND-02   | Lease Blob acquire  | append blob | exists       | If-None-Match       |
      | BLOB-COND-03   | Lease Blob acquire  | append blob | exists       | If-Modified-Since   |
      | BLOB-COND-04   | Lease Blob acquire  | append blob | exists       | If-Unmodified-Since |
      | BLOB-COND-01-s | Lease Blob renew    | page blob   | is Leased(A) | If-Match            |
      | BLOB-COND-02   | Lease Blob renew    | page blob   | is Leased(A) | If-None-Match       |
      | BLOB-COND-03   | Lease Blob renew    | page blob   | is Leased(A) | If-Modified-Since   |
      | BLOB-COND-04   | Lease Blob renew    | page blob   | is Leased(A) | If-Unmodified-Since |
      | BLOB-COND-01-s | Lease Blob renew    | append blob | is Leased(A) | If-Match            |
      | BLOB-COND-02   | Lease Blob renew    | append blob | is Leased(A) | If-None-Match       |
      | BLOB-COND-03   | Lease Blob renew    | append blob | is Leased(A) | If-Modified-Since   |
      | BLOB-COND-04   | Lease Blob renew    | append blob | is Leased(A) | If-Unmodified-Since |
      | BLOB-COND-01-s | Lease Blob change   | page blob   | is Leased(A) | If-Match            |
      | BLOB-COND-02   | Lease Blob change   | page blob   | is Leased(A) | If-None-Match       |
      | BLOB-COND-03   | Lease Blob change   | page blob   | is Leased(A) | If-Modified-Since   |
      | BLOB-COND-04   | Lease Blob change   | page blob   | is Leased(A) | If-Unmodified-Since |
      | BLOB-COND-01-s | Lease Blob change   | append blob | is Leased(A) | If-Match            |
      | BLOB-COND-02   | Lease Blob change   | append blob | is Leased(A) | If-None-Match       |
      | BLOB-COND-03   | Lease Blob change   | append blob | is Leased(A) | If-Modified-Since   |
      | BLOB-COND-04   | Lease Blob change   | append blob | is Leased(A) | If-Unmodified-Since |
      | BLOB-COND-01-s | Lease Blob release  | page blob   | is Leased(A) | If-Match            |
      | BLOB-COND-02   | Lease Blob release  | page blob   | is Leased(A) | If-None-Match       |
      | BLOB-COND-03   | Lease Blob release  | page blob   | is Leased(A) | If-Modified-Since   |
      | BLOB-COND-04   | Lease Blob release  | page blob   | is Leased(A) | If-Unmodified-Since |
      | BLOB-COND-01-s | Lease Blob release  | append blob | is Leased(A) | If-Match            |
      | BLOB-COND-02   | Lease Blob release  | append blob | is Leased(A) | If-None-Match       |
      | BLOB-COND-03   | Lease Blob release  | append blob | is Leased(A) | If-Modified-Since   |
      | BLOB-COND-04   | Lease Blob release  | append blob | is Leased(A) | If-Unmodified-Since |
      | BLOB-COND-01-s | Lease Blob break    | page blob   | is Leased(A) | If-Match            |
      | BLOB-COND-02   | Lease Blob break    | page blob   | is Leased(A) | If-None-Match       |
      | BLOB-COND-03   | Lease Blob break    | page blob   | is Leased(A) | If-Modified-Since   |
      | BLOB-COND-04   | Lease Blob break    | page blob   | is Leased(A) | If-Unmodified-Since |
      | BLOB-COND-01-s | Lease Blob break    | append blob | is Leased(A) | If-Match            |
      | BLOB-COND-02   | Lease Blob break    | append blob | is Leased(A) | If-None-Match       |
      | BLOB-COND-03   | Lease Blob break    | append blob | is Leased(A) | If-Modified-Since   |
      | BLOB-COND-04   | Lease Blob break    | append blob | is Leased(A) | If-Unmodified-Since |

  Scenario Outline: <clause> A <kind> that <state> is unchanged after <operation> with <condition>
    Given a <kind> that <state>
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the blob is unchanged

    @should
    Examples: A failed precondition leaves the resource unchanged
      | clause      | operation           | kind        | state          | condition                                                      | answer                         |
      | BLOB-GEN-07 | Get Blob            | block blob  | is Leased(A)   | If-None-Match unmet                                            | 304 ConditionNotMet            |
      | BLOB-GEN-07 | Put Blob            | block blob  | is Leased(A)   | lease id A, If-Match unmet                                     | 412 ConditionNotMet            |
      | BLOB-GEN-07 | Put Blob            | block blob  | has a snapshot | If-None-Match *                                                | 409 BlobAlreadyExists \| 412 * |
      | BLOB-GEN-07 | Put Block List      | block blob  | exists         | If-Unmodified-Since unmet                                      | 412 ConditionNotMet            |
      | BLOB-GEN-07 | Set Blob Metadata   | block blob  | has tags       | If-None-Match unmet                                            | 412 ConditionNotMet            |
      | BLOB-GEN-07 | Set Blob Properties | page blob   | is Leased(A)   | lease id A, If-Modified-Since unmet, sequence action increment | 412 ConditionNotMet            |
      | BLOB-GEN-07 | Put Page            | page blob   | has a snapshot | If-Match unmet                                                 | 412 ConditionNotMet            |
      | BLOB-GEN-07 | Append Block        | append blob | is Leased(A)   | lease id A, If-Match unmet                                     | 412 ConditionNotMet            |
      | BLOB-GEN-07 | Delete Blob         | block blob  | has a snapshot | If-Match unmet, delete snapshots include                       | 412 ConditionNotMet            |
      | BLOB-GEN-07 | Delete Blob         | block blob  | has a snapshot | If-Unmodified-Since unmet, delete snapshots only               | 412 ConditionNotMet            |
      | BLOB-GEN-07 | Snapshot Blob       | block blob  | has a snapshot | If-Match unmet                                                 | 412 ConditionNotMet            |
      | BLOB-GEN-07 | Lease Blob break    | block blob  | is Leased(A)   | If-Match unmet, break period 0                                 | 412 ConditionNotMet            |
      | BLOB-GEN-07 | Lease Blob release  | block blob  | is Leased(A)   | If-Unmodified-Since unmet                                      | 412 ConditionNotMet            |

  Scenario Outline: <clause> <operation> onto a <kind> with <header>, unmet and then met
    Given a <kind> that <state>
    When a client sends <operation> with <header> unmet
    Then the service answers 412 ConditionNotMet | 412 TargetConditionNotMet
    And the blob is unchanged
    When a client sends <operation> with <header> met
    Then the service answers ok
    And the blob is as asked

    @should
    Examples: The destination of a copy has a code of its own
      | clause         | operation | kind        | state  | header              |
      | BLOB-COND-01-s | Copy Blob | page blob   | exists | If-Match            |
      | BLOB-COND-02   | Copy Blob | page blob   | exists | If-None-Match       |
      | BLOB-COND-03   | Copy Blob | page blob   | exists | If-Modified-Since   |
      | BLOB-COND-04   | Copy Blob | page blob   | exists | If-Unmodified-Since |
      | BLOB-COND-01-s | Copy Blob | append blob | exists | If-Match            |
      | BLOB-COND-02   | Copy Blob | append blob | exists | If-None-Match       |
      | BLOB-COND-03   | Copy Blob | append blob | exists | If-Modified-Since   |
      | BLOB-COND-04   | Copy Blob | append blob | exists | If-Unmodified-Since |

  Scenario Outline: <clause> <operation> with <form>, and with <guard>, unmet and then met
    Given a block blob that <state>
    When a client sends <operation> with <form>, <guard> <unmet>
    Then the service answers <refusal>
    And the blob is unchanged
    When a client sends <operation> with <form>, <guard> <met>
    Then the service answers ok
    And the blob is as asked

    @should
    Examples: Names of headers have no case, and a client may wait for 100 Continue
      | clause         | operation         | form                     | guard         | state        | unmet | met | refusal                              |
      | BLOB-COND-01-s | Put Blob          | header names upper-case  | If-Match      | exists       | unmet | met | 412 ConditionNotMet                  |
      | BLOB-COND-02   | Set Blob Metadata | header names upper-case  | If-None-Match | exists       | unmet | met | 412 ConditionNotMet                  |
      | BLOB-UM-W-B-Le | Put Blob          | header names upper-case  | lease id      | is Leased(A) | B     | A   | 412 LeaseIdMismatchWithBlobOperation |
      | BLOB-COND-01-s | Put Blob          | expectation 100-continue | If-Match      | exists       | unmet | met | 412 ConditionNotMet                  |
      | BLOB-COND-02   | Put Blob          | expectation 100-continue | If-None-Match | exists       | unmet | met | 412 ConditionNotMet                  |

  @observed @BLOB-COND-61
  Scenario Outline: <operation> with an empty If-Match
    Given a block blob that exists
    When a client sends <operation> with If-Match empty
    Then the service answers <answer>
    And the blob is as answered

    Examples: Nothing is documented
      | operation         | answer                |
      | Put Blob          | 201 \| 400 * \| 412 * |
      | Set Blob Metadata | 200 \| 400 * \| 412 * |
