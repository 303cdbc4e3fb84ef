@queue
Feature: Visibility timeouts and times to live

  A retrieved, updated or newly put message is hidden for its visibility timeout,
  and a message disappears when its time-to-live is over. These scenarios look
  shortly before and after the end of each.

  Scenario Outline: <clause> Get Messages with <request>
    Given a message that exists
    When Ann sends Get Messages with <request>
    Then the service answers 200
    And the response carries messages 1, next visible <seconds>
    And the message is hidden

    @should
    Examples: The visibility timeout of a retrieval
      | clause        | request           | seconds |
      | QUEUE-TIME-01 | nothing           | 30      |
      | QUEUE-TIME-02 | visibility 5      | 5       |
      | QUEUE-TIME-02 | visibility 604800 | 604800  |

  @should @QUEUE-TIME-02
  Scenario: One second is the shortest visibility timeout of a retrieval
    Given a message that exists
    When Ann sends Get Messages with visibility 1
    Then the service answers 200
    And the response carries messages 1, next visible 1

  Scenario Outline: <clause> <operation> with <request> is refused
    Given a message that exists
    When Ann sends <operation> with <request>
    Then the service answers 400 OutOfRangeQueryParameterValue
    And the message is visible with content "a message", dequeue count 0

    @should
    Examples: Out of range
      | clause        | operation      | request                              |
      | QUEUE-TIME-03 | Get Messages   | visibility 0                         |
      | QUEUE-TIME-03 | Get Messages   | visibility -1                        |
      | QUEUE-TIME-03 | Get Messages   | visibility 604801                    |
      | QUEUE-TIME-11 | Put Message    | visibility -1                        |
      | QUEUE-TIME-11 | Put Message    | visibility 604801, time to live -1   |
      | QUEUE-TIME-11 | Update Message | visibility -1, content "changed"     |
      | QUEUE-TIME-11 | Update Message | visibility 604801, content "changed" |
      | QUEUE-TIME-12 | Get Messages   | number of messages 0                 |
      | QUEUE-TIME-12 | Get Messages   | number of messages -1                |
      | QUEUE-TIME-12 | Get Messages   | number of messages 33                |
      | QUEUE-TIME-12 | Peek Messages  | number of messages 0                 |
      | QUEUE-TIME-12 | Peek Messages  | number of messages 33                |

  Scenario Outline: <clause> <operation> for 32 messages, the most that can be requested
    Given a message that exists
    When Ann sends <operation> with number of messages 32
    Then the service answers 200
    And the response carries messages 1

    @should
    Examples: The largest number
      | clause        | operation     |
      | QUEUE-TIME-12 | Peek Messages |

  Scenario Outline: <clause> A message put with <request>
    Given a queue that exists
    When Ann sends Put Message with <request>
    Then the service answers 201
    And the response carries next visible <seconds>
    And the message is <state>

    @should
    Examples: The visibility timeout of a put
      | clause        | request                                | seconds | state   |
      | QUEUE-TIME-04 | nothing                                | 0       | visible |
      | QUEUE-TIME-04 | visibility 0                           | 0       | visible |
      | QUEUE-TIME-04 | visibility 30                          | 30      | hidden  |
      | QUEUE-TIME-04 | visibility 604800, time to live 700000 | 604800  | hidden  |

  @should @QUEUE-TIME-04
  Scenario: A message that is put hidden appears when its visibility timeout ends
    Given a queue that exists
    When Ann sends Put Message with visibility 20, content "later"
    Then the service answers 201
    When Bob sends Get Messages
    Then the response carries no messages
    When 16 seconds pass
    And Bob sends Get Messages
    Then the response carries no messages
    When 4 seconds pass
    And Bob sends Get Messages
    Then the response carries messages 1, message text "later"

  @should @QUEUE-TIME-05
  Scenario: The visibility timeout of an update starts at the update
    Given a message that was retrieved by Ann for 20 seconds
    When 10 seconds pass
    And Ann sends Update Message with pop receipt remembered, visibility 30
    Then the service answers 204
    And the response carries next visible 30
    When 20 seconds pass
    Then the message is hidden
    When 10 seconds pass
    Then the message is visible with content "a message", dequeue count 1

  Scenario Outline: <clause> An update with visibility <visibility>
    Given a message that was retrieved by Ann
    When Ann sends Update Message with visibility <visibility>, content "changed"
    Then the service answers 204
    And the response carries a new pop receipt, next visible <visibility>
    And the message is <state>

    @should
    Examples: The visibility timeout of an update
      | clause        | visibility | state   |
      | QUEUE-TIME-05 | 0          | visible |
      | QUEUE-TIME-05 | 60         | hidden  |
      | QUEUE-TIME-05 | 604700     | hidden  |

  @should @QUEUE-TIME-05
  Scenario: Seven days is the longest visibility timeout of an update
    Given a queue that exists
    When Ann sends Put Message with time to live -1
    Then the service answers 201
    When Ann sends Update Message with pop receipt remembered, visibility 604800
    Then the service answers 204
    And the response carries next visible 604800

  @observed @QUEUE-TIME-06
  Scenario: The times of a message are whole seconds
    Given a queue that exists
    When Ann sends Put Message with visibility 20, time to live 600
    Then the service answers 201
    And the response carries inserted 0, expires 600, next visible 20

  @should @QUEUE-TIME-07
  Scenario: An update with visibility timeout 0 makes the message visible at once, and its pop receipt stays valid
    Given a message that was retrieved by Ann
    When Ann sends Update Message with visibility 0
    Then the service answers 204
    And the response carries a new pop receipt, next visible 0
    And the message is visible with content "a message", dequeue count 1
    When Ann sends Delete Message with pop receipt remembered
    Then the service answers 204
    And the message is gone

  @should @QUEUE-TIME-07
  Scenario: The next retrieval invalidates the pop receipt of an update
    Given a message that was retrieved by Ann
    When Ann sends Update Message with visibility 0
    Then the service answers 204
    When Bob sends Get Messages with visibility 30
    Then the response carries messages 1, a new pop receipt
    When Ann sends Delete Message with pop receipt remembered
    Then the service answers 404 MessageNotFound

  @should @QUEUE-TIME-08
  Scenario: An update may not hide a message beyond its expiry
    Given a message that lives for 60 seconds
    When Ann sends Update Message with visibility 100, content "changed"
    Then the service answers 400 (InvalidQueryParameterValue)
    And the message is unchanged

  @should @QUEUE-TIME-09
  Scenario: A retrieval may hide a message beyond its expiry
    Given a message that lives for 30 seconds
    When Ann sends Get Messages with visibility 100
    Then the service answers 200
    And the response carries messages 1, next visible 100
    When 30 seconds pass
    And Ann sends Delete Message with pop receipt remembered
    Then the service answers 404 MessageNotFound

  Scenario Outline: <clause> Put Message with visibility <visibility> and a time to live of <life> seconds
    Given a queue that exists
    When Ann sends Put Message with visibility <visibility>, time to live <life>
    Then the service answers 400 InvalidQueryParameterValue
    And the queue is unchanged

    @observed
    Examples: A message must live longer than it is hidden
      | clause        | visibility | life |
      | QUEUE-TIME-10 | 30         | 30   |
      | QUEUE-TIME-10 | 31         | 30   |

  @observed @QUEUE-TIME-21
  Scenario: Put Message with a visibility of seven days and the default time to live
    Given a queue that exists
    When Ann sends Put Message with visibility 604800
    Then the service answers 400 InvalidQueryParameterValue
    And the queue is unchanged

  Scenario Outline: <clause> Put Message with <request>
    Given a queue that exists
    When Ann sends Put Message with <request>
    Then the service answers 201
    And the response carries <expiry>
    And the queue is as asked

    @should
    Examples: Times to live
      | clause        | request              | expiry          |
      | QUEUE-TIME-13 | nothing              | expires 604800  |
      | QUEUE-TIME-13 | time to live 60      | expires 60      |
      | QUEUE-TIME-13 | time to live 1209600 | expires 1209600 |
      | QUEUE-TIME-13 | time to live -1      | an expires      |

  @should @needs.movable-clock
  Scenario Outline: <clause> <operation> with visibility 15 hides a message from <read> until the last second
    Given a <kind> that <state>
    When Ann sends <operation> with visibility 15, content "hidden"
    Then the service answers ok
    When 14 seconds pass
    And Bob sends <read>
    Then the response carries no messages
    When 1 second passes
    And Bob sends <read>
    Then the response carries messages 1, message text "hidden"

    Examples: Every operation that hides, besides Get Messages
      | clause        | operation      | kind    | state                | read          |
      | QUEUE-TIME-04 | Put Message    | queue   | exists               | Get Messages  |
      | QUEUE-TIME-04 | Put Message    | queue   | exists               | Peek Messages |
      | QUEUE-TIME-05 | Update Message | message | was retrieved by Ann | Get Messages  |
      | QUEUE-TIME-05 | Update Message | message | was retrieved by Ann | Peek Messages |

  @should @QUEUE-TIME-14 @needs.movable-clock
  Scenario Outline: <operation> shows a message that lives for 30 seconds after <time>
    Given a message that lives for 30 seconds
    When <time> pass
    And Ann sends <operation>
    Then the response carries messages 1
    When 1 second passes
    Then the message stays gone

    Examples: Both reads, in the last second
      | operation     | time       |
      | Get Messages  | 29 seconds |
      | Peek Messages | 29 seconds |

  Scenario Outline: <clause> <operation> after the time to live
    Given a message that lives for 30 seconds
    When 30 seconds pass
    And Ann sends <operation>
    Then the service answers <answer>
    And the message stays gone

    @should
    Examples: Messages that were never retrieved
      | clause        | operation      | answer              |
      | QUEUE-TIME-14 | Update Message | 404 MessageNotFound |
      | QUEUE-TIME-14 | Delete Message | 404 MessageNotFound |

  Scenario Outline: <clause> <operation> finds nothing after the time to live
    Given a message that lives for 30 seconds
    When 30 seconds pass
    And Ann sends <operation> with number of messages 32
    Then the service answers 200
    And the response carries no messages

    @should
    Examples: Messages that are no longer visible
      | clause        | operation     |
      | QUEUE-TIME-14 | Get Messages  |
      | QUEUE-TIME-14 | Peek Messages |

  @should @QUEUE-TIME-20
  Scenario: Neither a retrieval nor the end of its window changes insertion time or expiry time
    Given a message that exists
    When 10 seconds pass
    And Ann sends Get Messages with visibility 10
    Then the response carries messages 1, the same inserted, the same expires
    When 10 seconds pass
    And Bob sends Get Messages
    Then the response carries messages 1, the same inserted, the same expires

  @should @QUEUE-UPD-10
  Scenario: An update without a body keeps the text
    Given a message that was retrieved by Ann for 20 seconds
    When Ann sends Update Message with visibility 0
    Then the service answers 204
    And the response carries a new pop receipt, next visible 0
    And the message is visible with content "a message", dequeue count 1

  @should @QUEUE-TIME-16
  Scenario: Repeated updates keep a message hidden while its worker lives
    Given a message that was retrieved by Ann for 20 seconds
    When 10 seconds pass
    And Ann sends Update Message with pop receipt remembered, visibility 20
    Then the service answers 204
    When 10 seconds pass
    And Ann sends Update Message with pop receipt remembered, visibility 20
    Then the service answers 204
    When 10 seconds pass
    Then the message is hidden
    When 10 seconds pass
    Then the message is visible with content "a message", dequeue count 1

  @observed @QUEUE-TIME-17
  Scenario: An update does not count as a retrieval
    Given a message that was retrieved by Ann
    When Ann sends Update Message with visibility 0, content "changed"
    Then the service answers 204
    And the message is visible with content "changed", dequeue count 1

  @observed @QUEUE-TIME-17
  Scenario: An update changes neither insertion time nor expiry time
    Given a message that exists
    When 10 seconds pass
    And Ann sends Update Message with visibility 0, content "changed"
    Then the service answers 204
    When Bob sends Peek Messages
    Then the response carries the same inserted, the same expires, dequeue count 0

  @observed @QUEUE-TIME-18
  Scenario: An update with the pop receipt of the put hides a message
    Given a queue that exists
    When Ann sends Put Message
    And Ann sends Update Message with pop receipt remembered, visibility 30
    Then the service answers 204
    And the message is hidden
    When Bob sends Get Messages
    Then the response carries no messages
    When 30 seconds pass
    Then the message is visible with content "a message", dequeue count 0

  Scenario Outline: <clause> A message that lives <request> still exists after <most>, and is gone after <life>
    Given a queue that exists
    When Ann sends Put Message with <request>
    Then the service answers 201
    When <most> pass
    And Bob sends Peek Messages
    Then the service answers 200
    And the response carries messages 1
    When <the rest> pass
    And Bob sends Peek Messages
    Then the service answers 200
    And the response carries no messages
    When Ann sends Delete Message with pop receipt remembered
    Then the service answers 404 MessageNotFound

    @should
    Examples: A given time to live
      | clause        | request         | most       | the rest  | life       |
      | QUEUE-TIME-14 | time to live 20 | 13 seconds | 7 seconds | 20 seconds |

    @should @needs.movable-clock
    Examples: The default of seven days, and longer times
      | clause        | request              | most          | the rest | life    |
      | QUEUE-TIME-13 | nothing              | 10079 minutes | 1 minute | 7 days  |
      | QUEUE-TIME-13 | time to live 1209600 | 20159 minutes | 1 minute | 14 days |

  @should @QUEUE-TIME-13 @needs.movable-clock
  Scenario: A message that never expires still exists after two months
    Given a queue that exists
    When Ann sends Put Message with time to live -1, content "for good"
    Then the service answers 201
    When 99999 minutes pass
    And Bob sends Get Messages
    Then the response carries messages 1, message text "for good"

  Scenario Outline: <clause> <operation> with <request> still hides a message after <most>, but not after its end
    Given a queue that exists
    When Ann sends Put Message with time to live -1
    Then the service answers 201
    When Ann sends <operation> with <request>
    Then the service answers ok
    When <most> pass
    And Bob sends Get Messages
    Then the service answers 200
    And the response carries no messages
    When <the rest> pass
    And Bob sends Get Messages
    Then the service answers 200
    And the response carries messages 1

    @should
    Examples: Any visibility timeout, near its end
      | clause        | operation      | request                               | most       | the rest  |
      | QUEUE-TIME-02 | Get Messages   | visibility 15                         | 9 seconds  | 6 seconds |
      | QUEUE-TIME-02 | Get Messages   | visibility 60                         | 52 seconds | 8 seconds |
      | QUEUE-TIME-05 | Update Message | pop receipt remembered, visibility 15 | 9 seconds  | 6 seconds |
      | QUEUE-TIME-05 | Update Message | pop receipt remembered, visibility 60 | 52 seconds | 8 seconds |

    @must @needs.movable-clock
    Examples: Hours and days, of a message that never expires
      | clause        | operation    | request           | most          | the rest |
      | QUEUE-POP-04a | Get Messages | visibility 7200   | 119 minutes   | 1 minute |
      | QUEUE-POP-04a | Get Messages | visibility 604800 | 10078 minutes | 2 minutes |

    @should @needs.movable-clock
    Examples: The longest visibility timeout is seven days
      | clause        | operation      | request                                   | most          | the rest |
      | QUEUE-TIME-02 | Get Messages   | visibility 604800                         | 10079 minutes | 1 minute |
      | QUEUE-TIME-05 | Update Message | pop receipt remembered, visibility 604800 | 10079 minutes | 1 minute |

  Scenario Outline: <clause> <operation> does not show a hidden message
    Given a message that was retrieved by Ann
    When Bob sends <operation> with <request>
    Then Bob gets 204
    When Bob sends Get Messages with number of messages 32
    Then the response carries no messages

    @must
    Examples: Changes of the queue
      | clause       | operation          | request        |
      | QUEUE-POP-04 | Set Queue ACL      | policy "one"   |
      | QUEUE-POP-04 | Set Queue Metadata | metadata "a=1" |

  @must @QUEUE-POP-04
  Scenario: Put Message does not show a hidden message
    Given a queue that holds 1 message
    When Ann sends Get Messages with visibility 30
    Then the response carries messages 1
    When Bob sends Put Message with content "another"
    Then Bob gets 201
    When Carol sends Get Messages with number of messages 32
    Then the response carries messages 1, message text "another"

  @must @QUEUE-POP-04
  Scenario: Get Messages hides each of 32 messages that it returns
    Given a queue that holds 32 messages
    When Ann sends Get Messages with number of messages 32, visibility 30
    Then the response carries messages 32
    When Bob sends Get Messages with number of messages 32
    Then the response carries no messages

  @must @QUEUE-POP-04
  Scenario: A message is hidden for a whole minute
    Given a message that exists
    When Ann sends Get Messages with visibility 60
    Then Ann gets 200
    When 52 seconds pass
    And Bob sends Get Messages with number of messages 32
    Then the response carries no messages

  @must @QUEUE-POP-04
  Scenario: A message is hidden as long the second time as the first
    Given a message that was retrieved by Ann for 1 second and reappeared
    When Bob sends Get Messages with visibility 30
    Then Bob gets 200
    When 25 seconds pass
    And Carol sends Get Messages with number of messages 32
    Then the response carries no messages

  @must @QUEUE-POP-04
  Scenario: Update Message that hides a message, beside Get Messages
    Given a message that exists
    When clients send at once: Update Message with visibility 30; Get Messages to the queue
    Then the answers and the message are those of one order

  Scenario Outline: <clause> 8 consumers take messages that <whom> has had before, <batch> at a time
    Given a queue that holds 24 messages
    When <whom> sends Get Messages with number of messages 32, visibility 1
    Then the response carries messages 24
    When 3 seconds pass
    And 8 consumers take what the queue holds, <batch> at a time
    Then every message was taken by exactly one consumer

    @must
    Examples: One and several at a time
      | clause       | whom           | batch |
      | QUEUE-POP-08 | another client | 1     |
      | QUEUE-POP-08 | another client | 4     |
