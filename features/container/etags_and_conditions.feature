@blob
Feature: Container operations: ETags and conditional headers

  The article's table of the nine container operations, row by row: which return an ETag, and
  which accept conditional headers. Where the article just says "Yes" to conditional headers,
  the REST reference narrows that to dates: ETag headers on a container are ignored.

  Scenario Outline: <clause> <operation> on a container that <state>
    Given a container that <state>
    When a client sends <operation>
    Then the service answers <answer>
    And the response carries <response>
    And the container is <effect>

    @must
    Examples: "Returns container ETag value"
      | clause       | operation                | state          | answer | response      | effect    |
      | CONT-TAB-01E | Create Container         | does not exist | 201    | a new ETag    | as asked  |
      | CONT-TAB-02E | Get Container Properties | exists         | 200    | the same ETag | unchanged |
      | CONT-TAB-02E | Get Container Properties | is Leased(A)   | 200    | the same ETag | unchanged |
      | CONT-TAB-03E | Get Container Metadata   | exists         | 200    | the same ETag | unchanged |
      | CONT-TAB-04E | Set Container Metadata   | exists         | 200    | a new ETag    | as asked  |
      | CONT-TAB-05E | Get Container ACL        | exists         | 200    | the same ETag | unchanged |
      | CONT-TAB-06E | Set Container ACL        | exists         | 200    | a new ETag    | as asked  |
      | CONT-TAB-07E | Delete Container         | exists         | 202    | no ETag       | gone      |
      | CONT-TAB-08E | Lease Container acquire  | exists         | 201    | the same ETag | as asked  |
      | CONT-TAB-08E | Lease Container renew    | is Leased(A)   | 200    | the same ETag | as asked  |
      | CONT-TAB-08E | Lease Container change   | is Leased(A)   | 200    | the same ETag | as asked  |
      | CONT-TAB-08E | Lease Container release  | is Leased(A)   | 200    | the same ETag | as asked  |
      | CONT-TAB-08E | Lease Container break    | is Leased(A)   | 202    | the same ETag | as asked  |
      | CONT-TAB-09E | List Blobs               | exists         | 200    | no ETag       | unchanged |

  @must @CONT-TAB-09E
  Scenario: List Blobs returns the ETag of each blob in its body
    Given a blob that exists
    When a client sends List Blobs
    Then the service answers 200
    And the response carries no ETag
    And the list of blobs shows the blob

  Scenario Outline: <clause> <operation> with <content> gives a <kind> a new ETag each time
    Given a <kind> that exists
    When Ann sends <operation> with <content>
    Then the response carries a new ETag
    And the container is as asked
    When Ann sends <operation> with <content>
    Then the response carries a new ETag
    And the container is as asked

    @must
    Examples: An update that changes nothing
      | clause       | operation              | kind      | content                 |
      | BLOB-ETAG-11 | Set Container Metadata | container | metadata "key=the same" |
      | BLOB-ETAG-11 | Set Container ACL      | container | policy "readers"        |

  Scenario Outline: <clause> <operation> on a container that <state>, with <condition>
    Given a container that <state>
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the container is <effect>

    @must
    Examples: "Accepts conditional headers": Yes; each condition that the reference allows is evaluated
      | clause         | operation               | state        | condition                   | answer                                     | effect    |
      | CONT-TAB-04C-m | Set Container Metadata  | exists       | If-Modified-Since earlier   | 200                                        | as asked  |
      | CONT-TAB-04C-m | Set Container Metadata  | exists       | If-Modified-Since same      | 412 ConditionNotMet \| 304 ConditionNotMet | unchanged |
      | CONT-TAB-06C-m | Set Container ACL       | exists       | If-Modified-Since earlier   | 200                                        | as asked  |
      | CONT-TAB-06C-m | Set Container ACL       | exists       | If-Modified-Since same      | 412 ConditionNotMet \| 304 ConditionNotMet | unchanged |
      | CONT-TAB-06C-m | Set Container ACL       | exists       | If-Unmodified-Since same    | 200                                        | as asked  |
      | CONT-TAB-06C-m | Set Container ACL       | exists       | If-Unmodified-Since earlier | 412 ConditionNotMet \| 304 ConditionNotMet | unchanged |
      | CONT-TAB-07C-m | Delete Container        | exists       | If-Modified-Since earlier   | 202                                        | gone      |
      | CONT-TAB-07C-m | Delete Container        | exists       | If-Modified-Since same      | 412 ConditionNotMet \| 304 ConditionNotMet | unchanged |
      | CONT-TAB-07C-m | Delete Container        | exists       | If-Unmodified-Since same    | 202                                        | gone      |
      | CONT-TAB-07C-m | Delete Container        | exists       | If-Unmodified-Since earlier | 412 ConditionNotMet \| 304 ConditionNotMet | unchanged |
      | CONT-TAB-08C-m | Lease Container acquire | exists       | If-Modified-Since earlier   | 201                                        | as asked  |
      | CONT-TAB-08C-m | Lease Container acquire | exists       | If-Modified-Since same      | 412 ConditionNotMet \| 304 ConditionNotMet | unchanged |
      | CONT-TAB-08C-m | Lease Container acquire | exists       | If-Unmodified-Since same    | 201                                        | as asked  |
      | CONT-TAB-08C-m | Lease Container acquire | exists       | If-Unmodified-Since earlier | 412 ConditionNotMet \| 304 ConditionNotMet | unchanged |
      | CONT-TAB-08C-m | Lease Container renew   | is Leased(A) | If-Modified-Since earlier   | 200                                        | as asked  |
      | CONT-TAB-08C-m | Lease Container renew   | is Leased(A) | If-Modified-Since same      | 412 ConditionNotMet \| 304 ConditionNotMet | unchanged |
      | CONT-TAB-08C-m | Lease Container renew   | is Leased(A) | If-Unmodified-Since same    | 200                                        | as asked  |
      | CONT-TAB-08C-m | Lease Container renew   | is Leased(A) | If-Unmodified-Since earlier | 412 ConditionNotMet \| 304 ConditionNotMet | unchanged |
      | CONT-TAB-08C-m | Lease Container change  | is Leased(A) | If-Modified-Since earlier   | 200                                        | as asked  |
      | CONT-TAB-08C-m | Lease Container change  | is Leased(A) | If-Modified-Since same      | 412 ConditionNotMet \| 304 ConditionNotMet | unchanged |
      | CONT-TAB-08C-m | Lease Container change  | is Leased(A) | If-Unmodified-Since same    | 200                                        | as asked  |
      | CONT-TAB-08C-m | Lease Container change  | is Leased(A) | If-Unmodified-Since earlier | 412 ConditionNotMet \| 304 ConditionNotMet | unchanged |
      | CONT-TAB-08C-m | Lease Container release | is Leased(A) | If-Modified-Since earlier   | 200                                        | as asked  |
      | CONT-TAB-08C-m | Lease Container release | is Leased(A) | If-Modified-Since same      | 412 ConditionNotMet \| 304 ConditionNotMet | unchanged |
      | CONT-TAB-08C-m | Lease Container release | is Leased(A) | If-Unmodified-Since same    | 200                                        | as asked  |
      | CONT-TAB-08C-m | Lease Container release | is Leased(A) | If-Unmodified-Since earlier | 412 ConditionNotMet \| 304 ConditionNotMet | unchanged |
      | CONT-TAB-08C-m | Lease Container break   | is Leased(A) | If-Modified-Since earlier   | 202                                        | as asked  |
      | CONT-TAB-08C-m | Lease Container break   | is Leased(A) | If-Modified-Since same      | 412 ConditionNotMet \| 304 ConditionNotMet | unchanged |
      | CONT-TAB-08C-m | Lease Container break   | is Leased(A) | If-Unmodified-Since same    | 202                                        | as asked  |
      | CONT-TAB-08C-m | Lease Container break   | is Leased(A) | If-Unmodified-Since earlier | 412 ConditionNotMet \| 304 ConditionNotMet | unchanged |

    @should
    Examples: The answer to an unmet date
      | clause         | operation               | state        | condition                   | answer              | effect    |
      | CONT-TAB-04C-s | Set Container Metadata  | exists       | If-Modified-Since same      | 412 ConditionNotMet | unchanged |
      | CONT-TAB-06C-s | Set Container ACL       | exists       | If-Modified-Since same      | 412 ConditionNotMet | unchanged |
      | CONT-TAB-06C-s | Set Container ACL       | exists       | If-Unmodified-Since earlier | 412 ConditionNotMet | unchanged |
      | CONT-TAB-07C-s | Delete Container        | exists       | If-Modified-Since same      | 412 ConditionNotMet | unchanged |
      | CONT-TAB-07C-s | Delete Container        | exists       | If-Unmodified-Since earlier | 412 ConditionNotMet | unchanged |
      | CONT-TAB-08C-s | Lease Container acquire | exists       | If-Modified-Since same      | 412 ConditionNotMet | unchanged |
      | CONT-TAB-08C-s | Lease Container acquire | exists       | If-Unmodified-Since earlier | 412 ConditionNotMet | unchanged |
      | CONT-TAB-08C-s | Lease Container renew   | is Leased(A) | If-Modified-Since same      | 412 ConditionNotMet | unchanged |
      | CONT-TAB-08C-s | Lease Container renew   | is Leased(A) | If-Unmodified-Since earlier | 412 ConditionNotMet | unchanged |
      | CONT-TAB-08C-s | Lease Container change  | is Leased(A) | If-Modified-Since same      | 412 ConditionNotMet | unchanged |
      | CONT-TAB-08C-s | Lease Container change  | is Leased(A) | If-Unmodified-Since earlier | 412 ConditionNotMet | unchanged |
      | CONT-TAB-08C-s | Lease Container release | is Leased(A) | If-Modified-Since same      | 412 ConditionNotMet | unchanged |
      | CONT-TAB-08C-s | Lease Container release | is Leased(A) | If-Unmodified-Since earlier | 412 ConditionNotMet | unchanged |
      | CONT-TAB-08C-s | Lease Container break   | is Leased(A) | If-Modified-Since same      | 412 ConditionNotMet | unchanged |
      | CONT-TAB-08C-s | Lease Container break   | is Leased(A) | If-Unmodified-Since earlier | 412 ConditionNotMet | unchanged |

    @should
    Examples: The reference narrows the article: these are ignored
      | clause         | operation               | state        | condition                   | answer | effect   |
      | CONT-TAB-04C-s | Set Container Metadata  | exists       | If-Match stale              | 200    | as asked |
      | CONT-TAB-04C-s | Set Container Metadata  | exists       | If-None-Match current       | 200    | as asked |
      | CONT-TAB-04C-s | Set Container Metadata  | exists       | If-Unmodified-Since earlier | 200    | as asked |
      | CONT-TAB-06C-s | Set Container ACL       | exists       | If-Match stale              | 200    | as asked |
      | CONT-TAB-06C-s | Set Container ACL       | exists       | If-None-Match current       | 200    | as asked |
      | CONT-TAB-07C-s | Delete Container        | exists       | If-Match stale              | 202    | gone     |
      | CONT-TAB-07C-s | Delete Container        | exists       | If-None-Match current       | 202    | gone     |
      | CONT-TAB-08C-s | Lease Container acquire | exists       | If-Match stale              | 201    | as asked |
      | CONT-TAB-08C-s | Lease Container acquire | exists       | If-None-Match current       | 201    | as asked |
      | CONT-TAB-08C-s | Lease Container renew   | is Leased(A) | If-Match stale              | 200    | as asked |
      | CONT-TAB-08C-s | Lease Container renew   | is Leased(A) | If-None-Match current       | 200    | as asked |
      | CONT-TAB-08C-s | Lease Container change  | is Leased(A) | If-Match stale              | 200    | as asked |
      | CONT-TAB-08C-s | Lease Container change  | is Leased(A) | If-None-Match current       | 200    | as asked |
      | CONT-TAB-08C-s | Lease Container release | is Leased(A) | If-Match stale              | 200    | as asked |
      | CONT-TAB-08C-s | Lease Container release | is Leased(A) | If-None-Match current       | 200    | as asked |
      | CONT-TAB-08C-s | Lease Container break   | is Leased(A) | If-Match stale              | 202    | as asked |
      | CONT-TAB-08C-s | Lease Container break   | is Leased(A) | If-None-Match current       | 202    | as asked |

    @must
    Examples: "Accepts conditional headers": No
      | clause       | operation                | state          | condition                     | answer                                                           | effect      |
      | CONT-TAB-01C | Create Container         | does not exist | If-Match other                | 201 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-01C | Create Container         | does not exist | If-None-Match other           | 201 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-01C | Create Container         | does not exist | If-None-Match *               | 201 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-01C | Create Container         | does not exist | If-Modified-Since tomorrow    | 201 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-01C | Create Container         | does not exist | If-Unmodified-Since yesterday | 201 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-01C | Create Container         | exists         | If-Match current              | 409 ContainerAlreadyExists \| 400 (ConditionHeadersNotSupported) | unchanged   |
      | CONT-TAB-01C | Create Container         | exists         | If-None-Match other           | 409 ContainerAlreadyExists \| 400 (ConditionHeadersNotSupported) | unchanged   |
      | CONT-TAB-01C | Create Container         | exists         | If-None-Match *               | 409 ContainerAlreadyExists \| 400 (ConditionHeadersNotSupported) | unchanged   |
      | CONT-TAB-01C | Create Container         | exists         | If-Modified-Since earlier     | 409 ContainerAlreadyExists \| 400 (ConditionHeadersNotSupported) | unchanged   |
      | CONT-TAB-01C | Create Container         | exists         | If-Unmodified-Since same      | 409 ContainerAlreadyExists \| 400 (ConditionHeadersNotSupported) | unchanged   |
      | CONT-TAB-02C | Get Container Properties | exists         | If-Match stale                | 200 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-02C | Get Container Properties | exists         | If-None-Match current         | 200 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-02C | Get Container Properties | exists         | If-Modified-Since same        | 200 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-02C | Get Container Properties | exists         | If-Unmodified-Since earlier   | 200 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-03C | Get Container Metadata   | exists         | If-Match stale                | 200 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-03C | Get Container Metadata   | exists         | If-None-Match current         | 200 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-03C | Get Container Metadata   | exists         | If-Modified-Since same        | 200 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-03C | Get Container Metadata   | exists         | If-Unmodified-Since earlier   | 200 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-05C | Get Container ACL        | exists         | If-Match stale                | 200 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-05C | Get Container ACL        | exists         | If-None-Match current         | 200 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-05C | Get Container ACL        | exists         | If-Modified-Since same        | 200 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-05C | Get Container ACL        | exists         | If-Unmodified-Since earlier   | 200 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-09C | List Blobs               | exists         | If-Match stale                | 200 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-09C | List Blobs               | exists         | If-None-Match current         | 200 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-09C | List Blobs               | exists         | If-Modified-Since same        | 200 \| 400 (ConditionHeadersNotSupported)                        | as answered |
      | CONT-TAB-09C | List Blobs               | exists         | If-Unmodified-Since earlier   | 200 \| 400 (ConditionHeadersNotSupported)                        | as answered |
