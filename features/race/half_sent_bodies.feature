@blob
Feature: A condition must hold when the write takes effect, not when it was sent

  The body of a write may take minutes to arrive. What other clients do in the
  meantime counts: the condition is evaluated against the version that the write
  replaces.

  @must @BLOB-RACE-03
  Scenario Outline: <operation> with <request> to a <kind> that <state>, overtaken by <rival>
    Given a <kind> that <state>
    When Ann starts <operation> with <request>, <body> and holds back half of the body
    And Bob sends <rival> with <request>
    And Ann sends the rest of the body
    Then at most one of Ann and Bob gets ok and the rest <lost>
    And the blob is as answered

    Examples: Both know the ETag
      | operation      | kind        | state  | request          | body                                | rival             | lost                                        |
      | Put Blob       | block blob  | exists | If-Match current | content "a later body"              | Put Blob          | 412 ConditionNotMet                         |
      | Put Blob       | block blob  | exists | If-Match current | content "a later body"              | Set Blob Metadata | 412 ConditionNotMet                         |
      | Put Block List | block blob  | exists | If-Match current | content "a later list"              | Set Blob Metadata | 412 ConditionNotMet \| 400 InvalidBlockList |
      | Put Page       | page blob   | exists | If-Match current | range 0-511, content "a later page" | Put Page          | 412 ConditionNotMet                         |
      | Put Page       | page blob   | exists | If-Match current | range 0-511, content "a later page" | Set Blob Metadata | 412 ConditionNotMet                         |
      | Append Block   | append blob | exists | If-Match current | content "a later block"             | Append Block      | 412 ConditionNotMet                         |
      | Append Block   | append blob | exists | If-Match current | content "a later block"             | Set Blob Metadata | 412 ConditionNotMet                         |

    Examples: The name is free
      | operation      | kind       | state          | request         | body                   | rival    | lost                                                                 |
      | Put Blob       | block blob | does not exist | If-None-Match * | content "a later body" | Put Blob | 409 BlobAlreadyExists \| 412 ConditionNotMet                         |
      | Put Blob       | block blob | was deleted    | If-None-Match * | content "a later body" | Put Blob | 409 BlobAlreadyExists \| 412 ConditionNotMet                         |
      | Put Block List | block blob | does not exist | If-None-Match * | content "a later list" | Put Blob | 409 BlobAlreadyExists \| 412 ConditionNotMet \| 400 InvalidBlockList |

  @must @BLOB-RACE-03
  Scenario: The blob is deleted while the body is half sent
    Given a block blob that exists
    When Ann starts Put Blob with If-Match current, content "a later body" and holds back half of the body
    And Bob sends Delete Blob with If-Match current
    And Ann sends the rest of the body
    Then at most one of Ann and Bob gets ok and the rest 412 ConditionNotMet | 404 BlobNotFound
    And the blob is as answered

  @must @BLOB-RACE-03 @BLOB-ETAG-15a
  Scenario: The blob is deleted and written again, as it was, while the body is half sent
    Given a block blob that exists
    When Ann starts Put Blob with If-Match current, content "a later body" and holds back half of the body
    And Bob sends Delete Blob
    Then Bob gets 202
    When Bob sends Put Blob with content "second version of the content"
    Then Bob gets 201
    When Ann sends the rest of the body
    Then Ann gets 412 ConditionNotMet | 404 BlobNotFound
    And the blob holds what Bob wrote

  @observed @BLOB-RACE-04
  Scenario Outline: <operation> while another client breaks and acquires the lease and the body is half sent
    Given a <kind> that is Leased(A)
    When Ann starts <operation> with lease id A, <body> and holds back half of the body
    And Bob sends Lease Blob break with break period 0
    Then Bob gets 202
    When Bob sends Lease Blob acquire with proposed id B
    Then Bob gets 201
    When a reader sends Get Blob with lease id B
    Then the reader gets 200
    And the reader has received the old version
    When Ann sends the rest of the body
    Then Ann gets 412 * | 409 *
    And the blob is unchanged

    Examples: Every write with a body
      | operation    | kind        | body                                |
      | Put Blob     | block blob  | content "a later body"              |
      | Put Block    | block blob  | content "a later block"             |
      | Put Page     | page blob   | range 0-511, content "a later page" |
      | Append Block | append blob | content "a later block"             |

  @must @BLOB-RACE-10
  Scenario Outline: <operation> to a <kind> under the date of its version, overtaken by <rival>
    Given a <kind> that exists
    When 2 seconds pass
    And Ann starts <operation> with If-Unmodified-Since same, <body> and holds back half of the body
    And Bob sends <rival> with If-Unmodified-Since same
    And Ann sends the rest of the body
    Then at most one of Ann and Bob gets ok and the rest <lost>
    And the blob is as answered

    Examples: Both know the date
      | operation      | kind        | body                                | rival             | lost                                        |
      | Put Blob       | block blob  | content "a later body"              | Put Blob          | 412 ConditionNotMet                         |
      | Put Blob       | block blob  | content "a later body"              | Set Blob Metadata | 412 ConditionNotMet                         |
      | Put Block List | block blob  | content "a later list"              | Set Blob Metadata | 412 ConditionNotMet \| 400 InvalidBlockList |
      | Put Page       | page blob   | range 0-511, content "a later page" | Set Blob Metadata | 412 ConditionNotMet                         |
      | Append Block   | append blob | content "a later block"             | Set Blob Metadata | 412 ConditionNotMet                         |

  @should @BLOB-SEQ-05
  Scenario Outline: Put Page with sequence number <fence>, retried with the next number while the first try is still under way
    Given a page blob that has sequence number 0
    When Ann starts Put Page with sequence number <fence>, range 0-511, content "the delayed page" and holds back half of the body
    And Bob sends Set Blob Properties with sequence action increment
    Then Bob gets 200
    When Bob sends Put Page with sequence number <next>, range 0-511, content "the retried page"
    Then Bob gets 201
    When Ann sends the rest of the body
    Then Ann gets 412 SequenceNumberConditionNotMet
    And the blob holds what Bob wrote

    Examples: Every condition on the sequence number
      | fence     | next      |
      | exactly 0 | exactly 1 |
      | below 1   | below 2   |
      | at most 0 | at most 1 |

  @observed @BLOB-RACE-12
  Scenario Outline: <operation> with <guard> to a <kind>, overtaken by <rival> with <change>
    Given a <kind> that <state>
    When Ann starts <operation> with <guard>, <body> and holds back half of the body
    And Bob sends <rival> with <change>
    Then Bob gets ok
    When a reader sends Get Blob
    Then the reader gets 200
    And the reader has received the old version
    When Ann sends the rest of the body
    Then Ann gets <lost>
    And the blob is unchanged

    Examples: The condition on tags becomes false
      | operation    | guard                          | kind        | state    | body                                | rival         | change            | lost           |
      | Put Blob     | tags condition "colour"='blue' | block blob  | has tags | content "a later body"              | Set Blob Tags | tags "colour=red" | 412 * \| 304 * |
      | Put Page     | tags condition "colour"='blue' | page blob   | has tags | range 0-511, content "a later page" | Set Blob Tags | tags "colour=red" | 412 * \| 304 * |
      | Append Block | tags condition "colour"='blue' | append blob | has tags | content "a later block"             | Set Blob Tags | tags "colour=red" | 412 * \| 304 * |

    Examples: The blob becomes leased
      | operation    | guard       | kind        | state        | body                                | rival              | change            | lost           |
      | Put Blob     | no lease id | block blob  | is Available | content "a later body"              | Lease Blob acquire | duration infinite | 412 * \| 409 * |
      | Put Block    | no lease id | block blob  | is Available | content "a later block"             | Lease Blob acquire | duration infinite | 412 * \| 409 * |
      | Put Page     | no lease id | page blob   | is Available | range 0-511, content "a later page" | Lease Blob acquire | duration infinite | 412 * \| 409 * |
      | Append Block | no lease id | append blob | is Available | content "a later block"             | Lease Blob acquire | duration infinite | 412 * \| 409 * |

  @must @BLOB-LEASE-03
  Scenario: A lease that is renewed while a write of its holder is half sent has been renewed
    Given a block blob that is Leased(A) for 15 seconds
    When Ann starts Put Blob with lease id A, content "a later body" and holds back half of the body
    And 10 seconds pass
    And Bob sends Lease Blob renew with lease id A
    Then Bob gets 200
    When Ann sends the rest of the body
    And 9 seconds pass
    And Carol sends Set Blob Metadata
    Then Carol gets 412 LeaseIdMissing

  Scenario Outline: <clause> A lease that is acquired while <operation> with <body> to a <kind> is half sent stays
    Given a <kind> that exists
    When Ann starts <operation> with no lease id, <body> and holds back half of the body
    And Bob sends Lease Blob acquire with proposed id A
    Then Bob gets 201
    When Ann sends the rest of the body
    And Carol sends Set Blob Metadata
    Then Carol gets 412 LeaseIdMissing
    And the lease of the blob is Leased(A)

    @must
    Examples: Writes with a body
      | clause        | operation    | kind        | body                                |
      | BLOB-LEASE-09 | Put Blob     | block blob  | content "a later body"              |
      | BLOB-LEASE-09 | Put Page     | page blob   | range 0-511, content "a later page" |
      | BLOB-LEASE-09 | Append Block | append blob | content "a later block"             |

  @must @BLOB-LEASE-04
  Scenario: A lease that is released while a write of its holder is half sent stays released
    Given a block blob that is Leased(A)
    When Ann starts Put Blob with lease id A, content "a later body" and holds back half of the body
    And Bob sends Lease Blob release with lease id A
    Then Bob gets 200
    When Ann sends the rest of the body
    And Carol sends Lease Blob acquire with proposed id B
    Then Carol gets 201
    And the lease of the blob is Leased(B)

  @must @CONT-USE-02
  Scenario: A lease that is acquired while the policies of the container are half sent stays
    Given a container that exists
    When Ann starts Set Container ACL with policy "new" and holds back half of the body
    And Bob sends Lease Container acquire with proposed id A
    Then Bob gets 201
    When Ann sends the rest of the body
    Then Ann gets 200
    When Carol sends Delete Container
    Then Carol gets 412 LeaseIdMissing
    And the lease of the container is Leased(A)

  @must @BLOB-GEN-02
  Scenario: A write that overtakes a half sent one succeeds, and so does the other, which stands
    Given a block blob that exists
    When Ann starts Put Blob with content "a later body" and holds back half of the body
    And Bob sends Put Blob with content "an earlier body"
    Then Bob gets 201
    And the blob holds what Bob wrote
    When Ann sends the rest of the body
    Then Ann gets 201
    And the blob holds what Ann wrote
