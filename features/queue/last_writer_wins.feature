@queue
Feature: The last writer wins

  Set Queue Metadata, Set Queue ACL, Set Queue Service Properties and Update Message
  support no conditions. Two clients that use them both succeed, and the later one
  wins; no response has an ETag.

  @must @QUEUE-LWW-05
  Scenario: Set Queue Metadata never merges
    Given a queue that exists
    When Ann sends Set Queue Metadata with metadata "a=1"
    Then the service answers 204
    When Bob sends Set Queue Metadata with metadata "b=1"
    Then the service answers 204
    And the queue is as asked

  @should @QUEUE-LWW-06
  Scenario: Set Queue Metadata without metadata removes the existing metadata
    Given a queue that exists
    When a client sends Set Queue Metadata with metadata nothing
    Then the service answers 204
    And the queue is as asked

  Scenario Outline: <clause> Set Queue ACL with the policies <second>, after <first>
    Given a queue that exists
    When Ann sends Set Queue ACL with policies "<first>"
    Then the service answers 204
    When Bob sends Set Queue ACL with policies "<second>"
    Then the service answers <answer>
    And the queue is <effect>

    @must
    Examples: Set Queue ACL replaces the whole list
      | clause       | first   | second      | answer | effect    |
      | QUEUE-LWW-07 | a b     | c           | 204    | as asked  |
      | QUEUE-LWW-07 | a       | a b c d e   | 204    | as asked  |

    @should
    Examples: More than five policies
      | clause       | first   | second      | answer | effect    |
      | QUEUE-LWW-08 | a b     | a b c d e f | 400 *  | unchanged |

  @should @QUEUE-LWW-09 @needs.account-key
  Scenario: A stored access policy is effective within 30 seconds
    Given a queue that holds 1 message
    And a reader holds a SAS under the stored access policy "readers" of the queue
    When Ann sends Set Queue ACL with policy "readers"
    Then the service answers 204
    And within 30 seconds the reader gets 200 for Peek Messages

  @should @QUEUE-LWW-10 @needs.account
  Scenario: Two clients that set different service properties do not overwrite each other
    Given an account that has service properties
    When Ann sends Set Queue Service Properties with service properties "logging=read"
    Then the service answers 202
    When Bob sends Set Queue Service Properties with service properties "cors=http://example.com"
    Then the service answers 202
    And the account is as asked

  Scenario Outline: <clause> The answer to <operation>
    Given a queue that exists
    When a client sends <operation>
    Then the service answers 204
    And the response carries no ETag, no Last-Modified

    @observed
    Examples: Neither ETag nor Last-Modified
      | clause       | operation          |
      | QUEUE-LWW-11 | Set Queue Metadata |
      | QUEUE-LWW-11 | Set Queue ACL      |

  @observed @QUEUE-LWW-11
  Scenario: The answer to Update Message has neither ETag nor Last-Modified
    Given a message that exists
    When a client sends Update Message with visibility 0, content "changed"
    Then the service answers 204
    And the response carries no ETag, no Last-Modified

  @observed @QUEUE-LWW-11 @needs.account
  Scenario: The answer to Set Queue Service Properties has neither ETag nor Last-Modified
    Given an account that has service properties
    When a client sends Set Queue Service Properties
    Then the service answers 202
    And the response carries no ETag, no Last-Modified
