@queue
Feature: The article's statements about queues

  The article lists neither optimistic nor pessimistic concurrency for queues. A
  pop receipt and the visibility timeout let one client process a message at a
  time; queue metadata, ACLs and service properties follow last writer wins.

  @must @QUEUE-POP-01
  Scenario: A retrieved message comes with a pop receipt
    Given a message that exists
    When Ann sends Get Messages with visibility 30
    Then the service answers 200
    And the response carries messages 1, message text "a message", a new pop receipt

  Scenario Outline: <clause> Delete Message with <receipt>
    Given a message that was retrieved by Ann
    When Ann sends Delete Message with <receipt>
    Then the service answers <answer>
    When 30 seconds pass
    Then the message <state>

    @must
    Examples: The pop receipt is required to delete a message
      | clause       | receipt                | answer            | state      |
      | QUEUE-POP-02 | pop receipt remembered | 204               | stays gone |
      | QUEUE-POP-02 | no pop receipt         | 400 \| 404 \| 412 | is visible |

  @must @QUEUE-POP-03 @QUEUE-POP-05
  Scenario: A message that is retrieved but not deleted becomes visible again
    Given a message that was retrieved by Ann
    When 30 seconds pass
    Then the message is visible with content "a message"
    When Bob sends Get Messages with visibility 30
    Then the service answers 200
    And the response carries messages 1, message text "a message"

  @must @QUEUE-POP-04
  Scenario: No other client sees a message during its visibility timeout
    Given a message that was retrieved by Ann
    When 20 seconds pass
    And Bob sends Get Messages with number of messages 32
    Then the service answers 200
    And the response carries no messages
    And the message is hidden

  @must @QUEUE-POP-04 @QUEUE-POP-05 @needs.movable-clock
  Scenario: The visibility timeout is neither shorter nor longer than requested
    Given a message that was retrieved by Ann for 30 seconds
    When 29 seconds pass
    And Bob sends Get Messages
    Then the response carries no messages
    When 1 second passes
    And Bob sends Get Messages
    Then the response carries messages 1, message text "a message"

  @must @QUEUE-POP-04
  Scenario Outline: <operation> shows the other message of a queue while one is retrieved
    Given a message "other" that exists
    And a message that exists
    When Ann sends Get Messages with number of messages 1
    Then Ann gets 200
    When Bob sends <operation> with number of messages 32
    Then the service answers 200
    And the response carries messages 1

    Examples: That message alone is invisible
      | operation     |
      | Peek Messages |
      | Get Messages  |

  @must @QUEUE-POP-04 @needs.movable-clock
  Scenario: Peek Messages shows a message no sooner than its visibility timeout ends
    Given a message that was retrieved by Ann for 30 seconds
    When 29 seconds pass
    And Bob sends Peek Messages
    Then the response carries no messages
    When 1 second passes
    And Bob sends Peek Messages
    Then the response carries messages 1, message text "a message"

  @must @QUEUE-POP-06
  Scenario: The client that retrieved a message deletes it during its visibility timeout
    Given a message that was retrieved by Ann
    When 10 seconds pass
    And Ann sends Delete Message with pop receipt remembered
    Then the service answers 204
    When 20 seconds pass
    Then the message stays gone

  @must @QUEUE-POP-06 @needs.movable-clock
  Scenario Outline: <operation> by the client that retrieved a message, in the last second of its visibility timeout
    Given a message that was retrieved by Ann for 30 seconds
    When 29 seconds pass
    And Ann sends <operation> with pop receipt remembered
    Then the service answers 204
    And the message is <effect>

    Examples: Both operations that need the pop receipt
      | operation      | effect   |
      | Delete Message | gone     |
      | Update Message | as asked |

  Scenario Outline: <clause> The time of next visibility after a retrieval for <visibility> seconds
    Given a message that exists
    When 10 seconds pass
    And Ann sends Get Messages with visibility <visibility>
    Then the service answers 200
    And the response carries next visible <visibility>

    @must
    Examples: The time of next visibility
      | clause       | visibility |
      | QUEUE-POP-07 | 30         |
      | QUEUE-POP-07 | 3600       |

  Scenario Outline: <clause> Eight consumers take the messages of a queue, <batch> at a time
    Given a queue that holds 24 messages
    When 8 consumers take what the queue holds, <batch> at a time
    Then every message was taken by exactly one consumer

    @must
    Examples: No two clients hold a message at the same time
      | clause       | batch |
      | QUEUE-POP-08 | 1     |
      | QUEUE-POP-08 | 4     |

  Scenario Outline: <clause> Eight consumers take and delete the messages of a queue, <batch> at a time
    Given a queue that holds 24 messages
    When 8 consumers take and delete what the queue holds, <batch> at a time
    Then every message was taken by exactly one consumer
    When a client sends Peek Messages with number of messages 32
    Then the service answers 200
    And the response carries no messages

    @must
    Examples: No message is lost or processed twice
      | clause       | batch |
      | QUEUE-DEQ-06 | 1     |
      | QUEUE-DEQ-06 | 4     |

  Scenario Outline: <clause> All clients see the result of <operation> at once
    Given a queue that holds 2 messages
    When Ann sends <operation> with <request>
    Then the service answers ok
    And the queue is as asked
    When Bob sends Peek Messages with number of messages 32
    Then the service answers 200
    And the response carries <seen>

    @must
    Examples: Every later access sees the write
      | clause        | operation          | request          | seen        |
      | QUEUE-CONS-01 | Put Message        | content "a word" | messages 3  |
      | QUEUE-CONS-01 | Get Messages       | visibility 300   | messages 1  |
      | QUEUE-CONS-01 | Clear Messages     | nothing          | no messages |
      | QUEUE-CONS-01 | Set Queue Metadata | metadata "a=1"   | messages 2  |
      | QUEUE-CONS-01 | Set Queue ACL      | policy "readers" | messages 2  |

  @must @QUEUE-CONS-01
  Scenario Outline: <read> shows <operation> of a queue that <state> as soon as it is answered
    Given a queue that <state>
    When Ann sends <operation>
    Then Ann gets ok
    And the queue is as asked
    When Bob sends <read>
    Then Bob gets 200

    Examples: Each kind of change
      | read               | operation          | state           |
      | Peek Messages      | Put Message        | holds 1 message |
      | Peek Messages      | Get Messages       | holds 1 message |
      | Peek Messages      | Clear Messages     | holds 1 message |
      | Get Queue Metadata | Set Queue Metadata | exists          |

  Scenario Outline: <clause> All clients see the result of <operation> with <request> at once
    Given a message that exists
    When Ann sends <operation> with <request>
    Then the service answers 204
    When Bob sends Peek Messages with number of messages 32
    Then the service answers 200
    And the response carries <seen>

    @must
    Examples: Every later access sees the write of a message
      | clause        | operation      | request                         | seen                               |
      | QUEUE-CONS-01 | Update Message | visibility 0, content "changed" | messages 1, message text "changed" |
      | QUEUE-CONS-01 | Delete Message | nothing                         | no messages                        |

  Scenario Outline: <clause> <operation> with <condition>
    Given a queue that holds 1 message
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the queue is as answered

    @must
    Examples: No operation on a queue evaluates conditions
      | clause                     | operation          | condition                     | answer       |
      | QUEUE-NOCC-01 QUEUE-LWW-12 | Set Queue Metadata | If-Match other                | 204 \| 400 * |
      | QUEUE-NOCC-01 QUEUE-LWW-12 | Set Queue Metadata | If-Unmodified-Since yesterday | 204 \| 400 * |
      | QUEUE-NOCC-01 QUEUE-LWW-12 | Set Queue ACL      | If-Match other                | 204 \| 400 * |
      | QUEUE-NOCC-01              | Get Queue Metadata | If-None-Match *               | 200 \| 400 * |
      | QUEUE-NOCC-01              | Put Message        | If-None-Match *               | 201 \| 400 * |
      | QUEUE-NOCC-01              | Get Messages       | If-Match other                | 200 \| 400 * |
      | QUEUE-NOCC-01              | Peek Messages      | If-None-Match *               | 200 \| 400 * |
      | QUEUE-NOCC-01              | Clear Messages     | If-Match other                | 204 \| 400 * |
      | QUEUE-NOCC-01              | Delete Queue       | If-Match other                | 204 \| 400 * |

  Scenario Outline: <clause> <operation> of a message with <condition>
    Given a message that exists
    When a client sends <operation> with <condition>
    Then the service answers 204 | 400 *
    And the message is as answered

    @must
    Examples: No operation on a message evaluates conditions
      | clause        | operation      | condition      |
      | QUEUE-NOCC-01 | Delete Message | If-Match other |

  Scenario Outline: <clause> <operation> of a message with <condition>
    Given a message that exists
    When a client sends <operation> with <condition>, content "changed"
    Then the service answers 204 | 400 *
    And the message is as answered

    @must
    Examples: An update of a message evaluates no conditions, either
      | clause                     | operation      | condition      |
      | QUEUE-NOCC-01 QUEUE-LWW-12 | Update Message | If-Match other |

  @must @QUEUE-NOCC-01 @QUEUE-LWW-12 @needs.account
  Scenario: Set Queue Service Properties ignores conditions
    Given an account that has service properties
    When a client sends Set Queue Service Properties with service properties "logging=read", If-Match other
    Then the service answers 202 | 400 *
    And the account is as answered

  @must @QUEUE-NOCC-02
  Scenario: A queue shows no lease, and ignores a lease ID
    Given a queue that exists
    When Ann sends Get Queue Metadata
    Then the service answers 200
    And the response carries no lease state, no lease status, no lease duration
    When Ann sends Set Queue Metadata with metadata "a=1", lease id A
    Then the service answers 204 | 400 *
    And the queue is as answered

  @must @QUEUE-IDEM-01
  Scenario: A message that is processed twice is the same message to both clients
    Given a message that was retrieved by Ann
    When Ann sends Set Queue Metadata with metadata "processed=once"
    Then the service answers 204
    When 30 seconds pass
    And Bob sends Get Messages with visibility 30
    Then the response carries messages 1, message text "a message"
    When Bob sends Set Queue Metadata with metadata "processed=once"
    Then the service answers 204
    And the queue is as asked

  @must @QUEUE-IDEM-02
  Scenario: A slow worker and its successor both process the message
    Given a message that was retrieved by Ann
    When 30 seconds pass
    And Bob sends Get Messages with visibility 30
    Then Bob gets 200
    And the response carries messages 1, message text "a message", a new pop receipt
    When Bob sends Delete Message with pop receipt remembered
    Then Bob gets 204

  @must @QUEUE-LWW-01 @needs.account
  Scenario: The later Set Queue Service Properties wins
    Given an account that has service properties
    When Ann sends Set Queue Service Properties with service properties "logging=read"
    Then the service answers 202
    And the account is as asked
    When Bob sends Set Queue Service Properties with service properties "logging=write"
    Then the service answers 202
    And the account is as asked

  Scenario Outline: <clause> The later <operation> wins
    Given a queue that exists
    When Ann sends <operation> with <first>
    Then the service answers 204
    When Bob sends <operation> with <second>
    Then the service answers 204
    And the queue is as asked

    @must
    Examples: The last writer wins
      | clause       | operation          | first            | second           |
      | QUEUE-LWW-02 | Set Queue Metadata | metadata "who=a" | metadata "who=b" |
      | QUEUE-LWW-03 | Set Queue ACL      | policy "first"   | policy "second"  |

  Scenario Outline: <clause> <number> clients send <operation> at once
    Given a queue that exists
    When <number> clients send <operation> at once
    Then all <number> get 204
    And the queue is as one client asked

    @must
    Examples: No client is refused
      | clause       | number | operation          |
      | QUEUE-LWW-02 | 8      | Set Queue Metadata |
      | QUEUE-LWW-03 | 8      | Set Queue ACL      |

  @must @QUEUE-LWW-04
  Scenario: The later of two updates with valid pop receipts wins
    Given a message that was retrieved by Ann
    When Ann sends Update Message with pop receipt remembered, visibility 30, content "first"
    Then the service answers 204
    When Ann sends Update Message with pop receipt remembered, visibility 0, content "second"
    Then the service answers 204
    And the response carries next visible 0
    And the message is visible with content "second"

  @must @QUEUE-POP-05
  Scenario: Another client retrieves a message whose visibility timeout has ended
    Given a message that was retrieved by Ann
    When 30 seconds pass
    And Bob sends Get Messages with visibility 30
    Then Bob gets 200
    And the response carries messages 1, message text "a message"

  @must @QUEUE-LWW-03
  Scenario: The later Set Queue ACL wins, for a policy of the same name
    Given a queue that exists
    When Ann sends Set Queue ACL with policy "first"
    Then Ann gets 204
    When 2 seconds pass
    And Bob sends Set Queue ACL with policy "first"
    Then Bob gets 204
    And the queue is as asked

  @must @QUEUE-LWW-01 @needs.account
  Scenario: The later Set Queue Service Properties wins, for the rules of CORS
    Given an account that has service properties
    When Ann sends Set Queue Service Properties with service properties "cors=http://a.example"
    Then Ann gets 202
    When Bob sends Set Queue Service Properties with service properties "cors=http://b.example"
    Then Bob gets 202
    And the account is as asked

  @must @QUEUE-POP-03
  Scenario: Create Queue leaves the messages of a queue that exists
    Given a message that exists
    When Bob sends Create Queue
    Then Bob gets 201 | 204 | 409 *
    When Bob sends Peek Messages
    Then the response carries messages 1
