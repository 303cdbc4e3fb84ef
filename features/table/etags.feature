@table
Feature: The ETag of an entity: its form, its growth, and where else it appears

  The ETag of an entity is weak and contains its Timestamp, which grows with every
  write. It appears in the ETag header and as odata.etag in the body; clients treat
  it as opaque.

  @should @TABLE-ETAG-01
  Scenario Outline: The ETag received from <source> can be sent back unchanged
    Given an entity that exists
    When Ann sends <read>
    Then Ann gets 200
    When Ann sends Update Entity with If-Match remembered
    Then Ann gets 204
    And the entity is as asked

    Examples: Every source of an ETag
      | source                  | read                                                                            |
      | Get Entity              | Get Entity                                                                      |
      | Get Entity, full        | Get Entity with metadata full                                                   |
      | Get Entity, no metadata | Get Entity with metadata none                                                   |
      | Query Entities          | Query Entities                                                                  |
      | Query Entities, full    | Query Entities with metadata full                                               |
      | Query Entities, filter  | Query Entities with filter "PartitionKey eq 'partition' and RowKey eq 'entity'" |

  Scenario Outline: <clause> The ETag in the answer to <operation> is <form>
    Given an entity that <state>
    When a client sends <operation>
    Then the service answers ok
    And the response carries <form>

    @observed
    Examples: A weak ETag with datetime and a point in time
      | clause        | operation                | state          | form                           |
      | TABLE-ETAG-02 | Get Entity               | exists         | a datetime ETag                |
      | TABLE-ETAG-02 | Insert Entity            | does not exist | a datetime ETag                |
      | TABLE-ETAG-02 | Update Entity            | exists         | a datetime ETag                |
      | TABLE-ETAG-02 | Merge Entity             | exists         | a datetime ETag                |
      | TABLE-ETAG-02 | Insert Or Replace Entity | does not exist | a datetime ETag                |
      | TABLE-ETAG-02 | Insert Or Merge Entity   | exists         | a datetime ETag                |
      | TABLE-ETAG-04 | Get Entity               | exists         | a trimmed ETag                 |
      | TABLE-ETAG-04 | Insert Entity            | does not exist | a trimmed ETag                 |
      | TABLE-ETAG-04 | Update Entity            | exists         | a trimmed ETag                 |

  Scenario Outline: <clause> An entity <read> carries <stamps>
    Given an entity that exists
    When a client sends <read>
    Then the service answers 200
    And the response carries <stamps>

    @observed
    Examples: The time in the ETag is the Timestamp
      | clause        | read                                  | stamps               |
      | TABLE-ETAG-03 | Get Entity                            | a matching Timestamp |
      | TABLE-ETAG-03 | Get Entity with metadata full         | a matching Timestamp |
      | TABLE-ETAG-03 | Get Entity with metadata none         | a matching Timestamp |
      | TABLE-ETAG-03 | Query Entities                        | a matching Timestamp |
      | TABLE-ETAG-03 | Query Entities with metadata full     | a matching Timestamp |

    @observed
    Examples: Header and odata.etag are the same string
      | clause        | read                             | stamps                |
      | TABLE-ETAG-07 | Get Entity with metadata minimal | a matching odata.etag |
      | TABLE-ETAG-07 | Get Entity with metadata full    | a matching odata.etag |

  @observed @TABLE-ETAG-07 @TABLE-ETAG-03
  Scenario: An insert answers with the entity under the ETag of the header
    Given an entity that does not exist
    When a client sends Insert Entity
    Then the service answers 201
    And the response carries a matching odata.etag, a matching Timestamp, a new ETag

  @should @TABLE-ETAG-05
  Scenario Outline: <operation> moves the Timestamp forward
    Given an entity that exists
    And Ann has read the entity
    When Bob sends <operation>
    Then Bob gets 204
    When Ann sends Get Entity
    Then the response carries a later Timestamp
    When Bob sends <operation>
    Then Bob gets 204
    When Ann sends Get Entity
    Then the response carries a later Timestamp

    Examples: Every modification
      | operation                |
      | Update Entity            |
      | Merge Entity             |
      | Insert Or Replace Entity |
      | Insert Or Merge Entity   |

  @should @TABLE-ETAG-05
  Scenario Outline: A Timestamp of <year> sent with <operation> is ignored
    Given an entity that exists
    And Ann has read the entity
    When Ann sends <operation> with properties "Timestamp=<year>-02-03T04:05:06Z; Size=3"
    Then Ann gets 204
    And the entity is as asked
    When Ann sends Get Entity
    Then the response carries a later Timestamp, a matching Timestamp

    Examples: Any time
      | operation                | year |
      | Update Entity            | 2001 |
      | Merge Entity             | 2001 |
      | Insert Or Replace Entity | 2001 |
      | Insert Or Merge Entity   | 2001 |

  @observed @TABLE-ETAG-06
  Scenario Outline: <operation> with the <inside> ETag in the entity and the <header> one in If-Match
    Given an entity that exists
    When a client sends <operation> with If-Match <header>, properties "odata.etag=the <inside> ETag; Size=3"
    Then the service answers <answer>
    And the entity is <effect>

    Examples: Only the header is compared
      | operation     | header  | inside  | answer                          | effect    |
      | Update Entity | stale   | current | 412 UpdateConditionNotSatisfied | unchanged |
      | Merge Entity  | stale   | current | 412 UpdateConditionNotSatisfied | unchanged |
      | Update Entity | current | stale   | 204                             | as asked  |
      | Merge Entity  | current | stale   | 204                             | as asked  |

  @observed @TABLE-ETAG-08
  Scenario Outline: <operation> under the weak current ETag
    Given an entity that exists
    When a client sends Get Entity
    Then the response carries the current ETag
    When a client sends <operation> with If-Match remembered
    Then the service answers 204
    And the entity is <effect>

    Examples: No strong comparison
      | operation     | effect   |
      | Update Entity | as asked |
      | Merge Entity  | as asked |
      | Delete Entity | gone     |

  @observed @TABLE-ETAG-09
  Scenario: Writes in quick succession get different ETags
    Given an entity that does not exist
    When a client sends Insert Or Replace Entity with properties "Size=3"
    Then the response carries a new ETag
    When a client sends Update Entity with If-Match current, properties "Size=3"
    Then the response carries a new ETag
    When a client sends Merge Entity with If-Match current, properties "Size=3"
    Then the response carries a new ETag
    When a client sends Insert Or Merge Entity with properties "Size=3"
    Then the response carries a new ETag
    When a client sends Update Entity with If-Match current, properties "Size=3"
    Then the response carries a new ETag
    And the entity is as asked
