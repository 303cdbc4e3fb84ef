@table
Feature: The article's seven operations on entities: which return an ETag, which require one

  The article's table of entity operations, row by row: which return an ETag, and
  which require If-Match. Insert Or Replace and Insert Or Merge require none, so
  they overwrite whatever is there.

  Scenario Outline: <clause> <operation> of an entity that <state>
    Given an entity that <state>
    When a client sends <operation>
    Then the service answers <answer>
    And the response carries <ETag>
    And the entity is <effect>

    @must
    Examples: "Returns ETag value"
      | clause       | operation                | state          | answer | ETag             | effect    |
      | TABLE-OPS-01 | Get Entity               | exists         | 200    | the current ETag | unchanged |
      | TABLE-OPS-02 | Insert Entity            | does not exist | 201    | a new ETag       | as asked  |
      | TABLE-OPS-03 | Update Entity            | exists         | 204    | a new ETag       | as asked  |
      | TABLE-OPS-04 | Merge Entity             | exists         | 204    | a new ETag       | as asked  |
      | TABLE-OPS-05 | Delete Entity            | exists         | 204    | no ETag          | gone      |
      | TABLE-OPS-06 | Insert Or Replace Entity | exists         | 204    | a new ETag       | as asked  |
      | TABLE-OPS-06 | Insert Or Replace Entity | does not exist | 204    | a new ETag       | as asked  |
      | TABLE-OPS-07 | Insert Or Merge Entity   | exists         | 204    | a new ETag       | as asked  |
      | TABLE-OPS-07 | Insert Or Merge Entity   | does not exist | 204    | a new ETag       | as asked  |

  @must @TABLE-OPS-01 @TABLE-OCC-03
  Scenario: Query Entities returns the ETag of each entity
    Given an entity that exists
    And an entity "other" that exists
    When a client sends Query Entities
    Then the service answers 200
    And the response carries entities "entity other", the current odata.etag
    And the table is unchanged

  Scenario Outline: <clause> <operation> with <request> of an entity that <state>
    Given an entity that <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the entity is <effect>

    @must
    Examples: "Requires If-Match request header": Yes
      | clause       | operation     | state  | request          | answer                          | effect    |
      | TABLE-OPS-03 | Update Entity | exists | If-Match current | 204                             | as asked  |
      | TABLE-OPS-03 | Update Entity | exists | If-Match stale   | 412 UpdateConditionNotSatisfied | unchanged |
      | TABLE-OPS-04 | Merge Entity  | exists | If-Match current | 204                             | as asked  |
      | TABLE-OPS-04 | Merge Entity  | exists | If-Match stale   | 412 UpdateConditionNotSatisfied | unchanged |
      | TABLE-OPS-05 | Delete Entity | exists | If-Match current | 204                             | gone      |
      | TABLE-OPS-05 | Delete Entity | exists | If-Match stale   | 412 UpdateConditionNotSatisfied | unchanged |
      | TABLE-OPS-05 | Delete Entity | exists | no If-Match      | 400 \| 412                      | unchanged |

    @must
    Examples: Without the header, an update is an upsert
      | clause       | operation     | state          | request     | answer | effect   |
      | TABLE-OPS-03 | Update Entity | does not exist | no If-Match | 204    | as asked |
      | TABLE-OPS-04 | Merge Entity  | does not exist | no If-Match | 204    | as asked |
      | TABLE-OCC-07 | Update Entity | does not exist | no If-Match | 204    | as asked |
      | TABLE-OCC-07 | Merge Entity  | does not exist | no If-Match | 204    | as asked |
      | TABLE-OCC-07 | Update Entity | exists         | no If-Match | 204    | as asked |
      | TABLE-OCC-07 | Merge Entity  | exists         | no If-Match | 204    | as asked |

    @must
    Examples: A delete without the header is refused
      | clause       | operation     | state  | request     | answer     | effect    |
      | TABLE-OCC-07 | Delete Entity | exists | no If-Match | 400 \| 412 | unchanged |

    @must
    Examples: "Requires If-Match request header": No
      | clause       | operation                | state          | request     | answer | effect    |
      | TABLE-OPS-01 | Get Entity               | exists         | no If-Match | 200    | unchanged |
      | TABLE-OPS-02 | Insert Entity            | does not exist | no If-Match | 201    | as asked  |
      | TABLE-OPS-06 | Insert Or Replace Entity | exists         | no If-Match | 204    | as asked  |
      | TABLE-OPS-07 | Insert Or Merge Entity   | exists         | no If-Match | 204    | as asked  |

  @must @TABLE-OPS-01
  Scenario: Query Entities requires no If-Match
    Given an entity that exists
    When a client sends Query Entities with no If-Match
    Then the service answers 200
    And the response carries entities "entity"

  @observed @TABLE-OPS-08
  Scenario: Reading an entity never changes its ETag
    Given an entity that exists
    And Ann has read the entity
    When Bob sends Query Entities
    And Ann sends Get Entity
    Then Ann gets 200
    And the response carries the remembered ETag, the current ETag
    And the entity is unchanged

  @observed @TABLE-OPS-09
  Scenario Outline: An entity that is deleted and created again by <operation> has a new ETag
    Given an entity that exists
    And Ann has read the entity
    When Bob sends Delete Entity
    Then Bob gets 204
    And the entity is gone
    When Bob sends <operation> with properties "Content=second version; Size=2; Kept=so far"
    Then Bob gets <answer>
    And the response carries a new ETag
    When Ann sends Delete Entity with If-Match remembered
    Then Ann gets 412 UpdateConditionNotSatisfied
    And the entity is unchanged

    Examples: With the same values
      | operation                | answer |
      | Insert Or Replace Entity | 204    |
      | Insert Or Merge Entity   | 204    |
      | Insert Entity            | 201    |

  @should @TABLE-OPS-10
  Scenario Outline: <operation> with unchanged values gives a new ETag
    Given an entity that exists
    When a client sends <operation> with properties "Content=second version; Size=2; Kept=so far"
    Then the service answers 204
    And the response carries a new ETag
    And the entity is as asked
    When a client sends Get Entity
    Then the response carries a matching Timestamp

    Examples: Every write except deletion
      | operation                |
      | Update Entity            |
      | Merge Entity             |
      | Insert Or Replace Entity |
      | Insert Or Merge Entity   |
