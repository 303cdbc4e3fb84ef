@blob
Feature: Access policies of a container take up to 30 seconds to spread

  Permissions set by Set Container ACL are cached. An update takes up to 30 seconds
  to propagate, and until then a request may be checked against the old or the new
  permissions.

  @must @CONT-TAB-10 @BLOB-CONS-12-m @needs.account-key
  Scenario: A stored access policy works within 30 seconds of being set
    Given a container that exists
    And a blob that exists
    And a reader holds a SAS under the stored access policy "readers" of the container
    When a client sends Set Container ACL with policy "readers"
    Then the service answers 200
    And the container is as asked
    And within 30 seconds the reader gets 200 for Get Blob

  @must @CONT-TAB-10 @BLOB-CONS-12-m @needs.account-key
  Scenario: A stored access policy stops working within 30 seconds of being removed
    Given a container that exists
    And a blob that exists
    And a reader holds a SAS under the stored access policy "readers" of the container
    When a client sends Set Container ACL with policy "readers"
    Then the service answers 200
    And within 30 seconds the reader gets 200 for Get Blob
    When a client sends Set Container ACL with policy none
    Then the service answers 200
    And within 30 seconds the reader gets 403 * for Get Blob
    And the container is as asked

  @must @BLOB-CONS-12-m @needs.account-key
  Scenario: A stored access policy works within 30 seconds of replacing another
    Given a container that exists
    And a blob that exists
    And a reader holds a SAS under the stored access policy "readers" of the container
    When a client sends Set Container ACL with policy "first"
    Then the service answers 200
    When a client sends Set Container ACL with policy "readers"
    Then the service answers 200
    And within 30 seconds the reader gets 200 for Get Blob
