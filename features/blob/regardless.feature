@blob
Feature: What a condition and a lease do not depend on

  The article says "an update with the ETag of an older version" and "a write without
  a lease ID", and leaves nothing out: no name in folders, no body of some size, no
  client with a signature, no request that meets the other guard.

  Scenario Outline: <clause> <operation> to the <kind> "<name>" with If-Match stale
    Given a <kind> "<name>" that exists
    When Ann sends <operation> to "<name>" with If-Match stale
    Then Ann gets 412 ConditionNotMet
    And the blob "<name>" is unchanged

    @must
    Examples: Names in folders
      | clause       | operation           | kind        | name  |
      | BLOB-ETAG-04 | Put Blob            | block blob  | a/b   |
      | BLOB-ETAG-04 | Put Block List      | block blob  | a/b   |
      | BLOB-ETAG-04 | Set Blob Metadata   | page blob   | a/b/c |
      | BLOB-ETAG-04 | Set Blob Properties | block blob  | a/b   |
      | BLOB-ETAG-04 | Append Block        | append blob | a/b   |
      | BLOB-ETAG-04 | Delete Blob         | block blob  | a/b   |

  Scenario Outline: <clause> <operation> with <body> to the leased <kind> "<name>" without its lease ID
    Given a <kind> "<name>" that is Leased(A)
    When Bob sends <operation> to "<name>" with <body>
    Then Bob gets 412 (LeaseIdMissing)
    And the blob "<name>" is unchanged

    @must
    Examples: Names in folders, and bodies of some sizes
      | clause        | operation    | kind        | name  | body                             |
      | BLOB-LEASE-09 | Put Blob     | block blob  | a/b   | content "in a folder"            |
      | BLOB-LEASE-09 | Append Block | append blob | a/b/c | content "in a folder"            |
      | BLOB-LEASE-09 | Put Blob     | block blob  | x     | content ""                       |
      | BLOB-LEASE-09 | Put Blob     | block blob  | x     | content "long", repeated 1310720 |

  Scenario Outline: <clause> <operation> with <body> to a <kind> that <state>, with If-Match stale
    Given a <kind> that <state>
    When Ann sends <operation> with If-Match stale, <body>
    Then Ann gets 412 ConditionNotMet
    And the blob is unchanged

    @must
    Examples: Bodies of some sizes
      | clause       | operation    | kind        | state    | body                             |
      | BLOB-ETAG-04 | Put Blob     | block blob  | exists   | content ""                       |
      | BLOB-ETAG-04 | Put Blob     | block blob  | holds "" | content "of an older version"    |
      | BLOB-ETAG-04 | Put Blob     | block blob  | exists   | content "long", repeated 1310720 |
      | BLOB-ETAG-04 | Append Block | append blob | exists   | content "long", repeated 524288  |

  Scenario Outline: <clause> <operation> to a leased <kind> with its lease ID and If-Match stale
    Given a <kind> that is Leased(A)
    When Ann sends <operation> with lease id A, If-Match stale
    Then Ann gets 412 ConditionNotMet
    And the blob is unchanged

    @must
    Examples: The lease ID does not replace the condition
      | clause       | operation           | kind        |
      | BLOB-ETAG-04 | Put Blob            | block blob  |
      | BLOB-ETAG-04 | Put Block List      | block blob  |
      | BLOB-ETAG-04 | Set Blob Metadata   | block blob  |
      | BLOB-ETAG-04 | Set Blob Properties | block blob  |
      | BLOB-ETAG-04 | Delete Blob         | block blob  |
      | BLOB-ETAG-04 | Put Page            | page blob   |
      | BLOB-ETAG-04 | Append Block        | append blob |

  Scenario Outline: <clause> <operation> to a leased <kind> with <condition> and no lease ID
    Given a <kind> that is Leased(A)
    When Bob sends <operation> with <condition>
    Then Bob gets 412 (LeaseIdMissing)
    And the blob is unchanged

    @must
    Examples: The condition does not replace the lease ID
      | clause        | operation           | kind        | condition        |
      | BLOB-LEASE-09 | Put Blob            | block blob  | If-Match current |
      | BLOB-LEASE-09 | Put Block List      | block blob  | If-Match current |
      | BLOB-LEASE-09 | Set Blob Metadata   | block blob  | If-Match current |
      | BLOB-LEASE-09 | Set Blob Properties | block blob  | If-Match current |
      | BLOB-LEASE-09 | Delete Blob         | block blob  | If-Match current |
      | BLOB-LEASE-09 | Put Page            | page blob   | If-Match current |
      | BLOB-LEASE-09 | Append Block        | append blob | If-Match current |

  Scenario Outline: <clause> <operation> of a blob onto itself: <what>
    Given a block blob that <state>
    When Bob sends <operation> with source blob, <request>
    Then Bob gets 412 *
    And the blob is unchanged

    @must
    Examples: Copies
      | clause        | operation          | what             | state                               | request                        |
      | BLOB-TAB-09C  | Copy Blob          | a stale ETag     | exists                              | If-Match stale, metadata "a=b" |
      | BLOB-TAB-09C  | Copy Blob From URL | a stale ETag     | exists                              | If-Match stale, metadata "a=b" |
      | BLOB-LEASE-09 | Copy Blob          | without lease ID | is Leased(A) with infinite duration | metadata "a=b"                 |

  Scenario Outline: <clause> <operation> from a snapshot of another version, with a condition on the source
    Given a block blob "source" that exists
    And a block blob that has a snapshot
    When Bob sends <operation> with source snapshot, source If-Match other
    Then Bob gets 412 *
    And the blob is unchanged

    @must
    Examples: Copies
      | clause       | operation |
      | BLOB-TAB-09C | Copy Blob |

  Scenario Outline: <clause> <operation> with If-Match stale, under a SAS that permits <permission>
    Given a block blob that exists
    And a writer holds a SAS for the container that permits <permission>
    When the writer sends <operation> with If-Match stale
    Then the writer gets 412 ConditionNotMet
    And the blob is unchanged

    @must @needs.account-key
    Examples: A signature does not replace the condition
      | clause       | operation         | permission |
      | BLOB-ETAG-04 | Put Blob          | write      |
      | BLOB-ETAG-04 | Set Blob Metadata | write      |
      | BLOB-ETAG-04 | Delete Blob       | delete     |

  Scenario Outline: <clause> <operation> to a leased blob without its lease ID, under a SAS that permits <permission>
    Given a block blob that is Leased(A)
    And a writer holds a SAS for the container that permits <permission>
    When the writer sends <operation>
    Then the writer gets 412 (LeaseIdMissing)
    And the blob is unchanged

    @must @needs.account-key
    Examples: A signature does not replace the lease ID
      | clause        | operation         | permission |
      | BLOB-LEASE-09 | Put Blob          | write      |
      | BLOB-LEASE-09 | Set Blob Metadata | write      |
      | BLOB-LEASE-09 | Delete Blob       | delete     |

  Scenario Outline: <clause> An anonymous <operation> with <condition>
    Given a container that exists
    And a block blob that exists
    And a stranger holds no credential
    When Ann sends Set Container ACL with public access blob
    Then Ann gets 200
    And within 60 seconds the stranger gets 200 for Get Blob
    When the stranger sends <operation> with <condition>
    Then the stranger gets <answer>
    And the blob is unchanged

    @must
    Examples: Readers without a credential
      | clause       | operation           | condition             | answer |
      | BLOB-TAB-02C | Get Blob            | If-Match stale        | 412 *  |
      | BLOB-TAB-02C | Get Blob            | If-None-Match current | 304 *  |
      | BLOB-TAB-04C | Get Blob Properties | If-Match stale        | 412 *  |

  @must @BLOB-CONS-05
  Scenario: A large blob is read while it is replaced
    Given a block blob that exists
    When Ann sends Put Blob with content "an old one", repeated 40000
    Then Ann gets 201
    When clients send at once: Get Blob; Put Blob with content "a new one.", repeated 40000; Get Blob
    Then the answers and the blob are those of one order

  Scenario Outline: <clause> <operation> of a <kind> with <request> and If-Match stale
    Given a <kind> that exists
    When Ann sends <operation> with <request>, If-Match stale
    Then Ann gets 412 ConditionNotMet
    And the blob is unchanged

    @must
    Examples: Every form of a write is a write
      | clause       | operation           | kind       | request                   |
      | BLOB-ETAG-04 | Set Blob Metadata   | block blob | metadata nothing          |
      | BLOB-ETAG-04 | Set Blob Properties | page blob  | size 4096                 |
      | BLOB-ETAG-04 | Set Blob Properties | page blob  | sequence action increment |
      | BLOB-ETAG-04 | Put Page clear      | page blob  | range 0-511               |
      | BLOB-ETAG-04 | Snapshot Blob       | block blob | metadata "a=b"            |

  Scenario Outline: <clause> <operation> of a leased <kind> with <request> and no lease ID
    Given a <kind> that is Leased(A)
    When Bob sends <operation> with <request>
    Then Bob gets 412 (LeaseIdMissing)
    And the blob is unchanged

    @must
    Examples: Every form of a write is a write
      | clause        | operation           | kind       | request                   |
      | BLOB-LEASE-09 | Set Blob Metadata   | block blob | metadata nothing          |
      | BLOB-LEASE-09 | Set Blob Properties | page blob  | size 4096                 |
      | BLOB-LEASE-09 | Set Blob Properties | page blob  | sequence action increment |
      | BLOB-LEASE-09 | Put Page clear      | page blob  | range 0-511               |

  Scenario Outline: <clause> Get Blob of a range of a <kind> that <state>, with <request>
    Given a <kind> that <state>
    When Ann sends Get Blob with range 0-3, <request>
    Then Ann gets <answer>
    And the blob is unchanged

    @must
    Examples: A part of a blob is read like the whole
      | clause       | kind       | state        | request               | answer |
      | BLOB-TAB-02C | block blob | exists       | If-Match stale        | 412 *  |
      | BLOB-TAB-02C | block blob | exists       | If-None-Match current | 304 *  |
      | BLOB-USE-21  | block blob | is Leased(A) | lease id B            | 412 *  |
      | BLOB-USE-21  | page blob  | is Leased(A) | lease id B            | 412 *  |
      | BLOB-USE-21  | block blob | is Leased(A) | lease id A            | 206    |

  @must @BLOB-ETAG-01
  Scenario: The ETag of a range is that of the blob
    Given a block blob that exists
    When Ann sends Get Blob with range 0-3
    Then Ann gets 206
    And the response carries the current ETag

  @must @BLOB-ETAG-04
  Scenario: A condition on tags that is met does not replace If-Match
    Given a block blob that has tags
    When Ann sends Set Blob Metadata with tags condition "colour"='blue', If-Match stale
    Then Ann gets 412 ConditionNotMet
    And the blob is unchanged

  Scenario Outline: <clause> <operation> of a block blob that <state>, with <request>
    Given a block blob that <state>
    When Bob sends <operation> with <request>
    Then Bob gets 412 *
    And the blob is unchanged

    @must
    Examples: A deletion in a batch is a deletion
      | clause       | operation                      | state        | request        |
      | BLOB-TAB-11C | Blob Batch of Delete Blob      | exists       | If-Match stale |
      | BLOB-TAB-11C | Container Batch of Delete Blob | exists       | If-Match stale |
      | BLOB-USE-26  | Blob Batch of Delete Blob      | is Leased(A) | nothing        |
      | BLOB-USE-26  | Container Batch of Delete Blob | is Leased(A) | nothing        |

  @must @BLOB-CONS-01 @needs.account-key
  Scenario: A reader with a signature sees what was just written
    Given a block blob that exists
    And a reader holds a SAS for the container that permits read
    When Ann sends Put Blob with content "new"
    Then Ann gets 201
    When the reader sends Get Blob
    Then the reader gets 200
    And the response carries the current ETag
    And the reader has received the new version

  @must @BLOB-CONS-01
  Scenario: A range is read before and after a write
    Given a block blob that holds "AAAAAAAA"
    When Bob sends Get Blob with range 0-7
    Then Bob gets 206
    When Ann sends Put Blob with content "BBBBBBBB"
    Then Ann gets 201
    When Bob sends Get Blob with range 0-7
    Then Bob gets 206
    And Bob has received the new version

  Scenario Outline: <clause> <operation> of what <write> has just left
    Given a block blob "source" that exists
    And a block blob that exists
    When Ann sends <write> to "source"
    Then Ann gets ok
    When Bob sends <operation>
    Then Bob gets 202
    And the blob is as asked

    @must
    Examples: Copies read the latest version
      | clause       | operation          | write             |
      | BLOB-CONS-01 | Copy Blob          | Put Blob          |
      | BLOB-CONS-01 | Copy Blob From URL | Put Blob          |
      | BLOB-CONS-02 | Copy Blob          | Set Blob Metadata |

  @must @BLOB-ETAG-02
  Scenario: Each of 8 writes at once has the ETag of its own version
    Given a block blob that exists
    When 8 clients send Put Blob at once
    Then all 8 get 201
    And no two answers carry the same ETag
