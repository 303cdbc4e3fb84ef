@blob
Feature: x-ms-if-tags, a condition on a blob's index tags

  x-ms-if-tags is a condition on the blob's index tags. The operations that accept
  If-Match accept it, and so do Get Block List, Set Blob Tier, Get Blob Tags and Set
  Blob Tags. The blobs here have the tags colour=blue and grade=5.

  Scenario Outline: <clause> <operation> of a <kind> with a condition on tags that is <outcome>
    Given a <kind> that has tags
    When a client sends <operation> with tags condition <predicate>
    Then the service answers <answer>
    And the blob is <effect>

    @should
    Examples: Operations that accept a condition on tags
      | clause       | operation             | kind        | outcome | predicate       | answer | effect   |
      | BLOB-TAGS-01 | Get Blob              | block blob  | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Get Blob              | page blob   | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Get Blob              | append blob | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Get Blob Properties   | block blob  | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Get Blob Metadata     | block blob  | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Get Page Ranges       | page blob   | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Get Block List        | block blob  | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Get Blob Tags         | block blob  | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Put Blob              | block blob  | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Put Blob              | page blob   | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Put Blob              | append blob | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Put Block List        | block blob  | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Put Page              | page blob   | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Put Page clear        | page blob   | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Append Block          | append blob | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Set Blob Properties   | block blob  | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Set Blob Metadata     | block blob  | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Snapshot Blob         | block blob  | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Copy Blob             | block blob  | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Copy Blob From URL    | block blob  | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Put Blob From URL     | block blob  | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Append Block From URL | append blob | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Put Page From URL     | page blob   | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Delete Blob           | block blob  | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Lease Blob acquire    | block blob  | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Set Blob Tier         | block blob  | true    | "colour"='blue' | ok     | as asked |
      | BLOB-TAGS-01 | Set Blob Tags         | block blob  | true    | "colour"='blue' | ok     | as asked |

    @should
    Examples: An operation with a false condition is not performed
      | clause        | operation             | kind        | outcome | predicate      | answer         | effect    |
      | BLOB-TAGS-02a | Get Blob              | block blob  | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Get Blob              | page blob   | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Get Blob              | append blob | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Get Blob Properties   | block blob  | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Get Blob Metadata     | block blob  | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Get Page Ranges       | page blob   | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Get Block List        | block blob  | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Get Blob Tags         | block blob  | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Put Blob              | block blob  | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Put Blob              | page blob   | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Put Blob              | append blob | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Put Block List        | block blob  | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Put Page              | page blob   | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Put Page clear        | page blob   | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Append Block          | append blob | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Set Blob Properties   | block blob  | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Set Blob Metadata     | block blob  | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Snapshot Blob         | block blob  | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Copy Blob             | block blob  | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Copy Blob From URL    | block blob  | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Put Blob From URL     | block blob  | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Append Block From URL | append blob | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Put Page From URL     | page blob   | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Delete Blob           | block blob  | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Lease Blob acquire    | block blob  | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Set Blob Tier         | block blob  | false   | "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Set Blob Tags         | block blob  | false   | "colour"='red' | 304 * \| 412 * | unchanged |

    @observed
    Examples: A false condition returns 412, never 304
      | clause       | operation             | kind        | outcome | predicate      | answer              | effect    |
      | BLOB-TAGS-02 | Get Blob              | block blob  | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Get Blob              | page blob   | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Get Blob              | append blob | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Get Blob Properties   | block blob  | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Get Blob Metadata     | block blob  | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Get Page Ranges       | page blob   | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Get Block List        | block blob  | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Get Blob Tags         | block blob  | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Put Blob              | block blob  | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Put Blob              | page blob   | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Put Blob              | append blob | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Put Block List        | block blob  | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Put Page              | page blob   | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Put Page clear        | page blob   | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Append Block          | append blob | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Set Blob Properties   | block blob  | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Set Blob Metadata     | block blob  | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Snapshot Blob         | block blob  | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Copy Blob             | block blob  | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Copy Blob From URL    | block blob  | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Put Blob From URL     | block blob  | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Append Block From URL | append blob | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Put Page From URL     | page blob   | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Delete Blob           | block blob  | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Lease Blob acquire    | block blob  | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Set Blob Tier         | block blob  | false   | "colour"='red' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-02 | Set Blob Tags         | block blob  | false   | "colour"='red' | 412 ConditionNotMet | unchanged |

    @should
    Examples: Put Block does not accept a condition on tags
      | clause       | operation | kind       | outcome | predicate      | answer       | effect      |
      | BLOB-TAGS-01 | Put Block | block blob | false   | "colour"='red' | 201 \| 400 * | as answered |

  Scenario Outline: <clause> <operation> on a container with a condition on tags
    Given a container that <state>
    When a client sends <operation> with tags condition "colour"='red'
    Then the service answers <answer>
    And the container is as answered

    @should
    Examples: Container operations do not accept a condition on tags
      | clause       | operation                | state  | answer       |
      | BLOB-TAGS-01 | Get Container Properties | exists | 200 \| 400 * |
      | BLOB-TAGS-01 | Get Container Metadata   | exists | 200 \| 400 * |
      | BLOB-TAGS-01 | Set Container Metadata   | exists | 200 \| 400 * |
      | BLOB-TAGS-01 | Get Container ACL        | exists | 200 \| 400 * |
      | BLOB-TAGS-01 | Set Container ACL        | exists | 200 \| 400 * |
      | BLOB-TAGS-01 | Delete Container         | exists | 202 \| 400 * |
      | BLOB-TAGS-01 | Lease Container acquire  | exists | 201 \| 400 * |
      | BLOB-TAGS-01 | List Blobs               | exists | 200 \| 400 * |

  @should @BLOB-TAGS-01 @needs.pending-copy
  Scenario: Abort Copy Blob does not accept a condition on tags
    Given a blob that receives a pending copy
    When a client sends Abort Copy Blob with tags condition "colour"='red'
    Then the service answers 204 | 400 *
    And the blob is as answered

  Scenario Outline: <clause> Get Blob with a condition on tags that is <outcome>: <form>
    Given a block blob that has tags
    When a client sends Get Blob with tags condition <predicate>
    Then the service answers <answer>
    And the blob is unchanged

    @should
    Examples: Forms of a true condition
      | clause       | form                    | outcome | predicate                                           | answer |
      | BLOB-TAGS-01 | equal                   | true    | "colour"='blue'                                     | 200    |
      | BLOB-TAGS-01 | unequal                 | true    | "colour"<>'red'                                     | 200    |
      | BLOB-TAGS-01 | less                    | true    | "grade"<'6'                                         | 200    |
      | BLOB-TAGS-01 | at most                 | true    | "grade"<='5'                                        | 200    |
      | BLOB-TAGS-01 | more                    | true    | "grade">'4'                                         | 200    |
      | BLOB-TAGS-01 | at least                | true    | "grade">='5'                                        | 200    |
      | BLOB-TAGS-01 | both                    | true    | "colour"='blue' AND "grade"='5'                     | 200    |
      | BLOB-TAGS-01 | either                  | true    | "colour"='red' OR "grade"='5'                       | 200    |
      | BLOB-TAGS-01 | in parentheses          | true    | ("colour"='red' OR "colour"='blue') AND "grade">'4' | 200    |
      | BLOB-TAGS-01 | a tag that is not there | true    | "colour"='blue' OR "shape"='round'                  | 200    |

    @should
    Examples: Forms of a false condition: the read is refused
      | clause        | form                    | outcome | predicate                                          | answer         |
      | BLOB-TAGS-02a | equal                   | false   | "colour"='red'                                     | 304 * \| 412 * |
      | BLOB-TAGS-02a | unequal                 | false   | "colour"<>'blue'                                   | 304 * \| 412 * |
      | BLOB-TAGS-02a | less                    | false   | "grade"<'5'                                        | 304 * \| 412 * |
      | BLOB-TAGS-02a | at most                 | false   | "grade"<='4'                                       | 304 * \| 412 * |
      | BLOB-TAGS-02a | more                    | false   | "grade">'5'                                        | 304 * \| 412 * |
      | BLOB-TAGS-02a | at least                | false   | "grade">='6'                                       | 304 * \| 412 * |
      | BLOB-TAGS-02a | both                    | false   | "colour"='blue' AND "grade"='4'                    | 304 * \| 412 * |
      | BLOB-TAGS-02a | either                  | false   | "colour"='red' OR "grade"='4'                      | 304 * \| 412 * |
      | BLOB-TAGS-02a | in parentheses          | false   | ("colour"='red' OR "grade"='5') AND "colour"='red' | 304 * \| 412 * |
      | BLOB-TAGS-02a | a tag that is not there | false   | "shape"='round'                                    | 304 * \| 412 * |

    @observed
    Examples: Forms of a false condition: the read returns 412
      | clause       | form                    | outcome | predicate                                          | answer              |
      | BLOB-TAGS-02 | equal                   | false   | "colour"='red'                                     | 412 ConditionNotMet |
      | BLOB-TAGS-02 | unequal                 | false   | "colour"<>'blue'                                   | 412 ConditionNotMet |
      | BLOB-TAGS-02 | less                    | false   | "grade"<'5'                                        | 412 ConditionNotMet |
      | BLOB-TAGS-02 | at most                 | false   | "grade"<='4'                                       | 412 ConditionNotMet |
      | BLOB-TAGS-02 | more                    | false   | "grade">'5'                                        | 412 ConditionNotMet |
      | BLOB-TAGS-02 | at least                | false   | "grade">='6'                                       | 412 ConditionNotMet |
      | BLOB-TAGS-02 | both                    | false   | "colour"='blue' AND "grade"='4'                    | 412 ConditionNotMet |
      | BLOB-TAGS-02 | either                  | false   | "colour"='red' OR "grade"='4'                      | 412 ConditionNotMet |
      | BLOB-TAGS-02 | in parentheses          | false   | ("colour"='red' OR "grade"='5') AND "colour"='red' | 412 ConditionNotMet |
      | BLOB-TAGS-02 | a tag that is not there | false   | "shape"='round'                                    | 412 ConditionNotMet |

  Scenario Outline: <clause> <operation> with <condition> and a false condition on tags
    Given a block blob that has tags
    When a client sends <operation> with tags condition "colour"='red', <condition>
    Then the service answers 412 ConditionNotMet
    And the blob is unchanged

    @observed
    Examples: All conditions must hold
      | clause       | operation         | condition               |
      | BLOB-TAGS-02 | Get Blob          | If-None-Match met       |
      | BLOB-TAGS-02 | Get Blob          | If-Match met            |
      | BLOB-TAGS-02 | Get Blob          | If-Modified-Since met   |
      | BLOB-TAGS-02 | Put Blob          | If-Match met            |
      | BLOB-TAGS-02 | Put Blob          | If-None-Match met       |
      | BLOB-TAGS-02 | Set Blob Metadata | If-Unmodified-Since met |
      | BLOB-TAGS-02 | Delete Blob       | If-Modified-Since met   |

  Scenario Outline: <clause> <operation> with <condition> on the source
    Given a block blob "source" that has tags
    And a block blob that exists
    When a client sends <operation> with source tags condition <predicate>
    Then the service answers <answer>
    And the blob is <effect>
    And the blob "source" is unchanged

    @observed
    Examples: Conditions on the source's tags
      | clause       | operation         | condition         | predicate       | answer | effect    |
      | BLOB-TAGS-03 | Copy Blob         | a true condition  | "colour"='blue' | 202    | as asked  |
      | BLOB-TAGS-03 | Copy Blob         | a false condition | "colour"='red'  | 412 *  | unchanged |
      | BLOB-TAGS-03 | Put Blob From URL | a true condition  | "colour"='blue' | 201    | as asked  |
      | BLOB-TAGS-03 | Put Blob From URL | a false condition | "colour"='red'  | 412 *  | unchanged |

    @observed
    Examples: A copy names the condition, and not the source
      | clause       | operation | condition         | predicate      | answer              | effect    |
      | BLOB-COPY-30 | Copy Blob | a false condition | "colour"='red' | 412 ConditionNotMet | unchanged |

  Scenario Outline: <clause> <operation> with <condition> and a condition on tags that is <outcome>
    Given a block blob that has tags
    When a client sends <operation> with tags condition <predicate>, <condition>
    Then the service answers <answer>
    And the blob is <effect>

    @should
    Examples: A met condition does not make up for an unmet one
      | clause        | operation         | condition               | outcome | predicate       | answer              | effect    |
      | BLOB-TAGS-02a | Get Blob          | If-Match met            | false   | "colour"='red'  | 304 * \| 412 *      | unchanged |
      | BLOB-TAGS-02a | Get Blob          | If-None-Match met       | false   | "colour"='red'  | 304 * \| 412 *      | unchanged |
      | BLOB-TAGS-02a | Get Blob          | If-Modified-Since met   | false   | "colour"='red'  | 304 * \| 412 *      | unchanged |
      | BLOB-TAGS-02a | Get Blob          | If-Unmodified-Since met | false   | "colour"='red'  | 304 * \| 412 *      | unchanged |
      | BLOB-TAGS-01  | Get Blob          | If-Match unmet          | true    | "colour"='blue' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-01  | Get Blob          | If-Match met            | true    | "colour"='blue' | ok                  | as asked  |
      | BLOB-TAGS-02a | Put Blob          | If-Match met            | false   | "colour"='red'  | 304 * \| 412 *      | unchanged |
      | BLOB-TAGS-02a | Put Blob          | If-None-Match met       | false   | "colour"='red'  | 304 * \| 412 *      | unchanged |
      | BLOB-TAGS-02a | Put Blob          | If-Modified-Since met   | false   | "colour"='red'  | 304 * \| 412 *      | unchanged |
      | BLOB-TAGS-02a | Put Blob          | If-Unmodified-Since met | false   | "colour"='red'  | 304 * \| 412 *      | unchanged |
      | BLOB-TAGS-01  | Put Blob          | If-Match unmet          | true    | "colour"='blue' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-01  | Put Blob          | If-Match met            | true    | "colour"='blue' | ok                  | as asked  |
      | BLOB-TAGS-02a | Set Blob Metadata | If-Match met            | false   | "colour"='red'  | 304 * \| 412 *      | unchanged |
      | BLOB-TAGS-02a | Set Blob Metadata | If-None-Match met       | false   | "colour"='red'  | 304 * \| 412 *      | unchanged |
      | BLOB-TAGS-02a | Set Blob Metadata | If-Modified-Since met   | false   | "colour"='red'  | 304 * \| 412 *      | unchanged |
      | BLOB-TAGS-02a | Set Blob Metadata | If-Unmodified-Since met | false   | "colour"='red'  | 304 * \| 412 *      | unchanged |
      | BLOB-TAGS-01  | Set Blob Metadata | If-Match unmet          | true    | "colour"='blue' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-01  | Set Blob Metadata | If-Match met            | true    | "colour"='blue' | ok                  | as asked  |
      | BLOB-TAGS-02a | Delete Blob       | If-Match met            | false   | "colour"='red'  | 304 * \| 412 *      | unchanged |
      | BLOB-TAGS-02a | Delete Blob       | If-None-Match met       | false   | "colour"='red'  | 304 * \| 412 *      | unchanged |
      | BLOB-TAGS-02a | Delete Blob       | If-Modified-Since met   | false   | "colour"='red'  | 304 * \| 412 *      | unchanged |
      | BLOB-TAGS-02a | Delete Blob       | If-Unmodified-Since met | false   | "colour"='red'  | 304 * \| 412 *      | unchanged |
      | BLOB-TAGS-01  | Delete Blob       | If-Match unmet          | true    | "colour"='blue' | 412 ConditionNotMet | unchanged |
      | BLOB-TAGS-01  | Delete Blob       | If-Match met            | true    | "colour"='blue' | ok                  | as asked  |

  Scenario Outline: <clause> <operation> on a leased blob with a condition on tags, false and then true
    Given a block blob that has tags
    When Ann sends Lease Blob acquire with proposed id A, duration infinite
    Then Ann gets 201
    When Ann sends <operation> with tags condition "colour"='red'
    Then Ann gets 304 * | 412 *
    And the blob is unchanged
    And the lease of the blob is Leased(A) with infinite duration
    When Ann sends <operation> with tags condition "colour"='blue'
    Then Ann gets ok
    And the blob is as asked

    @should
    Examples: Actions on an existing lease
      | clause        | operation          |
      | BLOB-TAGS-02a | Lease Blob renew   |
      | BLOB-TAGS-02a | Lease Blob change  |
      | BLOB-TAGS-02a | Lease Blob release |
      | BLOB-TAGS-02a | Lease Blob break   |

  Scenario Outline: <clause> <operation> on a leased blob, with <request>
    Given a block blob that has tags
    When Ann sends Lease Blob acquire with duration 60, proposed id A
    Then Ann gets 201
    When Ann sends <operation> with <request>
    Then Ann gets <answer>
    And the blob is <effect>
    And the lease is Leased(A)

    @should
    Examples: An unmet condition on tags leaves the lease unchanged
      | clause        | operation          | request                                                  | answer         | effect    |
      | BLOB-TAGS-02a | Lease Blob renew   | lease id A, tags condition "colour"='red'                | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Lease Blob change  | lease id A, proposed id B, tags condition "colour"='red' | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Lease Blob release | lease id A, tags condition "colour"='red'                | 304 * \| 412 * | unchanged |
      | BLOB-TAGS-02a | Lease Blob break   | tags condition "colour"='red'                            | 304 * \| 412 * | unchanged |

  Scenario Outline: <clause> <operation> of a <kind> with a condition on tags, false and then true
    Given a <kind> that has tags
    When a client sends <operation> with tags condition "colour"='red'
    Then the service answers 304 * | 412 *
    And the blob is unchanged
    When a client sends <operation> with tags condition "colour"='blue'
    Then the service answers ok
    And the blob is as asked

    @should
    Examples: Page and append blobs
      | clause        | operation           | kind        |
      | BLOB-TAGS-02a | Get Blob Properties | page blob   |
      | BLOB-TAGS-02a | Get Blob Metadata   | page blob   |
      | BLOB-TAGS-02a | Get Blob Tags       | page blob   |
      | BLOB-TAGS-02a | Set Blob Metadata   | page blob   |
      | BLOB-TAGS-02a | Set Blob Properties | page blob   |
      | BLOB-TAGS-02a | Set Blob Tags       | page blob   |
      | BLOB-TAGS-02a | Snapshot Blob       | page blob   |
      | BLOB-TAGS-02a | Copy Blob           | page blob   |
      | BLOB-TAGS-02a | Lease Blob acquire  | page blob   |
      | BLOB-TAGS-02a | Delete Blob         | page blob   |
      | BLOB-TAGS-02a | Get Blob Properties | append blob |
      | BLOB-TAGS-02a | Get Blob Metadata   | append blob |
      | BLOB-TAGS-02a | Get Blob Tags       | append blob |
      | BLOB-TAGS-02a | Set Blob Metadata   | append blob |
      | BLOB-TAGS-02a | Set Blob Properties | append blob |
      | BLOB-TAGS-02a | Set Blob Tags       | append blob |
      | BLOB-TAGS-02a | Snapshot Blob       | append blob |
      | BLOB-TAGS-02a | Copy Blob           | append blob |
      | BLOB-TAGS-02a | Lease Blob acquire  | append blob |
      | BLOB-TAGS-02a | Delete Blob         | append blob |
