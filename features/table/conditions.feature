@table
Feature: Errors of conditional operations on entities

  What each conditional operation on an entity returns when the ETag is stale,
  malformed or missing, or when the entity itself is missing. A refusal has no
  effect.

  Scenario Outline: <clause> <operation> with <request> of an entity that <state>
    Given an entity that <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the entity is unchanged

    @should
    Examples: A stale ETag
      | clause        | operation     | request                    | state  | answer                          |
      | TABLE-COND-01 | Update Entity | If-Match stale             | exists | 412 UpdateConditionNotSatisfied |
      | TABLE-COND-02 | Merge Entity  | If-Match stale             | exists | 412 UpdateConditionNotSatisfied |
      | TABLE-COND-02 | Merge Entity  | If-Match stale, verb MERGE | exists | 412 UpdateConditionNotSatisfied |
      | TABLE-COND-03 | Delete Entity | If-Match stale             | exists | 412 UpdateConditionNotSatisfied |

    Examples: A missing entity
      | clause        | operation     | request                | state          | answer               |
      | TABLE-COND-04 | Update Entity | If-Match *             | does not exist | 404 ResourceNotFound |
      | TABLE-COND-04 | Update Entity | If-Match *             | was deleted    | 404 ResourceNotFound |
      | TABLE-COND-05 | Merge Entity  | If-Match *             | does not exist | 404 ResourceNotFound |
      | TABLE-COND-05 | Merge Entity  | If-Match *, verb MERGE | does not exist | 404 ResourceNotFound |
      | TABLE-COND-06 | Delete Entity | If-Match *             | does not exist | 404 ResourceNotFound |
      | TABLE-COND-06 | Delete Entity | If-Match *             | was deleted    | 404 ResourceNotFound |
      | TABLE-COND-07 | Update Entity | If-Match current       | was deleted    | 404 ResourceNotFound |
      | TABLE-COND-07 | Merge Entity  | If-Match current       | was deleted    | 404 ResourceNotFound |
      | TABLE-COND-07 | Delete Entity | If-Match current       | was deleted    | 404 ResourceNotFound |
      | TABLE-COND-07 | Update Entity | If-Match stale         | was deleted    | 404 ResourceNotFound |

    @should
    Examples: A key that exists already
      | clause        | operation     | request                | state  | answer                  |
      | TABLE-COND-08 | Insert Entity | nothing                | exists | 409 EntityAlreadyExists |
      | TABLE-COND-08 | Insert Entity | properties "Colour=no" | exists | 409 EntityAlreadyExists |

    Examples: ETags that the service never issued, and malformed ones
      | clause        | operation     | request                                | state  | answer                          |
      | TABLE-COND-10 | Update Entity | If-Match weak garbage                  | exists | 412 UpdateConditionNotSatisfied |
      | TABLE-COND-10 | Merge Entity  | If-Match weak garbage                  | exists | 412 UpdateConditionNotSatisfied |
      | TABLE-COND-10 | Delete Entity | If-Match weak garbage                  | exists | 412 UpdateConditionNotSatisfied |
      | TABLE-COND-10 | Update Entity | If-Match other                         | exists | 412 UpdateConditionNotSatisfied |
      | TABLE-COND-10 | Merge Entity  | If-Match other                         | exists | 412 UpdateConditionNotSatisfied |
      | TABLE-COND-10 | Delete Entity | If-Match other                         | exists | 412 UpdateConditionNotSatisfied |
      | TABLE-COND-11 | Update Entity | If-Match unquoted garbage              | exists | 400 InvalidInput                |
      | TABLE-COND-11 | Merge Entity  | If-Match unquoted garbage              | exists | 400 InvalidInput                |
      | TABLE-COND-11 | Delete Entity | If-Match unquoted garbage              | exists | 400 InvalidInput                |
      | TABLE-COND-12 | Update Entity | If-Match current \| stale              | exists | 400 InvalidInput                |
      | TABLE-COND-12 | Merge Entity  | If-Match current \| stale              | exists | 400 InvalidInput                |
      | TABLE-COND-12 | Delete Entity | If-Match weak garbage \| other         | exists | 400 InvalidInput                |

    @should
    Examples: If-None-Match does not apply to writes of entities
      | clause        | operation                | request                                    | state          | answer             |
      | TABLE-COND-13 | Insert Or Replace Entity | If-None-Match *                            | exists         | 400 InvalidInput   |
      | TABLE-COND-13 | Insert Or Replace Entity | If-None-Match *                            | does not exist | 400 InvalidInput   |
      | TABLE-COND-13 | Update Entity            | no If-Match, If-None-Match stale           | exists         | 400 InvalidInput   |
      | TABLE-COND-14 | Delete Entity            | no If-Match, If-None-Match stale           | exists         | 400 (InvalidInput) |
      | TABLE-COND-14 | Delete Entity            | no If-Match, If-None-Match *               | exists         | 400 (InvalidInput) |
      | TABLE-COND-15 | Update Entity            | If-Match current, If-None-Match stale      | exists         | 400 InvalidInput   |
      | TABLE-COND-15 | Merge Entity             | If-Match current, If-None-Match stale      | exists         | 400 InvalidInput   |
      | TABLE-COND-15 | Delete Entity            | If-Match *, If-None-Match stale            | exists         | 400 InvalidInput   |

  @should @TABLE-COND-16
  Scenario Outline: Delete Table with <condition>
    Given a table that holds 2 entities
    When a client sends Delete Table with <condition>
    Then the service answers 400 InvalidInput
    And the table is unchanged

    Examples: A table has no ETag
      | condition             |
      | If-Match weak garbage |
      | If-Match *            |
      | If-None-Match *       |

  Scenario Outline: <clause> <operation> with <condition>
    Given an entity that exists
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the entity is as answered

    @observed
    Examples: Undocumented
      | clause        | operation     | condition                                       | answer     |
      | TABLE-COND-17 | Get Entity    | If-Modified-Since tomorrow                      | 200        |
      | TABLE-COND-17 | Get Entity    | If-Unmodified-Since yesterday                   | 200        |
      | TABLE-COND-17 | Update Entity | If-Match current, If-Unmodified-Since yesterday | 204        |
      | TABLE-COND-17 | Merge Entity  | If-Match current, If-Modified-Since tomorrow    | 204        |
      | TABLE-COND-18 | Get Entity    | If-None-Match current                           | 304 \| 200 |

  @should @TABLE-COND-19
  Scenario Outline: <operation> with <request> that is refused with <answer> changes nothing
    Given an entity that <state>
    And an entity "other" that exists
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the table is unchanged
    And the entity is unchanged

    Examples: Every refusal
      | operation     | request                                           | state          | answer                          |
      | Update Entity | If-Match stale, properties "Colour=none; Size=0"  | exists         | 412 UpdateConditionNotSatisfied |
      | Merge Entity  | If-Match stale, properties "Colour=none; Size=0"  | exists         | 412 UpdateConditionNotSatisfied |
      | Delete Entity | If-Match stale                                    | exists         | 412 UpdateConditionNotSatisfied |
      | Update Entity | If-Match *, properties "Colour=none; Size=0"      | does not exist | 404 (ResourceNotFound)          |
      | Merge Entity  | If-Match *, properties "Colour=none; Size=0"      | does not exist | 404 (ResourceNotFound)          |
      | Insert Entity | properties "Colour=none; Size=0"                  | exists         | 409 EntityAlreadyExists         |

  @observed @TABLE-COND-06
  Scenario: The second of two deletes
    Given an entity that exists
    When a client sends Delete Entity
    Then the service answers 204
    When a client sends Delete Entity
    Then the service answers 404 ResourceNotFound
    And the entity is gone
