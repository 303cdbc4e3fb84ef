@queue
Feature: Names of queues that look alike

  The name of one queue may begin with that of another. Messages, and who took them,
  belong to one queue.

  @should @QUEUE-NAME-01
  Scenario Outline: <operation> of the queue "<name>" leaves "<beside>" as it is
    Given a queue "<name>" that holds 2 messages
    And a queue "<beside>" that holds 2 messages
    When Bob sends Set Queue Metadata to "<beside>"
    Then Bob gets 204
    When Ann sends <operation> to "<name>"
    Then Ann gets ok
    And the queue "<name>" is <effect>
    And the queue "<beside>" is as answered

    Examples: One name begins with the other
      | operation      | name   | beside | effect   |
      | Get Messages   | other  | other2 | as asked |
      | Get Messages   | other2 | other  | as asked |
      | Clear Messages | other  | other2 | as asked |
      | Clear Messages | other2 | other  | as asked |
      | Delete Queue   | other  | other2 | gone     |

  @observed @QUEUE-NAME-02
  Scenario Outline: <operation> under another spelling of the address of the message needs its receipt
    Given a message "other" that exists
    And a message that exists
    When Ann sends <operation> with address percent-encoded, pop receipt other
    Then Ann gets 404 MessageNotFound | 400 PopReceiptMismatch
    When Ann sends <operation> with address percent-encoded, pop receipt current
    Then Ann gets 204

    Examples: A letter is percent-encoded
      | operation      |
      | Update Message |
      | Delete Message |
