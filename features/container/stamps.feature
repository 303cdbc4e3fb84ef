@blob
Feature: When the ETag and the Last-Modified of a container change

  Metadata and permissions are properties of the container, so changing them gives
  it a new ETag and Last-Modified. Leases, and operations on the blobs inside, do
  not.

  Scenario Outline: <clause> <operation> gives the container a new ETag and Last-Modified
    Given a container that exists
    When 2 seconds pass
    And a client sends <operation>
    Then the service answers 200
    And the response carries a new ETag, a later Last-Modified
    And the container is as asked
    When a client sends Get Container Properties
    Then the response carries the same ETag, the same Last-Modified
    When a client sends Get Container Metadata
    Then the response carries the same ETag, the same Last-Modified
    When a client sends Get Container ACL
    Then the response carries the same ETag, the same Last-Modified

    @should
    Examples: Updates of the container
      | clause       | operation              |
      | CONT-ETAG-02 | Set Container Metadata |
      | CONT-ETAG-03 | Set Container ACL      |

  Scenario Outline: <clause> <read>, sent as HEAD, shows what <operation> has just changed
    Given a container that exists
    When Ann sends <operation>
    Then Ann gets 200
    When Bob sends <read> with verb HEAD
    Then Bob gets 200
    And the response carries an empty body, the current ETag, the current Last-Modified
    And the container is unchanged

    @should
    Examples: Reads that may be sent as GET or HEAD
      | clause       | read                     | operation              |
      | CONT-ETAG-02 | Get Container Properties | Set Container Metadata |
      | CONT-ETAG-02 | Get Container Metadata   | Set Container Metadata |

  Scenario Outline: <clause> <operation> on a blob that <state> leaves the container's ETag and Last-Modified
    Given a container that exists
    And a block blob that <state>
    And Ann has read the container
    When 2 seconds pass
    And Bob sends <operation>
    Then Bob gets ok
    When Ann sends Get Container Properties
    Then the response carries the remembered ETag, the remembered Last-Modified

    @should
    Examples: Blob operations
      | clause       | operation          | state          |
      | CONT-ETAG-04 | Put Blob           | does not exist |
      | CONT-ETAG-04 | Put Blob           | exists         |
      | CONT-ETAG-04 | Set Blob Metadata  | exists         |
      | CONT-ETAG-04 | Delete Blob        | exists         |
      | CONT-ETAG-04 | Lease Blob acquire | exists         |

  Scenario Outline: <clause> <operation> on a container that <state> leaves its ETag and Last-Modified
    Given a container that <state>
    When 2 seconds pass
    And a client sends <operation>
    Then the service answers ok
    And the response carries the same ETag, the same Last-Modified
    And the container is as asked

    @should
    Examples: Leases
      | clause       | operation               | state        |
      | CONT-ETAG-05 | Lease Container acquire | exists       |
      | CONT-ETAG-05 | Lease Container renew   | is Leased(A) |
      | CONT-ETAG-05 | Lease Container change  | is Leased(A) |
      | CONT-ETAG-05 | Lease Container release | is Leased(A) |
      | CONT-ETAG-05 | Lease Container break   | is Leased(A) |

  Scenario Outline: <clause> <operation> leaves the ETag and Last-Modified of the blobs in the container
    Given a container that exists
    And a block blob that exists
    And Ann has read the blob
    When 2 seconds pass
    And Bob sends <operation>
    Then Bob gets ok
    And the container is as asked
    When Ann sends Get Blob
    Then the response carries the remembered ETag, the remembered Last-Modified

    @should
    Examples: Container operations
      | clause       | operation               |
      | CONT-ETAG-06 | Set Container Metadata  |
      | CONT-ETAG-06 | Set Container ACL       |
      | CONT-ETAG-06 | Lease Container acquire |

  Scenario Outline: <clause> <operation> accepts only conditions on dates
    Given a container that exists
    And Ann has read the container
    When 2 seconds pass
    And Bob sends Set Container Metadata with metadata "owner=bob"
    Then Bob gets 200
    When Ann sends <operation> with If-Unmodified-Since remembered
    Then Ann gets 412 ConditionNotMet
    And the container is unchanged
    When Ann sends <operation> with If-Match remembered
    Then Ann gets ok
    And the container is <effect>

    @observed
    Examples: Optimistic concurrency on a container has a resolution of one second
      | clause       | operation               | effect   |
      | CONT-ETAG-07 | Set Container ACL       | as asked |
      | CONT-ETAG-07 | Delete Container        | gone     |
      | CONT-ETAG-07 | Lease Container acquire | as asked |

  @observed @CONT-ETAG-07
  Scenario: Set Container Metadata cannot be protected against overwriting a newer version
    Given a container that exists
    And Ann has read the container
    When 2 seconds pass
    And Bob sends Set Container Metadata with metadata "owner=bob"
    Then Bob gets 200
    When Ann sends Set Container Metadata with If-Match remembered
    Then Ann gets 200
    And the container is as asked
    When Ann sends Set Container Metadata with If-Unmodified-Since earlier
    Then Ann gets 200
    And the container is as asked

  Scenario Outline: <clause> After <operation> the container's ETag is hexadecimal
    Given a container that <state>
    When a client sends <operation>
    Then the service answers ok
    And the response carries a hexadecimal ETag

    @observed
    Examples: The format of the service's ETags
      | clause       | operation              | state          |
      | BLOB-ETAG-15 | Create Container       | does not exist |
      | BLOB-ETAG-15 | Set Container Metadata | exists         |
