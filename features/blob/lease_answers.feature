@blob
Feature: How responses and listings show a lease

  The headers that each lease operation returns, and how reads and listings
  show the state of a lease: lease state, lease status and lease duration.
  No read shows the lease ID.

  Scenario Outline: <clause> The answer to <operation> with <request> on a blob that is <state>
    Given a blob that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the response carries <headers>
    And the blob is as asked

    @should
    Examples: Response headers
      | clause        | operation          | request                   | state                            | answer | headers                                                     |
      | BLOB-LEASE-30 | Lease Blob acquire | proposed id A             | Available                        | 201    | lease id A, an ETag, a Last-Modified, no lease time         |
      | BLOB-LEASE-30 | Lease Blob acquire | no proposed id            | Available                        | 201    | a lease id, an ETag, a Last-Modified, no lease time         |
      | BLOB-LEASE-30 | Lease Blob acquire | proposed id A             | Leased(A)                        | 201    | lease id A, an ETag, a Last-Modified, no lease time         |
      | BLOB-LEASE-30 | Lease Blob acquire | proposed id B             | Expired(A)                       | 201    | lease id B, an ETag, a Last-Modified, no lease time         |
      | BLOB-LEASE-31 | Lease Blob renew   | lease id A                | Leased(A)                        | 200    | lease id A, an ETag, a Last-Modified, no lease time         |
      | BLOB-LEASE-31 | Lease Blob renew   | lease id A                | Leased(A) with infinite duration | 200    | lease id A, an ETag, a Last-Modified, no lease time         |
      | BLOB-LEASE-31 | Lease Blob renew   | lease id A                | Expired(A)                       | 200    | lease id A, an ETag, a Last-Modified, no lease time         |
      | BLOB-LEASE-32 | Lease Blob change  | lease id A, proposed id B | Leased(A)                        | 200    | lease id B, an ETag, a Last-Modified, no lease time         |
      | BLOB-LEASE-32 | Lease Blob change  | lease id A, proposed id B | Leased(A) with infinite duration | 200    | lease id B, an ETag, a Last-Modified, no lease time         |
      | BLOB-LEASE-33 | Lease Blob release | lease id A                | Leased(A)                        | 200    | no lease id, an ETag, a Last-Modified, no lease time        |
      | BLOB-LEASE-33 | Lease Blob release | lease id A                | Breaking(A)                      | 200    | no lease id, an ETag, a Last-Modified, no lease time        |
      | BLOB-LEASE-33 | Lease Blob release | lease id A                | Expired(A)                       | 200    | no lease id, an ETag, a Last-Modified, no lease time        |
      | BLOB-LEASE-34 | Lease Blob break   | break period 20           | Leased(A) with infinite duration | 202    | no lease id, an ETag, a Last-Modified, lease time 20        |
      | BLOB-LEASE-34 | Lease Blob break   | nothing                   | Leased(A)                        | 202    | no lease id, an ETag, a Last-Modified, lease time remaining |
      | BLOB-LEASE-34 | Lease Blob break   | nothing                   | Leased(A) with infinite duration | 202    | no lease id, an ETag, a Last-Modified, lease time 0         |
      | BLOB-LEASE-35 | Lease Blob acquire | proposed id A             | Available                        | 201    | an empty body                                               |
      | BLOB-LEASE-35 | Lease Blob renew   | lease id A                | Leased(A)                        | 200    | an empty body                                               |
      | BLOB-LEASE-35 | Lease Blob change  | lease id A, proposed id B | Leased(A)                        | 200    | an empty body                                               |
      | BLOB-LEASE-35 | Lease Blob release | lease id A                | Leased(A)                        | 200    | an empty body                                               |
      | BLOB-LEASE-35 | Lease Blob break   | nothing                   | Leased(A)                        | 202    | an empty body                                               |

  Scenario Outline: <clause> <operation> of a blob that is <state>
    Given a blob that is <state>
    When a reader sends <operation>
    Then the service answers 200
    And the response carries <headers>
    And the blob is unchanged

    @should
    Examples: Lease states in headers
      | clause        | operation           | state                            | headers                                                          |
      | BLOB-LEASE-40 | Get Blob            | Available                        | lease state available, lease status unlocked, no lease duration  |
      | BLOB-LEASE-40 | Get Blob Properties | Available                        | lease state available, lease status unlocked, no lease duration  |
      | BLOB-LEASE-41 | Get Blob            | Leased(A) for 60 seconds         | lease state leased, lease status locked, lease duration fixed    |
      | BLOB-LEASE-41 | Get Blob Properties | Leased(A) for 15 seconds         | lease state leased, lease status locked, lease duration fixed    |
      | BLOB-LEASE-42 | Get Blob            | Leased(A) with infinite duration | lease state leased, lease status locked, lease duration infinite |
      | BLOB-LEASE-42 | Get Blob Properties | Leased(A) with infinite duration | lease state leased, lease status locked, lease duration infinite |
      | BLOB-LEASE-43 | Get Blob            | Breaking(A)                      | lease state breaking, lease status locked, no lease duration     |
      | BLOB-LEASE-43 | Get Blob Properties | Breaking(A)                      | lease state breaking, lease status locked, no lease duration     |
      | BLOB-LEASE-44 | Get Blob            | Broken(A)                        | lease state broken, lease status unlocked, no lease duration     |
      | BLOB-LEASE-44 | Get Blob Properties | Broken(A)                        | lease state broken, lease status unlocked, no lease duration     |
      | BLOB-LEASE-45 | Get Blob            | Expired(A)                       | lease state expired, lease status unlocked, no lease duration    |
      | BLOB-LEASE-45 | Get Blob Properties | Expired(A)                       | lease state expired, lease status unlocked, no lease duration    |

    @observed
    Examples: No read shows the lease ID
      | clause        | operation           | state      | headers     |
      | BLOB-LEASE-47 | Get Blob            | Leased(A)  | no lease id |
      | BLOB-LEASE-47 | Get Blob Properties | Leased(A)  | no lease id |
      | BLOB-LEASE-47 | Get Blob Metadata   | Leased(A)  | no lease id |
      | BLOB-LEASE-47 | Get Block List      | Leased(A)  | no lease id |
      | BLOB-LEASE-47 | Get Page Ranges     | Leased(A)  | no lease id |
      | BLOB-LEASE-47 | Get Blob            | Expired(A) | no lease id |

  Scenario Outline: <clause> List Blobs with a blob that is <state>
    Given a blob that is <state>
    When a reader sends List Blobs
    Then the service answers 200
    And the response carries no lease id
    And the container is unchanged

    @observed
    Examples: No listing shows the lease ID
      | clause        | state     |
      | BLOB-LEASE-47 | Leased(A) |
      | BLOB-LEASE-47 | Broken(A) |

  @should @BLOB-LEASE-40
  Scenario: A released blob looks like a blob that was never leased
    Given a blob that is Leased(A)
    When Ann sends Lease Blob release with lease id A
    Then Ann gets 200
    When a reader sends Get Blob Properties
    Then the service answers 200
    And the response carries lease state available, lease status unlocked, no lease duration

  @should @BLOB-LEASE-43 @BLOB-LEASE-44
  Scenario: Reads show no lease duration after a finite lease is broken
    Given a blob that is Leased(A) for 60 seconds
    When Bob sends Lease Blob break with break period 10
    Then Bob gets 202
    When a reader sends Get Blob Properties
    Then the service answers 200
    And the response carries lease state breaking, lease status locked, no lease duration
    When 10 seconds pass
    And a reader sends Get Blob Properties
    Then the service answers 200
    And the response carries lease state broken, lease status unlocked, no lease duration

  @should @BLOB-LEASE-45
  Scenario: Lease expiry leaves ETag and Last-Modified unchanged
    Given a blob that is Leased(A) for 15 seconds
    And Ann has read the blob
    When 15 seconds pass
    And Ann sends Get Blob
    Then Ann gets 200
    And the response carries the remembered ETag, the remembered Last-Modified, lease state expired

  Scenario Outline: <clause> A <resource> that is <state> in the list of <resource>s
    Given a <resource> that is <state>
    Then the list of <resource>s shows the <resource> as <elements>

    @observed
    Examples: LeaseState, LeaseStatus and LeaseDuration in List Blobs and List Containers
      | clause          | resource  | state                            | elements                 |
      | BLOB-LEASE-46-o | blob      | Available                        | available, unlocked      |
      | BLOB-LEASE-46-o | blob      | Leased(A) for 60 seconds         | leased, locked, fixed    |
      | BLOB-LEASE-46-o | blob      | Leased(A) with infinite duration | leased, locked, infinite |
      | BLOB-LEASE-46-o | blob      | Breaking(A)                      | breaking, locked         |
      | BLOB-LEASE-46-o | blob      | Broken(A)                        | broken, unlocked         |
      | BLOB-LEASE-46-o | blob      | Expired(A)                       | expired, unlocked        |
      | BLOB-LEASE-46-o | container | Available                        | available, unlocked      |
      | BLOB-LEASE-46-o | container | Leased(A) for 60 seconds         | leased, locked, fixed    |
      | BLOB-LEASE-46-o | container | Leased(A) with infinite duration | leased, locked, infinite |
      | BLOB-LEASE-46-o | container | Breaking(A)                      | breaking, locked         |
      | BLOB-LEASE-46-o | container | Broken(A)                        | broken, unlocked         |
      | BLOB-LEASE-46-o | container | Expired(A)                       | expired, unlocked        |

  @should @BLOB-LEASE-46-s @BLOB-LEASE-24
  Scenario: The snapshot of a leased blob has no lease
    Given a blob that is Leased(A) with infinite duration
    When Ann sends Snapshot Blob with lease id A
    Then Ann gets 201
    And the list of blobs shows the blob as leased, locked, infinite
    And the list of blobs shows the snapshot without a lease
