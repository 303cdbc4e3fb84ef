@table
Feature: Optimistic concurrency for entities: read the ETag, write with If-Match

  What the article says about the Table service: updates of entities are checked
  against an ETag by default, where the ETag comes from, and how to turn the check
  off with If-Match: *.

  @must @TABLE-OCC-04 @TABLE-OCC-03
  Scenario: The article's first sample: an e-mail address is replaced under the stored ETag
    Given an entity that holds "Email=Walter@contoso.com; PhoneNumber=425-555-0101"
    When Ann sends Get Entity
    Then Ann gets 200
    And the response carries the current ETag
    When Ann sends Update Entity with If-Match remembered, properties "Email=updatedEmail@contoso.org; PhoneNumber=425-555-0101"
    Then Ann gets 204
    And the response carries a new ETag
    And the entity is as asked

  @must @TABLE-OCC-05 @TABLE-OCC-10
  Scenario: The first sample, if another client was faster
    Given an entity that holds "Email=Walter@contoso.com; PhoneNumber=425-555-0101"
    And Ann has read the entity
    When Bob sends Merge Entity with If-Match current, properties "PhoneNumber=425-555-0102"
    Then Bob gets 204
    When Ann sends Update Entity with If-Match remembered, properties "Email=updatedEmail@contoso.org; PhoneNumber=425-555-0101"
    Then Ann gets 412 UpdateConditionNotSatisfied
    And the entity is unchanged
    And the entity holds what Bob wrote
    When Ann sends Get Entity
    Then Ann gets 200
    When Ann sends Update Entity with If-Match remembered, properties "Email=updatedEmail@contoso.org; PhoneNumber=425-555-0102"
    Then Ann gets 204
    And the entity is as asked

  @must @TABLE-OCC-11 @TABLE-OCC-06
  Scenario: The article's second sample: an asterisk as the ETag disables the check
    Given an entity that holds "Email=Walter@contoso.com; PhoneNumber=425-555-0101"
    And Ann has read the entity
    When Bob sends Merge Entity with If-Match current, properties "PhoneNumber=425-555-0102"
    Then Bob gets 204
    When Ann sends Update Entity with If-Match *, properties "Email=updatedEmail@contoso.org; PhoneNumber=425-555-0101"
    Then Ann gets 204
    And the response carries a new ETag
    And the entity is as asked

  @must @TABLE-OCC-11
  Scenario: The asterisk applies to one request only
    Given an entity that exists
    And Ann has read the entity
    And Bob has read the entity
    When Ann sends Update Entity with If-Match *
    Then Ann gets 204
    When Ann sends Merge Entity with If-Match stale
    Then Ann gets 412 UpdateConditionNotSatisfied
    And the entity is unchanged
    When Bob sends Delete Entity with If-Match remembered
    Then Bob gets 412 UpdateConditionNotSatisfied
    And the entity is unchanged

  Scenario Outline: <clause> <operation> with If-Match <etag> after another client's change
    Given an entity that exists
    And Ann has read the entity
    When Bob sends Update Entity with If-Match current
    Then Bob gets 204
    When Ann sends <operation> with If-Match <etag>
    Then Ann gets <answer>
    And the entity is <effect>

    @must
    Examples: The check is the default
      | clause       | operation     | etag       | answer                          | effect    |
      | TABLE-OCC-01 | Update Entity | remembered | 412 UpdateConditionNotSatisfied | unchanged |
      | TABLE-OCC-01 | Merge Entity  | remembered | 412 UpdateConditionNotSatisfied | unchanged |
      | TABLE-OCC-01 | Delete Entity | remembered | 412 UpdateConditionNotSatisfied | unchanged |
      | TABLE-OCC-04 | Update Entity | current    | 204                             | as asked  |
      | TABLE-OCC-04 | Merge Entity  | current    | 204                             | as asked  |
      | TABLE-OCC-04 | Delete Entity | current    | 204                             | gone      |
      | TABLE-OCC-05 | Update Entity | remembered | 412 UpdateConditionNotSatisfied | unchanged |
      | TABLE-OCC-05 | Merge Entity  | remembered | 412 UpdateConditionNotSatisfied | unchanged |
      | TABLE-OCC-06 | Update Entity | *          | 204                             | as asked  |
      | TABLE-OCC-06 | Merge Entity  | *          | 204                             | as asked  |
      | TABLE-OCC-06 | Delete Entity | *          | 204                             | gone      |

  @must @TABLE-OCC-12
  Scenario Outline: <operation> overwrites another client's recent change
    Given an entity that exists
    And Ann has read the entity
    When Bob sends Update Entity with If-Match current, properties "Colour=blue; Size=3"
    Then Bob gets 204
    When Ann sends <operation> with properties "Colour=green"
    Then Ann gets 204
    And the response carries a new ETag
    And the entity is as asked

    Examples: The last writer wins
      | operation                |
      | Insert Or Replace Entity |
      | Insert Or Merge Entity   |

  Scenario Outline: <clause> The ETag in the answer to <operation> can be used for the next update
    Given an entity that <state>
    When Ann sends <operation>
    Then Ann gets ok
    And the response carries a new ETag
    When Ann sends Merge Entity with If-Match remembered, properties "Size=3"
    Then Ann gets 204
    And the response carries a new ETag
    And the entity is as asked
    When Ann sends Update Entity with If-Match remembered
    Then Ann gets 204
    When Ann sends Delete Entity with If-Match remembered
    Then Ann gets 204
    And the entity is gone

    @must
    Examples: No read in between
      | clause       | operation                | state          |
      | TABLE-OCC-08 | Insert Entity            | does not exist |
      | TABLE-OCC-08 | Insert Or Replace Entity | does not exist |
      | TABLE-OCC-08 | Insert Or Merge Entity   | does not exist |
      | TABLE-OCC-09 | Update Entity            | exists         |
      | TABLE-OCC-09 | Merge Entity             | exists         |
      | TABLE-OCC-09 | Insert Or Replace Entity | exists         |
      | TABLE-OCC-09 | Insert Or Merge Entity   | exists         |

  @must @TABLE-OCC-13
  Scenario Outline: All clients see the result of <operation> at once
    Given an entity that <state>
    And an entity "other" that exists
    When Carol sends Query Entities
    Then Carol gets 200
    When Ann sends <operation> with properties "Colour=blue; Size=3"
    Then Ann gets ok
    When Bob sends Get Entity
    Then Bob gets 200
    And Bob has received the new version
    When Carol sends Query Entities
    Then Carol gets 200
    And the response carries entities "entity other", the current odata.etag
    And the entity holds what Ann wrote

    Examples: Every write that leaves an entity
      | operation                | state          |
      | Insert Entity            | does not exist |
      | Update Entity            | exists         |
      | Merge Entity             | exists         |
      | Insert Or Replace Entity | exists         |
      | Insert Or Merge Entity   | does not exist |

  @must @TABLE-OCC-05
  Scenario: The ETag of a deleted entity is stale for the one that was inserted in its place
    Given an entity that does not exist
    When Ann sends Insert Entity
    Then Ann gets ok
    When Bob sends Delete Entity
    Then Bob gets 204
    When Bob sends Insert Entity
    Then Bob gets ok
    When Ann sends Update Entity with If-Match remembered
    Then Ann gets 412 UpdateConditionNotSatisfied
    And the entity is unchanged

  @must @TABLE-OCC-13
  Scenario: All clients see the result of a transaction at once
    Given an entity that exists
    When Bob sends Get Entity
    Then Bob gets 200
    When Ann sends Entity Group Transaction with actions Update Entity If-Match current; Insert Entity a
    Then Ann gets 202
    When Bob sends Get Entity
    Then Bob gets 200
    When Bob sends Update Entity with If-Match remembered
    Then Bob gets 204

  @must @TABLE-OCC-02
  Scenario: Writes of access policies are unconditional, and the last writer wins
    Given a table that does not exist
    When Ann sends Create Table
    Then Ann gets 201 | 204
    When Ann sends Set Table ACL with policy "readers"
    Then Ann gets 204
    When Bob sends Get Table ACL
    Then Bob gets 200
    When Bob sends Set Table ACL with policy "others"
    Then Bob gets 204
    And the table is as asked
    When Ann sends Delete Table
    Then Ann gets 204
    And the table is gone

  @must @TABLE-OCC-03
  Scenario: Get Entity returns the ETag of the current version
    Given an entity that exists
    When Ann sends Get Entity
    Then Ann gets 200
    And the response carries the current ETag
    When Bob sends Merge Entity with If-Match current, properties "Text=another"
    Then Bob gets 204
    When Ann sends Get Entity
    Then Ann gets 200
    And the response carries the current ETag

  @must @TABLE-OCC-10
  Scenario: After 412 a client reads the entity again, and its update with the new ETag succeeds
    Given an entity that exists
    And Ann has read the entity
    When Bob sends Merge Entity with If-Match current, properties "Text=another"
    Then Bob gets 204
    When Ann sends Update Entity with If-Match remembered, properties "Text=of Ann"
    Then Ann gets 412
    When Ann sends Get Entity
    Then Ann gets 200
    When Ann sends Update Entity with If-Match remembered, properties "Text=of Ann"
    Then Ann gets 204
    And the entity is as asked

  @must @TABLE-OCC-03
  Scenario: Get Entity without metadata shows the ETag, too
    Given an entity that exists
    When a client sends Get Entity with metadata none
    Then the service answers 200
    And the response carries the current ETag

  @must @TABLE-OCC-03
  Scenario: 300 versions have 300 ETags
    Given an entity that exists
    When Ann sends Update Entity 300 times in a row
    Then no two answers carry the same ETag

  @must @TABLE-OCC-04
  Scenario Outline: <operation> that leaves the properties as they are gives a new ETag
    Given an entity that exists
    And Ann has read the entity
    When Bob sends <operation> with properties "Colour=null"
    Then Bob gets 204
    And the response carries a new ETag
    When Ann sends Update Entity with If-Match remembered
    Then Ann gets 412 UpdateConditionNotSatisfied

    Examples: Merges
      | operation              |
      | Merge Entity           |
      | Insert Or Merge Entity |

  @must @TABLE-OCC-04
  Scenario: A refused transaction leaves the ETags
    Given an entity that exists
    And an entity "b" that exists
    And Ann has read the entity
    When Bob sends Entity Group Transaction with actions Merge Entity If-Match current; Update Entity b If-Match stale
    Then Bob gets 412
    When Ann sends Update Entity with If-Match remembered
    Then Ann gets 204

  @must @TABLE-OCC-05
  Scenario: A big transaction with a stale ETag
    Given an entity that exists
    When Ann sends Entity Group Transaction with actions Insert Entity a; Update Entity of 200 kilobytes If-Match stale
    Then Ann gets 412 UpdateConditionNotSatisfied
    And the table is unchanged

  @must @TABLE-OCC-05
  Scenario Outline: <operation> with an ETag that has been stale for <time>
    Given an entity that exists
    When <time> pass
    And Ann sends <operation> with If-Match stale
    Then Ann gets 412 UpdateConditionNotSatisfied
    And the entity is unchanged

    Examples: Writes
      | operation     | time       |
      | Update Entity | 31 seconds |
      | Delete Entity | 31 seconds |

  @must @TABLE-OCC-13
  Scenario Outline: Get Entity with <what>, before and after <operation>
    Given an entity that exists
    When Bob sends Get Entity with <what>
    Then Bob gets 200
    When Ann sends <operation> with properties "Size=3"
    Then Ann gets 204
    When Bob sends Get Entity with <what>
    Then Bob gets 200
    And the response carries the current ETag

    Examples: Writes
      | what          | operation              |
      | select "Size" | Update Entity          |
      | select "Size" | Insert Or Merge Entity |

  @must @TABLE-OCC-13
  Scenario: The next page of a query shows what was written since the first
    Given a table that holds 5 entities
    When Ann sends Query Entities with top 2
    Then the response carries entities "a b", a next page
    When Bob sends Update Entity to "c"
    Then Bob gets 204
    When Ann sends Query Entities with top 2, page next
    Then the response carries entities "c d", the current odata.etag, a next page
