@table
Feature: Tables: existence and deletion

  Tables have no ETag: creating one is refused if it exists, and its name cannot be
  used for a while after a deletion. The last writer of its ACL wins.

  @observed @TABLE-TBL-01
  Scenario: Create Table
    Given a table that does not exist
    When a client sends Create Table
    Then the service answers 201 | 204
    And the response carries no ETag
    And the table is as asked

  @should @TABLE-TBL-02
  Scenario: Create Table of an existing table
    Given a table that holds 3 entities
    When a client sends Create Table
    Then the service answers 409 TableAlreadyExists
    And the table is unchanged

  @should @TABLE-TBL-03
  Scenario: Many clients create the same table
    Given a table that does not exist
    When 8 clients send Create Table at once
    Then exactly 1 gets 201 | 204 and the rest 409 TableAlreadyExists
    And the table is as asked

  @should @TABLE-TBL-04
  Scenario Outline: <operation> in a table that never existed
    Given a table that does not exist
    And an entity that does not exist
    When a client sends <operation>
    Then the service answers 404 TableNotFound
    And the table is unchanged

    Examples: Every operation on entities
      | operation                |
      | Query Entities           |
      | Get Entity               |
      | Insert Entity            |
      | Update Entity            |
      | Merge Entity             |
      | Delete Entity            |
      | Insert Or Replace Entity |
      | Insert Or Merge Entity   |

  @should @TABLE-TBL-05
  Scenario: Delete Table
    Given a table that holds 2 entities
    When Ann sends Delete Table
    Then Ann gets 204
    And within 60 seconds Bob gets 404 | 409 TableBeingDeleted for Query Entities
    And the table is gone

  Scenario Outline: <clause> Create Table <after> after Delete Table
    Given a table that holds 2 entities
    When Ann sends Delete Table
    Then Ann gets 204
    When <after> pass
    And Bob sends Create Table
    Then Bob gets <answer>
    And the table is <effect>

    @should
    Examples: The name is blocked
      | clause       | after     | answer                | effect |
      | TABLE-TBL-06 | 0 seconds | 409 TableBeingDeleted | gone   |

    @observed
    Examples: For how long is not said
      | clause        | after      | answer                       | effect      |
      | TABLE-TBL-06a | 20 seconds | 409 TableBeingDeleted \| 201 | as answered |
      | TABLE-TBL-06a | 36 seconds | 409 TableBeingDeleted \| 201 | as answered |

  Scenario Outline: <clause> <operation> in a table that is being deleted
    Given a table that holds 2 entities
    And an entity that exists
    When Ann sends Delete Table
    Then Ann gets 204
    When Bob sends <operation>
    Then Bob gets 404 | 409 TableBeingDeleted
    And the table is gone

    @should
    Examples: Every operation
      | clause       | operation                |
      | TABLE-TBL-07 | Query Entities           |
      | TABLE-TBL-07 | Get Entity               |
      | TABLE-TBL-07 | Insert Entity            |
      | TABLE-TBL-07 | Update Entity            |
      | TABLE-TBL-07 | Merge Entity             |
      | TABLE-TBL-07 | Delete Entity            |
      | TABLE-TBL-07 | Insert Or Replace Entity |
      | TABLE-TBL-07 | Insert Or Merge Entity   |
      | TABLE-TBL-07 | Get Table ACL            |
      | TABLE-TBL-07 | Set Table ACL            |
      | TABLE-TBL-07 | Delete Table             |

  @observed @TABLE-TBL-08
  Scenario: Delete Table of a missing table
    Given a table that does not exist
    When a client sends Delete Table
    Then the service answers 404 ResourceNotFound

  @observed @TABLE-TBL-09
  Scenario: The last writer of a table's access policies wins
    Given a table that exists
    When Ann sends Set Table ACL with policy "readers"
    Then Ann gets 204
    And the table is as asked
    When Bob sends Set Table ACL with policy "others"
    Then Bob gets 204
    And the response carries no ETag
    And the table is as asked
    When Ann sends Set Table ACL with policy none
    Then Ann gets 204
    And the table is as asked

  @observed @TABLE-TBL-09 @needs.account
  Scenario: The later Set Table Service Properties wins
    Given an account that has service properties
    When Ann sends Set Table Service Properties with service properties "logging=read"
    Then Ann gets 202
    And the response carries no ETag
    And the account is as asked
    When Bob sends Set Table Service Properties with service properties "logging=write"
    Then Bob gets 202
    And the account is as asked
