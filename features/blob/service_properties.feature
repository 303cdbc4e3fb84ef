@blob
Feature: Service properties: the last writer wins, element by element

  Set Blob Service Properties supports no conditions, so the last writer wins. It
  wins element by element: an element that a request leaves out keeps its value.

  @should @BLOB-SVC-01 @needs.account
  Scenario: The later Set Blob Service Properties wins
    Given an account that has service properties
    When Ann sends Set Blob Service Properties with service properties "logging=read"
    Then Ann gets 202
    And the account is as asked
    When Bob sends Set Blob Service Properties with service properties "logging=write"
    Then Bob gets 202
    And the account is as asked

  @should @BLOB-SVC-01 @needs.account
  Scenario: Two clients that set different service properties do not overwrite each other
    Given an account that has service properties
    When Ann sends Set Blob Service Properties with service properties "logging=read"
    Then Ann gets 202
    When Bob sends Set Blob Service Properties with service properties "cors=http://example.com"
    Then Bob gets 202
    And the account is as asked

  @should @BLOB-SVC-01 @needs.account
  Scenario: One of 8 concurrent Set Blob Service Properties requests wins as a whole
    Given an account that has service properties
    When 8 clients send Set Blob Service Properties at once
    Then all 8 get 202
    And the account is as one client asked
