@table
Feature: Entities under concurrent writes and reads

  While entities of a partition are being written, reads see a committed snapshot of
  it: each write, and each transaction, completely or not at all, and without
  waiting.

  @must @TABLE-OCC-15 @TABLE-OCC-05
  Scenario Outline: Exactly one of many clients that send <operation> with the same ETag succeeds
    Given an entity that exists
    When 8 clients send <operation> with If-Match current at once
    Then exactly 1 gets 204 and the rest <lost>
    And the entity is <effect>

    Examples: Every conditional write
      | operation     | lost                                                          | effect   |
      | Update Entity | 412 UpdateConditionNotSatisfied                               | as asked |
      | Merge Entity  | 412 UpdateConditionNotSatisfied                               | as asked |
      | Delete Entity | 412 UpdateConditionNotSatisfied \| 404 (ResourceNotFound)      | gone     |

  @must @TABLE-OCC-16 @TABLE-OCC-15
  Scenario: Many clients increment one number under If-Match
    Given an entity that holds "Number=0"
    When 8 clients each add 1 to the number in the entity 4 times under If-Match
    Then the entity holds the number 32

  @should @TABLE-COND-09
  Scenario: Many clients insert the same key
    Given an entity that does not exist
    When 8 clients send Insert Entity at once
    Then exactly 1 gets 201 and the rest 409 EntityAlreadyExists
    And the entity is as asked

  @must @TABLE-OCC-14
  Scenario Outline: A read while <operation> is in progress
    Given an entity that exists
    When a writer starts <operation> and holds back half of the body
    And the first reader sends Get Entity
    Then the first reader gets 200
    And the first reader has received the old version
    When the second reader sends Query Entities
    Then the second reader gets 200
    And the second reader has received the old version
    When the writer sends the rest of the body
    Then the writer gets 204
    When the first reader sends Get Entity
    Then the first reader has received the new version

    Examples: Writes with a body
      | operation                |
      | Update Entity            |
      | Merge Entity             |
      | Insert Or Replace Entity |

  @must @TABLE-QRY-09 @TABLE-OCC-14
  Scenario Outline: Readers <how> while a writer replaces an entity by <operation>
    Given a table that exists
    And an entity that exists
    And an entity "other" that exists
    When a writer replaces the entity 12 times using <operation> while 4 readers <how>
    Then every read returned one whole version

    Examples: No read is blocked or torn
      | how                                                             | operation                |
      | read it                                                         | Update Entity            |
      | read it                                                         | Insert Or Replace Entity |
      | query the table                                                 | Update Entity            |
      | query the table with filter "PartitionKey eq 'partition'"       | Insert Or Replace Entity |

  @observed @TABLE-QRY-10
  Scenario: Readers query by pages while a writer replaces an entity
    Given a table that holds 5 entities
    And an entity that exists
    When a writer replaces the entity 12 times using Update Entity while 4 readers query the table with top 2
    Then every read returned one whole version

  @must @TABLE-OCC-14
  Scenario: Readers query a partition while transactions move a value in it
    Given a table that holds 5 entities
    And an entity "alpha" that holds "Number=100"
    And an entity "zulu" that holds "Number=0"
    When a writer moves 1 from "alpha" to "zulu" 20 times in transactions while 4 readers query the table with filter "PartitionKey eq 'partition'"
    Then every read returned one whole version

  @should @TABLE-QRY-11 @TABLE-BATCH-18
  Scenario Outline: Readers <how> while transactions move a value
    Given a table that holds 5 entities
    And an entity "alpha" that holds "Number=100"
    And an entity "zulu" that holds "Number=0"
    When a writer moves 1 from "alpha" to "zulu" 20 times in transactions while 4 readers <how>
    Then every read returned one whole version

    Examples: The sum is always the same
      | how                                                       |
      | query the table                                           |
      | query the table with filter "PartitionKey eq 'partition'" |
      | query the table with filter "Number ge 0", select "RowKey,Number" |

  @should @TABLE-BATCH-18 @TABLE-BATCH-02
  Scenario Outline: Readers <how> while transactions fail, and see nothing of them
    Given a table that holds 5 entities
    And an entity "alpha" that holds "Number=100"
    And an entity "zulu" that holds "Number=0"
    When a writer fails to move 1 from "alpha" to "zulu" 20 times in transactions while 4 readers <how>
    Then every read returned one whole version

    Examples: A failed transaction is never visible
      | how                                                       |
      | query the table                                           |
      | query the table with filter "PartitionKey eq 'partition'" |

  @observed @TABLE-QRY-10
  Scenario: Each page is a snapshot of its own
    Given a table that exists
    And an entity "a" that holds "Number=100"
    And an entity "b" that holds "Number=0"
    And an entity "c" that exists
    When a writer moves 1 from "a" to "b" 12 times in transactions while 4 readers query the table with top 2
    Then every read returned one whole version
