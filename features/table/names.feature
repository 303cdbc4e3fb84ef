@table
Feature: Keys of entities, and names of tables, that look alike

  PartitionKey and RowKey together name an entity, and the ETag is that of one entity.
  A service that joins, folds or decodes keys once too often mixes up entities that it
  tells apart otherwise. Names of tables are found in any case.

  Scenario Outline: <clause> A write of the entity "<other>" leaves the <guard> of "<name>" valid for <operation>
    Given a table that exists
    And an entity "<other>" that exists
    And an entity "<name>" that exists
    When Bob sends <writer> to "<other>"
    Then Bob gets 204
    When Ann sends <operation> to "<name>" with If-Match current
    Then Ann gets 204
    And the entity "<name>" is <effect>
    And the entity "<other>" is as answered

    @must
    Examples: Other keys, and the same keys elsewhere
      | clause        | guard | other        | name         | writer                   | operation     | effect   |
      | TABLE-NAME-01 | ETag  | a            | ab           | Update Entity            | Update Entity | as asked |
      | TABLE-NAME-01 | ETag  | same in here | same         | Merge Entity             | Delete Entity | gone     |
      | TABLE-NAME-01 | ETag  | same         | same in here | Delete Entity            | Merge Entity  | as asked |
      | TABLE-NAME-01 | ETag  | b in a       | a in b       | Insert Or Replace Entity | Update Entity | as asked |
      | TABLE-NAME-01 | ETag  | bc in a      | c in ab      | Update Entity            | Merge Entity  | as asked |
      | TABLE-NAME-01 | ETag  | c in ab      | bc in a      | Delete Entity            | Delete Entity | gone     |
      | TABLE-NAME-01 | ETag  | b_c in a     | c in a_b     | Insert Or Merge Entity   | Update Entity | as asked |

    @observed
    Examples: Keys that other systems would fold, join or normalise
      | clause        | guard | other  | name   | writer        | operation     | effect   |
      | TABLE-NAME-02 | ETag  | Key    | key    | Update Entity | Update Entity | as asked |
      | TABLE-NAME-02 | ETag  | k in P | k in p | Delete Entity | Merge Entity  | as asked |
      | TABLE-NAME-02 | ETag  | o''b   | o'b    | Update Entity | Delete Entity | gone     |
      | TABLE-NAME-02 | ETag  | a%20b  | a b    | Update Entity | Update Entity | as asked |
      | TABLE-NAME-02 | ETag  | café   | café  | Update Entity | Update Entity | as asked |

  Scenario Outline: <clause> The <guard> "<name>" can be inserted while "<other>" exists
    Given a table that exists
    And an entity "<other>" that exists
    And an entity "<name>" that does not exist
    When Bob sends Update Entity to "<other>"
    Then Bob gets 204
    When Ann sends Insert Entity to "<name>"
    Then Ann gets 201
    And the entity "<name>" is as asked
    And the entity "<other>" is as answered

    @must
    Examples: Other keys, and the same keys elsewhere
      | clause        | guard  | other   | name         |
      | TABLE-NAME-01 | entity | same    | same in here |
      | TABLE-NAME-01 | entity | bc in a | c in ab      |

    @observed
    Examples: Keys that other systems would fold
      | clause        | guard  | other | name |
      | TABLE-NAME-02 | entity | Key   | key  |

  Scenario Outline: <clause> <operation> under another spelling of its address meets the ETag: <spelling>
    Given an entity that exists
    When Ann sends <operation> with address <spelling>, If-Match stale
    Then Ann gets 412 UpdateConditionNotSatisfied
    And the entity is unchanged
    When Ann sends <operation> with address <spelling>, If-Match current
    Then Ann gets 204
    And the entity is <effect>

    @should
    Examples: Names of tables have no case
      | clause        | operation     | spelling   | effect   |
      | TABLE-NAME-03 | Update Entity | upper-case | as asked |
      | TABLE-NAME-03 | Merge Entity  | upper-case | as asked |
      | TABLE-NAME-03 | Delete Entity | upper-case | gone     |

    @observed
    Examples: A letter of a key is percent-encoded
      | clause        | operation     | spelling        | effect   |
      | TABLE-NAME-04 | Update Entity | percent-encoded | as asked |
      | TABLE-NAME-04 | Delete Entity | percent-encoded | gone     |
