@blob
Feature: Names of blobs that look alike

  A lease, an ETag, a name or a block belongs to one blob. A service that finds them
  by a part of the name, or by another form of it, mixes up blobs that it tells apart
  otherwise, or finds nothing where the address is spelled in another way.

  Scenario Outline: <clause> The <guard> of the <kind> "<held>" leaves "<free>" free for <operation>
    Given a container "other" that exists
    And a <kind> "<free>" that exists
    And a <kind> "<held>" that is Leased(A)
    When Ann sends <operation> to "<free>"
    Then Ann gets ok
    And the blob "<free>" is <effect>
    When Bob sends <operation> to "<held>"
    Then Bob gets 412 (LeaseIdMissing)
    And the blob "<held>" is unchanged

    @must
    Examples: Another name, and the same name elsewhere
      | clause       | guard | held          | free          | operation             | kind        | effect   |
      | BLOB-NAME-01 | lease | a             | a.bin         | Put Blob              | block blob  | as asked |
      | BLOB-NAME-01 | lease | a.bin         | a             | Set Blob Metadata     | block blob  | as asked |
      | BLOB-NAME-01 | lease | a/b           | b             | Put Block List        | block blob  | as asked |
      | BLOB-NAME-01 | lease | same          | same in other | Put Blob              | block blob  | as asked |
      | BLOB-NAME-01 | lease | same in other | same          | Put Page              | page blob   | as asked |
      | BLOB-NAME-01 | lease | same in other | same          | Delete Blob           | block blob  | gone     |
      | BLOB-NAME-01 | lease | a             | a.bin         | Put Block             | block blob  | as asked |
      | BLOB-NAME-01 | lease | same          | same in other | Copy Blob             | block blob  | as asked |
      | BLOB-NAME-01 | lease | a             | a.bin         | Set Blob Properties   | block blob  | as asked |
      | BLOB-NAME-01 | lease | a             | a.bin         | Put Page clear        | page blob   | as asked |

    @should
    Examples: Names differ in case
      | clause       | guard | held | free | operation         | kind       | effect   |
      | BLOB-NAME-02 | lease | Name | name | Put Blob          | block blob | as asked |
      | BLOB-NAME-02 | lease | name | NAME | Set Blob Metadata | block blob | as asked |
      | BLOB-NAME-02 | lease | name | namE | Delete Blob       | block blob | gone     |

    @observed
    Examples: Names that other systems would normalise
      | clause       | guard | held  | free  | operation         | kind       | effect   |
      | BLOB-NAME-03 | lease | café  | café | Set Blob Metadata | block blob | as asked |
      | BLOB-NAME-03 | lease | a%2Fb | a/b   | Set Blob Metadata | block blob | as asked |
      | BLOB-NAME-03 | lease | a+b   | a b   | Set Blob Metadata | block blob | as asked |

  Scenario Outline: <clause> The <guard> of the <kind> "<held>" leaves "<free>" free for <operation>, and refuses a change of its own
    Given a container "other" that exists
    And a <kind> "<free>" that exists
    And a <kind> "<held>" that is Leased(A)
    When Ann sends <operation> to "<free>"
    Then Ann gets ok
    And the blob "<free>" is <effect>
    When Bob sends Set Blob Metadata to "<held>"
    Then Bob gets 412 (LeaseIdMissing)
    And the blob "<held>" is unchanged

    @must
    Examples: Operations that the article does not call writes
      | clause       | guard | held          | free          | operation             | kind        | effect   |
      | BLOB-NAME-01 | lease | b             | a/b           | Append Block          | append blob | as asked |
      | BLOB-NAME-01 | lease | a/b           | b             | Put Block From URL    | block blob  | as asked |
      | BLOB-NAME-01 | lease | b             | a/b           | Put Blob From URL     | block blob  | as asked |
      | BLOB-NAME-01 | lease | a.bin         | a             | Copy Blob From URL    | block blob  | as asked |
      | BLOB-NAME-01 | lease | a.bin         | a             | Set Blob Tier         | block blob  | as asked |
      | BLOB-NAME-01 | lease | same          | same in other | Set Blob Tags         | block blob  | as asked |
      | BLOB-NAME-01 | lease | a/b           | b             | Put Page From URL     | page blob   | as asked |
      | BLOB-NAME-01 | lease | a             | a.bin         | Append Block From URL | append blob | as asked |
      | BLOB-NAME-01 | lease | b             | a/b           | Append Blob Seal      | append blob | as asked |

  Scenario Outline: <clause> A write of the <kind> "<other>" leaves the <guard> of "<name>" valid for <operation>
    Given a container "other" that exists
    And a <kind> "<other>" that exists
    And a <kind> "<name>" that exists
    When Bob sends Set Blob Metadata to "<other>"
    Then Bob gets 200
    When Ann sends <operation> to "<name>" with If-Match current
    Then Ann gets ok
    And the blob "<name>" is <effect>
    And the blob "<other>" is as answered

    @must
    Examples: Another name, and the same name elsewhere
      | clause       | guard | other         | name          | operation             | kind        | effect   |
      | BLOB-NAME-01 | ETag  | a             | a.bin         | Put Blob              | block blob  | as asked |
      | BLOB-NAME-01 | ETag  | b             | a/b           | Set Blob Metadata     | block blob  | as asked |
      | BLOB-NAME-01 | ETag  | same          | same in other | Append Block          | append blob | as asked |
      | BLOB-NAME-01 | ETag  | same in other | same          | Put Page              | page blob   | as asked |
      | BLOB-NAME-01 | ETag  | same in other | same          | Delete Blob           | block blob  | gone     |
      | BLOB-NAME-01 | ETag  | a             | a.bin         | Put Block List        | block blob  | as asked |
      | BLOB-NAME-01 | ETag  | b             | a/b           | Put Blob From URL     | block blob  | as asked |
      | BLOB-NAME-01 | ETag  | same          | same in other | Copy Blob             | block blob  | as asked |
      | BLOB-NAME-01 | ETag  | a.bin         | a             | Copy Blob From URL    | block blob  | as asked |
      | BLOB-NAME-01 | ETag  | a             | a.bin         | Set Blob Properties   | block blob  | as asked |
      | BLOB-NAME-01 | ETag  | a.bin         | a             | Snapshot Blob         | block blob  | as asked |
      | BLOB-NAME-01 | ETag  | same          | same in other | Lease Blob acquire    | block blob  | as asked |
      | BLOB-NAME-01 | ETag  | a             | a.bin         | Put Page clear        | page blob   | as asked |
      | BLOB-NAME-01 | ETag  | a/b           | b             | Put Page From URL     | page blob   | as asked |
      | BLOB-NAME-01 | ETag  | a             | a.bin         | Append Block From URL | append blob | as asked |
      | BLOB-NAME-01 | ETag  | b             | a/b           | Append Blob Seal      | append blob | as asked |

    @should
    Examples: Names differ in case
      | clause       | guard | other | name | operation   | kind       | effect   |
      | BLOB-NAME-02 | ETag  | Name  | name | Put Blob    | block blob | as asked |
      | BLOB-NAME-02 | ETag  | name  | NAME | Delete Blob | block blob | gone     |

    @observed
    Examples: Names that other systems would normalise
      | clause       | guard | other | name  | operation | kind       | effect   |
      | BLOB-NAME-03 | ETag  | café  | café | Put Blob  | block blob | as asked |
      | BLOB-NAME-03 | ETag  | a/b   | a%2Fb | Put Blob  | block blob | as asked |

  Scenario Outline: <clause> The <guard> "<name>" is free for a create while the <kind> "<other>" exists
    Given a container "other" that exists
    And a <kind> "<other>" that exists
    And a <kind> "<name>" that does not exist
    When Bob sends Set Blob Metadata to "<other>"
    Then Bob gets 200
    When Ann sends Put Blob to "<name>" with If-None-Match *
    Then Ann gets 201
    And the blob "<name>" is as asked
    And the blob "<other>" is as answered

    @must
    Examples: Another name, and the same name elsewhere
      | clause       | guard | other         | name | kind        |
      | BLOB-NAME-01 | name  | a.bin         | a    | block blob  |
      | BLOB-NAME-01 | name  | a/b           | b    | page blob   |
      | BLOB-NAME-01 | name  | same in other | same | append blob |

    @should
    Examples: Names differ in case
      | clause       | guard | other | name | kind       |
      | BLOB-NAME-02 | name  | Name  | name | block blob |
      | BLOB-NAME-02 | name  | name  | NAME | page blob  |

  @should @BLOB-NAME-02
  Scenario Outline: A <guard> that was sent to "<other>" is none of "<name>"
    Given a container "other" that exists
    And a block blob "<other>" that exists
    And a block blob "<name>" that exists
    When Bob sends Put Block to "<other>" with block "one", content "of another blob"
    Then Bob gets 201
    When Ann sends Put Block List to "<name>" with blocks "one"
    Then Ann gets 400 InvalidBlockList
    And the blob "<name>" is unchanged

    Examples: Blocks belong to one name
      | guard | other         | name |
      | block | Name          | name |
      | block | name.bin      | name |
      | block | same in other | same |

  @observed @BLOB-NAME-04
  Scenario Outline: <operation> of a <kind> under another spelling of its address meets its <guard>
    Given a <kind> that <state>
    When Ann sends <operation> with address percent-encoded, <failing>
    Then Ann gets 412 *
    And the blob is unchanged
    When Ann sends <operation> with address percent-encoded, <passing>
    Then Ann gets ok
    And the blob is <effect>

    Examples: A letter is percent-encoded
      | operation         | guard | kind        | state        | failing        | passing          | effect   |
      | Put Blob          | lease | block blob  | is Leased(A) | no lease id    | lease id A       | as asked |
      | Append Block      | lease | append blob | is Leased(A) | lease id B     | lease id A       | as asked |
      | Delete Blob       | lease | block blob  | is Leased(A) | no lease id    | lease id A       | gone     |
      | Put Blob          | ETag  | block blob  | exists       | If-Match stale | If-Match current | as asked |
      | Set Blob Metadata | ETag  | page blob   | exists       | If-Match stale | If-Match current | as asked |

  @observed @BLOB-NAME-04
  Scenario: A lease that was acquired under another spelling of the address is that of the blob
    Given a block blob that exists
    When Ann sends Lease Blob acquire with address percent-encoded, proposed id A
    Then Ann gets 201
    And the lease is Leased(A)
    When Bob sends Put Blob
    Then Bob gets 412 (LeaseIdMissing)
    And the blob is unchanged
