@blob
Feature: Ignored conditions that would be met

  An operation that supports no conditions ignores them. It ignores conditions that
  are unmet (etags_and_conditions.feature) and, as shown here, conditions that are
  met.

  Scenario Outline: <clause> <operation> on a container with conditions that are met
    Given a container that exists
    When a client sends <operation> with If-Match current
    Then the service answers <answer>
    And the container is as answered
    When a client sends <operation> with If-None-Match other
    Then the service answers <answer>
    And the container is as answered
    When a client sends <operation> with If-Modified-Since earlier
    Then the service answers <answer>
    And the container is as answered
    When a client sends <operation> with If-Unmodified-Since later
    Then the service answers <answer>
    And the container is as answered

    @must
    Examples: "Accepts conditional headers": No
      | clause       | operation                | answer                                    |
      | CONT-TAB-02C | Get Container Properties | 200 \| 400 (ConditionHeadersNotSupported) |
      | CONT-TAB-03C | Get Container Metadata   | 200 \| 400 (ConditionHeadersNotSupported) |
      | CONT-TAB-05C | Get Container ACL        | 200 \| 400 (ConditionHeadersNotSupported) |
      | CONT-TAB-09C | List Blobs               | 200 \| 400 (ConditionHeadersNotSupported) |

    @should
    Examples: List Containers, which ignores conditions too
      | clause      | operation       | answer                                    |
      | CONT-TAB-11 | List Containers | 200 \| 400 (ConditionHeadersNotSupported) |

  Scenario Outline: <clause> <operation> on a blob with conditions that are met
    Given a block blob that exists
    When a client sends <operation> with If-Match current
    Then the service answers <answer>
    And the blob is as answered
    When a client sends <operation> with If-None-Match other
    Then the service answers <answer>
    And the blob is as answered
    When a client sends <operation> with If-Modified-Since earlier
    Then the service answers <answer>
    And the blob is as answered
    When a client sends <operation> with If-Unmodified-Since later
    Then the service answers <answer>
    And the blob is as answered

    @must
    Examples: "Accepts conditional headers": No
      | clause       | operation      | answer                                    |
      | BLOB-TAB-12C | Put Block      | 201 \| 400 (ConditionHeadersNotSupported) |
      | BLOB-TAB-14C | Get Block List | 200 \| 400 (ConditionHeadersNotSupported) |

    @should
    Examples: Operations that the article does not list
      | clause      | operation          | answer                                    |
      | BLOB-TAB-18 | Put Block From URL | 201 \| 400 (ConditionHeadersNotSupported) |
      | BLOB-TAB-20 | Set Blob Tier      | 200 \| 400 (ConditionHeadersNotSupported) |
      | BLOB-TAB-20 | Set Blob Tags      | 204 \| 400 (ConditionHeadersNotSupported) |
      | BLOB-TAB-20 | Get Blob Tags      | 200 \| 400 (ConditionHeadersNotSupported) |

  Scenario Outline: <clause> <operation> on a container that <state>, with ETag conditions that are met
    Given a container that <state>
    When a client sends <operation> with If-Match current
    Then the service answers <answer>
    And the container is <effect>
    When a client sends <operation> with If-None-Match other
    Then the service answers <answer>
    And the container is <effect>

    @should
    Examples: Operations that evaluate only date conditions
      | clause         | operation               | state        | answer | effect   |
      | CONT-TAB-04C-s | Set Container Metadata  | exists       | 200    | as asked |
      | CONT-TAB-06C-s | Set Container ACL       | exists       | 200    | as asked |
      | CONT-TAB-08C-s | Lease Container acquire | exists       | 201    | as asked |
      | CONT-TAB-08C-s | Lease Container renew   | is Leased(A) | 200    | as asked |
      | CONT-TAB-08C-s | Lease Container break   | is Leased(A) | 202    | as asked |

  Scenario Outline: <clause> Abort Copy Blob of a copy that <copy>, with <condition>
    Given a block blob that exists
    When Ann sends Copy Blob
    Then Ann gets 202
    And the response carries copy status success
    When Ann sends Abort Copy Blob with <condition>
    Then Ann gets 409 NoPendingCopyOperation | 400 *
    And the blob is unchanged

    @must
    Examples: "Accepts conditional headers": No, when no copy is pending
      | clause       | copy         | condition                   |
      | BLOB-TAB-10C | has finished | If-Match other              |
      | BLOB-TAB-10C | has finished | If-Match current            |
      | BLOB-TAB-10C | has finished | If-None-Match current       |
      | BLOB-TAB-10C | has finished | If-Modified-Since same      |
      | BLOB-TAB-10C | has finished | If-Unmodified-Since earlier |
