@blob
Feature: A read during writes returns one whole, current version

  Clients read a blob or container while others change it. Each read returns
  content, ETag, Last-Modified, metadata, properties and tags of one write, and
  never of one that was already replaced when the read was sent.

  @must @BLOB-RACE-07
  Scenario Outline: <read> of a <kind> while a writer changes it by <operation>
    Given a <kind> that exists
    When a writer replaces the blob 12 times using <operation> while 4 readers read it using <read>
    Then every read returned one whole version

    Examples: Each kind of read
      | read                | kind        | operation           |
      | Get Blob Properties | block blob  | Put Blob            |
      | Get Blob Metadata   | block blob  | Put Blob            |
      | List Blobs          | block blob  | Put Blob            |
      | List Blobs          | block blob  | Put Block List      |
      | List Blobs          | block blob  | Copy Blob From URL  |
      | Get Blob Properties | block blob  | Set Blob Properties |
      | Get Blob Metadata   | block blob  | Set Blob Metadata   |
      | Get Blob            | page blob   | Put Page            |
      | Get Blob            | append blob | Append Block        |

  @should @BLOB-CONS-10
  Scenario: A snapshot that is made among writes is one version, whole
    Given a block blob that exists
    When a writer replaces the blob 10 times using Put Blob while 4 readers read it using Snapshot Blob
    Then every read returned one whole version

  @observed @BLOB-ETAG-36
  Scenario: The tags of a blob are read as they were set together
    Given a block blob that has tags
    When a writer replaces the blob 20 times using Set Blob Tags while 4 readers read it using Get Blob Tags
    Then every read returned one whole version

  @must @BLOB-GEN-05
  Scenario Outline: <read> of a container while a writer changes it by <operation>
    Given a container that exists
    When a writer replaces the container 12 times using <operation> while 4 readers read it using <read>
    Then every read returned one whole version

    Examples: Each kind of read
      | read                     | operation              |
      | Get Container Properties | Set Container Metadata |
      | Get Container Metadata   | Set Container Metadata |
      | List Containers          | Set Container Metadata |
      | Get Container ACL        | Set Container ACL      |
