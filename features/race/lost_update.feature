@blob
Feature: No update is lost

  Many clients change the same blob at once. If they use If-Match or a lease, every
  acknowledged change is in the result.

  @must @BLOB-ETAG-06 @BLOB-ETAG-03 @BLOB-ETAG-04
  Scenario: Many clients increment one number under If-Match
    Given a block blob that holds "0"
    When 8 clients each add 1 to the number in the blob 4 times under If-Match
    Then the blob holds the number 32

  @must @BLOB-LEASE-07 @BLOB-LEASE-06
  Scenario: Many clients increment one number under a lease
    Given a block blob that holds "0"
    When 4 clients each add 1 to the number in the blob 3 times under a lease
    Then the blob holds the number 12

  @must @BLOB-ETAG-06 @BLOB-TAB-01C
  Scenario: Exactly one of many clients that create the same blob succeeds
    Given a block blob that does not exist
    When 8 clients send Put Blob with If-None-Match * at once
    Then exactly 1 gets 201 and the rest 409 BlobAlreadyExists | 412 ConditionNotMet
    And the blob is as asked
