@blob
Feature: Concurrent operations of different kinds

  Concurrent operations of different kinds must not interleave: a lease that was
  granted protects the blob, a lease that was broken stays broken, and when clients
  change different parts of a resource, all the changes are there afterwards.

  @should @BLOB-RACE-08
  Scenario Outline: Exactly one of the clients that send <operations> to a <kind> that is <state> succeeds
    Given a <kind> that is <state>
    When clients send <operations> at once
    Then exactly 1 gets ok and the rest <lost>
    And the <kind> is as asked

    Examples: The first request makes the others fail: blobs
      | kind        | state     | operations                                                       | lost                                                              |
      | block blob  | Available | Delete Blob, Lease Blob acquire, Delete Blob, Lease Blob acquire | 412 LeaseIdMissing \| 409 LeaseAlreadyPresent \| 404 BlobNotFound |
      | append blob | Available | Lease Blob acquire, Delete Blob, Delete Blob, Delete Blob        | 412 LeaseIdMissing \| 404 BlobNotFound                            |
      | block blob  | Available | Snapshot Blob, Delete Blob, Delete Blob, Delete Blob             | 409 SnapshotsPresent \| 404 BlobNotFound                          |

    Examples: The first request makes the others fail: containers
      | kind      | state     | operations                                                         | lost                                                                                   |
      | container | Available | Lease Container acquire, Lease Container acquire, Delete Container | 412 * \| 409 LeaseAlreadyPresent \| 409 ContainerBeingDeleted \| 404 ContainerNotFound |
      | container | Available | Lease Container acquire, Delete Container                          | 412 * \| 409 LeaseAlreadyPresent \| 409 ContainerBeingDeleted \| 404 ContainerNotFound |

    Examples: The first request ends the lease or changes its ID
      | kind       | state     | operations                                                                   | lost                                                                           |
      | block blob | Leased(A) | Lease Blob release, Lease Blob change, Lease Blob release, Lease Blob change | 409 LeaseIdMismatchWithLeaseOperation \| 409 LeaseNotPresentWithLeaseOperation |
      | container  | Leased(A) | Lease Container release, Lease Container change, Lease Container release     | 409 LeaseIdMismatchWithLeaseOperation \| 409 LeaseNotPresentWithLeaseOperation |

    Examples: An expired lease is renewed, or lost to another client
      | kind       | state      | operations                                     | lost                                                             |
      | block blob | Expired(A) | Lease Blob renew, Lease Blob acquire           | 409 LeaseIdMismatchWithLeaseOperation \| 409 LeaseAlreadyPresent |
      | block blob | Expired(A) | Lease Blob renew, Set Blob Metadata            | 409 LeaseIdMismatchWithLeaseOperation \| 412 LeaseIdMissing      |
      | container  | Expired(A) | Lease Container renew, Lease Container acquire | 409 LeaseIdMismatchWithLeaseOperation \| 409 LeaseAlreadyPresent |

  @should @BLOB-RACE-08
  Scenario Outline: Exactly one of the clients that send <operations> with the same ETag succeeds
    Given a block blob that exists
    When clients send <operations> with If-Match current at once
    Then exactly 1 gets ok and the rest <lost>
    And the blob is as asked

    Examples: One client leases the version that it knows, another changes it
      | operations                            | lost                                                          |
      | Lease Blob acquire, Put Blob          | 412 ConditionNotMet \| 412 LeaseIdMissing                     |
      | Lease Blob acquire, Set Blob Metadata | 412 ConditionNotMet \| 412 LeaseIdMissing                     |
      | Lease Blob acquire, Delete Blob       | 412 ConditionNotMet \| 412 LeaseIdMissing \| 404 BlobNotFound |

  Scenario Outline: <clause> The lease of a <kind> stays broken if it is broken while it is renewed
    Given a <kind> that is Leased(A) with infinite duration
    When clients send <renew>, <break>, <renew>, <renew> at once
    Then exactly 1 gets 202 and the rest 200 | 409 LeaseIsBrokenAndCannotBeRenewed
    And the lease of the <label> is Broken(A)

    @should
    Examples: Blobs and containers
      | clause       | kind       | label     | renew                 | break                 |
      | BLOB-RACE-08 | block blob | blob      | Lease Blob renew      | Lease Blob break      |
      | BLOB-RACE-08 | container  | container | Lease Container renew | Lease Container break |

  @should @BLOB-RACE-08
  Scenario Outline: The lease of a <kind> stays broken if it is broken concurrently with <change>
    Given a <kind> that is Leased(A) with infinite duration
    When clients send <change>, <break>, <change> at once
    Then exactly 1 gets 202 and the rest 200 | 409 LeaseNotPresentWithLeaseOperation | 409 LeaseIdMismatchWithLeaseOperation
    And the lease of the <label> is Broken(A)

    Examples: Blobs and containers
      | kind       | label     | change                 | break                 |
      | block blob | blob      | Lease Blob change      | Lease Blob break      |
      | container  | container | Lease Container change | Lease Container break |

  @should @BLOB-RACE-08
  Scenario Outline: The lease of a <kind> ends if it is broken concurrently with <release>
    Given a <kind> that is Leased(A) with infinite duration
    When clients send <break>, <release>, <break> at once
    Then exactly 1 gets 200 and the rest 202 | 409 LeaseNotPresentWithLeaseOperation
    And the lease of the <label> is Available

    Examples: Blobs and containers
      | kind       | label     | release                 | break                 |
      | block blob | blob      | Lease Blob release      | Lease Blob break      |
      | container  | container | Lease Container release | Lease Container break |

  @should @BLOB-RACE-08
  Scenario Outline: A <kind> is gone after <deletion>, even if clients send <operation> concurrently
    Given a <kind> that exists
    When clients send <operation>, <deletion>, <operation> at once
    Then exactly 1 gets 202 and the rest 200 | 201 | 204 | 404 * | 409 ContainerBeingDeleted
    And the <kind> is gone

    Examples: Blobs
      | kind        | operation           | deletion    |
      | block blob  | Set Blob Metadata   | Delete Blob |
      | block blob  | Set Blob Properties | Delete Blob |
      | block blob  | Set Blob Tags       | Delete Blob |
      | block blob  | Set Blob Tier       | Delete Blob |
      | page blob   | Put Page            | Delete Blob |
      | append blob | Append Block        | Delete Blob |

    Examples: Containers
      | kind      | operation              | deletion         |
      | container | Set Container Metadata | Delete Container |
      | container | Set Container ACL      | Delete Container |

  Scenario Outline: <clause> All changes that clients make to a <kind> by <operations> are kept
    Given a <kind> that <state>
    When clients send <operations> at once
    Then <who> get ok
    And the <label> is as every client asked

    @should
    Examples: Each operation changes a different part
      | clause       | kind        | label     | state    | operations                                          | who   |
      | BLOB-RACE-09 | block blob  | blob      | has tags | Set Blob Metadata, Set Blob Tags, Set Blob Metadata | all 3 |
      | BLOB-RACE-09 | block blob  | blob      | exists   | Set Blob Metadata, Set Blob Properties              | both  |
      | BLOB-RACE-09 | block blob  | blob      | exists   | Set Blob Metadata, Set Blob Tier, Set Blob Metadata | all 3 |
      | BLOB-RACE-09 | append blob | blob      | exists   | Set Blob Metadata, Append Block                     | both  |
      | BLOB-RACE-09 | page blob   | blob      | exists   | Set Blob Metadata, Put Page                         | both  |
      | BLOB-RACE-09 | block blob  | blob      | exists   | Set Blob Metadata, Snapshot Blob, Snapshot Blob     | all 3 |
      | BLOB-RACE-09 | container   | container | exists   | Set Container Metadata, Set Container ACL           | both  |

  @should @BLOB-RACE-09
  Scenario Outline: A <kind> that is leased during <operation> is leased afterwards
    Given a <kind> that is Available
    When clients send <operation>, <acquire>, <operation> at once
    Then all 3 get ok
    And the <label> is as every client asked
    And the list of <label>s shows the <label> as leased, locked, fixed

    Examples: Operations that need no lease ID
      | kind      | label     | operation              | acquire                 |
      | container | container | Set Container Metadata | Lease Container acquire |
      | container | container | Set Container ACL      | Lease Container acquire |

  @should @BLOB-RACE-08
  Scenario Outline: A <kind> that is leased during <operation> stays leased, and keeps the change if it was accepted
    Given a <kind> that is Available
    When clients send Lease Blob acquire, <operation>, Lease Blob acquire at once
    Then the blob is as every client asked
    When a stranger sends Set Blob Metadata
    Then the stranger gets 412 LeaseIdMissing
    And the blob is unchanged

    Examples: Every change of a blob
      | kind        | operation           |
      | block blob  | Put Blob            |
      | block blob  | Put Block           |
      | block blob  | Put Block List      |
      | block blob  | Set Blob Metadata   |
      | block blob  | Set Blob Properties |
      | block blob  | Set Blob Tags       |
      | block blob  | Set Blob Tier       |
      | block blob  | Snapshot Blob       |
      | page blob   | Put Page            |
      | append blob | Append Block        |

  @should @BLOB-RACE-08
  Scenario Outline: A lease holder's <operation>, if it was accepted, is kept despite a concurrent <action>
    Given a <kind> that is Leased(A) with infinite duration
    When clients send <action>, <operation>, <action> with lease id A at once
    Then the blob is as every client asked

    Examples: Every action
      | kind        | operation         | action             |
      | block blob  | Put Blob          | Lease Blob renew   |
      | block blob  | Set Blob Metadata | Lease Blob release |
      | block blob  | Put Blob          | Lease Blob break   |
      | page blob   | Put Page          | Lease Blob renew   |
      | append blob | Append Block      | Lease Blob change  |

  @should @BLOB-SEQ-04
  Scenario: Each of 8 increments of the sequence number counts
    Given a page blob that has sequence number 0
    When 8 clients send Set Blob Properties with sequence action increment at once
    Then all 8 get 200
    And no two answers carry the same sequence number
    And the blob is as every client asked

  @should @BLOB-RACE-09
  Scenario Outline: All 8 blocks that clients stage at once for a blob that <state> are kept
    Given a block blob that <state>
    When 8 clients send Put Block at once
    Then all 8 get 201
    And the blob is as every client asked

    Examples: Blocks
      | state          |
      | exists         |
      | does not exist |

  @must @BLOB-RACE-11
  Scenario Outline: Snapshots made with If-Match during <operation> to a <kind> are of the version named
    Given a <kind> that exists
    When clients send at once: <operation> with If-Match current; Snapshot Blob with If-Match current; Snapshot Blob with If-Match current
    Then the answers and the blob are those of one order

    Examples: Writes under the same ETag
      | operation    | kind        |
      | Put Blob     | block blob  |
      | Put Page     | page blob   |
      | Append Block | append blob |

  @must @BLOB-RACE-10
  Scenario Outline: Exactly one of 8 clients that send <operation> to a <kind> under the date of its version succeeds
    Given a <kind> that exists
    When 2 seconds pass
    And 8 clients send <operation> with If-Unmodified-Since same at once
    Then exactly 1 gets ok and the rest <lost>
    And the blob is <effect>

    Examples: Every client names the date of the version it knows
      | operation           | kind        | lost                                    | effect   |
      | Put Blob            | block blob  | 412 ConditionNotMet                     | as asked |
      | Set Blob Metadata   | block blob  | 412 ConditionNotMet                     | as asked |
      | Set Blob Properties | block blob  | 412 ConditionNotMet                     | as asked |
      | Put Page            | page blob   | 412 ConditionNotMet                     | as asked |
      | Append Block        | append blob | 412 ConditionNotMet                     | as asked |
      | Delete Blob         | block blob  | 412 ConditionNotMet \| 404 BlobNotFound | gone     |

  @must @BLOB-RACE-10
  Scenario Outline: Exactly one of the clients that send <operations> under the date of a container succeeds
    Given a container that exists
    When 2 seconds pass
    And clients send <operations> with If-Unmodified-Since same at once
    Then exactly 1 gets ok and the rest 412 ConditionNotMet | 404 ContainerNotFound | 409 ContainerBeingDeleted
    And the container is as asked

    Examples: Operations that accept the condition
      | operations                                              |
      | Set Container ACL, Set Container ACL, Set Container ACL |
      | Delete Container, Set Container ACL                     |
