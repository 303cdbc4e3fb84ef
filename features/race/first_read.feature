@blob
Feature: The first read after a write shows it

  A service that works out what it shows only when somebody asks for it is wrong at
  the first read, whichever that is.

  @must @BLOB-CONS-01
  Scenario Outline: <read> straight after <operation> with <request> to a <kind>
    Given a <kind> that exists
    When Ann writes by <operation> with <request> and reads that by <read>
    Then Ann is answered 200
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

  @must @CONT-ETAG-01
  Scenario Outline: <read> straight after <operation> with <request> to a container
    Given a container that exists
    When Ann writes by <operation> with <request> and reads that by <read>
    Then Ann is answered 200
    And the response carries the current ETag
    And the container is unchanged

    Examples: Each kind of read
      | operation              | request            | read                     |
      | Set Container Metadata | metadata "new=one" | Get Container Properties |
      | Set Container Metadata | metadata "new=one" | Get Container Metadata   |
      | Set Container ACL      | policy "new"       | Get Container ACL        |
      | Set Container ACL      | policy "new"       | Get Container Properties |
