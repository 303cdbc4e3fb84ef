@blob
Feature: What a write leaves unchanged

  A write of one part of a blob keeps the others: content, metadata, properties and
  tags. A write of the blob keeps its snapshots.

  Scenario Outline: <clause> Metadata is kept after <operation> on a <kind>
    Given a <kind> that exists
    When Ann sends Set Blob Metadata with metadata "colour=blue"
    Then Ann gets 200
    When Bob sends <operation>
    Then Bob gets <answer>
    And the blob is as asked

    @must
    Examples: Writes of the content keep metadata
      | clause      | operation    | kind        | answer |
      | BLOB-GEN-04 | Put Page     | page blob   | 201    |
      | BLOB-GEN-04 | Append Block | append blob | 201    |

  @must @BLOB-GEN-04
  Scenario: Properties are kept after Put Page
    Given a page blob that exists
    When Ann sends Set Blob Properties
    Then Ann gets 200
    When Bob sends Put Page
    Then Bob gets 201
    And the blob is as asked

  @must @BLOB-GEN-04
  Scenario: Properties are kept after Append Block
    Given an append blob that exists
    When Ann sends Set Blob Properties
    Then Ann gets 200
    When Bob sends Append Block
    Then Bob gets 201
    And the blob is as asked

  Scenario Outline: <clause> Tags of a <kind> are kept after <operation>
    Given a <kind> that has tags
    When Ann sends <operation>
    Then Ann gets <answer>
    When Bob sends Get Blob Properties with tags condition "colour"='blue'
    Then Bob gets 200

    @must
    Examples: Operations that do not change tags
      | clause      | kind        | operation           | answer |
      | BLOB-GEN-04 | block blob  | Set Blob Metadata   | 200    |
      | BLOB-GEN-04 | block blob  | Set Blob Properties | 200    |
      | BLOB-GEN-04 | block blob  | Set Blob Tier       | 200    |
      | BLOB-GEN-04 | block blob  | Snapshot Blob       | 201    |
      | BLOB-GEN-04 | block blob  | Lease Blob acquire  | 201    |
      | BLOB-GEN-04 | page blob   | Put Page            | 201    |
      | BLOB-GEN-04 | append blob | Append Block        | 201    |

  Scenario Outline: <clause> A snapshot is unchanged after <operation> on its base blob
    Given a block blob that has a snapshot
    When Ann sends <operation>
    Then Ann gets <answer>
    And the blob "snapshot" is unchanged

    @should
    Examples: Operations on the base blob
      | clause       | operation          | answer |
      | BLOB-CONS-10 | Put Block          | 201    |
      | BLOB-CONS-10 | Set Blob Tags      | 204    |
      | BLOB-CONS-10 | Set Blob Tier      | 200    |
      | BLOB-CONS-10 | Lease Blob acquire | 201    |
