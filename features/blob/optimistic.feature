@blob
Feature: Optimistic concurrency: read the ETag, write with If-Match

  The article's procedure in five steps, its sample, and what follows from them:
  read a blob, remember its ETag, and write with If-Match, so that a change by
  another client in between is not overwritten.

  @must @BLOB-ETAG-01 @BLOB-GEN-06 @BLOB-ETAG-03
  Scenario: The five steps: read, keep the ETag, write with If-Match, compare, get a new ETag
    Given a block blob that exists
    When Ann sends Get Blob
    Then Ann gets 200
    And the response carries the current ETag
    When Ann sends Put Blob with If-Match remembered
    Then Ann gets 201
    And the response carries a new ETag
    And the blob is as asked

  @must @BLOB-ETAG-02 @BLOB-ETAG-05 @BLOB-ETAG-04
  Scenario: The article's sample: a third party overwrites what the first client uploaded
    Given a block blob that does not exist
    When Ann sends Put Blob with content "Hello, World!"
    Then Ann gets 201
    And the response carries a new ETag
    And the blob is as asked
    When a third party sends Put Blob with content "Hello from a third party!"
    Then the service answers 201
    And the response carries a new ETag
    And the blob is as asked
    When Ann sends Put Blob with If-Match remembered, content "Hello again!"
    Then Ann gets 412 ConditionNotMet
    And the blob is unchanged

  Scenario Outline: <clause> The ETag in the answer to <operation> on a <kind> is the one that reads return
    Given a <kind> that <state>
    When Ann sends <operation>
    Then Ann gets 201
    When Bob sends Get Blob
    Then the response carries the current ETag
    When Bob sends Get Blob Properties
    Then the response carries the current ETag
    When Ann sends Set Blob Metadata with If-Match remembered
    Then Ann gets 200

    @must
    Examples: Writes that create a version
      | clause       | operation      | kind        | state                       |
      | BLOB-ETAG-02 | Put Blob       | block blob  | does not exist              |
      | BLOB-ETAG-02 | Put Blob       | page blob   | does not exist              |
      | BLOB-ETAG-02 | Put Blob       | append blob | does not exist              |
      | BLOB-ETAG-02 | Put Block List | block blob  | has only uncommitted blocks |
      | BLOB-ETAG-02 | Put Page       | page blob   | exists                      |

  Scenario Outline: <clause> <operation> on a <kind> with If-Match <etag>
    Given a <kind> that exists
    When a client sends <operation> with If-Match <etag>
    Then the service answers <answer>
    And the blob is <effect>

    @must
    Examples: Steps 3 to 5: the service compares, then writes or refuses
      | clause         | operation           | kind        | etag    | answer              | effect    |
      | BLOB-ETAG-03   | Put Blob            | block blob  | current | 201                 | as asked  |
      | BLOB-ETAG-03   | Put Blob            | page blob   | current | 201                 | as asked  |
      | BLOB-ETAG-03   | Put Blob            | append blob | current | 201                 | as asked  |
      | BLOB-ETAG-03   | Put Block List      | block blob  | current | 201                 | as asked  |
      | BLOB-ETAG-03   | Put Page            | page blob   | current | 201                 | as asked  |
      | BLOB-ETAG-03   | Set Blob Metadata   | block blob  | current | 200                 | as asked  |
      | BLOB-ETAG-03   | Set Blob Properties | block blob  | current | 200                 | as asked  |
      | BLOB-ETAG-04   | Put Blob            | block blob  | stale   | 412 ConditionNotMet | unchanged |
      | BLOB-ETAG-04   | Put Blob            | page blob   | stale   | 412 ConditionNotMet | unchanged |
      | BLOB-ETAG-04   | Put Blob            | append blob | stale   | 412 ConditionNotMet | unchanged |
      | BLOB-ETAG-04   | Put Block List      | block blob  | stale   | 412 ConditionNotMet | unchanged |
      | BLOB-ETAG-04   | Put Page            | page blob   | stale   | 412 ConditionNotMet | unchanged |
      | BLOB-ETAG-04   | Set Blob Metadata   | block blob  | stale   | 412 ConditionNotMet | unchanged |
      | BLOB-ETAG-04   | Set Blob Properties | block blob  | stale   | 412 ConditionNotMet | unchanged |
      | BLOB-ETAG-04   | Delete Blob         | block blob  | stale   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-01-m | Put Blob            | block blob  | other   | 412 ConditionNotMet | unchanged |
      | BLOB-COND-01-m | Delete Blob         | block blob  | other   | 412 ConditionNotMet | unchanged |

  @must @BLOB-ETAG-06 @BLOB-ETAG-04
  Scenario: Two clients edit one wiki page: the later write is refused, then retried
    Given a block blob that holds "The page as Ann and Bob found it"
    And Ann has read the blob
    And Bob has read the blob
    When Bob sends Put Blob with If-Match remembered, content "The page as Bob edited it"
    Then Bob gets 201
    When Ann sends Put Blob with If-Match remembered, content "The page as Ann edited it"
    Then Ann gets 412 ConditionNotMet
    And the blob is unchanged
    And the blob holds what Bob wrote
    When Ann sends Get Blob
    Then Ann has received the new version
    When Ann sends Put Blob with If-Match remembered, content "The page as Ann edited it after Bob"
    Then Ann gets 201
    And the blob holds what Ann wrote

  @must @BLOB-ETAG-06
  Scenario: Exactly one of 8 clients that write with the same ETag succeeds
    Given a block blob that exists
    When 8 clients send Put Blob with If-Match current at once
    Then exactly 1 gets 201 and the rest 412 ConditionNotMet
    And the blob is as asked

  Scenario Outline: <clause> <operation> with <content> gives a <kind> a new ETag each time
    Given a <kind> that exists
    When Ann sends <operation> with <content>
    Then the response carries a new ETag
    And the blob is as asked
    When Ann sends <operation> with <content>
    Then the response carries a new ETag
    And the blob is as asked
    When Ann sends Get Blob with If-Match stale
    Then the service answers 412 ConditionNotMet | 304 ConditionNotMet

    @must
    Examples: Every update operation
      | clause       | operation           | kind        | content                   |
      | BLOB-ETAG-20 | Put Blob            | block blob  | content "the same"        |
      | BLOB-ETAG-20 | Put Blob            | append blob | nothing                   |
      | BLOB-ETAG-20 | Put Blob            | page blob   | size 1024                 |
      | BLOB-ETAG-11 | Put Blob            | block blob  | content "the same"        |
      | BLOB-ETAG-11 | Set Blob Metadata   | block blob  | metadata "key=the same"   |
      | BLOB-ETAG-11 | Set Blob Properties | block blob  | content type "text/plain" |
      | BLOB-ETAG-11 | Put Page            | page blob   | range 0-511               |
      | BLOB-ETAG-10 | Put Blob            | block blob  | content "anything"        |
      | BLOB-ETAG-10 | Set Blob Metadata   | block blob  | metadata "key=anything"   |
      | BLOB-ETAG-10 | Set Blob Properties | block blob  | content type "text/html"  |
      | BLOB-ETAG-10 | Put Page            | page blob   | range 512-1023            |
      | BLOB-ETAG-10 | Put Page clear      | page blob   | range 0-511               |
      | BLOB-ETAG-10 | Append Block        | append blob | content "more"            |

  @must @BLOB-ETAG-21-m
  Scenario: Put Block List gives a blob a new ETag
    Given a block blob that exists
    When a client sends Put Block List
    Then the service answers 201
    And the response carries a new ETag
    And the blob is as asked

  Scenario Outline: <clause> Get Blob with <condition>
    Given a block blob that exists
    When a client sends Get Blob with <condition>
    Then the service answers <answer>
    And the blob is unchanged

    @must
    Examples: The other conditional headers, and combinations of them
      | clause       | condition                                  | answer                                     |
      | BLOB-ETAG-07 | If-None-Match stale                        | 200                                        |
      | BLOB-ETAG-07 | If-None-Match current                      | 304 ConditionNotMet \| 412 ConditionNotMet |
      | BLOB-ETAG-07 | If-Modified-Since earlier                  | 200                                        |
      | BLOB-ETAG-07 | If-Modified-Since same                     | 304 ConditionNotMet \| 412 ConditionNotMet |
      | BLOB-ETAG-07 | If-Unmodified-Since same                   | 200                                        |
      | BLOB-ETAG-07 | If-Unmodified-Since earlier                | 304 ConditionNotMet \| 412 ConditionNotMet |
      | BLOB-ETAG-07 | If-Match current, If-Unmodified-Since same | 200                                        |
      | BLOB-ETAG-07 | If-Match stale, If-Unmodified-Since same   | 304 ConditionNotMet \| 412 ConditionNotMet |
      | BLOB-ETAG-07 | If-Match current, If-Modified-Since same   | 304 ConditionNotMet \| 412 ConditionNotMet |

  @must @BLOB-GEN-02 @BLOB-GEN-01
  Scenario: Last writer wins is the default
    Given a block blob that exists
    When Ann sends Put Blob with content "written by Ann"
    Then Ann gets 201
    When Bob sends Put Blob with content "written by Bob"
    Then Bob gets 201
    And the response carries a new ETag
    And the blob is as asked
    And the blob holds what Bob wrote

  @must @BLOB-GEN-01
  Scenario: Optimistic, pessimistic and no concurrency control on one blob in turn
    Given a block blob that exists
    When Ann sends Put Blob with If-Match stale
    Then Ann gets 412 ConditionNotMet
    And the blob is unchanged
    When Ann sends Lease Blob acquire with proposed id A, duration 60
    Then Ann gets 201
    When Bob sends Put Blob
    Then Bob gets 412 LeaseIdMissing
    And the blob is unchanged
    When Ann sends Put Blob with lease id granted
    Then Ann gets 201
    And the blob is as asked
    When Ann sends Lease Blob release
    Then Ann gets 200
    When Bob sends Put Blob
    Then Bob gets 201
    And the blob is as asked

  @must @BLOB-GEN-06
  Scenario Outline: Get Blob returns another ETag after <operation>
    Given a block blob that exists
    When Ann sends Get Blob
    Then Ann gets 200
    And the response carries the current ETag
    When Bob sends <operation>
    Then the service answers <answer>
    When Ann sends Get Blob with If-None-Match remembered
    Then Ann gets 200
    And the response carries the current ETag

    Examples: Each update gives the blob another identifier
      | operation           | answer |
      | Put Blob            | 201    |
      | Put Block List      | 201    |
      | Set Blob Properties | 200    |
      | Set Blob Metadata   | 200    |

  @must @BLOB-ETAG-05
  Scenario: A third party overwrites a blob that another client has read
    Given a block blob that exists
    And Ann has read the blob
    When a third party sends Put Blob with content "Hello from a third party!"
    Then the service answers 201
    And the response carries a new ETag
    And the blob is as asked
