@blob
Feature: Get Page Ranges Diff: pages changed since a snapshot

  A backup of a page blob can read only the pages that changed since the last
  snapshot. The page blobs here have 2048 bytes, and the first 512 are written.
  Replacing the whole blob makes the difference unavailable.

  Scenario Outline: <clause> Get Page Ranges Diff with <request> while the page blob <state>
    Given a page blob that <state>
    When a client sends Get Page Ranges Diff with <request>
    Then the service answers <answer>
    And the blob is unchanged

    @should
    Examples: Conditional headers work as for Get Page Ranges
      | clause       | state          | request                     | answer                   |
      | BLOB-DIFF-02 | has a snapshot | If-Match current            | 200                      |
      | BLOB-DIFF-02 | has a snapshot | If-Match stale              | 412 ConditionNotMet      |
      | BLOB-DIFF-02 | has a snapshot | If-None-Match stale         | 200                      |
      | BLOB-DIFF-02 | has a snapshot | If-None-Match current       | 304 ConditionNotMet      |
      | BLOB-DIFF-02 | has a snapshot | If-Modified-Since earlier   | 200                      |
      | BLOB-DIFF-02 | has a snapshot | If-Modified-Since same      | 304 ConditionNotMet      |
      | BLOB-DIFF-02 | has a snapshot | If-Unmodified-Since same    | 200                      |
      | BLOB-DIFF-02 | has a snapshot | If-Unmodified-Since earlier | 412 ConditionNotMet      |
      | BLOB-DIFF-02 | has a snapshot | lease id A                  | 412 *                    |

    @should
    Examples: The previous snapshot never existed
      | clause       | state  | request                | answer                       |
      | BLOB-DIFF-04 | exists | previous snapshot none | 409 PreviousSnapshotNotFound |

  @should @BLOB-DIFF-02
  Scenario: Get Page Ranges Diff reads a leased page blob without its lease ID
    Given a page blob that has a snapshot
    When Ann sends Lease Blob acquire with duration 60, proposed id A
    Then Ann gets 201
    When Bob sends Get Page Ranges Diff
    Then Bob gets 200
    And the blob is unchanged

  @should @BLOB-DIFF-01
  Scenario: Get Page Ranges Diff returns the pages written and cleared since the snapshot
    Given a page blob that has a snapshot
    When a client sends Get Page Ranges Diff
    Then the service answers 200
    And the response carries an ETag, written pages none, cleared pages none
    When a client sends Put Page with range 1024-1535
    And a client sends Get Page Ranges Diff
    Then the response carries written pages 1024-1535, cleared pages none
    When a client sends Put Page clear with range 0-511
    And a client sends Get Page Ranges Diff
    Then the response carries written pages 1024-1535, cleared pages 0-511
    When a client sends Set Blob Metadata
    And a client sends Get Page Ranges Diff
    Then the service answers 200
    And the response carries the current ETag, written pages 1024-1535, cleared pages 0-511

  Scenario Outline: <clause> Get Page Ranges Diff after <operation> has replaced the page blob
    Given a page blob that has a snapshot
    When a client sends <operation>
    And a client sends Get Page Ranges Diff
    Then the service answers 409 (BlobOverwritten)

    @should
    Examples: Operations that replace the whole blob
      | clause       | operation |
      | BLOB-DIFF-03 | Put Blob  |
      | BLOB-DIFF-03 | Copy Blob |
