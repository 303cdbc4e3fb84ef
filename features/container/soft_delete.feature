@blob @needs.soft-delete
Feature: Containers that were deleted softly

  Where an account keeps what is deleted, Restore Container brings a container back
  with its blobs, under its own name, and only if nothing else has taken the name.

  @should @CONT-SOFT-01
  Scenario: Restore Container brings back a container with its blobs
    Given a container that exists
    And a block blob that exists
    When Ann sends Set Container ACL with policy "readers"
    Then Ann gets 200
    When Ann sends Delete Container
    Then Ann gets 202
    And the container is gone
    When 60 seconds pass
    And Bob sends Restore Container
    Then Bob gets 201
    And the container is as asked
    And the list of blobs shows the blob

  @observed @CONT-SOFT-02
  Scenario: A container comes back as a new version, and without its lease
    Given a container that is Leased(A) with infinite duration
    And Ann has read the container
    When Bob sends Delete Container
    Then Bob gets 412 LeaseIdMissing
    When Ann sends Delete Container with lease id A
    Then Ann gets 202
    When 60 seconds pass
    And Bob sends Restore Container
    Then Bob gets 201
    And the lease is Available
    When Ann sends Delete Container with If-Unmodified-Since remembered
    Then Ann gets 412 ConditionNotMet
    And the container is unchanged
    When Bob sends Delete Container
    Then Bob gets 202

  @should @CONT-SOFT-03
  Scenario: Restore Container does not replace a container
    Given a container that exists
    And a block blob that exists
    When Ann sends Delete Container
    Then Ann gets 202
    When 30 seconds pass
    Then within 60 seconds Ann gets 201 for Create Container
    When Bob sends Restore Container
    Then Bob gets 409 (ContainerAlreadyExists)
    And the container is unchanged
    And the list of blobs lacks the blob

  @should @CONT-SOFT-04
  Scenario: Lists show a deleted container only if they are asked to
    Given a container that exists
    When Ann sends Delete Container
    Then Ann gets 202
    And the list of containers lacks the container
    When 60 seconds pass
    Then the list of deleted containers shows the container
    When Bob sends Restore Container
    Then Bob gets 201
    And the container is as asked
    And the list of containers shows the container
    And the list of deleted containers lacks the container

  @observed @CONT-SOFT-05
  Scenario: Restore Container and Create Container at once
    Given a container that exists
    When Ann sends Delete Container
    Then Ann gets 202
    When 60 seconds pass
    And clients send Restore Container, Restore Container, Create Container at once
    Then exactly 1 gets 201 and the rest 409 ContainerAlreadyExists | 404 ContainerNotFound
