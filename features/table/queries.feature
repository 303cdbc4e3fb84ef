@table
Feature: Queries of entities: where the ETag appears, and what is visible

  Where queries return ETags depends on the metadata level: in the header, inside
  each entity, or not at all. A query of one partition sees a consistent snapshot,
  page by page.

  Scenario Outline: <clause> <read> carries <stamps>
    Given an entity that exists
    When a client sends <read>
    Then the service answers 200
    And the response carries <stamps>

    Examples: By both keys, at each metadata level
      | clause       | read                             | stamps                                                    |
      | TABLE-QRY-01 | Get Entity with metadata none    | the current ETag                                          |
      | TABLE-QRY-01 | Get Entity with metadata minimal | the current ETag                                          |
      | TABLE-QRY-01 | Get Entity with metadata full    | the current ETag                                          |
      | TABLE-QRY-02 | Get Entity with metadata full    | the current odata.etag                                    |
      | TABLE-QRY-03 | Get Entity with metadata minimal | the current odata.etag                                    |
      | TABLE-QRY-04 | Get Entity with metadata none    | no odata.etag                                             |

    Examples: By filter
      | clause       | read                                                          | stamps                                    |
      | TABLE-QRY-02 | Query Entities with metadata full                             | the current odata.etag                    |
      | TABLE-QRY-02 | Query Entities with metadata full, filter "Size eq 2"         | the current odata.etag                    |
      | TABLE-QRY-03 | Query Entities with metadata minimal                          | the current odata.etag                    |
      | TABLE-QRY-03 | Query Entities with metadata minimal, filter "Size eq 2"      | the current odata.etag                    |
      | TABLE-QRY-04 | Query Entities with metadata none                             | no odata.etag                             |
      | TABLE-QRY-05 | Query Entities with metadata minimal                          | no ETag                                   |
      | TABLE-QRY-05 | Query Entities with metadata full, filter "RowKey eq 'entity'" | no ETag                                  |
      | TABLE-QRY-06 | Query Entities with metadata none, filter "Size eq 2"         | no ETag, no odata.etag, entities "entity" |

  Scenario Outline: <clause> Query Entities with <words>, of a table with five entities
    Given a table that holds 5 entities
    When a client sends Query Entities with <words>
    Then the service answers 200
    And the response carries <answer>
    And the table is unchanged

    @must
    Examples: Each entity carries its ETag, whichever properties are asked for
      | clause       | words                                    | answer                                                           |
      | TABLE-QRY-20 | select "RowKey"                          | entities "a b c d e", the current odata.etag                     |
      | TABLE-QRY-20 | filter "Size ne 1", select "RowKey,Size" | entities "b c d e", properties "Size", the current odata.etag    |
      | TABLE-QRY-20 | select "RowKey,Size", metadata minimal   | entities "a b c d e", properties "Size", the current odata.etag  |

    @observed
    Examples: Filters select entities, and each answer has the current ETags
      | clause       | words                                                                            | answer                                                        |
      | TABLE-QRY-03 | filter "Size gt 3"                                                               | entities "d e", the current odata.etag, no ETag               |
      | TABLE-QRY-03 | filter "Size ge 2 and Size le 3"                                                 | entities "b c", the current odata.etag, no ETag               |
      | TABLE-QRY-03 | filter "Size lt 2 or Content eq 'row e'"                                         | entities "a e", the current odata.etag, no ETag               |
      | TABLE-QRY-03 | filter "PartitionKey eq 'partition' and RowKey ge 'b' and RowKey lt 'd'"         | entities "b c", the current odata.etag, no ETag               |
      | TABLE-QRY-03 | filter "not (Size eq 3)"                                                         | entities "a b d e", the current odata.etag, no ETag           |
      | TABLE-QRY-05 | filter "Size ne 1", select "RowKey,Size"                                         | entities "b c d e", properties "Size", no ETag                |
      | TABLE-QRY-05 | top 2                                                                            | entities "a b", the current odata.etag, no ETag, a next page  |
      | TABLE-QRY-08 | filter "Size gt 9"                                                               | no entities, no next page                                     |
      | TABLE-QRY-08 | filter "PartitionKey eq 'nobody'"                                                | no entities, no next page                                     |

  @observed @TABLE-QRY-10
  Scenario: A query by pages
    Given a table that holds 5 entities
    When Ann sends Query Entities with top 2
    Then the response carries entities "a b", a next page
    When Bob sends Update Entity to "c"
    Then Bob gets 204
    When Ann sends Query Entities with top 2, page next
    Then the response carries entities "c d", the current odata.etag, a next page
    When Ann sends Query Entities with top 2, page next
    Then the response carries entities "e", the current odata.etag, no next page

  @should @TABLE-QRY-07
  Scenario Outline: A query by keys with metadata <level> of an entity that <state>
    Given an entity that <state>
    When a client sends Get Entity with metadata <level>
    Then the service answers 404 (ResourceNotFound)
    And the entity is unchanged

    Examples: Missing and deleted entities
      | state          | level   |
      | does not exist | minimal |
      | does not exist | none    |
      | was deleted    | full    |

  @observed @TABLE-QRY-08
  Scenario: A query by filter of an entity that was deleted
    Given an entity that was deleted
    When a client sends Query Entities with filter "PartitionKey eq 'partition' and RowKey eq 'entity'"
    Then the service answers 200
    And the response carries no entities, no ETag

  @should @TABLE-QRY-12
  Scenario: No query shows an entity whose deletion was acknowledged
    Given an entity that exists
    And an entity "other" that exists
    When Ann sends Delete Entity
    Then Ann gets 204
    When Bob sends Get Entity
    Then Bob gets 404
    When Bob sends Query Entities
    Then the response carries entities "other"
    And the entity is gone

  @should @TABLE-QRY-13
  Scenario Outline: Insert Entity with <words>
    Given an entity that does not exist
    When a client sends Insert Entity with <words>, properties "Colour=blue; Size=3"
    Then the service answers 201
    And the response carries a new ETag, a location, properties "Colour Size"
    And the entity is as asked

    Examples: The answer contains the entity
      | words                                     |
      | metadata minimal                          |
      | prefer return-content                     |
      | metadata full, prefer return-content      |
      | metadata none                             |

  @should @TABLE-QRY-13
  Scenario Outline: The odata.etag of an insert with metadata <level>
    Given an entity that does not exist
    When a client sends Insert Entity with metadata <level>
    Then the service answers 201
    And the response carries <stamp>

    Examples: As in queries
      | level   | stamp                 |
      | minimal | a matching odata.etag |
      | full    | a matching odata.etag |

  @should @TABLE-QRY-14
  Scenario: Insert Entity that prefers no content
    Given an entity that does not exist
    When a client sends Insert Entity with prefer return-no-content
    Then the service answers 204
    And the response carries an empty body, a new ETag, applied preference return-no-content
    And the entity is as asked
