@blob
Feature: Strong consistency and snapshot isolation

  Once a write was acknowledged, every later access sees it; while it is still
  under way, readers see the last committed version and are not kept waiting.

  Scenario Outline: <clause> What <operation> wrote to a <kind> that <state> is read by everybody at once
    Given a <kind> that <state>
    When Ann sends <operation>
    Then Ann is answered <answer>
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
    Examples: Read after update of metadata and properties
      | clause       | operation           | kind       | state  | answer |
      | BLOB-CONS-02 | Set Blob Metadata   | block blob | exists | 200    |
      | BLOB-CONS-02 | Set Blob Properties | block blob | exists | 200    |

  @must @BLOB-CONS-03 @BLOB-GEN-04
  Scenario: List Blobs shows a new blob, its later versions, and its end, at once
    Given a block blob that does not exist
    Then the list of blobs lacks the blob
    When Ann sends Put Blob
    Then Ann is answered 201
    And the list of blobs shows the blob
    When Ann sends Put Blob
    Then Ann is answered 201
    And the list of blobs shows the blob
    When Ann sends Set Blob Metadata
    Then Ann is answered 200
    And the list of blobs shows the blob
    When Ann sends Delete Blob
    Then Ann is answered 202
    And the list of blobs lacks the blob

  Scenario Outline: <clause> <operation> after the blob was deleted
    Given a block blob that exists
    When Ann sends Delete Blob
    Then Ann is answered 202
    And the blob is gone
    When Bob sends <operation>
    Then Bob is answered 404 BlobNotFound

    @must
    Examples: Delete, then read
      | clause       | operation           |
      | BLOB-CONS-04 | Get Blob            |
      | BLOB-CONS-04 | Get Blob Properties |
      | BLOB-CONS-04 | Get Blob Metadata   |

  Scenario Outline: <clause> Readers finish with the last committed version while <operation> is half sent
    Given a block blob that exists
    When a writer starts <operation> with <content> and holds back half of the body
    And a reader sends Get Blob
    Then the reader is answered 200
    And the reader has received the old version
    When another reader sends Get Blob Properties
    Then the service answers 200
    And the response carries the current ETag
    When the reader sends Get Blob
    Then the reader has received the old version
    When the writer sends the rest of the body
    Then the writer is answered 201
    And the response carries a new ETag
    And the blob is as asked
    When the reader sends Get Blob
    Then the reader has received the new version

    @must
    Examples: Snapshot isolation
      | clause       | operation | content                                                        |
      | BLOB-CONS-06 | Put Blob  | content "a version that is long enough to be sent in halves"   |
      | BLOB-GEN-05  | Put Blob  | content "another version, long enough to be sent in halves"    |

  @must @BLOB-CONS-05 @BLOB-GEN-05
  Scenario: Readers never see half of one version and half of another
    Given a block blob that exists
    When a writer replaces the blob 20 times by Put Blob while 4 readers read it
    Then every read returned one whole version
