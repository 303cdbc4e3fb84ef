@queue
Feature: Queues that many clients use at once

  Any client may put a message or replace the metadata, ACL or service properties,
  and none is refused: every message is there, and each document is exactly as one
  of the clients wrote it.

  @should @QUEUE-RACE-01
  Scenario: 8 clients that put a message at once put 8 different messages
    Given a queue that exists
    When 8 clients send Put Message at once
    Then all 8 get 201
    And no two answers carry the same message id
    When a consumer sends Get Messages with number of messages 32
    Then the consumer gets 200
    And the response carries messages 8

  @must @QUEUE-RACE-02 @needs.account
  Scenario: One of 8 concurrent Set Queue Service Properties requests wins as a whole
    Given an account that has service properties
    When 8 clients send Set Queue Service Properties at once
    Then all 8 get 202
    And the account is as one client asked

  @should @QUEUE-TIME-01a
  Scenario: Without a visibility timeout a message is hidden for 30 seconds
    Given a message that exists
    When Ann sends Get Messages
    Then Ann gets 200
    When 27 seconds pass
    Then the message is hidden
    When 4 seconds pass
    Then the message is visible with content "a message", dequeue count 1

  @should @QUEUE-RCPT-21a
  Scenario Outline: The first two of three pop receipts are refused for <operation>
    Given a message that was retrieved by Ann for 1 second and reappeared
    When Bob sends Get Messages with visibility 1
    Then Bob gets 200
    When 2 seconds pass
    And Carl sends Get Messages with visibility 30
    Then Carl gets 200
    When Ann sends <operation> with pop receipt remembered
    Then Ann gets 404 MessageNotFound | 400 PopReceiptMismatch
    When Bob sends <operation> with pop receipt remembered
    Then Bob gets 404 MessageNotFound | 400 PopReceiptMismatch
    When Carl sends <operation> with pop receipt remembered
    Then Carl gets 204

    Examples: Both operations that take a pop receipt
      | operation      |
      | Update Message |
      | Delete Message |

  @observed @QUEUE-CLR-04
  Scenario: Clear Messages concurrent with puts removes all earlier messages; the new ones may stay or not
    Given a queue that holds 8 messages
    When clients send Put Message, Clear Messages, Put Message, Put Message at once
    Then all 4 get ok
    And the queue holds nothing but what the clients put

  @should @QUEUE-LWW-14 @QUEUE-LWW-13
  Scenario: Exactly one of 8 clients that create the same queue at once creates it
    Given a queue that does not exist
    When 8 clients send Create Queue at once
    Then exactly 1 gets 201 and the rest 204 | 409 QueueAlreadyExists
    And the queue is as asked

  @must @QUEUE-CONS-01
  Scenario: Metadata and access policies that clients set at once are both kept
    Given a queue that exists
    When clients send Set Queue Metadata, Set Queue ACL at once
    Then both get 204
    And the queue is as every client asked
