@blob @needs.soft-delete
Feature: Blobs that were deleted softly

  Where an account keeps what is deleted, Undelete Blob brings a blob back with its
  snapshots, and without its lease. Until then every operation treats it as missing.

  Scenario Outline: Undelete Blob brings back a <kind>
    Given a <kind> that exists
    When Ann sends Delete Blob
    Then Ann gets 202
    And the blob is gone
    When Bob sends Undelete Blob
    Then Bob gets 200
    And the blob is as asked

    @should @BLOB-SOFT-01
    Examples: Content, metadata and properties
      | kind        |
      | block blob  |
      | page blob   |
      | append blob |

  @observed @BLOB-SOFT-02
  Scenario: A blob comes back under the ETag that it had
    Given a blob that exists
    And Ann has read the blob
    When Ann sends Delete Blob
    Then Ann gets 202
    When Bob sends Undelete Blob
    Then Bob gets 200
    When Ann sends Get Blob Properties
    Then Ann gets 200
    And the response carries the remembered ETag, the remembered Last-Modified
    When Ann sends Set Blob Metadata with If-Match remembered
    Then Ann gets 200
    And the blob is as asked

  Scenario Outline: <clause> <operation> of a blob that was deleted softly, with <request>
    Given a blob that exists
    And Ann has read the blob
    When Ann sends Delete Blob
    Then Ann gets 202
    When Ann sends <operation> with <request>
    Then Ann gets 404 (BlobNotFound)
    And the blob is unchanged

    @should
    Examples: What was deleted cannot be read
      | clause       | operation           | request |
      | BLOB-SOFT-03 | Get Blob            | nothing |
      | BLOB-SOFT-03 | Get Blob Properties | nothing |
      | BLOB-SOFT-03 | Get Blob Metadata   | nothing |

    @observed
    Examples: Nor is it there for anything else
      | clause       | operation          | request             |
      | BLOB-SOFT-04 | Set Blob Metadata  | nothing             |
      | BLOB-SOFT-04 | Set Blob Metadata  | If-None-Match other |
      | BLOB-SOFT-04 | Snapshot Blob      | nothing             |
      | BLOB-SOFT-04 | Lease Blob acquire | proposed id A       |
      | BLOB-SOFT-04 | Lease Blob break   | nothing             |
      | BLOB-SOFT-04 | Delete Blob        | nothing             |

  Scenario Outline: <clause> Put Blob over a blob that was deleted softly, with <condition>
    Given a blob that exists
    And Ann has read the blob
    When Ann sends Delete Blob
    Then Ann gets 202
    When Ann sends Put Blob with <condition>
    Then Ann gets <answer>
    And the blob is <effect>

    @observed
    Examples: Conditions treat it as missing
      | clause       | condition           | answer              | effect    |
      | BLOB-SOFT-05 | If-None-Match *     | 201                 | as asked  |
      | BLOB-SOFT-05 | If-Match remembered | 412 ConditionNotMet | unchanged |
      | BLOB-SOFT-05 | If-Match *          | 412 ConditionNotMet | unchanged |

  @should @BLOB-SOFT-06
  Scenario: Undelete Blob leaves a blob alone that was written in the place of the deleted one
    Given a block blob that exists
    When Ann sends Delete Blob
    Then Ann gets 202
    When Ann sends Put Blob with content "in the place of the deleted blob"
    Then Ann gets 201
    When Bob sends Undelete Blob
    Then Bob gets 200
    And the blob holds what Ann wrote
    And the blob is as asked
    When Ann sends Set Blob Metadata with If-Match remembered
    Then Ann gets 200

  Scenario Outline: Undelete Blob of a blob that is not deleted, and <state>
    Given an append blob that <state>
    When a client sends Undelete Blob
    Then the service answers 200
    And the blob is unchanged

    @observed @BLOB-SOFT-07
    Examples: It has no effect
      | state        |
      | exists       |
      | is Leased(A) |

  Scenario Outline: Undelete Blob brings back a snapshot that was deleted with <request>
    Given an append blob that has a snapshot
    When Ann sends Delete Blob with <request>
    Then Ann gets 202
    And the list of blobs lacks the snapshot
    And the list of deleted blobs shows the snapshot
    When Bob sends Undelete Blob
    Then Bob gets 200
    And the list of blobs shows the snapshot
    And the list of deleted blobs lacks the snapshot
    And the list of blobs shows the blob

    @should @BLOB-SOFT-08
    Examples: With the blob, and alone
      | request                  |
      | delete snapshots include |
      | delete snapshots only    |

  Scenario Outline: <operation> over <kind> leaves a deleted snapshot
    Given <kind> that exists
    When Ann sends <operation>
    Then Ann gets ok
    And the blob is as asked
    And the list of blobs lacks the snapshot
    And the list of deleted blobs shows the snapshot
    When Bob sends Undelete Blob
    Then Bob gets 200
    And the list of blobs shows the snapshot
    When Ann sends Delete Blob
    Then Ann gets 409 (SnapshotsPresent)
    And the blob is unchanged

    @should @BLOB-SOFT-09
    Examples: What is overwritten can be brought back
      | operation | kind           |
      | Put Blob  | a page blob    |
      | Put Blob  | an append blob |
      | Copy Blob | a page blob    |

  @should @BLOB-SOFT-10
  Scenario: Lists show a deleted blob only if they are asked to
    Given a blob that exists
    When Ann sends Delete Blob
    Then Ann gets 202
    And the list of blobs lacks the blob
    And the list of deleted blobs shows the blob
    When Bob sends Undelete Blob
    Then Bob gets 200
    And the list of blobs shows the blob
    And the list of deleted blobs lacks the blob

  @observed @BLOB-SOFT-11
  Scenario: A leased blob comes back without its lease
    Given a blob that is Leased(A) with infinite duration
    When Bob sends Delete Blob
    Then Bob gets 412 LeaseIdMissing
    And the blob is unchanged
    When Ann sends Delete Blob with lease id A
    Then Ann gets 202
    When Bob sends Undelete Blob
    Then Bob gets 200
    And the lease is Available
    When Ann sends Set Blob Metadata with lease id A
    Then Ann gets 412 LeaseNotPresentWithBlobOperation | 412 LeaseLost
    When Bob sends Set Blob Metadata
    Then Bob gets 200
    And the blob is as asked

  @observed @BLOB-SOFT-12
  Scenario: Undelete Blob and a Put Blob that creates the blob, at once
    Given a block blob that exists
    When Ann sends Delete Blob
    Then Ann gets 202
    When clients send at once: Undelete Blob; Put Blob with If-None-Match *
    Then the answers and the blob are those of one order

  @observed @BLOB-SOFT-12
  Scenario: Undelete Blob of eight clients at once
    Given a blob that exists
    When Ann sends Delete Blob
    Then Ann gets 202
    When 8 clients send Undelete Blob at once
    Then all 8 get 200
    And the list of blobs shows the blob
