@blob
Feature: Operations of different kinds that come together

  Concurrent operations of different kinds must not interleave: a lease that was
  granted protects the blob, a lease that was broken stays broken, and when clients
  change different parts of a resource, all the changes are there afterwards.

  @should @BLOB-RACE-08
  Scenario Outline: Of clients that each send one of <operations> to a <kind> that is <state> one succeeds
    Given a <kind> that is <state>
    When clients send <operations> at once
    Then exactly 1 gets ok and the rest <lost>
    And the <kind> is as asked

    Examples: The first leaves nothing to the others: blobs
      | kind        | state     | operations                                                       | lost                                                              |
      | block blob  | Available | Delete Blob, Lease Blob acquire, Delete Blob, Lease Blob acquire | 412 LeaseIdMissing \| 409 LeaseAlreadyPresent \| 404 BlobNotFound |
      | append blob | Available | Lease Blob acquire, Delete Blob, Delete Blob, Delete Blob        | 412 LeaseIdMissing \| 404 BlobNotFound                            |
      | block blob  | Available | Snapshot Blob, Delete Blob, Delete Blob, Delete Blob             | 409 SnapshotsPresent \| 404 BlobNotFound                          |

    Examples: The first leaves nothing to the others: containers
      | kind      | state     | operations                                                         | lost                                                                                   |
      | container | Available | Lease Container acquire, Lease Container acquire, Delete Container | 412 * \| 409 LeaseAlreadyPresent \| 409 ContainerBeingDeleted \| 404 ContainerNotFound |
      | container | Available | Lease Container acquire, Delete Container                          | 412 * \| 409 LeaseAlreadyPresent \| 409 ContainerBeingDeleted \| 404 ContainerNotFound |

    Examples: The first ends or renames the lease
      | kind       | state     | operations                                                                   | lost                                                                           |
      | block blob | Leased(A) | Lease Blob release, Lease Blob change, Lease Blob release, Lease Blob change | 409 LeaseIdMismatchWithLeaseOperation \| 409 LeaseNotPresentWithLeaseOperation |
      | container  | Leased(A) | Lease Container release, Lease Container change, Lease Container release     | 409 LeaseIdMismatchWithLeaseOperation \| 409 LeaseNotPresentWithLeaseOperation |

    Examples: An expired lease is renewed, or somebody else's turn has come
      | kind       | state      | operations                                     | lost                                                                     |
      | block blob | Expired(A) | Lease Blob renew, Lease Blob acquire           | 409 LeaseIdMismatchWithLeaseOperation \| 409 LeaseAlreadyPresent         |
      | block blob | Expired(A) | Lease Blob renew, Set Blob Metadata            | 409 LeaseIdMismatchWithLeaseOperation \| 412 LeaseIdMissing              |
      | container  | Expired(A) | Lease Container renew, Lease Container acquire | 409 LeaseIdMismatchWithLeaseOperation \| 409 LeaseAlreadyPresent         |

  @should @BLOB-RACE-08
  Scenario Outline: Of clients that send <operations> under one ETag one succeeds
    Given a block blob that exists
    When clients send <operations> with If-Match current at once
    Then exactly 1 gets ok and the rest <lost>
    And the blob is as asked

    Examples: Who locks the version that it knows, and who changes it
      | operations                            | lost                                                               |
      | Lease Blob acquire, Put Blob          | 412 ConditionNotMet \| 412 LeaseIdMissing                          |
      | Lease Blob acquire, Set Blob Metadata | 412 ConditionNotMet \| 412 LeaseIdMissing                          |
      | Lease Blob acquire, Delete Blob       | 412 ConditionNotMet \| 412 LeaseIdMissing \| 404 BlobNotFound      |

  Scenario Outline: <clause> A lease of a <kind> that is broken while it is renewed stays broken
    Given a <kind> that is Leased(A) for ever
    When clients send <renew>, <break>, <renew>, <renew> at once
    Then exactly 1 gets 202 and the rest 200 | 409 LeaseIsBrokenAndCannotBeRenewed
    And the lease of the <label> is Broken(A)

    @should
    Examples: Blobs and containers
      | clause       | kind       | label     | renew                 | break                 |
      | BLOB-RACE-08 | block blob | blob      | Lease Blob renew      | Lease Blob break      |
      | BLOB-RACE-08 | container  | container | Lease Container renew | Lease Container break |

  @should @BLOB-RACE-08
  Scenario Outline: A lease of a <kind> that is broken beside <change> stays broken
    Given a <kind> that is Leased(A) for ever
    When clients send <change>, <break>, <change> at once
    Then exactly 1 gets 202 and the rest 200 | 409 LeaseNotPresentWithLeaseOperation | 409 LeaseIdMismatchWithLeaseOperation
    And the lease of the <label> is Broken(A)

    Examples: Blobs and containers
      | kind       | label     | change                 | break                 |
      | block blob | blob      | Lease Blob change      | Lease Blob break      |
      | container  | container | Lease Container change | Lease Container break |

  @should @BLOB-RACE-08
  Scenario Outline: A lease of a <kind> that is broken beside <release> is over
    Given a <kind> that is Leased(A) for ever
    When clients send <break>, <release>, <break> at once
    Then exactly 1 gets 200 and the rest 202 | 409 LeaseNotPresentWithLeaseOperation
    And the lease of the <label> is Available

    Examples: Blobs and containers
      | kind       | label     | release                 | break                 |
      | block blob | blob      | Lease Blob release      | Lease Blob break      |
      | container  | container | Lease Container release | Lease Container break |

  @should @BLOB-RACE-08
  Scenario Outline: A <kind> is gone after <deletion>, also where clients send <operation> beside it
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

  Scenario Outline: <clause> What clients change of a <kind> by <operations> is all there
    Given a <kind> that <state>
    When clients send <operations> at once
    Then exactly <n> get ok and the rest 409 *
    And the <label> is as all of the clients asked

    @should
    Examples: Each changes something else
      | clause       | kind        | label     | state    | operations                                          | n |
      | BLOB-RACE-09 | block blob  | blob      | has tags | Set Blob Metadata, Set Blob Tags, Set Blob Metadata | 3 |
      | BLOB-RACE-09 | block blob  | blob      | exists   | Set Blob Metadata, Set Blob Properties              | 2 |
      | BLOB-RACE-09 | block blob  | blob      | exists   | Set Blob Metadata, Set Blob Tier, Set Blob Metadata | 3 |
      | BLOB-RACE-09 | append blob | blob      | exists   | Set Blob Metadata, Append Block                     | 2 |
      | BLOB-RACE-09 | page blob   | blob      | exists   | Set Blob Metadata, Put Page                         | 2 |
      | BLOB-RACE-09 | block blob  | blob      | exists   | Set Blob Metadata, Snapshot Blob, Snapshot Blob     | 3 |
      | BLOB-RACE-09 | container   | container | exists   | Set Container Metadata, Set Container ACL           | 2 |

  @should @BLOB-RACE-09
  Scenario Outline: A <kind> that is leased while <operation> changes it is leased afterwards
    Given a <kind> that is Available
    When clients send <operation>, <acquire>, <operation> at once
    Then exactly 3 get ok and the rest 412 LeaseIdMissing
    And the <label> is as all of the clients asked
    And the list of <label>s shows the <label> as leased, locked, fixed

    Examples: What needs no lease id
      | kind      | label     | operation              | acquire                 |
      | container | container | Set Container Metadata | Lease Container acquire |
      | container | container | Set Container ACL      | Lease Container acquire |

  @should @BLOB-RACE-08
  Scenario Outline: A <kind> that is leased while it is changed by <operation> is leased afterwards, and changed
    Given a <kind> that is Available
    When clients send Lease Blob acquire, <operation>, Lease Blob acquire at once
    Then the blob is as all of the clients asked
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
  Scenario Outline: What the holder of a lease writes by <operation> beside <action> is there
    Given a <kind> that is Leased(A) for ever
    When clients send <action>, <operation>, <action> with lease id A at once
    Then the blob is as all of the clients asked

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
    Then exactly 8 get 200 and the rest 409 *
    And no two of the clients get the same sequence number
    And the blob is as all of the clients asked

  @should @BLOB-RACE-09
  Scenario Outline: Each of 8 blocks that clients stage at once for a blob that <state> is there
    Given a block blob that <state>
    When 8 clients send Put Block at once
    Then exactly 8 get 201 and the rest 409 *
    And the blob is as all of the clients asked

    Examples: Blocks
      | state          |
      | exists         |
      | does not exist |

  @should @BLOB-RACE-11
  Scenario Outline: Snapshots that are made under If-Match beside <operation> to a <kind> are of the version that they name
    Given a <kind> that exists
    When clients send <operation>, Snapshot Blob, Snapshot Blob, Snapshot Blob with If-Match current at once
    Then the blob is as all of the clients asked

    Examples: What writes under the same ETag
      | operation    | kind        |
      | Put Blob     | block blob  |
      | Put Page     | page blob   |
      | Append Block | append blob |

  @should @BLOB-RACE-10
  Scenario Outline: Of 8 clients that send <operation> to a <kind> under the date of its version one succeeds
    Given a <kind> that exists
    When 2 seconds pass
    And 8 clients send <operation> with If-Unmodified-Since same at once
    Then exactly 1 gets ok and the rest <lost>
    And the blob is <effect>

    Examples: Every client names the date of the version that it knows
      | operation           | kind        | lost                                    | effect   |
      | Put Blob            | block blob  | 412 ConditionNotMet                     | as asked |
      | Set Blob Metadata   | block blob  | 412 ConditionNotMet                     | as asked |
      | Set Blob Properties | block blob  | 412 ConditionNotMet                     | as asked |
      | Put Page            | page blob   | 412 ConditionNotMet                     | as asked |
      | Append Block        | append blob | 412 ConditionNotMet                     | as asked |
      | Delete Blob         | block blob  | 412 ConditionNotMet \| 404 BlobNotFound | gone     |

  @should @BLOB-RACE-10
  Scenario Outline: Of clients that each send one of <operations> under the date of a container one succeeds
    Given a container that exists
    When 2 seconds pass
    And clients send <operations> with If-Unmodified-Since same at once
    Then exactly 1 gets ok and the rest 412 ConditionNotMet | 404 ContainerNotFound | 409 ContainerBeingDeleted
    And the container is as asked

    Examples: What takes that condition
      | operations                                                             |
      | Set Container ACL, Set Container ACL, Set Container ACL                |
      | Delete Container, Set Container ACL, Delete Container                  |
