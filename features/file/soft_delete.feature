@file @needs.soft-delete
Feature: Shares that were deleted softly

  Where an account keeps what is deleted, Restore Share brings a share back with its
  files and snapshots, under its own name, and only if nothing else has taken the name.

  @should @FILE-SOFT-01
  Scenario: Restore Share brings back a share with its files
    Given a share that exists
    And a file that exists
    When Ann sends Delete Share
    Then Ann gets 202
    And the share is gone
    When 60 seconds pass
    And Bob sends Restore Share
    Then Bob gets 201
    And the response carries an ETag, a Last-Modified
    And the share is as asked
    And the list of entries shows the file

  @should @FILE-SOFT-01
  Scenario: Restore Share brings back the snapshots of a share
    Given a share that has a snapshot
    When Ann sends Delete Share with delete snapshots include
    Then Ann gets 202
    When 60 seconds pass
    And Bob sends Restore Share
    Then Bob gets 201
    And the share is as asked

  @observed @FILE-SOFT-02
  Scenario: A share comes back with a new ETag, and without its lease
    Given a share that is Leased(A) with infinite duration
    And Ann has read the share
    When Bob sends Delete Share
    Then Bob gets 412 LeaseIdMissing
    When Ann sends Delete Share with lease id A
    Then Ann gets 202
    When 60 seconds pass
    And Bob sends Restore Share
    Then Bob gets 201
    And the response carries a new ETag
    And the lease is Available
    When Bob sends Delete Share
    Then Bob gets 202

  @should @FILE-SOFT-03
  Scenario: Restore Share does not replace a share
    Given a share that exists
    And a file that exists
    When Ann sends Delete Share
    Then Ann gets 202
    When 30 seconds pass
    Then within 60 seconds Ann gets 201 for Create Share
    When Bob sends Restore Share
    Then Bob gets 409 (ShareAlreadyExists)
    And the share is unchanged
    And the list of entries lacks the file

  @should @FILE-SOFT-04
  Scenario: Lists show a deleted share only if they are asked to
    Given a share that exists
    When Ann sends Delete Share
    Then Ann gets 202
    And the list of shares lacks the share
    When 60 seconds pass
    Then the list of deleted shares shows the share
    When Bob sends Restore Share
    Then Bob gets 201
    And the list of shares shows the share
    And the list of deleted shares lacks the share

  @observed @FILE-SOFT-05
  Scenario: Restore Share and Create Share at once
    Given a share that exists
    When Ann sends Delete Share
    Then Ann gets 202
    When 60 seconds pass
    And clients send Restore Share, Restore Share, Create Share at once
    Then exactly 1 gets 201 and the rest 409 ShareAlreadyExists | 404 ShareNotFound
