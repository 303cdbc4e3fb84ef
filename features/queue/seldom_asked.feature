@queue
Feature: Limits of messages that are seldom tested

  The largest values that the documents allow: 32 messages in one call, and a
  visibility timeout of a week for an update. Both must be accepted.

  Scenario Outline: <clause> <operation> for 32 messages, the most that can be requested
    Given a message that exists
    When Ann sends <operation> with number of messages 32
    Then the service answers 200
    And the response carries messages 1

    @should
    Examples: The largest number
      | clause        | operation     |
      | QUEUE-TIME-12 | Peek Messages |

  @should @QUEUE-TIME-05
  Scenario: Seven days is the longest visibility timeout of an update
    Given a queue that exists
    When Ann sends Put Message with time to live -1
    Then the service answers 201
    When Ann sends Update Message with pop receipt remembered, visibility 604800
    Then the service answers 204
    And the response carries next visible 604800
