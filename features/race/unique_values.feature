@blob
Feature: Values that a service hands out are unique

  An ID, an offset or an ETag identifies something only if it is given out once.
  Many clients ask for one at the same time, and no two may get the same.

  @should @BLOB-HAND-01
  Scenario Outline: 8 clients that send <operation> to a <kind> at once each get a different <what>
    Given a <kind> that exists
    When 8 clients send <operation> at once
    Then all 8 get ok
    And no two answers carry the same <what>

    Examples: Blobs
      | operation         | kind        | what          |
      | Snapshot Blob     | block blob  | snapshot time |
      | Snapshot Blob     | page blob   | snapshot time |
      | Append Block      | append blob | append offset |
      | Append Block      | append blob | block count   |
      | Append Block      | append blob | ETag          |
      | Put Blob          | block blob  | ETag          |
      | Put Blob          | page blob   | ETag          |
      | Put Blob          | append blob | ETag          |
      | Put Page          | page blob   | ETag          |
      | Set Blob Metadata | block blob  | ETag          |

    Examples: Containers
      | operation              | kind      | what |
      | Set Container Metadata | container | ETag |
      | Set Container ACL      | container | ETag |

  @should @BLOB-HAND-01
  Scenario Outline: 8 clients that send <operation> without an ID, each to a <kind> of its own, get different lease IDs
    When 8 clients send <operation> with no proposed id at once, each to a <kind> of its own that exists
    Then all 8 get ok
    And no two answers carry the same lease id

    Examples: Blobs and containers
      | operation               | kind       |
      | Lease Blob acquire      | block blob |
      | Lease Container acquire | container  |

  @must @BLOB-ETAG-10
  Scenario Outline: 300 updates of a <kind> by <operation> in quick succession have 300 different ETags
    Given a <kind> that exists
    When Ann sends <operation> 300 times in a row
    Then no two answers carry the same ETag

    Examples: A blob and its container
      | kind       | operation              |
      | block blob | Put Blob               |
      | block blob | Set Blob Metadata      |
      | container  | Set Container Metadata |
