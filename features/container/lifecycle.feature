@blob
Feature: Containers that are missing, deleted, and created again

  Operations on a container that is missing, or is being deleted, fail. Its name
  cannot be used again for at least 30 seconds after a deletion, and a container
  created again starts empty, with a new ETag and without a lease.

  Scenario Outline: <clause> <operation> on a missing container, with <condition>
    Given a container that does not exist
    When a client sends <operation> with <condition>
    Then the service answers 404 ContainerNotFound
    And the container is unchanged

    @should
    Examples: Everything but Create Container and List Containers
      | clause      | operation                | condition                     |
      | CONT-TAB-13 | Get Container Properties | nothing                       |
      | CONT-TAB-13 | Get Container Metadata   | nothing                       |
      | CONT-TAB-13 | Set Container Metadata   | nothing                       |
      | CONT-TAB-13 | Get Container ACL        | nothing                       |
      | CONT-TAB-13 | Set Container ACL        | nothing                       |
      | CONT-TAB-13 | Delete Container         | nothing                       |
      | CONT-TAB-13 | Lease Container acquire  | nothing                       |
      | CONT-TAB-13 | Lease Container renew    | nothing                       |
      | CONT-TAB-13 | Lease Container change   | nothing                       |
      | CONT-TAB-13 | Lease Container release  | nothing                       |
      | CONT-TAB-13 | Lease Container break    | nothing                       |
      | CONT-TAB-13 | List Blobs               | nothing                       |
      | CONT-TAB-13 | Set Container Metadata   | If-Modified-Since yesterday   |
      | CONT-TAB-13 | Set Container ACL        | If-Modified-Since yesterday   |
      | CONT-TAB-13 | Delete Container         | If-Modified-Since yesterday   |
      | CONT-TAB-13 | Lease Container acquire  | If-Modified-Since yesterday   |
      | CONT-TAB-13 | Set Container ACL        | If-Unmodified-Since yesterday |
      | CONT-TAB-13 | Delete Container         | If-Unmodified-Since yesterday |
      | CONT-TAB-13 | Lease Container acquire  | If-Unmodified-Since yesterday |

  Scenario Outline: <clause> <operation> with <condition>
    Given a container that exists
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the container is <effect>

    @should
    Examples: A read of a container never returns 304
      | clause      | operation                | condition              | answer                                    | effect      |
      | CONT-TAB-12 | Get Container Properties | If-None-Match current  | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | CONT-TAB-12 | Get Container Properties | If-Modified-Since same | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | CONT-TAB-12 | Get Container Properties | If-None-Match *        | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | CONT-TAB-12 | Get Container Metadata   | If-None-Match current  | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | CONT-TAB-12 | Get Container Metadata   | If-Modified-Since same | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | CONT-TAB-12 | Get Container Metadata   | If-None-Match *        | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | CONT-TAB-12 | Get Container ACL        | If-None-Match current  | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | CONT-TAB-12 | Get Container ACL        | If-Modified-Since same | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | CONT-TAB-12 | Get Container ACL        | If-None-Match *        | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | CONT-TAB-12 | List Blobs               | If-None-Match current  | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | CONT-TAB-12 | List Blobs               | If-Modified-Since same | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | CONT-TAB-12 | List Blobs               | If-None-Match *        | 200 \| 400 (ConditionHeadersNotSupported) | as answered |

  Scenario Outline: <clause> List Containers with <condition>
    Given a container that exists
    When a client sends List Containers with <condition>
    Then the service answers <answer>
    And the container is unchanged

    @should
    Examples: List Containers does not support conditional headers
      | clause      | condition                     | answer                                    |
      | CONT-TAB-11 | If-Match other                | 200 \| 400 (ConditionHeadersNotSupported) |
      | CONT-TAB-11 | If-None-Match other           | 200 \| 400 (ConditionHeadersNotSupported) |
      | CONT-TAB-11 | If-Modified-Since tomorrow    | 200 \| 400 (ConditionHeadersNotSupported) |
      | CONT-TAB-11 | If-Unmodified-Since yesterday | 200 \| 400 (ConditionHeadersNotSupported) |

  Scenario Outline: <clause> <operation> ignores <condition>
    Given a container that <state>
    When a client sends <operation> with <condition>
    Then the service answers ok
    And the container is <effect>

    @observed
    Examples: A wrong ETag does not stop a container operation
      | clause      | operation               | state        | condition      | effect   |
      | CONT-TAB-14 | Set Container Metadata  | exists       | If-Match other | as asked |
      | CONT-TAB-14 | Set Container ACL       | exists       | If-Match other | as asked |
      | CONT-TAB-14 | Delete Container        | exists       | If-Match other | gone     |
      | CONT-TAB-14 | Lease Container acquire | exists       | If-Match other | as asked |
      | CONT-TAB-14 | Lease Container renew   | is Leased(A) | If-Match other | as asked |
      | CONT-TAB-14 | Lease Container change  | is Leased(A) | If-Match other | as asked |
      | CONT-TAB-14 | Lease Container release | is Leased(A) | If-Match other | as asked |
      | CONT-TAB-14 | Lease Container break   | is Leased(A) | If-Match other | as asked |

  Scenario Outline: <clause> <operation> right after the container was deleted
    Given a container that exists
    And a block blob that exists
    When Ann sends Delete Container
    Then Ann gets 202
    And the container is gone
    When Bob sends <operation>
    Then Bob gets 404 ContainerNotFound | 409 ContainerBeingDeleted

    @should
    Examples: The container is gone at once for all operations
      | clause       | operation                |
      | BLOB-CONS-13 | Get Container Properties |
      | BLOB-CONS-13 | Get Container Metadata   |
      | BLOB-CONS-13 | Set Container Metadata   |
      | BLOB-CONS-13 | Get Container ACL        |
      | BLOB-CONS-13 | Set Container ACL        |
      | BLOB-CONS-13 | Lease Container acquire  |
      | BLOB-CONS-13 | List Blobs               |
      | BLOB-CONS-13 | Get Blob                 |
      | BLOB-CONS-13 | Put Blob                 |
      | BLOB-CONS-13 | Delete Blob              |
      | BLOB-CONS-13 | Lease Blob acquire       |

  @observed @BLOB-CONS-15
  Scenario: A second Delete Container while the first is in progress
    Given a container that exists
    When Ann sends Delete Container
    Then Ann gets 202
    When Bob sends Delete Container
    Then Bob gets 202 | 404 ContainerNotFound | 409 ContainerBeingDeleted
    And the container is gone

  @should @BLOB-CONS-14
  Scenario: The name of a deleted container is blocked for 30 seconds, then free
    Given a container that exists
    And a block blob that exists
    When Ann sends Delete Container
    Then Ann gets 202
    When Ann sends Create Container
    Then Ann gets 409 ContainerBeingDeleted
    And the container is unchanged
    When 15 seconds pass
    And Ann sends Create Container
    Then Ann gets 409 ContainerBeingDeleted
    When 10 seconds pass
    And Ann sends Create Container
    Then Ann gets 409 ContainerBeingDeleted
    And the container is gone
    When 5 seconds pass
    Then within 60 seconds Ann gets 201 for Create Container
    And the container is as asked
    And the list of blobs lacks the blob

  @should @CONT-ETAG-08
  Scenario: A container that is deleted and created again starts empty
    Given a container that is Leased(A)
    When Ann sends Delete Container with lease id A
    Then Ann gets 202
    And the container is gone
    When 30 seconds pass
    Then within 60 seconds Bob gets 201 for Create Container
    And the response carries a new ETag, a Last-Modified
    And the container is as asked
    And the lease of the container is Available

  @should @CONT-LIFE-01
  Scenario: A container that was deleted and created again has no blobs, lease or metadata of the former one
    Given a container that is Leased(A) with infinite duration
    And a block blob that exists
    When Ann sends Delete Container with lease id A
    Then Ann gets 202
    And the container is gone
    When 30 seconds pass
    Then within 60 seconds Bob gets 201 for Create Container
    And the response carries a new ETag
    And the container is as asked
    And the list of blobs lacks the blob
    And the lease of the container is Available
    When Bob sends Get Blob
    Then Bob gets 404 BlobNotFound
    When Ann sends Delete Container with lease id A
    Then Ann gets 412 LeaseNotPresentWithContainerOperation
    And the container is unchanged

  @should @CONT-LIFE-01
  Scenario: A container that was deleted and created again has no stored access policy
    Given a container that exists
    When Ann sends Set Container ACL with policy "readers"
    Then Ann gets 200
    When Ann sends Delete Container
    Then Ann gets 202
    When 30 seconds pass
    Then within 60 seconds Bob gets 201 for Create Container
    And the container is as asked

  @should @CONT-LIFE-01
  Scenario: A blob in a container that was created again has no blocks, snapshots or ETag of the former one
    Given a block blob that has a snapshot
    And Ann has read the blob
    When Ann sends Put Block with block "former", content "of the former blob"
    Then Ann gets 201
    When Ann sends Delete Container
    Then Ann gets 202
    When 30 seconds pass
    Then within 60 seconds Bob gets 201 for Create Container
    When Bob sends Put Block List with blocks "former"
    Then Bob gets 400 InvalidBlockList
    When Bob sends Put Blob with content "of the new blob"
    Then Bob gets 201
    And the response carries a new ETag
    And the list of blobs shows the blob
    And the list of blobs lacks the snapshot
    And the blob holds what Bob wrote
    When Ann sends Set Blob Metadata with If-Match remembered
    Then Ann gets 412 ConditionNotMet
    And the blob is unchanged
