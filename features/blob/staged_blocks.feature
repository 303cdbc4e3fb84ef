@blob
Feature: Staged blocks of several clients

  A commit lists blocks, which any client may have staged, and discards the rest.
  Until then a staged block is visible only in the list of uncommitted blocks.

  @should @BLOB-BLK-01 @BLOB-BLK-02
  Scenario: A commit discards the blocks that it does not list, including other clients'
    Given a block blob that exists
    When Ann sends Put Block with block "ann", content "what Ann staged"
    Then Ann gets 201
    And the blob is as asked
    When Bob sends Put Block with block "bob", content "what Bob staged"
    Then Bob gets 201
    And the blob is as asked
    When Bob sends Put Block List with blocks "bob", content "what Bob staged"
    Then Bob gets 201
    And the blob is as asked
    When Ann sends Put Block List with blocks "ann", content "what Ann staged"
    Then Ann gets 400 InvalidBlockList
    And the blob is unchanged

  @should @BLOB-BLK-02
  Scenario Outline: Put Block List with a block that was never staged, on a blob that <state>
    Given a block blob that <state>
    When a client sends Put Block List with blocks "never"
    Then the service answers 400 InvalidBlockList
    And the blob is unchanged

    Examples: With and without a committed blob
      | state                       |
      | exists                      |
      | does not exist              |
      | has only uncommitted blocks |

  @should @BLOB-BLK-03
  Scenario: Put Blob discards the staged blocks
    Given a block blob that exists
    When Ann sends Put Block with block "ann", content "what Ann staged"
    Then Ann gets 201
    When Bob sends Put Blob with content "what Bob put"
    Then Bob gets 201
    And the blob is as asked
    When Ann sends Put Block List with blocks "ann", content "what Ann staged"
    Then Ann gets 400 InvalidBlockList
    And the blob is unchanged
    And the blob holds what Bob wrote

  @should @BLOB-BLK-04
  Scenario: A block ID must be as long as those of the uncommitted blocks
    Given a block blob that exists
    When a client sends Put Block with block "short", content "staged"
    Then the service answers 201
    When a client sends Put Block with block "longer than twelve letters", content "staged"
    Then the service answers 400 (InvalidBlobOrBlock)
    And the blob is unchanged

  @observed @BLOB-BLK-04a
  Scenario: A block ID may differ in length from those of the committed blocks
    Given a block blob that exists
    When a client sends Put Block with block "short", content "staged"
    Then the service answers 201
    When a client sends Put Block List with blocks "short", content "staged"
    Then the service answers 201
    When a client sends Put Block with block "longer than twelve letters", content "staged"
    Then the service answers 201
    And the blob is as asked

  @should @BLOB-BLK-05
  Scenario Outline: <operation> with If-None-Match: * succeeds on a name with only uncommitted blocks
    Given a block blob that has only uncommitted blocks
    When a client sends <operation> with If-None-Match *
    Then the service answers 201
    And the blob is as asked

    Examples: Put Blob and Put Block List
      | operation      |
      | Put Blob       |
      | Put Block List |

  @should @BLOB-BLK-06
  Scenario: The block list of a snapshot is unchanged after a commit to its base blob
    Given a block blob that has a snapshot
    When a client sends Put Block with block "new", content "the new block"
    And a client sends Put Block List with blocks "new", content "the new block"
    Then the service answers 201
    And the blob "snapshot" is unchanged

  @should @BLOB-BLK-06
  Scenario: A snapshot of committed blocks keeps their block list
    Given a block blob that was committed as blocks and has a snapshot
    When a client sends Put Block with block "new", content "the new block"
    And a client sends Put Block List with blocks "new", content "the new block"
    Then the service answers 201
    And the blob "snapshot" is unchanged

  @should @BLOB-BLK-07
  Scenario: Two clients stage and commit blocks with the same IDs
    Given a block blob that exists
    And Ann has read the blob
    And Bob has read the blob
    When Ann sends Put Block with block "same", content "what Ann staged"
    Then Ann gets 201
    When Bob sends Put Block with block "same", content "Bob's"
    Then Bob gets 201
    When Bob sends Put Block List with If-Match remembered, blocks "same", content "Bob's"
    Then Bob gets 201
    And the blob is as asked
    When Ann sends Put Block List with If-Match remembered, blocks "same", content "what Ann staged"
    Then Ann gets 412 ConditionNotMet | 400 InvalidBlockList
    And the blob is unchanged
    And the blob holds what Bob wrote

  @should @BLOB-BLK-07
  Scenario: A commit takes the newly staged block, not the committed one with the same ID
    Given a block blob that exists
    When Ann sends Put Block with block "same", content "what Ann staged"
    And Ann sends Put Block List with blocks "same", content "what Ann staged"
    Then Ann gets 201
    When Bob sends Put Block with block "same", content "what Bob staged"
    And Bob sends Put Block List with blocks "same", content "what Bob staged"
    Then Bob gets 201
    And the blob is as asked
    And the blob holds what Bob wrote
