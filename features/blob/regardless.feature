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
