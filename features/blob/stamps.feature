@blob
Feature: When the ETag and the Last-Modified of a blob change

  Every write gives a blob a new ETag and a new Last-Modified. Reads, refused
  requests, leases, uncommitted blocks, tiers and tags leave both unchanged.

  Scenario Outline: <clause> <operation> of a <kind> with <content> changes ETag and Last-Modified
    Given a <kind> that exists
    When 2 seconds pass
    And a client sends <operation> with <content>
    Then the service answers ok
    And the response carries <stamp>
    And the blob is as asked

    @should
    Examples: Writes
      | clause         | operation           | content                                   | kind        | stamp                             |
      | BLOB-ETAG-12   | Put Blob            | nothing                                   | block blob  | a new ETag, a later Last-Modified |
      | BLOB-ETAG-12   | Put Blob            | nothing                                   | page blob   | a new ETag, a later Last-Modified |
      | BLOB-ETAG-12   | Put Blob            | nothing                                   | append blob | a new ETag, a later Last-Modified |
      | BLOB-ETAG-12   | Set Blob Metadata   | nothing                                   | block blob  | a new ETag, a later Last-Modified |
      | BLOB-ETAG-12   | Set Blob Properties | nothing                                   | block blob  | a new ETag, a later Last-Modified |
      | BLOB-ETAG-12   | Append Block        | nothing                                   | append blob | a new ETag, a later Last-Modified |
      | BLOB-ETAG-12   | Put Page            | nothing                                   | page blob   | a new ETag, a later Last-Modified |
      | BLOB-ETAG-12   | Put Block List      | nothing                                   | block blob  | a new ETag, a later Last-Modified |
      | BLOB-ETAG-12   | Copy Blob           | nothing                                   | block blob  | a new ETag, a later Last-Modified |
      | BLOB-ETAG-21-s | Put Block List      | nothing                                   | block blob  | a new ETag, a later Last-Modified |
      | BLOB-ETAG-22   | Put Page            | nothing                                   | page blob   | a new ETag, a later Last-Modified |
      | BLOB-ETAG-22   | Put Page clear      | nothing                                   | page blob   | a new ETag, a later Last-Modified |
      | BLOB-ETAG-23   | Append Block        | nothing                                   | append blob | a new ETag, a later Last-Modified |
      | BLOB-ETAG-24   | Set Blob Metadata   | nothing                                   | block blob  | a new ETag, a later Last-Modified |
      | BLOB-ETAG-24   | Set Blob Metadata   | nothing                                   | page blob   | a new ETag, a later Last-Modified |
      | BLOB-ETAG-24   | Set Blob Metadata   | nothing                                   | append blob | a new ETag, a later Last-Modified |
      | BLOB-ETAG-25   | Set Blob Properties | content type "text/html"                  | block blob  | a new ETag, a later Last-Modified |
      | BLOB-ETAG-25   | Set Blob Properties | size 4096                                 | page blob   | a new ETag, a later Last-Modified |
      | BLOB-ETAG-25   | Set Blob Properties | sequence action update, sequence number 7 | page blob   | a new ETag, a later Last-Modified |
      | BLOB-ETAG-25   | Set Blob Properties | sequence action increment                 | page blob   | a new ETag, a later Last-Modified |

  Scenario Outline: <clause> <operation> of a <kind> leaves ETag and Last-Modified unchanged
    Given a <kind> that exists
    When 2 seconds pass
    And a client sends <operation>
    Then the service answers ok
    And the blob is unchanged

    @should
    Examples: Reads
      | clause       | operation           | kind       |
      | BLOB-ETAG-13 | Get Blob            | block blob |
      | BLOB-ETAG-13 | Get Blob Properties | block blob |
      | BLOB-ETAG-13 | Get Blob Metadata   | block blob |
      | BLOB-ETAG-13 | Get Block List      | block blob |
      | BLOB-ETAG-13 | Get Page Ranges     | page blob  |
      | BLOB-ETAG-13 | Get Blob Tags       | block blob |

  Scenario Outline: <clause> <operation> of a <kind> two seconds after its last write returns <stamp>
    Given a <kind> that exists
    When 2 seconds pass
    And a client sends <operation>
    Then the service answers 200
    And the response carries <stamp>
    And the blob is unchanged

    @should
    Examples: Reads that return ETag and Last-Modified
      | clause       | operation           | kind       | stamp                                 |
      | BLOB-ETAG-13 | Get Blob            | block blob | the same ETag, the same Last-Modified |
      | BLOB-ETAG-13 | Get Blob Properties | block blob | the same ETag, the same Last-Modified |
      | BLOB-ETAG-13 | Get Blob Metadata   | block blob | the same ETag, the same Last-Modified |
      | BLOB-ETAG-13 | Get Block List      | block blob | the same ETag, the same Last-Modified |
      | BLOB-ETAG-13 | Get Page Ranges     | page blob  | the same ETag, the same Last-Modified |

  @should @BLOB-ETAG-13
  Scenario: List Blobs leaves ETag and Last-Modified of the blobs unchanged
    Given a block blob that exists
    And Ann has read the blob
    When 2 seconds pass
    And Bob sends List Blobs
    Then Bob gets 200
    When Ann sends Get Blob
    Then the response carries the remembered ETag, the remembered Last-Modified

  Scenario Outline: <clause> <operation> of a <kind>, refused with <condition>, leaves ETag and Last-Modified unchanged
    Given a <kind> that exists
    When 2 seconds pass
    And a client sends <operation> with <condition>
    Then the service answers <answer>
    And the blob is unchanged

    @should
    Examples: Refused requests
      | clause       | operation           | kind        | condition                   | answer                                |
      | BLOB-ETAG-14 | Get Blob            | block blob  | If-None-Match current       | 304 ConditionNotMet                   |
      | BLOB-ETAG-14 | Get Blob            | block blob  | If-Match stale              | 412 ConditionNotMet                   |
      | BLOB-ETAG-14 | Put Blob            | block blob  | If-Match stale              | 412 ConditionNotMet                   |
      | BLOB-ETAG-14 | Put Blob            | block blob  | If-None-Match *             | 409 BlobAlreadyExists                 |
      | BLOB-ETAG-14 | Put Blob            | block blob  | lease id A                  | 412 LeaseNotPresentWithBlobOperation  |
      | BLOB-ETAG-14 | Set Blob Metadata   | block blob  | If-Unmodified-Since earlier | 412 ConditionNotMet                   |
      | BLOB-ETAG-14 | Set Blob Properties | block blob  | If-Modified-Since same      | 412 ConditionNotMet                   |
      | BLOB-ETAG-14 | Append Block        | append blob | append position 1           | 412 AppendPositionConditionNotMet     |
      | BLOB-ETAG-14 | Put Page            | page blob   | sequence number below 0     | 412 SequenceNumberConditionNotMet     |
      | BLOB-ETAG-14 | Lease Blob acquire  | block blob  | duration 5                  | 400 InvalidHeaderValue                |
      | BLOB-ETAG-14 | Lease Blob break    | block blob  | nothing                     | 409 LeaseNotPresentWithLeaseOperation |

  Scenario Outline: <clause> <operation> on a <kind> leaves ETag and Last-Modified unchanged
    Given a <kind> that <state>
    When 2 seconds pass
    And a client sends <operation>
    Then the service answers ok
    And the response carries the same ETag, the same Last-Modified
    And the blob is as asked

    @should
    Examples: Lease operations
      | clause         | operation          | kind        | state        |
      | BLOB-ETAG-29-s | Lease Blob acquire | block blob  | exists       |
      | BLOB-ETAG-29-s | Lease Blob renew   | block blob  | is Leased(A) |
      | BLOB-ETAG-29-s | Lease Blob change  | block blob  | is Leased(A) |
      | BLOB-ETAG-29-s | Lease Blob release | block blob  | is Leased(A) |
      | BLOB-ETAG-29-s | Lease Blob break   | block blob  | is Leased(A) |
      | BLOB-ETAG-29-s | Lease Blob acquire | page blob   | exists       |
      | BLOB-ETAG-29-s | Lease Blob renew   | page blob   | is Leased(A) |
      | BLOB-ETAG-29-s | Lease Blob acquire | append blob | exists       |
      | BLOB-ETAG-29-s | Lease Blob renew   | append blob | is Leased(A) |

  Scenario Outline: <clause> A lease that is <before> and then <after> leaves ETag and Last-Modified unchanged
    Given a block blob that is <before>
    And Ann has read the blob
    When <time> pass
    Then the lease of the blob is <after>
    When Ann sends Get Blob
    Then the response carries the remembered ETag, the remembered Last-Modified

    @should
    Examples: Lease states that change only with time
      | clause       | time       | before                   | after      |
      | BLOB-ETAG-30 | 15 seconds | Leased(A) for 15 seconds | Expired(A) |
      | BLOB-ETAG-30 | 60 seconds | Breaking(A)              | Broken(A)  |

  Scenario Outline: <clause> ETag and Last-Modified are unchanged after <operation> on a <kind>
    Given a <kind> that exists
    And Ann has read the blob
    When 2 seconds pass
    And Bob sends <operation>
    Then Bob gets ok
    And the blob is as asked
    When Ann sends Get Blob
    Then the response carries the remembered ETag, the remembered Last-Modified

    Examples: Writes that do not change the committed version
      | clause       | operation          | kind       |
      | BLOB-ETAG-31 | Put Block          | block blob |
      | BLOB-ETAG-31 | Put Block From URL | block blob |
      | BLOB-ETAG-35 | Set Blob Tier      | block blob |
      | BLOB-ETAG-36 | Set Blob Tags      | block blob |

  @should @BLOB-ETAG-27
  Scenario: Copy Blob leaves ETag and Last-Modified of its source unchanged
    Given a block blob "source" that exists
    And a block blob that exists
    When 2 seconds pass
    And a client sends Copy Blob
    Then the service answers 202
    And the blob is as asked
    And the blob "source" is unchanged

  @should @BLOB-ETAG-32
  Scenario: A snapshot without metadata has the ETag and Last-Modified of its base blob
    Given a block blob that exists
    When 2 seconds pass
    And a client sends Snapshot Blob
    Then the service answers 201
    And the response carries the same ETag, the same Last-Modified, a snapshot time
    And the blob is as asked

  @should @BLOB-ETAG-33
  Scenario: A snapshot with metadata has its own ETag and Last-Modified
    Given a block blob that exists
    When 2 seconds pass
    And a client sends Snapshot Blob with metadata "origin=snapshot"
    Then the service answers 201
    And the response carries a new ETag, a later Last-Modified, a snapshot time
    And the blob is as asked

  Scenario Outline: <clause> <operation> over a blob leaves its snapshots unchanged
    Given a block blob that exists
    When a client sends Snapshot Blob
    Then the service answers 201
    When 2 seconds pass
    And a client sends <operation>
    Then the service answers 201
    And the response carries a new ETag
    And the blob is as asked

    @should
    Examples: Writes that overwrite the base blob
      | clause       | operation      |
      | BLOB-ETAG-34 | Put Blob       |
      | BLOB-ETAG-34 | Put Block List |
      | BLOB-ETAG-37 | Put Blob       |
      | BLOB-ETAG-37 | Put Block List |

  Scenario Outline: <clause> The ETag of a <kind> that <state>, after <operation>, is quoted and hexadecimal
    Given a <kind> that <state>
    When a client sends <operation>
    Then the service answers ok
    And the response carries a hexadecimal ETag
    And the blob is as asked

    @observed
    Examples: The form of the service's ETags
      | clause       | operation         | kind        | state          |
      | BLOB-ETAG-15 | Put Blob          | block blob  | does not exist |
      | BLOB-ETAG-15 | Put Blob          | page blob   | does not exist |
      | BLOB-ETAG-15 | Put Blob          | append blob | does not exist |
      | BLOB-ETAG-15 | Set Blob Metadata | block blob  | exists         |
      | BLOB-ETAG-15 | Put Block List    | block blob  | exists         |
      | BLOB-ETAG-15 | Put Page          | page blob   | exists         |
      | BLOB-ETAG-15 | Append Block      | append blob | exists         |

  Scenario Outline: <clause> <operation> on a <kind> that <state> returns <response>
    Given a <kind> that <state>
    When a client sends <operation>
    Then the service answers ok
    And the response carries <response>
    And the blob is <effect>

    @should
    Examples: The ETag header is quoted
      | clause      | operation           | kind        | state          | response      | effect    |
      | BLOB-TAB-21 | Put Blob            | block blob  | does not exist | a quoted ETag | as asked  |
      | BLOB-TAB-21 | Get Blob            | block blob  | exists         | a quoted ETag | unchanged |
      | BLOB-TAB-21 | Get Blob Properties | block blob  | exists         | a quoted ETag | unchanged |
      | BLOB-TAB-21 | Get Blob Metadata   | block blob  | exists         | a quoted ETag | unchanged |
      | BLOB-TAB-21 | Set Blob Metadata   | block blob  | exists         | a quoted ETag | as asked  |
      | BLOB-TAB-21 | Set Blob Properties | block blob  | exists         | a quoted ETag | as asked  |
      | BLOB-TAB-21 | Put Block List      | block blob  | exists         | a quoted ETag | as asked  |
      | BLOB-TAB-21 | Get Block List      | block blob  | exists         | a quoted ETag | unchanged |
      | BLOB-TAB-21 | Put Page            | page blob   | exists         | a quoted ETag | as asked  |
      | BLOB-TAB-21 | Get Page Ranges     | page blob   | exists         | a quoted ETag | unchanged |
      | BLOB-TAB-21 | Append Block        | append blob | exists         | a quoted ETag | as asked  |
      | BLOB-TAB-21 | Snapshot Blob       | block blob  | exists         | a quoted ETag | as asked  |
      | BLOB-TAB-21 | Copy Blob           | block blob  | exists         | a quoted ETag | as asked  |
      | BLOB-TAB-21 | Lease Blob acquire  | block blob  | exists         | a quoted ETag | as asked  |

    @should
    Examples: A blob that was never committed has no ETag
      | clause         | operation      | kind       | state                       | response                  | effect    |
      | BLOB-TAB-14E-s | Get Block List | block blob | has only uncommitted blocks | no ETag, no Last-Modified | unchanged |

  Scenario Outline: <clause> A <kind> deleted and created again has a new ETag
    Given a <kind> that exists
    And Ann has read the blob
    When Bob sends Delete Blob
    Then Bob gets 202
    And the blob is gone
    When Bob sends Put Blob with <content>
    Then Bob gets 201
    And the response carries a new ETag
    And the blob is as asked
    When Ann sends Set Blob Metadata with If-Match remembered
    Then Ann gets 412 ConditionNotMet
    And the blob is unchanged

    @must
    Examples: A client with the old ETag is refused
      | clause        | kind        | content                                 |
      | BLOB-ETAG-15a | block blob  | content "second version of the content" |
      | BLOB-ETAG-15a | page blob   | nothing                                 |
      | BLOB-ETAG-15a | append blob | nothing                                 |

  @observed @BLOB-ETAG-16
  Scenario: List Blobs shows the ETag of a write at once
    Given a block blob that exists
    When a client sends Put Blob
    Then the service answers 201
    And the list of blobs shows the blob
    When a client sends Set Blob Metadata
    Then the service answers 200
    And the list of blobs shows the blob
