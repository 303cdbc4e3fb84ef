@queue
Feature: Queues that are missing, deleted, and created again

  A missing queue returns 404, and the name of a deleted queue cannot be used again
  for at least 30 seconds. Create Queue can be repeated with the same metadata, but
  not with other metadata.

  @should @QUEUE-LIFE-01
  Scenario: Deleting a queue deletes its hidden and visible messages
    Given a message that was retrieved by Ann
    And a message "other" that exists
    When Bob sends Delete Queue
    Then the service answers 204
    And the queue is gone

  @should @QUEUE-LIFE-02
  Scenario: The name of a deleted queue is blocked for a while
    Given a queue that was deleted
    When a client sends Create Queue
    Then the service answers 409 QueueBeingDeleted
    And the queue is unchanged
    When 20 seconds pass
    And a client sends Create Queue
    Then the service answers 409 QueueBeingDeleted
    When 6 seconds pass
    And a client sends Create Queue
    Then the service answers 409 QueueBeingDeleted
    When 4 seconds pass
    Then within 2 minutes a client gets 201 for Create Queue

  @should @QUEUE-LIFE-02
  Scenario: A queue that is deleted and created again is empty
    Given a queue that holds 3 messages
    When a client sends Delete Queue
    Then the service answers 204
    When 30 seconds pass
    Then within 2 minutes a client gets 201 for Create Queue
    When a client sends Peek Messages with number of messages 32
    Then the service answers 200
    And the response carries no messages

  Scenario Outline: <clause> <operation> on a queue that <state>
    Given a queue that <state>
    When a client sends <operation>
    Then the service answers 404 QueueNotFound
    And the queue is unchanged

    @should
    Examples: A queue that is being deleted
      | clause        | operation          | state       |
      | QUEUE-LIFE-03 | Get Queue Metadata | was deleted |
      | QUEUE-LIFE-03 | Set Queue Metadata | was deleted |
      | QUEUE-LIFE-03 | Get Queue ACL      | was deleted |
      | QUEUE-LIFE-03 | Set Queue ACL      | was deleted |
      | QUEUE-LIFE-03 | Put Message        | was deleted |
      | QUEUE-LIFE-03 | Get Messages       | was deleted |
      | QUEUE-LIFE-03 | Peek Messages      | was deleted |
      | QUEUE-LIFE-03 | Clear Messages     | was deleted |

    @should
    Examples: A queue that never existed
      | clause        | operation          | state          |
      | QUEUE-LIFE-04 | Get Queue Metadata | does not exist |
      | QUEUE-LIFE-04 | Set Queue Metadata | does not exist |
      | QUEUE-LIFE-04 | Get Queue ACL      | does not exist |
      | QUEUE-LIFE-04 | Set Queue ACL      | does not exist |
      | QUEUE-LIFE-04 | Put Message        | does not exist |
      | QUEUE-LIFE-04 | Get Messages       | does not exist |
      | QUEUE-LIFE-04 | Peek Messages      | does not exist |
      | QUEUE-LIFE-04 | Clear Messages     | does not exist |
      | QUEUE-LIFE-04 | Delete Queue       | does not exist |

  Scenario Outline: <clause> <operation> in a queue that is being deleted
    Given a message that was retrieved by Ann
    When Bob sends Delete Queue
    Then the service answers 204
    When Ann sends <operation> with <request>
    Then the service answers 404 QueueNotFound

    @should
    Examples: The messages of a queue that is being deleted
      | clause        | operation      | request                              |
      | QUEUE-LIFE-03 | Delete Message | pop receipt remembered               |
      | QUEUE-LIFE-03 | Update Message | pop receipt remembered, visibility 0 |

  Scenario Outline: <clause> Create Queue where the queue <state>, with <request>
    Given a queue that <state>
    When a client sends Create Queue with <request>
    Then the service answers <answer>
    And the queue is <effect>

    @should
    Examples: A create that can be repeated
      | clause       | state          | request              | answer | effect    |
      | QUEUE-LWW-13 | does not exist | metadata "version=2" | 201    | as asked  |
      | QUEUE-LWW-14 | exists         | metadata "version=2" | 204    | unchanged |

    @observed
    Examples: A create with other metadata
      | clause       | state  | request              | answer                 | effect    |
      | QUEUE-LWW-15 | exists | metadata "version=3" | 409 QueueAlreadyExists | unchanged |
      | QUEUE-LWW-15 | exists | nothing              | 409 QueueAlreadyExists | unchanged |

  Scenario Outline: <clause> <operation> again on a queue that <state>
    Given a queue that <state>
    When a client sends <operation>
    Then the service answers 204 | 404 QueueNotFound
    And the queue is unchanged

    @should
    Examples: A second deletion
      | clause        | operation    | state       |
      | QUEUE-LIFE-05 | Delete Queue | was deleted |
