@queue
Feature: Pop receipts

  Deleting or updating a message requires its current pop receipt. A later retrieval
  or update by any client replaces it; the end of the visibility timeout alone does
  not. A stale pop receipt is refused, and the message stays.

  @should @QUEUE-RCPT-01
  Scenario: Each retrieval returns a new pop receipt
    Given a message that was retrieved by Ann and reappeared
    When Bob sends Get Messages with visibility 30
    Then the service answers 200
    And the response carries messages 1, a new pop receipt

  @should @QUEUE-RCPT-01
  Scenario: Two retrievals, one right after the other, return different pop receipts
    Given a message that was retrieved by Ann
    When Ann sends Update Message with visibility 0
    Then the service answers 204
    When Bob sends Get Messages with visibility 30
    Then the service answers 200
    And the response carries messages 1, a new pop receipt

  @should @QUEUE-RCPT-02
  Scenario: A message is deleted with its pop receipt
    Given a message that was retrieved by Ann
    When Ann sends Delete Message with pop receipt remembered
    Then the service answers 204
    When 30 seconds pass
    Then the message stays gone

  Scenario Outline: <clause> <operation> with <request> after the visibility timeout
    Given a message that was retrieved by Ann and reappeared
    When Ann sends <operation> with <request>
    Then the service answers 204
    And the message is <effect>

    @should
    Examples: A pop receipt outlives its visibility timeout
      | clause        | operation      | request                                                  | effect   |
      | QUEUE-RCPT-03 | Delete Message | pop receipt remembered                                   | gone     |
      | QUEUE-RCPT-04 | Update Message | pop receipt remembered, visibility 0, content "changed"  | as asked |
      | QUEUE-RCPT-04 | Update Message | pop receipt remembered, visibility 30, content "changed" | hidden   |

  @should @QUEUE-RCPT-05
  Scenario: An update returns a new pop receipt
    Given a message that was retrieved by Ann
    When Ann sends Update Message with visibility 60
    Then the service answers 204
    And the response carries a new pop receipt, next visible 60
    When Ann sends Delete Message with pop receipt remembered
    Then the service answers 204
    When 60 seconds pass
    Then the message stays gone

  Scenario Outline: <clause> <operation> with <request> after an update
    Given a message that was retrieved by Ann
    When Ann sends Update Message with visibility 0, content "changed"
    Then the service answers 204
    When Ann sends <operation> with <request>
    Then the service answers 404 MessageNotFound
    And the message is unchanged

    @observed
    Examples: An update invalidates the pop receipt
      | clause        | operation      | request                                       |
      | QUEUE-RCPT-06 | Delete Message | pop receipt old                               |
      | QUEUE-RCPT-06 | Update Message | pop receipt old, visibility 0, content "late" |

  Scenario Outline: <clause> <operation> by the earlier client
    Given a message that was retrieved by Ann and reappeared
    When Bob sends Get Messages with visibility 30
    Then the response carries messages 1
    When Ann sends <operation> with <request>
    Then the service answers 404 MessageNotFound | 400 PopReceiptMismatch
    When 20 seconds pass
    Then the message is hidden
    When 10 seconds pass
    Then the message is visible with content "a message", dequeue count 2
    When Bob sends Delete Message with pop receipt remembered
    Then the service answers 204
    And the message is gone

    @should
    Examples: The next retrieval invalidates the pop receipt
      | clause        | operation      | request                                              |
      | QUEUE-RCPT-07 | Delete Message | pop receipt remembered                               |
      | QUEUE-RCPT-08 | Update Message | pop receipt remembered, visibility 0, content "late" |

  @should @QUEUE-RCPT-09
  Scenario: The later client deletes the message
    Given a message that was retrieved by Ann and reappeared
    When Bob sends Get Messages with visibility 30
    Then the response carries messages 1
    When Bob sends Delete Message with pop receipt remembered
    Then the service answers 204
    When 30 seconds pass
    Then the message stays gone

  @should @QUEUE-RCPT-10
  Scenario: A message can be deleted only once
    Given a message that was deleted
    When a client sends Delete Message with pop receipt current
    Then the service answers 404 MessageNotFound
    And the message is unchanged

  @should @QUEUE-RCPT-10
  Scenario: Exactly one of 8 clients that delete a message with one pop receipt succeeds
    Given a message that was retrieved by Ann
    When 8 clients send Delete Message with pop receipt current at once
    Then exactly 1 gets 204 and the rest 404 MessageNotFound
    And the message is gone

  @observed @QUEUE-RCPT-11
  Scenario: Each pop receipt of messages retrieved together is valid only for its own message
    Given a message that exists
    And a message "other" that exists
    When Ann sends Get Messages with number of messages 2, visibility 30
    Then the response carries messages 2, next visible 30
    When Ann sends Delete Message with pop receipt other
    Then Ann gets 404 MessageNotFound
    And the message is unchanged

  Scenario Outline: <clause> <operation> with <request>
    Given a message that exists
    And a message "other" that exists
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the message is unchanged
    And the message "other" is visible with content "a message", dequeue count 0

    @observed
    Examples: Invalid pop receipts and message IDs
      | clause        | operation      | request                                             | answer                         |
      | QUEUE-RCPT-11 | Delete Message | pop receipt other                                   | 404 MessageNotFound            |
      | QUEUE-RCPT-11 | Update Message | pop receipt other, visibility 0, content "late"     | 404 MessageNotFound            |
      | QUEUE-RCPT-12 | Delete Message | pop receipt malformed                               | 400 InvalidQueryParameterValue |
      | QUEUE-RCPT-12 | Update Message | pop receipt malformed, visibility 0, content "late" | 400 InvalidQueryParameterValue |
      | QUEUE-RCPT-13 | Delete Message | message id malformed                                | 404 MessageNotFound            |
      | QUEUE-RCPT-13 | Delete Message | message id malformed, pop receipt malformed         | 404 MessageNotFound            |
      | QUEUE-RCPT-13 | Update Message | message id malformed, visibility 0, content "late"  | 404 MessageNotFound            |

    @should
    Examples: No pop receipt
      | clause        | operation      | request        | answer                              |
      | QUEUE-RCPT-14 | Delete Message | no pop receipt | 400 (MissingRequiredQueryParameter) |

  Scenario Outline: <clause> <operation> with the pop receipt of a put
    Given a queue that exists
    When Ann sends Put Message
    Then the service answers 201
    And the response carries messages 1, a new pop receipt, inserted 0, expires 604800, next visible 0
    When Ann sends <operation> with <request>
    Then the service answers 204
    And the message is <effect>

    @should
    Examples: A put returns a pop receipt
      | clause        | operation      | request                                                 | effect   |
      | QUEUE-RCPT-16 | Delete Message | pop receipt remembered                                  | gone     |
      | QUEUE-RCPT-16 | Update Message | pop receipt remembered, visibility 0, content "changed" | as asked |

  @observed @QUEUE-RCPT-17
  Scenario: The first retrieval invalidates the pop receipt of a put
    Given a queue that exists
    When Ann sends Put Message
    And Bob sends Get Messages with visibility 30
    Then the response carries messages 1, a new pop receipt
    When Ann sends Delete Message with pop receipt remembered
    Then the service answers 404 MessageNotFound
    When 30 seconds pass
    Then the message is visible with content "a message", dequeue count 1

  @should @QUEUE-RCPT-20
  Scenario: An update and a delete race with one pop receipt
    Given a message that was retrieved by Ann
    When clients send Update Message, Delete Message with pop receipt current, visibility 0, content "late" at once
    Then exactly 1 gets 204 and the rest 404 MessageNotFound | 400 PopReceiptMismatch
    And the message is as answered

  @should @QUEUE-RCPT-21
  Scenario: Updates race with one pop receipt
    Given a message that was retrieved by Ann
    When 8 clients send Update Message with pop receipt current, visibility 0 at once
    Then exactly 1 gets 204 and the rest 404 MessageNotFound | 400 PopReceiptMismatch
    And the message is as asked

  @observed @QUEUE-UPD-11
  Scenario: An update through the pop receipt of a put counts as no dequeue
    Given a queue that exists
    When Ann sends Put Message
    And Ann sends Update Message with pop receipt remembered, visibility 0
    Then Ann gets 204
    When Bob sends Get Messages
    Then the response carries messages 1, dequeue count 1

  @must @QUEUE-POP-02
  Scenario: An empty pop receipt deletes nothing
    Given a message that was retrieved by Ann
    When Bob sends Delete Message with pop receipt empty
    Then Bob gets 400 * | 404 *
    When 32 seconds pass
    Then the message is visible

  @must @QUEUE-POP-02
  Scenario: The pop receipt of an earlier retrieval deletes nothing
    Given a message that was retrieved by Ann for 1 second and reappeared
    When Bob sends Get Messages with visibility 30
    Then Bob gets 200
    When Ann sends Delete Message with pop receipt remembered
    Then Ann gets 404 * | 400 *

  @must @QUEUE-POP-03
  Scenario: A message that was retrieved five times is retrieved a sixth time
    Given a message that exists
    When Ann sends Get Messages with visibility 30
    And Ann sends Update Message with pop receipt remembered, visibility 0
    And Ann sends Get Messages with visibility 30
    And Ann sends Update Message with pop receipt remembered, visibility 0
    And Ann sends Get Messages with visibility 30
    And Ann sends Update Message with pop receipt remembered, visibility 0
    And Ann sends Get Messages with visibility 30
    And Ann sends Update Message with pop receipt remembered, visibility 0
    And Ann sends Get Messages with visibility 30
    And Ann sends Update Message with pop receipt remembered, visibility 0
    And Ann sends Get Messages with visibility 30
    Then the response carries messages 1
