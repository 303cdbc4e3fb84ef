@blob
Feature: The first read after a write shows it

  A service that computes what it shows only on demand can be wrong at the first
  read after a write. These scenarios try every kind of read as the first one.

  @must @BLOB-CONS-01
  Scenario Outline: <read> straight after <operation> with <request> to a <kind>
    Given a <kind> that exists
    When Ann writes using <operation> with <request> and reads it back using <read>
    Then Ann gets 200
    And the response carries the current ETag
    And the blob is unchanged

    Examples: Each kind of read
      | operation           | request              | kind        | read                |
      | Put Blob            | content "new"        | block blob  | Get Blob            |
      | Put Blob            | content "new"        | block blob  | Get Blob Properties |
      | Put Blob            | content "new"        | block blob  | Get Blob Metadata   |
      | Put Blob            | content "new"        | block blob  | Get Block List      |
      | Set Blob Metadata   | metadata "new=one"   | block blob  | Get Blob            |
      | Set Blob Metadata   | metadata "new=one"   | block blob  | Get Blob Properties |
      | Set Blob Metadata   | metadata "new=one"   | block blob  | Get Blob Metadata   |
      | Set Blob Properties | content type "a/new" | block blob  | Get Blob Properties |
      | Put Page            | range 0-511          | page blob   | Get Page Ranges     |
      | Put Page            | range 0-511          | page blob   | Get Blob Properties |
      | Append Block        | content "new"        | append blob | Get Blob            |
      | Append Block        | content "new"        | append blob | Get Blob Properties |

  @must @BLOB-CONS-02
  Scenario Outline: Who polls a <kind> using <read> with If-None-Match sees <operation> at once
    Given a <kind> that exists
    When Ann sends <read>
    Then Ann gets 200
    When Ann sends <read> with If-None-Match remembered
    Then Ann gets 304 * | 412 *
    When Bob sends <operation>
    Then Bob gets ok
    When Ann sends <read> with If-None-Match remembered
    Then Ann gets 200
    And the response carries the current ETag

    Examples: Each read that takes the condition
      | kind       | read                | operation         |
      | block blob | Get Blob            | Put Blob          |
      | block blob | Get Blob            | Set Blob Metadata |
      | block blob | Get Blob Properties | Set Blob Metadata |
      | block blob | Get Blob Metadata   | Set Blob Metadata |
      | page blob  | Get Blob            | Put Page          |
      | page blob  | Get Page Ranges     | Put Page          |

  @must @BLOB-GEN-04
  Scenario Outline: <read> shows <operation> of a container that <state> as soon as it is answered
    Given a container that <state>
    When Ann sends <operation>
    Then Ann gets ok
    And the container is <effect>
    When Bob sends <read>
    Then Bob gets <answer>

    Examples: Each kind of change
      | read                     | operation              | state          | effect   | answer |
      | Get Container Properties | Create Container       | does not exist | as asked | 200    |
      | Get Container Properties | Set Container Metadata | exists         | as asked | 200    |
      | Get Container Properties | Set Container ACL      | exists         | as asked | 200    |
      | Get Container Properties | Delete Container       | exists         | gone     | 404    |

  @must @CONT-ETAG-01
  Scenario Outline: <read> straight after <operation> with <request> to a container
    Given a container that exists
    When Ann writes using <operation> with <request> and reads it back using <read>
    Then Ann gets 200
    And the response carries the current ETag
    And the container is unchanged

    Examples: Each kind of read
      | operation              | request            | read                     |
      | Set Container Metadata | metadata "new=one" | Get Container Properties |
      | Set Container Metadata | metadata "new=one" | Get Container Metadata   |
      | Set Container ACL      | policy "new"       | Get Container ACL        |
      | Set Container ACL      | policy "new"       | Get Container Properties |

  @observed @BLOB-ETAG-16
  Scenario Outline: List Blobs straight after <operation> to a <kind> shows its ETag without quotes
    Given a <kind> that exists
    When Ann sends <operation>
    Then Ann gets ok
    And the list of blobs shows the blob with its unquoted ETag
    And the blob is as asked

    Examples: Every write of a blob
      | kind        | operation           |
      | block blob  | Put Blob            |
      | block blob  | Put Block List      |
      | block blob  | Set Blob Metadata   |
      | block blob  | Set Blob Properties |
      | block blob  | Copy Blob           |
      | page blob   | Put Page            |
      | append blob | Append Block        |

  @must @BLOB-GEN-04
  Scenario Outline: List Containers straight after <operation> shows the container's ETag
    Given a container that <state>
    When Ann sends <operation>
    Then Ann gets ok
    And the list of containers shows the container
    And the container is as asked

    Examples: Every write of a container
      | operation              | state          |
      | Create Container       | does not exist |
      | Set Container Metadata | exists         |
      | Set Container ACL      | exists         |

  @must @BLOB-GEN-04
  Scenario: List Containers in pages shows what was updated
    Given a container that exists
    And a container "b" that exists
    And a container "c" that exists
    And a container "d" that exists
    Then the list of containers in pages of 2 shows each of them once
    When Ann sends Set Container Metadata to "c"
    Then Ann gets 200
    When Ann sends Set Container Metadata to "d"
    Then Ann gets 200
    And the list of containers in pages of 2 shows each of them once

  @observed @BLOB-LEASE-46-o
  Scenario Outline: The list of <list> is the first read after the end of a lease that was <before>
    Given a <kind> that is <before>
    When 15 seconds pass
    Then the list of <list> shows the <label> as <shown>
    And the lease of the <label> is <after>

    Examples: Time alone ends the lease
      | list       | kind       | label     | before                     | shown             | after      |
      | blobs      | block blob | blob      | Leased(A) for 15 seconds   | expired, unlocked | Expired(A) |
      | blobs      | block blob | blob      | Breaking(A) for 15 seconds | broken, unlocked  | Broken(A)  |
      | containers | container  | container | Leased(A) for 15 seconds   | expired, unlocked | Expired(A) |
      | containers | container  | container | Breaking(A) for 15 seconds | broken, unlocked  | Broken(A)  |

  Scenario Outline: <clause> 6 clients at once send <read> with If-Match current as the first after <write>
    Given a <kind> that exists
    When Ann sends <write>
    Then Ann gets ok
    When 6 clients send <read> with If-Match current at once
    Then all 6 get 200

    @must
    Examples: Each over a connection of its own
      | clause       | write             | kind       | read                |
      | BLOB-CONS-01 | Put Blob          | block blob | Get Blob            |
      | BLOB-CONS-02 | Set Blob Metadata | block blob | Get Blob Properties |
