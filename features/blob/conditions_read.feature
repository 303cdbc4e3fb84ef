@blob
Feature: One conditional header on a read

  A read returns 412 if its If-Match or If-Unmodified-Since is unmet, and 304 (nothing new to
  return) if its If-None-Match or If-Modified-Since is unmet. The article says only that these
  conditions are accepted, not what a refused read returns (etags_and_conditions.feature).

  Scenario Outline: <clause> <operation> on a <kind> with <header>, unmet and then met
    Given a <kind> that exists
    When a client sends <operation> with <header> unmet
    Then the service answers <refusal>
    And the blob is unchanged
    When a client sends <operation> with <header> met
    Then the service answers ok
    And the blob is unchanged

    @should
    Examples: The article's operations
      | clause         | operation           | kind       | header              | refusal             |
      | BLOB-COND-01-s | Get Blob            | block blob | If-Match            | 412 ConditionNotMet |
      | BLOB-COND-02   | Get Blob            | block blob | If-None-Match       | 304 ConditionNotMet |
      | BLOB-COND-03   | Get Blob            | block blob | If-Modified-Since   | 304 ConditionNotMet |
      | BLOB-COND-04   | Get Blob            | block blob | If-Unmodified-Since | 412 ConditionNotMet |
      | BLOB-COND-01-s | Get Blob Properties | block blob | If-Match            | 412 ConditionNotMet |
      | BLOB-COND-02   | Get Blob Properties | block blob | If-None-Match       | 304 ConditionNotMet |
      | BLOB-COND-03   | Get Blob Properties | block blob | If-Modified-Since   | 304 ConditionNotMet |
      | BLOB-COND-04   | Get Blob Properties | block blob | If-Unmodified-Since | 412 ConditionNotMet |
      | BLOB-COND-01-s | Get Blob Metadata   | block blob | If-Match            | 412 ConditionNotMet |
      | BLOB-COND-02   | Get Blob Metadata   | block blob | If-None-Match       | 304 ConditionNotMet |
      | BLOB-COND-03   | Get Blob Metadata   | block blob | If-Modified-Since   | 304 ConditionNotMet |
      | BLOB-COND-04   | Get Blob Metadata   | block blob | If-Unmodified-Since | 412 ConditionNotMet |
      | BLOB-COND-01-s | Get Page Ranges     | page blob  | If-Match            | 412 ConditionNotMet |
      | BLOB-COND-02   | Get Page Ranges     | page blob  | If-None-Match       | 304 ConditionNotMet |
      | BLOB-COND-03   | Get Page Ranges     | page blob  | If-Modified-Since   | 304 ConditionNotMet |
      | BLOB-COND-04   | Get Page Ranges     | page blob  | If-Unmodified-Since | 412 ConditionNotMet |

    @should
    Examples: Page and append blobs
      | clause         | operation           | kind        | header              | refusal             |
      | BLOB-COND-01-s | Get Blob            | page blob   | If-Match            | 412 ConditionNotMet |
      | BLOB-COND-02   | Get Blob            | page blob   | If-None-Match       | 304 ConditionNotMet |
      | BLOB-COND-03   | Get Blob            | page blob   | If-Modified-Since   | 304 ConditionNotMet |
      | BLOB-COND-04   | Get Blob            | page blob   | If-Unmodified-Since | 412 ConditionNotMet |
      | BLOB-COND-01-s | Get Blob            | append blob | If-Match            | 412 ConditionNotMet |
      | BLOB-COND-02   | Get Blob            | append blob | If-None-Match       | 304 ConditionNotMet |
      | BLOB-COND-03   | Get Blob            | append blob | If-Modified-Since   | 304 ConditionNotMet |
      | BLOB-COND-04   | Get Blob            | append blob | If-Unmodified-Since | 412 ConditionNotMet |
      | BLOB-COND-01-s | Get Blob Properties | page blob   | If-Match            | 412 ConditionNotMet |
      | BLOB-COND-02   | Get Blob Properties | page blob   | If-None-Match       | 304 ConditionNotMet |
      | BLOB-COND-03   | Get Blob Properties | page blob   | If-Modified-Since   | 304 ConditionNotMet |
      | BLOB-COND-04   | Get Blob Properties | page blob   | If-Unmodified-Since | 412 ConditionNotMet |
      | BLOB-COND-01-s | Get Blob Properties | append blob | If-Match            | 412 ConditionNotMet |
      | BLOB-COND-02   | Get Blob Properties | append blob | If-None-Match       | 304 ConditionNotMet |
      | BLOB-COND-03   | Get Blob Properties | append blob | If-Modified-Since   | 304 ConditionNotMet |
      | BLOB-COND-04   | Get Blob Properties | append blob | If-Unmodified-Since | 412 ConditionNotMet |
      | BLOB-COND-01-s | Get Blob Metadata   | page blob   | If-Match            | 412 ConditionNotMet |
      | BLOB-COND-02   | Get Blob Metadata   | page blob   | If-None-Match       | 304 ConditionNotMet |
      | BLOB-COND-03   | Get Blob Metadata   | page blob   | If-Modified-Since   | 304 ConditionNotMet |
      | BLOB-COND-04   | Get Blob Metadata   | page blob   | If-Unmodified-Since | 412 ConditionNotMet |
      | BLOB-COND-01-s | Get Blob Metadata   | append blob | If-Match            | 412 ConditionNotMet |
      | BLOB-COND-02   | Get Blob Metadata   | append blob | If-None-Match       | 304 ConditionNotMet |
      | BLOB-COND-03   | Get Blob Metadata   | append blob | If-Modified-Since   | 304 ConditionNotMet |
      | BLOB-COND-04   | Get Blob Metadata   | append blob | If-Unmodified-Since | 412 ConditionNotMet |

  Scenario Outline: <clause> Get Blob with a range and <header>, unmet and then met
    Given a block blob that exists
    When a client sends Get Blob with range 0-3, <header> unmet
    Then the service answers <refusal>
    When a client sends Get Blob with range 0-3, <header> met
    Then the service answers 206
    And the response carries the same ETag, the same Last-Modified
    And the blob is unchanged

    @should
    Examples: A range of the content
      | clause         | header              | refusal             |
      | BLOB-COND-01-s | If-Match            | 412 ConditionNotMet |
      | BLOB-COND-02   | If-None-Match       | 304 ConditionNotMet |
      | BLOB-COND-03   | If-Modified-Since   | 304 ConditionNotMet |
      | BLOB-COND-04   | If-Unmodified-Since | 412 ConditionNotMet |

  Scenario Outline: <clause> Get Blob with <range>, and with <guard>, unmet and then met
    Given a block blob that <state>
    When a client sends Get Blob with <range>, <guard> <unmet>
    Then the service answers <refusal>
    When a client sends Get Blob with <range>, <guard> <met>
    Then the service answers 206
    And the response carries the same ETag, the same Last-Modified
    And the blob is unchanged

    @should
    Examples: Either header names the range, and x-ms-range goes first
      | clause         | range                         | guard         | state        | unmet | met | refusal                              |
      | BLOB-COND-01-s | standard range 0-3            | If-Match      | exists       | unmet | met | 412 ConditionNotMet                  |
      | BLOB-COND-02   | standard range 0-3            | If-None-Match | exists       | unmet | met | 304 ConditionNotMet                  |
      | BLOB-UM-R-B-Le | standard range 0-3            | lease id      | is Leased(A) | B     | A   | 412 LeaseIdMismatchWithBlobOperation |
      | BLOB-RANGE-01  | range 0-3, standard range 4-7 | If-Match      | exists       | unmet | met | 412 ConditionNotMet                  |

  Scenario Outline: <clause> <operation> by <verb>, with <request>
    Given a block blob that <state>
    When a client sends <operation> with <verb>, <request>
    Then the service answers <answer>
    And the response carries <response>
    And the blob is unchanged

    @should
    Examples: Get Blob Metadata may be sent as HEAD
      | clause         | operation         | verb      | request             | state        | answer                               | response                                             |
      | BLOB-ETAG-13   | Get Blob Metadata | verb HEAD | If-Match met        | exists       | 200                                  | an empty body, the same ETag, the same Last-Modified |
      | BLOB-COND-08   | Get Blob Metadata | verb HEAD | If-Match unmet      | exists       | 412 ConditionNotMet                  | an empty body, error code ConditionNotMet            |
      | BLOB-COND-02   | Get Blob Metadata | verb HEAD | If-None-Match unmet | exists       | 304 ConditionNotMet                  | an empty body                                        |
      | BLOB-UM-R-B-Le | Get Blob Metadata | verb HEAD | lease id B          | is Leased(A) | 412 LeaseIdMismatchWithBlobOperation | an empty body                                        |

  Scenario Outline: <clause> <operation> with <condition> returns 304 without a body
    Given a <kind> that exists
    When a client sends <operation> with <condition>
    Then the service answers 304 ConditionNotMet
    And the response carries <response>
    And the blob is unchanged

    @should
    Examples: A 304 response has no body
      | clause       | operation           | kind       | condition               | response      |
      | BLOB-COND-02 | Get Blob            | block blob | If-None-Match unmet     | an empty body |
      | BLOB-COND-03 | Get Blob            | block blob | If-Modified-Since unmet | an empty body |
      | BLOB-COND-02 | Get Blob Properties | block blob | If-None-Match unmet     | an empty body |
      | BLOB-COND-03 | Get Blob Properties | block blob | If-Modified-Since unmet | an empty body |
      | BLOB-COND-02 | Get Blob Metadata   | block blob | If-None-Match unmet     | an empty body |
      | BLOB-COND-03 | Get Blob Metadata   | block blob | If-Modified-Since unmet | an empty body |
      | BLOB-COND-02 | Get Page Ranges     | page blob  | If-None-Match unmet     | an empty body |
      | BLOB-COND-03 | Get Page Ranges     | page blob  | If-Modified-Since unmet | an empty body |

    @observed
    Examples: A 304 response has an error code, but no ETag or Last-Modified
      | clause       | operation       | kind       | condition               | response                                                             |
      | BLOB-COND-06 | Get Blob        | block blob | If-None-Match unmet     | an empty body, error code ConditionNotMet, no ETag, no Last-Modified |
      | BLOB-COND-06 | Get Blob        | block blob | If-Modified-Since unmet | an empty body, error code ConditionNotMet, no ETag, no Last-Modified |
      | BLOB-COND-06 | Get Page Ranges | page blob  | If-None-Match unmet     | an empty body, error code ConditionNotMet, no ETag, no Last-Modified |
      | BLOB-COND-06 | Get Page Ranges | page blob  | If-Modified-Since unmet | an empty body, error code ConditionNotMet, no ETag, no Last-Modified |

  Scenario Outline: <clause> <operation> on a <kind> with If-Match unmet
    Given a <kind> that exists
    When a client sends <operation> with If-Match unmet
    Then the service answers 412 ConditionNotMet
    And the response carries <response>
    And the blob is unchanged

    @should
    Examples: The response to HEAD has the error code only in its header
      | clause       | operation           | kind        | response                                  |
      | BLOB-COND-08 | Get Blob Properties | block blob  | an empty body, error code ConditionNotMet |
      | BLOB-COND-08 | Get Blob Properties | page blob   | an empty body, error code ConditionNotMet |
      | BLOB-COND-08 | Get Blob Properties | append blob | an empty body, error code ConditionNotMet |

    @observed
    Examples: A 412 response has an XML body, but no ETag or Last-Modified
      | clause       | operation         | kind       | response                                                                                         |
      | BLOB-COND-07 | Get Blob          | block blob | an XML body, content type application/xml, error code ConditionNotMet, no ETag, no Last-Modified |
      | BLOB-COND-07 | Put Blob          | block blob | an XML body, content type application/xml, error code ConditionNotMet, no ETag, no Last-Modified |
      | BLOB-COND-07 | Set Blob Metadata | block blob | an XML body, content type application/xml, error code ConditionNotMet, no ETag, no Last-Modified |
      | BLOB-COND-07 | Delete Blob       | block blob | an XML body, content type application/xml, error code ConditionNotMet, no ETag, no Last-Modified |
