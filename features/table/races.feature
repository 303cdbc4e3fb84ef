@table
Feature: Entities that many clients change at once

  The ETag of an entity lets exactly one of many writers succeed, whatever each of
  them does, inside or outside a transaction. Merges of different properties without
  a condition all succeed.

  @must @TABLE-RACE-01
  Scenario Outline: Exactly one of the clients that send <operations> with the same ETag succeeds
    Given an entity that exists
    When clients send <operations> with If-Match current at once
    Then exactly 1 gets 204 and the rest 412 UpdateConditionNotSatisfied | 404 (ResourceNotFound)
    And the entity is as asked

    Examples: Mixed operations
      | operations                                                               |
      | Update Entity, Merge Entity, Update Entity, Merge Entity                 |
      | Update Entity, Merge Entity, Delete Entity, Update Entity, Delete Entity |
      | Merge Entity, Delete Entity, Merge Entity, Delete Entity, Merge Entity   |

  @must @TABLE-RACE-01
  Scenario Outline: Exactly one of 8 transactions that <action> with the same ETag is executed
    Given an entity that exists
    When 8 clients send Entity Group Transaction with actions <action> If-Match current; Insert Entity a at once
    Then exactly 1 gets 202 and the rest 412 UpdateConditionNotSatisfied | 404 (ResourceNotFound)
    And the table is as asked

    Examples: Every change
      | action        |
      | Update Entity |
      | Merge Entity  |
      | Delete Entity |

  @must @TABLE-RACE-01
  Scenario Outline: Exactly one of 8 transactions that <first>, then <action> with the same ETag is executed
    Given an entity that exists
    When 8 clients send Entity Group Transaction with actions <first>; <action> If-Match current at once
    Then exactly 1 gets 202 and the rest 412 UpdateConditionNotSatisfied | 404 (ResourceNotFound)
    And the table is as asked

    Examples: The condition comes last
      | first                    | action        |
      | Insert Or Merge Entity b | Update Entity |
      | Insert Or Merge Entity b | Merge Entity  |
      | Insert Or Merge Entity b | Delete Entity |

  @should
  Scenario Outline: <clause> All 8 clients that send <operation> to an entity that does not exist succeed
    Given an entity that does not exist
    When 8 clients send <operation> at once
    Then all 8 get 204
    And the entity is as <which> client asked

    Examples: Whoever comes first inserts, the others replace or merge
      | clause        | operation                | which |
      | TABLE-VERB-01 | Insert Or Replace Entity | one   |
      | TABLE-VERB-02 | Insert Or Merge Entity   | every |

  @must @TABLE-OCC-12
  Scenario Outline: All <n> clients that send <operation> at once succeed
    Given an entity that exists
    When <n> clients send <operation> at once
    Then all <n> get 204

    Examples: Without an ETag nobody is refused
      | n | operation                |
      | 8 | Insert Or Replace Entity |
      | 8 | Insert Or Merge Entity   |

  @should
  Scenario Outline: <clause> All <n> clients that send <operation> with If-Match * at once succeed
    Given an entity that exists
    When <n> clients send <operation> with If-Match * at once
    Then all <n> get 204
    And the entity is as <which> client asked

    Examples: If-Match * accepts any ETag
      | clause        | n | operation     | which |
      | TABLE-VERB-05 | 8 | Update Entity | one   |
      | TABLE-VERB-06 | 8 | Merge Entity  | every |

  @should @TABLE-VERB-05 @TABLE-VERB-06 @TABLE-VERB-07
  Scenario Outline: An entity that is deleted while clients send <operation> is gone
    Given an entity that exists
    When clients send <operation>, Delete Entity, <operation>, <operation> with If-Match * at once
    Then the entity is gone

    Examples: Operations that do not create an entity
      | operation     |
      | Update Entity |
      | Merge Entity  |

  @must @TABLE-OCC-13
  Scenario Outline: <operation> by 6 clients, each to an entity of its own that <state>, takes effect
    Given a table that exists
    When 6 clients send <operation> at once, each to an entity of its own that <state>
    Then all 6 get ok
    And each entity is <effect>

    Examples: One partition
      | operation                | state          | effect      |
      | Insert Entity            | does not exist | as answered |
      | Insert Or Replace Entity | does not exist | as answered |
      | Update Entity            | exists         | as answered |
      | Merge Entity             | exists         | as answered |
      | Delete Entity            | exists         | gone        |

  @should @TABLE-RACE-02
  Scenario Outline: All properties that 8 clients merge by <operation> at once are kept
    Given an entity that exists
    When 8 clients send <operation> at once
    Then all 8 get 204
    And the entity is as every client asked

    Examples: Both ways to merge
      | operation              |
      | Merge Entity           |
      | Insert Or Merge Entity |

  @should @TABLE-BATCH-02 @TABLE-COND-09
  Scenario: Exactly one of 8 transactions that merge and insert is executed, and the failed ones undo none of it
    Given an entity that exists
    And an entity "b" that exists
    When 8 clients send Entity Group Transaction with actions Merge Entity b; Merge Entity; Insert Entity a at once
    Then exactly 1 gets 202 and the rest 409 EntityAlreadyExists
    And the table is as asked

  @must @TABLE-RACE-03
  Scenario Outline: <operation> of an entity that <rival> changes while the body is half sent
    Given an entity that exists
    When Ann starts <operation> with If-Match current, properties "Content=a later version" and holds back half of the body
    And Bob sends <rival> with If-Match current
    And Ann sends the rest of the body
    Then at most one of Ann and Bob gets ok and the rest 412 UpdateConditionNotSatisfied | 404 (ResourceNotFound)
    And the entity is as answered

    Examples: Both know the ETag
      | operation     | rival         |
      | Update Entity | Update Entity |
      | Update Entity | Merge Entity  |
      | Update Entity | Delete Entity |
      | Merge Entity  | Update Entity |
      | Merge Entity  | Merge Entity  |
      | Merge Entity  | Delete Entity |

  @must @TABLE-RACE-03
  Scenario: The entity is deleted and inserted again while the body is half sent
    Given an entity that exists
    When Ann starts Update Entity with If-Match current, properties "Content=a later version" and holds back half of the body
    And Bob sends Delete Entity with If-Match current
    Then Bob gets 204
    When Bob sends Insert Entity with properties "Content=another; Size=1"
    Then Bob gets 201
    When Ann sends the rest of the body
    Then Ann gets 412 UpdateConditionNotSatisfied | 404 (ResourceNotFound)
    And the entity holds what Bob wrote

  @must @TABLE-RACE-03
  Scenario: A transaction on an entity that changes while its body is half sent
    Given an entity that exists
    When Ann starts Entity Group Transaction with actions Update Entity If-Match current; Insert Entity a and holds back half of the body
    And Bob sends Update Entity with If-Match current, properties "Content=in between"
    Then Bob gets 204
    When Ann sends the rest of the body
    Then Ann gets 412 UpdateConditionNotSatisfied
    And the entity holds what Bob wrote

  @must @TABLE-OCC-13
  Scenario: One of 8 concurrent unconditional replacements of an entity wins as a whole
    Given an entity that exists
    When 8 clients send Insert Or Replace Entity at once
    Then all 8 get 204
    And the entity is as one client asked

  @must @TABLE-OCC-03
  Scenario Outline: <n> versions of an entity that <operation> writes in quick succession have ETags of their own
    Given an entity that exists
    When Ann sends <operation> <n> times in a row
    Then no two answers carry the same ETag

    Examples: Every write that replaces a version
      | n  | operation                |
      | 50 | Update Entity            |
      | 50 | Merge Entity             |
      | 50 | Insert Or Replace Entity |
      | 50 | Insert Or Merge Entity   |

  @observed @TABLE-ETAG-09a
  Scenario: 1000 updates in quick succession have 1000 different ETags
    Given an entity that exists
    When Ann sends Update Entity 1000 times in a row
    Then no two answers carry the same ETag

  @observed @TABLE-ETAG-09a
  Scenario: 16 clients that update one entity at once get 16 different ETags
    Given an entity that exists
    When 16 clients send Update Entity at once
    Then no two answers carry the same ETag

  Scenario Outline: <clause> A conditional <operation> of the entity <name>
    Given a table that exists
    And an entity "<name>" that exists
    When Ann sends <operation> to "<name>" with If-Match current
    Then the service answers 204
    And the entity "<name>" is <effect>
    When Ann sends <operation> to "<name>" with If-Match stale
    Then the service answers 412 UpdateConditionNotSatisfied | 404 (ResourceNotFound)
    And the entity "<name>" is unchanged

    @should
    Examples: Keys that a URL must encode
      | clause         | name      | operation     | effect   |
      | TABLE-KEY-01-s | o'brien   | Update Entity | as asked |
      | TABLE-KEY-01-s | o'brien   | Merge Entity  | as asked |
      | TABLE-KEY-01-s | o'brien   | Delete Entity | gone     |
      | TABLE-KEY-01-s | two words | Update Entity | as asked |
      | TABLE-KEY-01-s | two words | Delete Entity | gone     |
      | TABLE-KEY-01-s | Zürich    | Update Entity | as asked |
      | TABLE-KEY-01-s | Zürich    | Merge Entity  | as asked |
      | TABLE-KEY-01-s | a+b=c&d   | Update Entity | as asked |
      | TABLE-KEY-01-s | a+b=c&d   | Delete Entity | gone     |

    @should
    Examples: Quotes in both keys
      | clause        | name               | operation     | effect   |
      | TABLE-KEY-01a | o'brien in o'hara  | Update Entity | as asked |
      | TABLE-KEY-01a | o'brien in o'hara  | Merge Entity  | as asked |
      | TABLE-KEY-01a | 'b'' in 'a'        | Delete Entity | gone     |

    @observed
    Examples: Percent signs
      | clause         | name   | operation     | effect   |
      | TABLE-KEY-01-o | 50%off | Update Entity | as asked |
      | TABLE-KEY-01-o | a%20b  | Delete Entity | gone     |

  @should @TABLE-LIFE-01
  Scenario: A table that was deleted and created again is empty
    Given a table that holds 5 entities
    When a client sends Delete Table
    Then the service answers 204
    When 40 seconds pass
    Then within 30 seconds a client gets 201 for Create Table
    And the table is as asked
