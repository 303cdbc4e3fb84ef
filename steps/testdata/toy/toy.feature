@file
Feature: Toys

  @must @FILE-TOY-01
  Scenario: A toy is made
    Given a toy that does not exist
    When a client sends Create Toy
    Then the service answers 201
    And the response carries a new ETag
    And the toy is as asked

  @must @FILE-TOY-02
  Scenario Outline: <operation> with If-Match <etag>
    Given a toy that exists
    When a client sends <operation> with If-Match <etag>
    Then the service answers <answer>
    And the toy is <effect>

    Examples: A condition guards every write
      | operation  | etag    | answer              | effect    |
      | Create Toy | current | ok                  | as asked  |
      | Create Toy | stale   | 412 ConditionNotMet | unchanged |
      | Delete Toy | current | ok                  | gone      |
      | Delete Toy | stale   | 412 ConditionNotMet | unchanged |
      | Delete Toy | other   | 412 ConditionNotMet | unchanged |
