@blob
Feature: Container operations that can use leases

  Unlike a blob, a leased container is protected only against deletion. The other
  operations accept a lease ID as a condition, so clients that all send one can
  exclude each other.

  Scenario Outline: <clause> <operation> on a container that <state>, with <lease id>
    Given a container that <state>
    When a client sends <operation> with <lease id>
    Then the service answers <answer>
    And the container is <effect>

    @must
    Examples: "Container operations that can use leases"
      | clause      | operation                | state        | lease id                  | answer                                             | effect    |
      | CONT-USE-05 | Delete Container         | is Leased(A) | lease id A                | 202                                                | gone      |
      | CONT-USE-05 | Delete Container         | is Leased(A) | lease id B                | 412 LeaseIdMismatchWithContainerOperation \| 409 * | unchanged |
      | CONT-USE-05 | Get Container Properties | is Leased(A) | lease id A                | 200                                                | unchanged |
      | CONT-USE-05 | Get Container Properties | is Leased(A) | lease id B                | 412 LeaseIdMismatchWithContainerOperation \| 409 * | unchanged |
      | CONT-USE-05 | Get Container Metadata   | is Leased(A) | lease id A                | 200                                                | unchanged |
      | CONT-USE-05 | Get Container Metadata   | is Leased(A) | lease id B                | 412 LeaseIdMismatchWithContainerOperation \| 409 * | unchanged |
      | CONT-USE-05 | Set Container Metadata   | is Leased(A) | lease id A                | 200                                                | as asked  |
      | CONT-USE-05 | Set Container Metadata   | is Leased(A) | lease id B                | 412 LeaseIdMismatchWithContainerOperation \| 409 * | unchanged |
      | CONT-USE-05 | Get Container ACL        | is Leased(A) | lease id A                | 200                                                | unchanged |
      | CONT-USE-05 | Get Container ACL        | is Leased(A) | lease id B                | 412 LeaseIdMismatchWithContainerOperation \| 409 * | unchanged |
      | CONT-USE-05 | Set Container ACL        | is Leased(A) | lease id A                | 200                                                | as asked  |
      | CONT-USE-05 | Set Container ACL        | is Leased(A) | lease id B                | 412 LeaseIdMismatchWithContainerOperation \| 409 * | unchanged |
      | CONT-USE-05 | Lease Container acquire  | is Leased(A) | proposed id A             | 201                                                | as asked  |
      | CONT-USE-05 | Lease Container renew    | is Leased(A) | lease id A                | 200                                                | as asked  |
      | CONT-USE-05 | Lease Container renew    | is Leased(A) | lease id B                | 409 LeaseIdMismatchWithLeaseOperation \| 412 *     | unchanged |
      | CONT-USE-05 | Lease Container change   | is Leased(A) | lease id A                | 200                                                | as asked  |
      | CONT-USE-05 | Lease Container change   | is Leased(A) | lease id B, proposed id C | 409 LeaseIdMismatchWithLeaseOperation \| 412 *     | unchanged |
      | CONT-USE-05 | Lease Container release  | is Leased(A) | lease id A                | 200                                                | as asked  |
      | CONT-USE-05 | Lease Container release  | is Leased(A) | lease id B                | 409 LeaseIdMismatchWithLeaseOperation \| 412 *     | unchanged |
      | CONT-USE-05 | Lease Container break    | is Leased(A) | no lease id               | 202                                                | as asked  |

    @should
    Examples: A wrong ID, and any ID on a container without a lease
      | clause                     | operation                | state        | lease id   | answer                                    | effect    |
      | CONT-UM-D-B-Le CONT-USE-05 | Delete Container         | is Leased(A) | lease id B | 412 LeaseIdMismatchWithContainerOperation | unchanged |
      | CONT-UM-D-A-Av CONT-USE-05 | Delete Container         | exists       | lease id A | 412 LeaseNotPresentWithContainerOperation | unchanged |
      | CONT-UM-O-B-Le CONT-USE-05 | Get Container Properties | is Leased(A) | lease id B | 412 LeaseIdMismatchWithContainerOperation | unchanged |
      | CONT-UM-O-A-Av CONT-USE-05 | Get Container Properties | exists       | lease id A | 412 LeaseNotPresentWithContainerOperation | unchanged |
      | CONT-UM-O-B-Le CONT-USE-05 | Get Container Metadata   | is Leased(A) | lease id B | 412 LeaseIdMismatchWithContainerOperation | unchanged |
      | CONT-UM-O-A-Av CONT-USE-05 | Get Container Metadata   | exists       | lease id A | 412 LeaseNotPresentWithContainerOperation | unchanged |
      | CONT-UM-O-B-Le CONT-USE-05 | Set Container Metadata   | is Leased(A) | lease id B | 412 LeaseIdMismatchWithContainerOperation | unchanged |
      | CONT-UM-O-A-Av CONT-USE-05 | Set Container Metadata   | exists       | lease id A | 412 LeaseNotPresentWithContainerOperation | unchanged |
      | CONT-UM-O-B-Le CONT-USE-05 | Get Container ACL        | is Leased(A) | lease id B | 412 LeaseIdMismatchWithContainerOperation | unchanged |
      | CONT-UM-O-A-Av CONT-USE-05 | Get Container ACL        | exists       | lease id A | 412 LeaseNotPresentWithContainerOperation | unchanged |
      | CONT-UM-O-B-Le CONT-USE-05 | Set Container ACL        | is Leased(A) | lease id B | 412 LeaseIdMismatchWithContainerOperation | unchanged |
      | CONT-UM-O-A-Av CONT-USE-05 | Set Container ACL        | exists       | lease id A | 412 LeaseNotPresentWithContainerOperation | unchanged |

    @should
    Examples: HEAD in place of GET
      | clause                     | operation                | state        | lease id              | answer                                    | effect    |
      | CONT-UM-O-B-Le CONT-USE-05 | Get Container Properties | is Leased(A) | verb HEAD, lease id B | 412 LeaseIdMismatchWithContainerOperation | unchanged |
      | CONT-UM-O-B-Le CONT-USE-05 | Get Container Metadata   | is Leased(A) | verb HEAD, lease id B | 412 LeaseIdMismatchWithContainerOperation | unchanged |
      | CONT-UM-O-A-Av CONT-USE-05 | Get Container Metadata   | exists       | verb HEAD, lease id A | 412 LeaseNotPresentWithContainerOperation | unchanged |

  Scenario Outline: <clause> <operation> on a leased container with <lease id>
    Given a container that is Leased(A)
    When a client sends <operation> with <lease id>
    Then the service answers <answer>
    And the container is <effect>

    @must
    Examples: Only deletion is exclusive
      | clause      | operation        | lease id    | answer                      | effect    |
      | CONT-USE-02 | Delete Container | no lease id | 412 LeaseIdMissing \| 409 * | unchanged |
      | CONT-USE-02 | Delete Container | lease id A  | 202                         | gone      |

  Scenario Outline: <clause> <operation> on a leased container without a lease ID
    Given a container that is Leased(A)
    When a client sends <operation>
    Then the service answers <answer>
    And the container is <effect>
    And the lease is Leased(A)

    @must
    Examples: All other operations are shared
      | clause      | operation                | answer | effect    |
      | CONT-USE-03 | Get Container Properties | 200    | unchanged |
      | CONT-USE-03 | Get Container Metadata   | 200    | unchanged |
      | CONT-USE-03 | Set Container Metadata   | 200    | as asked  |
      | CONT-USE-03 | Get Container ACL        | 200    | unchanged |
      | CONT-USE-03 | Set Container ACL        | 200    | as asked  |
      | CONT-USE-03 | List Blobs               | 200    | unchanged |

  Scenario Outline: <clause> <operation> on a container that is leased <length>, without the lease ID
    Given a container that is Leased(A) <length>
    When Bob sends <operation>
    Then Bob gets 200
    And the container is <effect>
    And the lease is Leased(A) <length>

    @must
    Examples: An infinite lease excludes no more than a finite one
      | clause      | operation                | length                 | effect    |
      | CONT-USE-03 | Get Container Properties | with infinite duration | unchanged |
      | CONT-USE-03 | Set Container Metadata   | with infinite duration | as asked  |
      | CONT-USE-03 | Set Container ACL        | with infinite duration | as asked  |
      | CONT-USE-03 | List Blobs               | with infinite duration | unchanged |

  @must @CONT-USE-01
  Scenario: A leased container can be used by others, but not deleted
    Given a container that is Leased(A)
    And a blob that exists
    When Bob sends Put Blob
    Then Bob gets 201
    When Bob sends Set Container Metadata
    Then Bob gets 200
    When Bob sends Delete Container
    Then Bob gets 412 LeaseIdMissing | 409 *
    And the container is unchanged
    When Ann sends Delete Container with lease id A
    Then Ann gets 202
    And the container is gone

  @must @CONT-USE-01
  Scenario Outline: <operation> of a <kind> in a leased container needs no lease ID
    Given a container that is Leased(A)
    And a <kind> that exists
    When Bob sends <operation>
    Then Bob gets ok
    And the blob is <effect>
    And the lease of the container is Leased(A)

    Examples: Any write of a blob
      | operation             | kind        | effect   |
      | Put Blob From URL     | block blob  | as asked |
      | Put Block             | block blob  | as asked |
      | Put Block From URL    | block blob  | as asked |
      | Put Block List        | block blob  | as asked |
      | Copy Blob             | block blob  | as asked |
      | Copy Blob From URL    | block blob  | as asked |
      | Set Blob Metadata     | block blob  | as asked |
      | Set Blob Properties   | block blob  | as asked |
      | Set Blob Tags         | block blob  | as asked |
      | Set Blob Tier         | block blob  | as asked |
      | Snapshot Blob         | block blob  | as asked |
      | Lease Blob acquire    | block blob  | as asked |
      | Delete Blob           | block blob  | gone     |
      | Put Page              | page blob   | as asked |
      | Put Page clear        | page blob   | as asked |
      | Put Page From URL     | page blob   | as asked |
      | Append Block          | append blob | as asked |
      | Append Block From URL | append blob | as asked |
      | Append Blob Seal      | append blob | as asked |

  @must @CONT-USE-04
  Scenario: Clients that all send a lease ID exclude each other from updates and reads
    Given a container that is Leased(A)
    When Bob sends Set Container Metadata with lease id B
    Then Bob gets 412 LeaseIdMismatchWithContainerOperation | 409 *
    And the container is unchanged
    When Bob sends Get Container Properties with lease id B
    Then Bob gets 412 LeaseIdMismatchWithContainerOperation | 409 *
    When Ann sends Get Container Properties with lease id A
    Then Ann gets 200
    When Ann sends Set Container Metadata with lease id A
    Then Ann gets 200
    And the container is as asked
    And the lease is Leased(A)
