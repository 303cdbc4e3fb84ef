@queue
Feature: Retrieving, peeking, counting and clearing

  Retrieving hides a message and counts the retrieval; peeking changes nothing;
  clearing removes all messages, hidden or not. These scenarios also cover how many
  messages one call returns.

  @should @QUEUE-DEQ-01
  Scenario: Each retrieval counts
    Given a message that exists
    When Ann sends Get Messages with visibility 30
    Then the response carries messages 1, dequeue count 1
    When 30 seconds pass
    And Bob sends Get Messages with visibility 30
    Then the response carries messages 1, dequeue count 2

  Scenario Outline: <clause> Get Messages asks for <number> messages of a queue that holds <held>
    Given a queue that holds <held> messages
    When Ann sends Get Messages with number of messages <number>, visibility 300
    Then the service answers 200
    And the response carries messages <got>, a pop receipt, dequeue count 1, next visible 300
    And the queue is as asked

    @should
    Examples: As many as are visible, up to the number requested
      | clause       | number | held | got |
      | QUEUE-DEQ-02 | 5      | 3    | 3   |
      | QUEUE-DEQ-02 | 32     | 3    | 3   |
      | QUEUE-DEQ-02 | 2      | 3    | 2   |

  @observed @QUEUE-DEQ-03
  Scenario: An empty queue gives an empty list
    Given a queue that exists
    When Ann sends Get Messages with number of messages 5
    Then the service answers 200
    And the response carries no messages

  @should @QUEUE-DEQ-04
  Scenario: Messages that were retrieved together are independent
    Given a message that exists
    And a message "other" that exists
    When Ann sends Get Messages with number of messages 2, visibility 30
    Then the response carries messages 2, next visible 30
    When Ann sends Delete Message with pop receipt remembered
    Then the service answers 204
    When Ann sends Update Message to "other" with pop receipt remembered, visibility 0
    Then the service answers 204
    And the message "other" is visible with content "a message", dequeue count 1
    And the message stays gone

  @should @QUEUE-DEQ-04
  Scenario: Messages that were retrieved together appear together
    Given a queue that holds 3 messages
    When Ann sends Get Messages with number of messages 3, visibility 5
    Then the service answers 200
    And the response carries messages 3, next visible 5
    When 8 seconds pass
    And Bob sends Get Messages with number of messages 32
    Then the service answers 200
    And the response carries messages 3

  @should @QUEUE-PEEK-01
  Scenario: A peek does not hide messages
    Given a message that was retrieved by Ann and reappeared
    When Bob sends Peek Messages
    Then the service answers 200
    And the response carries messages 1, message text "a message"
    And the message is visible with content "a message", dequeue count 1
    When Ann sends Delete Message with pop receipt remembered
    Then the service answers 204
    And the message is gone

  @should @QUEUE-PEEK-01
  Scenario: A peek changes nothing
    Given a queue that holds 3 messages
    When Bob sends Peek Messages
    Then the service answers 200
    And the queue is unchanged

  @observed @QUEUE-PEEK-02
  Scenario: A peek returns no pop receipt
    Given a message that exists
    When Bob sends Peek Messages
    Then the service answers 200
    And the response carries messages 1, no pop receipt, no next visible, dequeue count 0

  @should @QUEUE-PEEK-03
  Scenario: A peek does not show hidden messages
    Given a message that exists
    When Ann sends Get Messages with visibility 60
    Then the service answers 200
    When Bob sends Peek Messages with number of messages 32
    Then the service answers 200
    And the response carries no messages

  @should @QUEUE-PEEK-04
  Scenario: A peek does not show deleted messages
    Given a message that exists
    When Ann sends Delete Message with pop receipt current
    Then the service answers 204
    When Bob sends Peek Messages with number of messages 32
    Then the service answers 200
    And the response carries no messages

  @should @QUEUE-CNT-01
  Scenario: The approximate count is not too low
    Given a queue that holds 3 messages
    When a client sends Get Queue Metadata
    Then the service answers 200
    And the response carries message count 3

  @observed @QUEUE-CNT-02
  Scenario: The approximate count includes hidden messages
    Given a message that was retrieved by Ann
    When a client sends Get Queue Metadata
    Then the service answers 200
    And the response carries message count 1

  @should @QUEUE-CLR-01
  Scenario: A clear removes hidden and visible messages
    Given a message that was retrieved by Ann
    And a message "other" that exists
    When Bob sends Clear Messages
    Then the service answers 204
    And the queue is as asked
    When 30 seconds pass
    And Bob sends Peek Messages with number of messages 32
    Then the response carries no messages

  Scenario Outline: <clause> <operation> after a clear
    Given a message that was retrieved by Ann
    When Bob sends Clear Messages
    Then the service answers 204
    When Ann sends <operation> with <request>
    Then the service answers 404 MessageNotFound
    And the message is unchanged

    @should
    Examples: No message is left to delete or update
      | clause       | operation      | request                              |
      | QUEUE-CLR-02 | Delete Message | pop receipt remembered               |
      | QUEUE-CLR-02 | Update Message | pop receipt remembered, visibility 0 |
