@blob
Feature: Names of containers that look alike

  The name of one container may begin with that of another. A lease, a condition and
  a deletion concern one container and its blobs.

  @must @CONT-NAME-01
  Scenario Outline: A lease of the <held> leaves the <free> free to be deleted
    Given a container that exists
    And a container "other" that exists
    And a container "other2" that exists
    When Ann sends Lease Container acquire to "<held name>" with proposed id A
    Then Ann gets 201
    When Bob sends Delete Container to "<free name>"
    Then Bob gets 202
    And the <free> is gone
    And the <held> is as answered
    When Bob sends Delete Container to "<held name>"
    Then Bob gets 412 (LeaseIdMissing)
    And the <held> is unchanged

    Examples: One name begins with the other
      | held               | free               | held name | free name |
      | container "other"  | container "other2" | other     | other2    |
      | container "other2" | container "other"  | other2    | other     |

  @should @CONT-NAME-02
  Scenario: Blobs of a container stay when another one is deleted, with which its name begins
    Given a container "other" that exists
    And a container "other2" that exists
    And a block blob "same in other" that exists
    And a block blob "same in other2" that is Leased(A)
    When Bob sends Set Blob Metadata to "same in other2" with lease id A
    Then Bob gets 200
    When Ann sends Delete Container to "other"
    Then Ann gets 202
    And the container "other" is gone
    And the blob "same in other2" is as answered
    When Bob sends Put Blob to "same in other2" with lease id A
    Then Bob gets 201
    And the blob "same in other2" is as asked
