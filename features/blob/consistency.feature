@blob
Feature: Strong consistency and snapshot isolation

  After a write is acknowledged, every later access sees it. While a write is in
  progress, readers see the last committed version and do not have to wait. Each
  scenario here has one writer and one or more readers.

  Scenario Outline: <clause> Readers immediately see the result of <operation> on a <kind> that <state>
    Given a <kind> that <state>
    When Ann sends <operation>
    Then Ann gets <answer>
    And the blob is as asked
    When Bob sends Get Blob
    Then the response carries the current ETag
    When Bob sends Get Blob Properties
    Then the response carries the current ETag

    @must
    Examples: Read after write
      | clause       | operation      | kind        | state                       | answer |
      | BLOB-CONS-01 | Put Blob       | block blob  | does not exist              | 201    |
      | BLOB-CONS-01 | Put Blob       | block blob  | exists                      | 201    |
      | BLOB-CONS-01 | Put Blob       | page blob   | exists                      | 201    |
      | BLOB-CONS-01 | Put Block List | block blob  | exists                      | 201    |
      | BLOB-CONS-01 | Put Block List | block blob  | has only uncommitted blocks | 201    |
      | BLOB-CONS-01 | Put Page       | page blob   | exists                      | 201    |
      | BLOB-CONS-01 | Append Block   | append blob | exists                      | 201    |
      | BLOB-GEN-04  | Put Blob       | block blob  | exists                      | 201    |

    @must
    Examples: Read after an update of metadata or properties
      | clause       | operation           | kind       | state  | answer |
      | BLOB-CONS-02 | Set Blob Metadata   | block blob | exists | 200    |
      | BLOB-CONS-02 | Set Blob Properties | block blob | exists | 200    |

  @must @BLOB-CONS-03 @BLOB-GEN-04
  Scenario: List Blobs shows at once that a blob was created, updated or deleted
    Given a block blob that does not exist
    Then the list of blobs lacks the blob
    When Ann sends Put Blob
    Then Ann gets 201
    And the list of blobs shows the blob
    When Ann sends Put Blob
    Then Ann gets 201
    And the list of blobs shows the blob
    When Ann sends Set Blob Metadata
    Then Ann gets 200
    And the list of blobs shows the blob
    When Ann sends Delete Blob
    Then Ann gets 202
    And the list of blobs lacks the blob

  Scenario Outline: <clause> List Blobs <how> shows what was created, updated and deleted
    Given a block blob "a" that exists
    And a block blob "b/1" that exists
    And an append blob "b/2" that exists
    And a page blob "c" that exists
    And a block blob "d" that exists
    Then the list of blobs <how> shows each of them once
    When Ann sends Set Blob Metadata to "b/2"
    Then Ann gets 200
    When Ann sends Put Blob to "d"
    Then Ann gets 201
    When Ann sends Delete Blob to "a"
    Then Ann gets 202
    And the list of blobs <how> shows each of them once

    @must
    Examples: Page by page, and folder by folder
      | clause       | how                          |
      | BLOB-CONS-03 | in pages of 1                |
      | BLOB-CONS-03 | in pages of 2                |
      | BLOB-CONS-03 | by delimiter in pages of 100 |
      | BLOB-CONS-03 | by delimiter in pages of 1   |

  Scenario Outline: <clause> <read> shows the change made by <write> since the previous read
    Given a <kind> that exists
    When Ann sends <read>
    Then Ann gets 200
    When Bob sends <write>
    Then Bob gets <answer>
    When Ann sends <read>
    Then Ann gets 200
    And the response carries <subject>

    @must
    Examples: A repeated read
      | clause       | read                | write               | kind       | answer | subject      |
      | BLOB-CONS-02 | Get Blob Properties | Set Blob Metadata   | block blob | 200    | current ETag |
      | BLOB-CONS-02 | Get Blob Metadata   | Set Blob Metadata   | block blob | 200    | current ETag |
      | BLOB-CONS-02 | Get Page Ranges     | Set Blob Properties | page blob  | 200    | current ETag |

  Scenario Outline: <clause> <operation> after the blob was deleted
    Given a block blob that exists
    When Ann sends Delete Blob
    Then Ann gets 202
    And the blob is gone
    When Bob sends <operation>
    Then Bob gets 404 BlobNotFound

    @must
    Examples: Delete, then read
      | clause       | operation           |
      | BLOB-CONS-04 | Get Blob            |
      | BLOB-CONS-04 | Get Blob Properties |
      | BLOB-CONS-04 | Get Blob Metadata   |

  Scenario Outline: <clause> Readers get the last committed version while <operation> is half sent
    Given a block blob that exists
    When a writer starts <operation> with <content> and holds back half of the body
    And a reader sends Get Blob
    Then the reader gets 200
    And the reader has received the old version
    When another reader sends Get Blob Properties
    Then the service answers 200
    And the response carries the current ETag
    When the reader sends Get Blob
    Then the reader has received the old version
    When the writer sends the rest of the body
    Then the writer gets 201
    And the response carries a new ETag
    And the blob is as asked
    When the reader sends Get Blob
    Then the reader has received the new version

    @must
    Examples: Snapshot isolation
      | clause       | operation | content                                                      |
      | BLOB-CONS-06 | Put Blob  | content "a version that is long enough to be sent in halves" |
      | BLOB-GEN-05  | Put Blob  | content "another version, long enough to be sent in halves"  |

  @must @BLOB-CONS-05 @BLOB-GEN-05
  Scenario: A read never mixes two versions
    Given a block blob that exists
    When a writer replaces the blob 20 times using Put Blob while 4 readers read it
    Then every read returned one whole version

  @should @BLOB-CONS-08
  Scenario: A read never returns part of a block list
    Given a block blob that exists
    When a writer replaces the blob 10 times using Put Block List while 4 readers read it
    Then every read returned one whole version

  @should @BLOB-CONS-07
  Scenario: Uncommitted blocks are invisible until they are committed
    Given a block blob that exists
    And Ann has read the blob
    When Bob sends Put Block
    Then Bob gets 201
    And the blob is as asked
    When Ann sends Get Blob
    Then Ann gets 200
    And the response carries the remembered ETag, the remembered Last-Modified
    When Bob sends Put Block List
    Then Bob gets 201
    And the blob is as asked

  @should @BLOB-CONS-08
  Scenario: Put Block List replaces content, metadata and properties, and drops unlisted blocks
    Given a block blob that exists
    When a client sends Put Block
    Then the service answers 201
    And the blob is as asked
    When a client sends Put Block List with metadata "version=3", content type "text/html"
    Then the service answers 201
    And the blob is as asked

  @should @BLOB-CONS-09
  Scenario: If-Match keeps a read in several ranges consistent
    Given a block blob that exists
    When Ann sends Get Blob with range 0-5
    Then Ann gets 206
    When Ann sends Get Blob with range 6-11, If-Match remembered
    Then Ann gets 206
    When Bob sends Put Blob
    Then Bob gets 201
    When Ann sends Get Blob with range 12-17, If-Match remembered
    Then Ann gets 412 ConditionNotMet
    And the blob is unchanged

  Scenario Outline: <clause> A snapshot of a <kind> is unchanged after <operation> on its base blob
    Given a <kind> that has a snapshot
    Then the blob "snapshot" is unchanged
    When 2 seconds pass
    And a client sends <operation>
    Then the service answers ok
    And the blob is as asked
    And the blob "snapshot" is unchanged

    @should
    Examples: Operations on the base blob
      | clause       | operation           | kind        |
      | BLOB-CONS-10 | Put Blob            | block blob  |
      | BLOB-CONS-10 | Put Block List      | block blob  |
      | BLOB-CONS-10 | Set Blob Metadata   | block blob  |
      | BLOB-CONS-10 | Set Blob Properties | block blob  |
      | BLOB-CONS-10 | Copy Blob           | block blob  |
      | BLOB-CONS-10 | Put Page            | page blob   |
      | BLOB-CONS-10 | Put Page clear      | page blob   |
      | BLOB-CONS-10 | Append Block        | append blob |

  @should @BLOB-CONS-11
  Scenario: Last-Modified shows the order in which two Put Page requests were executed
    Given a page blob that exists
    When a writer starts Put Page with range 0-511, content "a page" and holds back half of the body
    And 2 seconds pass
    And a rival sends Put Page with range 0-511, content "another page"
    Then the rival gets 201
    When 2 seconds pass
    And the writer sends the rest of the body
    Then the writer gets 201
    And the blob holds what the writer with the later Last-Modified wrote

  @should @BLOB-CONS-12-s @needs.account-key
  Scenario: Get Container ACL returns new permissions at once, even if they take effect later
    Given a container that exists
    And a blob that exists
    And a reader holds a SAS under the stored access policy "readers" of the container
    When a client sends Set Container ACL with policy "readers"
    Then the service answers 200
    And the container is as asked
    When the reader sends Get Blob
    Then the reader gets 200 | 403 *
    And the blob is unchanged

  Scenario Outline: <clause> Delete Blob with <request> on a blob that has a snapshot
    Given a block blob that exists
    When a client sends Snapshot Blob
    Then the service answers 201
    When a client sends Delete Blob with <request>
    Then the service answers <answer>
    And the blob is <effect>

    @should
    Examples: x-ms-delete-snapshots is required, and conditions apply to the base blob
      | clause       | request                                    | answer               | effect    |
      | BLOB-CONS-17 | nothing                                    | 409 SnapshotsPresent | unchanged |
      | BLOB-CONS-17 | delete snapshots include                   | 202                  | gone      |
      | BLOB-CONS-17 | delete snapshots only                      | 202                  | as asked  |
      | BLOB-CONS-17 | delete snapshots include, If-Match current | 202                  | gone      |
      | BLOB-CONS-17 | delete snapshots include, If-Match stale   | 412 ConditionNotMet  | unchanged |
