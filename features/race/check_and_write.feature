@blob
Feature: Check and write are one step

  A condition is useful only if nothing can happen between the check of the ETag and
  the write. Each race is repeated many times on fresh resources.

  @must @BLOB-RACE-01
  Scenario Outline: Exactly one of 8 clients that send <operation> to a <kind> with <request> succeeds
    Given a <kind> that exists
    When 8 clients send <operation> with <request> at once
    Then exactly 1 gets ok and the rest <lost>
    And the blob is <effect>

    Examples: Every write that accepts conditions
      | operation           | kind        | request                                     | lost                                             | effect   |
      | Put Blob            | block blob  | If-Match current                            | 412 ConditionNotMet                              | as asked |
      | Put Blob            | page blob   | If-Match current                            | 412 ConditionNotMet                              | as asked |
      | Put Blob            | append blob | If-Match current                            | 412 ConditionNotMet                              | as asked |
      | Put Block List      | block blob  | If-Match current                            | 412 ConditionNotMet \| 400 InvalidBlockList      | as asked |
      | Put Page            | page blob   | If-Match current                            | 412 ConditionNotMet                              | as asked |
      | Put Page clear      | page blob   | If-Match current                            | 412 ConditionNotMet                              | as asked |
      | Append Block        | append blob | If-Match current                            | 412 ConditionNotMet                              | as asked |
      | Set Blob Metadata   | block blob  | If-Match current                            | 412 ConditionNotMet                              | as asked |
      | Set Blob Metadata   | append blob | If-Match current                            | 412 ConditionNotMet                              | as asked |
      | Set Blob Properties | block blob  | If-Match current                            | 412 ConditionNotMet                              | as asked |
      | Set Blob Properties | page blob   | If-Match current, size 2048                 | 412 ConditionNotMet                              | as asked |
      | Set Blob Properties | page blob   | If-Match current, sequence action increment | 412 ConditionNotMet                              | as asked |
      | Copy Blob           | block blob  | If-Match current                            | 412 ConditionNotMet \| 412 TargetConditionNotMet | as asked |
      | Copy Blob From URL  | block blob  | If-Match current                            | 412 ConditionNotMet \| 412 TargetConditionNotMet | as asked |
      | Delete Blob         | block blob  | If-Match current                            | 412 ConditionNotMet \| 404 BlobNotFound          | gone     |
      | Delete Blob         | page blob   | If-Match current                            | 412 ConditionNotMet \| 404 BlobNotFound          | gone     |
      | Delete Blob         | append blob | If-Match current                            | 412 ConditionNotMet \| 404 BlobNotFound          | gone     |

    Examples: Writes with a source
      | operation             | kind        | request          | lost                                             | effect   |
      | Put Blob From URL     | block blob  | If-Match current | 412 ConditionNotMet \| 412 TargetConditionNotMet | as asked |
      | Put Page From URL     | page blob   | If-Match current | 412 ConditionNotMet \| 412 TargetConditionNotMet | as asked |
      | Append Block From URL | append blob | If-Match current | 412 ConditionNotMet \| 412 TargetConditionNotMet | as asked |

  @observed @BLOB-COND-05
  Scenario Outline: All 8 clients that send <operation> to a <kind> with If-Match * at once succeed
    Given a <kind> that exists
    When 8 clients send <operation> with If-Match * at once
    Then all 8 get ok
    And the blob is as one client asked

    Examples: If-Match * accepts any ETag
      | operation         | kind       |
      | Put Blob          | block blob |
      | Set Blob Metadata | block blob |

  @observed @BLOB-RACE-12
  Scenario Outline: Exactly one of 8 clients that send <operation> under a condition on tags that it makes false succeeds
    Given a block blob that has tags
    When 8 clients send <operation> with tags condition "colour"='blue' at once
    Then exactly 1 gets ok and the rest 412 *
    And the blob is <effect>

    Examples: Operations that change or delete the tags
      | operation     | effect   |
      | Set Blob Tags | as asked |
      | Put Blob      | as asked |

  @must @BLOB-RACE-01
  Scenario Outline: Exactly one of the clients that send <operations> to a <kind> with the same ETag succeeds
    Given a <kind> that exists
    When clients send <operations> with If-Match current at once
    Then exactly 1 gets ok and the rest <lost>
    And the blob is as asked

    Examples: Mixed operations
      | kind        | operations                                                                     | lost                                        |
      | block blob  | Put Block List, Set Blob Metadata, Put Block List, Set Blob Properties         | 412 ConditionNotMet \| 400 InvalidBlockList |
      | block blob  | Put Blob, Set Blob Metadata, Put Blob, Set Blob Properties                     | 412 ConditionNotMet                         |
      | block blob  | Set Blob Metadata, Set Blob Properties, Set Blob Metadata, Set Blob Properties | 412 ConditionNotMet                         |
      | block blob  | Delete Blob, Put Blob, Set Blob Metadata, Delete Blob, Set Blob Properties     | 412 ConditionNotMet \| 404 BlobNotFound     |
      | page blob   | Put Page, Put Page clear, Set Blob Properties, Set Blob Metadata, Put Blob     | 412 ConditionNotMet                         |
      | append blob | Append Block, Set Blob Metadata, Append Block, Set Blob Properties, Put Blob   | 412 ConditionNotMet                         |
      | append blob | Append Block, Delete Blob, Append Block, Put Blob                              | 412 ConditionNotMet \| 404 BlobNotFound     |

  @must @BLOB-RACE-02
  Scenario Outline: Exactly one of 8 clients that create a <kind> that <state> by <operation> succeeds
    Given a <kind> that <state>
    When 8 clients send <operation> with If-None-Match * at once
    Then exactly 1 gets ok and the rest <lost>
    And the blob is as asked

    Examples: Every way to create a blob
      | operation          | kind        | state          | lost                                                                 |
      | Put Blob           | block blob  | does not exist | 409 BlobAlreadyExists \| 412 ConditionNotMet                         |
      | Put Blob           | page blob   | does not exist | 409 BlobAlreadyExists \| 412 ConditionNotMet                         |
      | Put Blob           | append blob | does not exist | 409 BlobAlreadyExists \| 412 ConditionNotMet                         |
      | Put Block List     | block blob  | does not exist | 409 BlobAlreadyExists \| 412 ConditionNotMet \| 400 InvalidBlockList |
      | Copy Blob          | block blob  | does not exist | 409 BlobAlreadyExists \| 412 *                                       |
      | Copy Blob From URL | block blob  | does not exist | 409 BlobAlreadyExists \| 412 *                                       |
      | Put Blob           | block blob  | was deleted    | 409 BlobAlreadyExists \| 412 ConditionNotMet                         |

  @must @BLOB-RACE-02
  Scenario: Exactly one of 8 clients that create a blob by an empty block list succeeds
    Given a block blob that does not exist
    When 8 clients send Put Block List with If-None-Match *, blocks "" at once
    Then exactly 1 gets 201 and the rest 409 BlobAlreadyExists | 412 ConditionNotMet
    And the blob is as asked

  @should @BLOB-RACE-05
  Scenario Outline: Exactly one of 8 clients that create a container that <state> succeeds
    Given a container that <state>
    When 8 clients send Create Container at once
    Then exactly 1 gets 201 and the rest 409 ContainerAlreadyExists
    And the container is as asked
    And the list of containers shows the container

    Examples: A free name
      | state          |
      | does not exist |

  @must @BLOB-RACE-06
  Scenario Outline: Exactly one of 8 clients that acquire the lease of a <kind> that is <state> succeeds
    Given a <kind> that is <state>
    When 8 clients send Lease <what> acquire at once
    Then exactly 1 gets 201 and the rest 409 LeaseAlreadyPresent
    And the <label> is as asked

    Examples: Every kind
      | kind        | label     | what      | state      |
      | block blob  | blob      | Blob      | Available  |
      | page blob   | blob      | Blob      | Available  |
      | append blob | blob      | Blob      | Available  |
      | container   | container | Container | Available  |
      | block blob  | blob      | Blob      | Broken(A)  |
      | container   | container | Container | Broken(A)  |
      | block blob  | blob      | Blob      | Expired(A) |
      | container   | container | Container | Expired(A) |

  Scenario Outline: <clause> Exactly one of 8 clients that send Lease <what> <action> under lease A succeeds
    Given a <kind> that is Leased(A)
    When 8 clients send Lease <what> <action> at once
    Then exactly 1 gets 200 and the rest 409 LeaseIdMismatchWithLeaseOperation
    And the <label> is as asked

    @should
    Examples: The first request ends the lease or changes its ID
      | clause           | kind       | label     | what      | action  |
      | BLOB-LEASE-52    | block blob | blob      | Blob      | change  |
      | BLOB-LM-REL-A-Le | block blob | blob      | Blob      | release |
      | CONT-LEASE-52    | container  | container | Container | change  |
      | CONT-LM-REL-A-Le | container  | container | Container | release |

  @must @BLOB-RACE-07
  Scenario Outline: Readers of a <kind> that a writer changes by <operation> see one whole version
    Given a <kind> that exists
    When a writer replaces the blob 20 times using <operation> while 4 readers read it
    Then every read returned one whole version

    Examples: Content, metadata and properties
      | kind        | operation           |
      | block blob  | Put Blob            |
      | block blob  | Set Blob Metadata   |
      | block blob  | Set Blob Properties |
      | page blob   | Set Blob Metadata   |
      | append blob | Set Blob Metadata   |
      | append blob | Set Blob Properties |
