@blob
Feature: Copies of a blob: pending, completed, failed and aborted

  Copy Blob may still be running after it has returned. Until the copy is complete
  the destination can only be read, the copy can be aborted, and the source must
  not change.

  Scenario Outline: <clause> A small <kind> is copied to a blob that <state> before Copy Blob returns
    Given a <kind> "source" that exists
    And a <kind> that <state>
    When a client sends Copy Blob
    Then the service answers 202
    And the response carries a new ETag, a new Last-Modified, a copy id, copy status success
    And the blob is as asked
    And the blob "source" is unchanged

    @observed
    Examples: A copy within one account
      | clause       | kind        | state          |
      | BLOB-COPY-14 | block blob  | does not exist |
      | BLOB-COPY-14 | block blob  | exists         |
      | BLOB-COPY-14 | page blob   | exists         |
      | BLOB-COPY-14 | append blob | exists         |

  @should @BLOB-COPY-15
  Scenario Outline: <operation> of its source does not change a <kind> that <copy> made
    Given a <kind> "source" that exists
    And a <kind> that does not exist
    When Ann sends <copy>
    Then Ann gets ok
    And the blob is as asked
    When Bob sends <operation> to "source"
    Then Bob gets ok
    And the blob "source" is <effect>
    And the blob is as asked

    Examples: What is written into the source stays there
      | copy               | operation         | kind        | effect   |
      | Copy Blob          | Put Blob          | block blob  | as asked |
      | Copy Blob          | Set Blob Metadata | block blob  | as asked |
      | Copy Blob          | Delete Blob       | block blob  | gone     |
      | Copy Blob          | Put Page          | page blob   | as asked |
      | Copy Blob          | Put Page clear    | page blob   | as asked |
      | Copy Blob          | Append Block      | append blob | as asked |
      | Copy Blob From URL | Put Blob          | block blob  | as asked |

  @should @BLOB-COPY-15
  Scenario Outline: <operation> of a copy does not change its source, a <kind>
    Given a <kind> "source" that exists
    And a <kind> that does not exist
    When Ann sends Copy Blob
    Then Ann gets ok
    And the blob is as asked
    When Bob sends <operation>
    Then Bob gets ok
    And the blob is as asked
    And the blob "source" is unchanged

    Examples: What is written into the copy stays there
      | operation    | kind        |
      | Put Blob     | block blob  |
      | Put Page     | page blob   |
      | Append Block | append blob |

  @should @BLOB-COPY-15
  Scenario: A copy is not changed when other blocks are committed to its source
    Given a block blob "source" that exists
    And a block blob that does not exist
    When Ann sends Copy Blob
    Then Ann gets 202
    And the blob is as asked
    When Bob sends Put Block to "source" with block "bob", content "what Bob staged"
    And Bob sends Put Block List to "source" with blocks "bob", content "what Bob staged"
    Then Bob gets 201
    And the blob "source" is as asked
    And the blob is as asked

  @should @BLOB-ETAG-26
  Scenario: Copy Blob gives the destination a new ETag
    Given a block blob that exists
    And Ann has read the blob
    When Bob sends Copy Blob
    Then Bob gets 202
    And the response carries a new ETag, a new Last-Modified
    When Ann sends Get Blob with If-Match remembered
    Then Ann gets 412 ConditionNotMet
    And the blob is unchanged

  Scenario Outline: <clause> A pending copy to a block blob that <state> changes the ETag at its start and at its end
    Given a block blob "source" that exists
    And a block blob that <state>
    And asynchronous copies stay pending
    When Ann sends Copy Blob
    Then Ann gets 202
    And the response carries a new ETag, a new Last-Modified, a copy id, copy status pending
    And the blob is as asked
    When 2 seconds pass
    And the pending copies finish
    Then the blob is as asked
    When Ann sends Get Blob with If-Modified-Since remembered
    Then Ann gets 200
    And the response carries copy status success
    And the blob is unchanged

    @should @needs.pending-copy
    Examples: A copy that takes two seconds
      | clause       | state          |
      | BLOB-ETAG-26 | does not exist |
      | BLOB-ETAG-26 | exists         |

  Scenario Outline: <clause> A pending copy fails if <operation> changes its source, a <kind>
    Given a <kind> "source" that exists
    And a <kind> that does not exist
    And asynchronous copies stay pending
    When Ann sends Copy Blob
    Then Ann gets 202
    When Bob sends <operation> to "source"
    Then Bob gets ok
    When the pending copies finish
    And Ann sends Get Blob Properties
    Then Ann gets 200
    And the response carries copy status failed, copy description 412 ConditionNotMet
    And the blob is unchanged
    And the blob "source" is as asked

    @should @needs.pending-copy
    Examples: The copy remembers the source's ETag from its start
      | clause       | operation           | kind        |
      | BLOB-COPY-07 | Put Blob            | block blob  |
      | BLOB-COPY-07 | Set Blob Metadata   | block blob  |
      | BLOB-COPY-07 | Set Blob Properties | block blob  |
      | BLOB-COPY-07 | Put Page            | page blob   |
      | BLOB-COPY-07 | Append Block        | append blob |

  Scenario Outline: <clause> A pending copy succeeds despite <operation> on its source
    Given a block blob "source" that exists
    And a block blob that does not exist
    And asynchronous copies stay pending
    When Ann sends Copy Blob
    Then Ann gets 202
    When Bob sends <operation> to "source"
    Then Bob gets ok
    When the pending copies finish
    Then the blob is as asked
    When Ann sends Get Blob Properties
    Then the response carries copy status success
    And the blob is unchanged

    @should @needs.pending-copy
    Examples: Operations that do not change the source's ETag
      | clause       | operation          |
      | BLOB-COPY-07 | Get Blob           |
      | BLOB-COPY-07 | Lease Blob acquire |
      | BLOB-COPY-07 | Snapshot Blob      |

  Scenario Outline: <clause> <operation> on a <kind> that <state> is refused, and the copy completes
    Given a <kind> that <state>
    When a client sends <operation>
    Then the service answers <answer>
    And the blob is unchanged
    When the pending copies finish
    Then the blob is as asked

    @should @needs.pending-copy
    Examples: The destination of a pending copy accepts no writes, snapshots, copies or leases
      | clause       | operation           | kind        | state                   | answer                   |
      | BLOB-COPY-08 | Put Blob            | block blob  | receives a pending copy | 409 PendingCopyOperation |
      | BLOB-COPY-08 | Set Blob Properties | block blob  | receives a pending copy | 409 PendingCopyOperation |
      | BLOB-COPY-08 | Set Blob Metadata   | block blob  | receives a pending copy | 409 PendingCopyOperation |
      | BLOB-COPY-08 | Snapshot Blob       | block blob  | receives a pending copy | 409 PendingCopyOperation |
      | BLOB-COPY-08 | Copy Blob           | block blob  | receives a pending copy | 409 PendingCopyOperation |
      | BLOB-COPY-08 | Copy Blob From URL  | block blob  | receives a pending copy | 409 PendingCopyOperation |
      | BLOB-COPY-08 | Lease Blob acquire  | block blob  | receives a pending copy | 409 *                    |
      | BLOB-COPY-08 | Append Block        | append blob | receives a pending copy | 409 PendingCopyOperation |

  @should @BLOB-COPY-08 @needs.pending-copy
  Scenario: A pending copy to a page blob refuses Put Page and completes
    Given a page blob that receives a pending copy
    When a client sends Put Page
    Then the service answers 409 PendingCopyOperation
    When the pending copies finish
    Then the blob is as asked

  @should @BLOB-COPY-08 @needs.pending-copy
  Scenario: The destination accepts writes again after the copy completes
    Given a block blob that receives a pending copy
    When a client sends Set Blob Metadata
    Then the service answers 409 PendingCopyOperation
    And the blob is unchanged
    When the pending copies finish
    Then the blob is as asked
    When a client sends Set Blob Metadata
    Then the service answers 200
    And the blob is as asked

  @should @BLOB-COPY-09
  Scenario: A copy leaves the snapshots of its destination unchanged
    Given a block blob that has a snapshot
    When a client sends Copy Blob
    Then the service answers 202
    And the blob is as asked
    And the list of blobs shows the snapshot
    And the blob "snapshot" is unchanged

  Scenario Outline: <clause> Copy Blob does not copy the <property> of a source that <state>
    Given a block blob "source" that <state>
    And a block blob that exists
    When a client sends Copy Blob
    Then the service answers 202
    And the blob is as asked
    And the lease of the blob is Available
    And the list of blobs lacks the snapshot
    And the blob "source" is unchanged

    @should
    Examples: The source's lease and snapshots are not copied
      | clause       | property  | state                               |
      | BLOB-COPY-09 | lease     | is Leased(A) with infinite duration |
      | BLOB-COPY-09 | snapshots | has a snapshot                      |

  Scenario Outline: <clause> A <kind> is copied onto itself with <request>
    Given a <kind> that exists
    When a client sends Copy Blob with source blob, <request>
    Then the service answers 202
    And the response carries a new ETag, a new Last-Modified
    And the blob is as asked

    @should
    Examples: Metadata is replaced if given
      | clause       | kind        | request                |
      | BLOB-COPY-10 | block blob  | If-Match current       |
      | BLOB-COPY-10 | block blob  | metadata "colour=blue" |
      | BLOB-COPY-10 | page blob   | metadata "colour=blue" |
      | BLOB-COPY-10 | append blob | metadata "colour=blue" |

  @should @BLOB-COPY-10
  Scenario: Copying a blob onto itself discards its uncommitted blocks
    Given a block blob that exists
    When a client sends Put Block
    Then the service answers 201
    And the blob is as asked
    When a client sends Copy Blob with source blob
    Then the service answers 202
    And the blob is as asked

  Scenario Outline: <clause> A copy to a block blob that <state> is aborted
    Given a block blob "source" that exists
    And a block blob that <state>
    And asynchronous copies stay pending
    When Ann sends Copy Blob
    Then Ann gets 202
    When Ann sends Abort Copy Blob
    Then Ann gets 204
    And the blob is as asked
    When the pending copies finish
    Then the blob is as asked
    When Bob sends Get Blob
    Then Bob gets 200
    And the response carries an empty body, copy status aborted
    And the blob is unchanged

    @should @needs.pending-copy
    Examples: An aborted copy leaves an empty blob, which stays empty
      | clause       | state          |
      | BLOB-COPY-11 | does not exist |
      | BLOB-COPY-11 | exists         |

  @should @BLOB-COPY-11 @needs.pending-copy
  Scenario: The destination accepts writes again after the copy is aborted
    Given a block blob that receives a pending copy
    When Ann sends Abort Copy Blob
    Then Ann gets 204
    When Bob sends Put Blob
    Then Bob gets 201
    And the blob is as asked

  Scenario Outline: <clause> Abort Copy Blob on a blob that <state>, with <request>
    Given a block blob that <state>
    When a client sends Abort Copy Blob with <request>
    Then the service answers <answer>
    And the blob is unchanged

    @should
    Examples: The blob never received a copy
      | clause       | state  | request       | answer                                           |
      | BLOB-COPY-12 | exists | copy id other | 409 NoPendingCopyOperation \| 409 CopyIdMismatch |

    @should @needs.pending-copy
    Examples: A copy with a different ID is pending
      | clause       | state                   | request       | answer             |
      | BLOB-COPY-12 | receives a pending copy | copy id other | 409 CopyIdMismatch |

    @observed
    Examples: The copy ID is not a GUID
      | clause       | state  | request          | answer                         |
      | BLOB-COPY-13 | exists | copy id nonsense | 400 InvalidQueryParameterValue |

    @observed @needs.pending-copy
    Examples: The copy ID is not a GUID while a copy is pending
      | clause       | state                   | request          | answer                         |
      | BLOB-COPY-13 | receives a pending copy | copy id nonsense | 400 InvalidQueryParameterValue |

  @should @BLOB-COPY-12
  Scenario: Abort Copy Blob after the copy has finished
    Given a block blob that exists
    When Ann sends Copy Blob
    Then Ann gets 202
    And the response carries copy status success
    When Ann sends Abort Copy Blob
    Then Ann gets 409 NoPendingCopyOperation
    And the blob is unchanged

  @should @BLOB-COPY-12 @needs.pending-copy
  Scenario: Abort Copy Blob after the copy has failed
    Given a block blob that receives a pending copy
    When Bob sends Put Blob to "source"
    Then Bob gets 201
    When the pending copies finish
    And Ann sends Abort Copy Blob
    Then Ann gets 409 NoPendingCopyOperation
    And the blob is unchanged

  @should @BLOB-COPY-12 @needs.pending-copy
  Scenario: Abort Copy Blob a second time
    Given a block blob that receives a pending copy
    When Ann sends Abort Copy Blob
    Then Ann gets 204
    And the blob is as asked
    When Ann sends Abort Copy Blob
    Then Ann gets 409 NoPendingCopyOperation
    And the blob is unchanged

  @observed @BLOB-ETAG-28 @needs.pending-copy
  Scenario: Abort Copy Blob leaves an empty blob with a new ETag
    Given a block blob that receives a pending copy
    And Ann has read the blob
    When Ann sends Abort Copy Blob
    Then Ann gets 204
    And the blob is as asked
    When Ann sends Get Blob with If-None-Match remembered
    Then Ann gets 200
    And the response carries an empty body
