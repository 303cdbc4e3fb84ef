@table
Feature: Errors of the Table service

  Errors of the Table service carry their code in the body, in JSON or XML depending
  on what the client accepts. These scenarios check the form of the errors, and that
  repeating a refused request does not make it succeed.

  Scenario Outline: <clause> <operation> with <request> of an entity that <state>: <what>
    Given an entity that <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the response carries <what>
    And the entity is unchanged

    @observed
    Examples: The body has the error code
      | clause             | operation     | request        | state          | answer                          | what          |
      | TABLE-ERR-01-known | Update Entity | If-Match stale | exists         | 412 UpdateConditionNotSatisfied | a JSON body   |
      | TABLE-ERR-01-known | Insert Entity | nothing        | exists         | 409 EntityAlreadyExists         | a JSON body   |
      | TABLE-ERR-01-known | Get Entity    | nothing        | does not exist | 404 ResourceNotFound            | a JSON body   |
      | TABLE-ERR-01-open  | Update Entity | If-Match stale | exists         | 412 UpdateConditionNotSatisfied | no error code |
      | TABLE-ERR-01-open  | Get Entity    | nothing        | does not exist | 404 ResourceNotFound            | no error code |

    @should
    Examples: JSON for clients that accept it
      | clause       | operation     | request                                    | state          | answer                          | what        |
      | TABLE-ERR-02 | Update Entity | If-Match stale, accept application/json    | exists         | 412 UpdateConditionNotSatisfied | a JSON body |
      | TABLE-ERR-02 | Merge Entity  | If-Match stale, accept application/json    | exists         | 412 UpdateConditionNotSatisfied | a JSON body |
      | TABLE-ERR-02 | Delete Entity | If-Match *, accept application/json        | does not exist | 404 (ResourceNotFound)          | a JSON body |
      | TABLE-ERR-02 | Insert Entity | accept application/json;odata=nometadata   | exists         | 409 EntityAlreadyExists         | a JSON body |

    @observed
    Examples: XML for clients that accept anything
      | clause       | operation     | request                    | state          | answer                          | what        |
      | TABLE-ERR-03 | Update Entity | If-Match *, accept */*     | does not exist | 404 ResourceNotFound            | an XML body |
      | TABLE-ERR-03 | Update Entity | If-Match stale, accept */* | exists         | 412 UpdateConditionNotSatisfied | an XML body |

  @should @TABLE-ERR-04
  Scenario Outline: <operation> sent again after the answer <answer>
    Given an entity that <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the entity is unchanged

    Examples: The same answer again
      | operation     | request        | state          | answer                          |
      | Update Entity | If-Match stale | exists         | 412 UpdateConditionNotSatisfied |
      | Merge Entity  | If-Match stale | exists         | 412 UpdateConditionNotSatisfied |
      | Delete Entity | If-Match stale | exists         | 412 UpdateConditionNotSatisfied |
      | Update Entity | If-Match *     | does not exist | 404 (ResourceNotFound)          |
      | Insert Entity | nothing        | exists         | 409 EntityAlreadyExists         |

  @should @TABLE-ERR-04
  Scenario Outline: <operation> with <request> is sent again after it succeeded
    Given an entity that <state>
    When a client sends <operation> with <request>
    Then the service answers <first>
    When a client sends <operation> with <again>
    Then the service answers <second>
    And the entity is <effect>

    Examples: The retry fails because of its own success
      | operation     | request          | again          | state          | first | second                          | effect    |
      | Update Entity | If-Match current | If-Match stale | exists         | 204   | 412 UpdateConditionNotSatisfied | unchanged |
      | Merge Entity  | If-Match current | If-Match stale | exists         | 204   | 412 UpdateConditionNotSatisfied | unchanged |
      | Delete Entity | If-Match current | If-Match current | exists       | 204   | 404 (ResourceNotFound)          | gone      |
      | Insert Entity | nothing          | nothing        | does not exist | 201   | 409 EntityAlreadyExists         | unchanged |
