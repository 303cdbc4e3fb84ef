@queue
Feature: Status codes and error bodies

  The status code that each queue operation returns on success, and the form of the
  errors: an XML document with code and message, and the same code in a header. The
  error for a query parameter names the parameter and the allowed range.

  @observed @QUEUE-ERR-01
  Scenario: An error has its code in the header and the body
    Given a queue that does not exist
    When a client sends Peek Messages
    Then the service answers 404 QueueNotFound
    And the response carries error code QueueNotFound, an XML body

  Scenario Outline: <clause> The error for <operation> with <request> names what is wrong
    Given a message that exists
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the response carries <named>

    @observed
    Examples: The invalid parameter
      | clause       | operation      | request               | answer                            | named                                                      |
      | QUEUE-ERR-02 | Get Messages   | visibility 0          | 400 OutOfRangeQueryParameterValue | parameter visibilitytimeout, minimum 1, maximum 604800     |
      | QUEUE-ERR-02 | Peek Messages  | number of messages 33 | 400 OutOfRangeQueryParameterValue | parameter numofmessages, minimum 1, maximum 32             |
      | QUEUE-ERR-02 | Delete Message | pop receipt malformed | 400 InvalidQueryParameterValue    | parameter popreceipt                                       |

  Scenario Outline: <clause> <operation> succeeds with <answer>
    Given a message that exists
    When a client sends <operation> with <request>
    Then the service answers <answer>

    @observed
    Examples: The status of success
      | clause       | operation          | request          | answer |
      | QUEUE-ERR-03 | Create Queue       | nothing          | 204    |
      | QUEUE-ERR-03 | Put Message        | nothing          | 201    |
      | QUEUE-ERR-03 | Get Messages       | nothing          | 200    |
      | QUEUE-ERR-03 | Peek Messages      | nothing          | 200    |
      | QUEUE-ERR-03 | Update Message     | visibility 0     | 204    |
      | QUEUE-ERR-03 | Delete Message     | nothing          | 204    |
      | QUEUE-ERR-03 | Clear Messages     | nothing          | 204    |
      | QUEUE-ERR-03 | Set Queue Metadata | metadata "a=1"   | 204    |
      | QUEUE-ERR-03 | Set Queue ACL      | policy "readers" | 204    |
      | QUEUE-ERR-03 | Get Queue ACL      | nothing          | 200    |
      | QUEUE-ERR-03 | Get Queue Metadata | nothing          | 200    |
      | QUEUE-ERR-03 | Delete Queue       | nothing          | 204    |

  @observed @QUEUE-ERR-03 @needs.account
  Scenario: Set Queue Service Properties succeeds with 202
    Given an account that has service properties
    When a client sends Set Queue Service Properties
    Then the service answers 202
