@table
Feature: If-Match per verb

  Every verb that changes an entity, with every form of If-Match, for an existing
  entity and for a missing one. Without the header PUT and MERGE are upserts, and
  DELETE is refused.

  Scenario Outline: <clause> <operation> with <request> of an entity that <state>
    Given an entity that <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the entity is <effect>

    Examples: Without If-Match
      | clause               | operation                | request                 | state          | answer | effect      |
      | TABLE-VERB-01        | Insert Or Replace Entity | no If-Match, verb PUT   | exists         | 204    | as asked    |
      | TABLE-VERB-01        | Insert Or Replace Entity | no If-Match, verb PUT   | does not exist | 204    | as asked    |
      | TABLE-VERB-01        | Update Entity            | no If-Match, verb PUT   | exists         | 204    | as asked    |
      | TABLE-VERB-01        | Update Entity            | no If-Match, verb PUT   | does not exist | 204    | as asked    |
      | TABLE-VERB-02        | Insert Or Merge Entity   | no If-Match, verb MERGE | exists         | 204    | as asked    |
      | TABLE-VERB-02        | Insert Or Merge Entity   | no If-Match, verb MERGE | does not exist | 204    | as asked    |
      | TABLE-VERB-02        | Merge Entity             | no If-Match, verb MERGE | exists         | 204    | as asked    |
      | TABLE-VERB-02        | Merge Entity             | no If-Match, verb MERGE | does not exist | 204    | as asked    |
      | TABLE-VERB-03        | Insert Or Merge Entity   | no If-Match, verb PATCH | exists         | 204    | as asked    |
      | TABLE-VERB-03        | Insert Or Merge Entity   | no If-Match, verb PATCH | does not exist | 204    | as asked    |
      | TABLE-VERB-04-known  | Delete Entity            | no If-Match, verb DELETE | exists        | 400    | unchanged   |
      | TABLE-VERB-04-open   | Delete Entity            | no If-Match, verb DELETE | does not exist | 400   | unchanged   |

    Examples: With an asterisk
      | clause        | operation     | request                | state          | answer                 | effect    |
      | TABLE-VERB-05 | Update Entity | If-Match *, verb PUT   | exists         | 204                    | as asked  |
      | TABLE-VERB-05 | Update Entity | If-Match *, verb PUT   | does not exist | 404 (ResourceNotFound) | unchanged |
      | TABLE-VERB-06 | Merge Entity  | If-Match *, verb MERGE | exists         | 204                    | as asked  |
      | TABLE-VERB-06 | Merge Entity  | If-Match *, verb MERGE | does not exist | 404 (ResourceNotFound) | unchanged |
      | TABLE-VERB-06 | Merge Entity  | If-Match *, verb PATCH | exists         | 204                    | as asked  |
      | TABLE-VERB-06 | Merge Entity  | If-Match *, verb PATCH | does not exist | 404 (ResourceNotFound) | unchanged |
      | TABLE-VERB-07 | Delete Entity | If-Match *, verb DELETE | exists        | 204                    | gone      |
      | TABLE-VERB-07 | Delete Entity | If-Match *, verb DELETE | does not exist | 404 (ResourceNotFound) | unchanged |

    Examples: With the current ETag
      | clause        | operation     | request                       | state  | answer | effect   |
      | TABLE-VERB-08 | Update Entity | If-Match current, verb PUT    | exists | 204    | as asked |
      | TABLE-VERB-08 | Merge Entity  | If-Match current, verb MERGE  | exists | 204    | as asked |
      | TABLE-VERB-08 | Merge Entity  | If-Match current, verb PATCH  | exists | 204    | as asked |
      | TABLE-VERB-08 | Delete Entity | If-Match current, verb DELETE | exists | 204    | gone     |

    Examples: With a stale ETag
      | clause          | operation     | request                     | state       | answer                            | effect    |
      | TABLE-VERB-09-s | Update Entity | If-Match stale, verb PUT    | exists      | 412 UpdateConditionNotSatisfied   | unchanged |
      | TABLE-VERB-09-s | Merge Entity  | If-Match stale, verb MERGE  | exists      | 412 UpdateConditionNotSatisfied   | unchanged |
      | TABLE-VERB-09-s | Merge Entity  | If-Match stale, verb PATCH  | exists      | 412 UpdateConditionNotSatisfied   | unchanged |
      | TABLE-VERB-09-s | Delete Entity | If-Match stale, verb DELETE | exists      | 412 UpdateConditionNotSatisfied   | unchanged |
      | TABLE-VERB-09-o | Update Entity | If-Match stale, verb PUT    | was deleted | 404 (ResourceNotFound)            | unchanged |
      | TABLE-VERB-09-o | Merge Entity  | If-Match stale, verb MERGE  | was deleted | 404 (ResourceNotFound)            | unchanged |
      | TABLE-VERB-09-o | Merge Entity  | If-Match stale, verb PATCH  | was deleted | 404 (ResourceNotFound)            | unchanged |
      | TABLE-VERB-09-o | Delete Entity | If-Match stale, verb DELETE | was deleted | 404 (ResourceNotFound)            | unchanged |

    @should
    Examples: A POST that stands for another method
      | clause        | operation                | request                         | state          | answer                          | effect    |
      | TABLE-VERB-20 | Update Entity            | If-Match current, method PUT    | exists         | 204                             | as asked  |
      | TABLE-VERB-20 | Update Entity            | If-Match stale, method PUT      | exists         | 412 UpdateConditionNotSatisfied | unchanged |
      | TABLE-VERB-20 | Merge Entity             | If-Match current, method MERGE  | exists         | 204                             | as asked  |
      | TABLE-VERB-20 | Merge Entity             | If-Match stale, method MERGE    | exists         | 412 UpdateConditionNotSatisfied | unchanged |
      | TABLE-VERB-20 | Merge Entity             | If-Match *, method MERGE        | does not exist | 404 (ResourceNotFound)          | unchanged |
      | TABLE-VERB-20 | Delete Entity            | If-Match current, method DELETE | exists         | 204                             | gone      |
      | TABLE-VERB-20 | Delete Entity            | If-Match stale, method DELETE   | exists         | 412 UpdateConditionNotSatisfied | unchanged |
      | TABLE-VERB-20 | Insert Or Replace Entity | no If-Match, method PUT         | does not exist | 204                             | as asked  |
      | TABLE-VERB-20 | Insert Or Merge Entity   | no If-Match, method MERGE       | exists         | 204                             | as asked  |

    @should
    Examples: In the service versions before upserts
      | clause        | operation                | request                                          | state          | answer | effect    |
      | TABLE-VERB-10 | Insert Or Replace Entity | no If-Match, verb PUT, api version 2009-09-19    | exists         | 400    | unchanged |
      | TABLE-VERB-10 | Insert Or Replace Entity | no If-Match, verb PUT, api version 2009-09-19    | does not exist | 400    | unchanged |
      | TABLE-VERB-10 | Insert Or Merge Entity   | no If-Match, verb MERGE, api version 2009-09-19  | exists         | 400    | unchanged |
      | TABLE-VERB-10 | Insert Or Merge Entity   | no If-Match, verb MERGE, api version 2009-09-19  | does not exist | 400    | unchanged |

    @observed
    Examples: Undocumented forms and places of the header
      | clause        | operation     | request          | state          | answer                  | effect      |
      | TABLE-VERB-11 | Update Entity | If-Match empty   | exists         | 400 \| 412              | unchanged   |
      | TABLE-VERB-12 | Insert Entity | If-Match other   | does not exist | 201                     | as answered |
      | TABLE-VERB-12 | Insert Entity | If-Match current | exists         | 409 EntityAlreadyExists | as answered |

  Scenario Outline: <clause> <operation> with <request>: the properties that it does not name
    Given an entity that exists
    When a client sends <operation> with <request>
    Then the service answers 204
    And the entity is as asked
    When a client sends Get Entity
    Then the response carries properties <properties>

    @should
    Examples: A replacement removes them
      | clause        | operation                | request                                           | properties        |
      | TABLE-VERB-13 | Update Entity            | If-Match current, properties "Size=3; Colour=red" | "Size Colour"     |
      | TABLE-VERB-13 | Update Entity            | If-Match *, properties "Size=3; Colour=red"       | "Size Colour"     |
      | TABLE-VERB-13 | Insert Or Replace Entity | properties "Size=3; Colour=red"                   | "Size Colour"     |

    @should
    Examples: A merge keeps them, including those that are null in the request
      | clause        | operation              | request                                                       | properties                 |
      | TABLE-VERB-14 | Merge Entity           | If-Match current, properties "Size=3; Colour=red"             | "Content Kept Size Colour" |
      | TABLE-VERB-14 | Merge Entity           | If-Match *, verb MERGE, properties "Size=3; Colour=red"       | "Content Kept Size Colour" |
      | TABLE-VERB-14 | Insert Or Merge Entity | properties "Size=3; Colour=red"                               | "Content Kept Size Colour" |
      | TABLE-VERB-14 | Merge Entity           | If-Match current, properties "Kept=null; Size=3"              | "Content Kept Size"        |
      | TABLE-VERB-14 | Insert Or Merge Entity | properties "Kept=null; Size=3"                                | "Content Kept Size"        |
