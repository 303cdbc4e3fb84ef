@blob
Feature: The article's samples, written with the SDK's typed options

  These scenarios send only what the typed options of the SDK can express. The article
  has two versions of the lease sample: its text acquires a lease for 30 seconds and
  releases it; its code acquires one for 15 seconds and lets it expire (D-18).

  @must @BLOB-ETAG-04 @BLOB-ETAG-02 @BLOB-ETAG-05
  Scenario: The sample of optimistic concurrency, with SDK options only
    Given a block blob that does not exist
    And Ann uses only SDK options
    And a third party uses only SDK options
    When Ann sends Put Blob with content "Hello, World!"
    Then Ann gets 201
    And the response carries a new ETag
    When the third party sends Put Blob with content "Blob updated by a third party."
    Then the third party gets 201
    And the response carries a new ETag
    When Ann sends Put Blob with If-Match remembered, content "Hello again!"
    Then Ann gets 412
    And the blob is unchanged
    And the blob holds what the third party wrote

  @must @BLOB-USE-09-m @BLOB-LEASE-08 @BLOB-LEASE-09
  Scenario: The code's version of the lease sample, with SDK options only
    Given a block blob that exists
    And Ann uses only SDK options
    And a third party uses only SDK options
    When Ann sends Lease Blob acquire with duration 15
    Then Ann gets 201
    And the response carries a lease id
    When Ann sends Put Blob with lease id granted, content "Blob updated"
    Then Ann gets 201
    And the blob is as asked
    When the third party sends Put Blob with content "Update without lease, will fail"
    Then the third party gets 412
    And the blob is unchanged
    When 15 seconds pass
    And Ann sends Put Blob with lease id granted, content "Too late"
    Then Ann gets 412
    And the blob is unchanged
    When the third party sends Put Blob with content "After the lease"
    Then the third party gets 201
    And the blob holds what the third party wrote

  Scenario Outline: <clause> The text's version of the lease sample, <how>: 30 seconds, update, release
    Given a block blob that exists
    And <who> uses only SDK options
    When Ann sends Lease Blob acquire with duration 30
    Then Ann gets 201
    When 26 seconds pass
    And the third party sends Put Blob with content "Update without lease, will fail"
    Then the third party gets 412
    And the blob is unchanged
    When Ann sends Put Blob with lease id granted, content "Blob updated"
    Then Ann gets 201
    And the blob is as asked
    When Ann sends Lease Blob release with lease id granted
    Then Ann gets 200
    And the lease of the blob is Available
    When the third party sends Put Blob with content "After the lease"
    Then the third party gets 201
    And the blob holds what the third party wrote

    @must
    Examples: Either the holder or the third party uses only SDK options
      | clause                                    | how                               | who             |
      | BLOB-LEASE-04 BLOB-LEASE-02 BLOB-LEASE-08 | the holder using SDK options      | Ann             |
      | BLOB-LEASE-04 BLOB-LEASE-02 BLOB-LEASE-08 | the third party using SDK options | the third party |
