@blob
Feature: Outcomes of use attempts on containers by lease state

  Microsoft's other table on the Lease Container page: what an ordinary operation
  returns in each lease state, without a lease ID, with A and with another. Only
  deletion needs the ID; on any other operation it is a condition.

  Scenario Outline: <clause> <operation> with <request> on a container that is <state>
    Given a container that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the container is <effect>

    Examples: Deletion
      | clause      | operations       | request     | Av                                        | Le                                        | Bi                                          | Bo            | Ex              |
      | CONT-UM-D-0 | Delete Container | no lease id | ok -> Deleted                             | 412 LeaseIdMissing                        | 412 (LeaseIdMissing)                        | ok -> Deleted | ok -> Deleted   |
      | CONT-UM-D-A | Delete Container | lease id A  | 412 LeaseNotPresentWithContainerOperation | ok -> Deleted                             | ok -> Deleted                               | 412 LeaseLost | 412 (LeaseLost) |
      | CONT-UM-D-B | Delete Container | lease id B  | 412 LeaseNotPresentWithContainerOperation | 412 LeaseIdMismatchWithContainerOperation | 412 (LeaseIdMismatchWithContainerOperation) | 412 *         | 412 *           |

  Scenario Outline: <clause> <operation> with <request> while the container is <state>
    Given a container that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the container is <effect>
    And the lease is <lease>

    Examples: Other operations
      | clause      | operations                                                                                                                 | request     | Av                                        | Le                                        | Bi                                          | Bo              | Ex               |
      | CONT-UM-O-0 | Get Container Properties; Get Container Metadata; Set Container Metadata; Get Container ACL; Set Container ACL; List Blobs | no lease id | ok -> Available                           | ok -> Leased(A)                           | ok -> Breaking(A)                           | ok -> Broken(A) | ok -> Expired(A) |
      | CONT-UM-O-A | Get Container Properties; Get Container Metadata; Set Container Metadata; Get Container ACL; Set Container ACL             | lease id A  | 412 LeaseNotPresentWithContainerOperation | ok -> Leased(A)                           | ok -> Breaking(A)                           | 412 (LeaseLost) | 412 (LeaseLost)  |
      | CONT-UM-O-B | Get Container Properties; Get Container Metadata; Set Container Metadata; Get Container ACL; Set Container ACL             | lease id B  | 412 LeaseNotPresentWithContainerOperation | 412 LeaseIdMismatchWithContainerOperation | 412 (LeaseIdMismatchWithContainerOperation) | 412 *           | 412 *            |

  @should @CONT-USE-08
  Scenario Outline: Lease A of a container that is <state> after a refused <operation> with lease id <id>
    Given a container that is <state>
    When Bob sends <operation> with lease id <id>
    Then Bob gets <answer>
    And the container is unchanged
    When Ann sends <then> with lease id A
    Then Ann gets 200
    And the lease is <lease>

    Examples: A refusal names its reason and changes nothing
      | operation                | id | state      | answer                                                                                                  | then                    | lease     |
      | Delete Container         | A  | Expired(A) | 412 (LeaseLost)                                                                                         | Lease Container renew   | Leased(A) |
      | Delete Container         | B  | Expired(A) | 412 LeaseNotPresentWithContainerOperation \| 412 LeaseIdMismatchWithContainerOperation \| 412 LeaseLost | Lease Container renew   | Leased(A) |
      | Delete Container         | A  | Broken(A)  | 412 LeaseLost                                                                                           | Lease Container release | Available |
      | Delete Container         | B  | Broken(A)  | 412 LeaseNotPresentWithContainerOperation \| 412 LeaseIdMismatchWithContainerOperation \| 412 LeaseLost | Lease Container release | Available |
      | Delete Container         | B  | Leased(A)  | 412 LeaseIdMismatchWithContainerOperation                                                               | Lease Container renew   | Leased(A) |
      | Set Container Metadata   | A  | Expired(A) | 412 (LeaseLost)                                                                                         | Lease Container renew   | Leased(A) |
      | Set Container Metadata   | B  | Expired(A) | 412 LeaseNotPresentWithContainerOperation \| 412 LeaseIdMismatchWithContainerOperation \| 412 LeaseLost | Lease Container renew   | Leased(A) |
      | Set Container ACL        | B  | Leased(A)  | 412 LeaseIdMismatchWithContainerOperation                                                               | Lease Container renew   | Leased(A) |
      | Get Container Properties | A  | Broken(A)  | 412 (LeaseLost)                                                                                         | Lease Container release | Available |

  Scenario Outline: <clause> <operation> with <request>, on a container that is <state>
    Given a container that is <state>
    When Bob sends <operation> with <request>
    Then Bob gets <answer>
    And the container is unchanged

    @should
    Examples: The lease ID is missing, or there is no lease
      | clause      | operation         | request     | state     | answer                                    |
      | CONT-USE-08 | Delete Container  | no lease id | Leased(A) | 412 LeaseIdMissing                        |
      | CONT-USE-08 | Delete Container  | lease id A  | Available | 412 LeaseNotPresentWithContainerOperation |
      | CONT-USE-08 | Get Container ACL | lease id A  | Available | 412 LeaseNotPresentWithContainerOperation |

    @should
    Examples: Create Container and List Blobs take no lease ID
      | clause      | operation        | request    | state      | answer                     |
      | CONT-USE-06 | Create Container | nothing    | Leased(A)  | 409 ContainerAlreadyExists |
      | CONT-USE-06 | Create Container | lease id A | Leased(A)  | 409 ContainerAlreadyExists |
      | CONT-USE-06 | Create Container | nothing    | Expired(A) | 409 ContainerAlreadyExists |
      | CONT-USE-06 | List Blobs       | nothing    | Leased(A)  | 200                        |
      | CONT-USE-06 | List Blobs       | lease id A | Leased(A)  | 200                        |

  Scenario Outline: <clause> <operation> with <request> in a container that is Leased(A), on a blob that <state>
    Given a container that is Leased(A)
    And a blob that <state>
    When Bob sends <operation> with <request>
    Then Bob gets <answer>
    And the blob is <effect>
    And the lease of the container is Leased(A)

    @should
    Examples: The container's lease does not apply to its blobs
      | clause      | operation         | request     | state          | answer                               | effect    |
      | CONT-USE-07 | Put Blob          | no lease id | exists         | 201                                  | as asked  |
      | CONT-USE-07 | Put Blob          | no lease id | does not exist | 201                                  | as asked  |
      | CONT-USE-07 | Set Blob Metadata | no lease id | exists         | 200                                  | as asked  |
      | CONT-USE-07 | Get Blob          | no lease id | exists         | 200                                  | unchanged |
      | CONT-USE-07 | Delete Blob       | no lease id | exists         | 202                                  | gone      |
      | CONT-USE-07 | Put Blob          | lease id A  | exists         | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | CONT-USE-07 | Set Blob Metadata | lease id A  | exists         | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | CONT-USE-07 | Get Blob          | lease id A  | exists         | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | CONT-USE-07 | Delete Blob       | lease id A  | exists         | 412 LeaseNotPresentWithBlobOperation | unchanged |
      | CONT-USE-07 | Put Blob          | lease id A  | is Leased(B)   | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | CONT-USE-07 | Put Blob          | lease id B  | is Leased(B)   | 201                                  | as asked  |
