@blob
Feature: Copies and leases

  A lease on the destination of a copy must be infinite, so that it cannot end
  before the copy does. A lease on the source does not prevent the copy, and
  protects the source from changes.

  Scenario Outline: <clause> Copy Blob to a <kind> that <state>, with <lease id>
    Given a <kind> "source" that exists
    And a <kind> that <state>
    When a client sends Copy Blob with <lease id>
    Then the service answers <answer>
    And the blob is <effect>
    And the lease of the blob is <lease>
    And the blob "source" is unchanged

    @should
    Examples: An infinite lease with its ID is accepted
      | clause      | kind        | state                               | lease id   | answer | effect   | lease                            |
      | BLOB-USE-50 | block blob  | is Leased(A) with infinite duration | lease id A | 202    | as asked | Leased(A) with infinite duration |
      | BLOB-USE-50 | page blob   | is Leased(A) with infinite duration | lease id A | 202    | as asked | Leased(A) with infinite duration |
      | BLOB-USE-50 | append blob | is Leased(A) with infinite duration | lease id A | 202    | as asked | Leased(A) with infinite duration |

    @should
    Examples: A finite lease is refused, even with its ID
      | clause      | kind        | state                       | lease id   | answer                            | effect    | lease     |
      | BLOB-USE-51 | block blob  | is Leased(A)                | lease id A | 412 InfiniteLeaseDurationRequired | unchanged | Leased(A) |
      | BLOB-USE-51 | block blob  | is Leased(A) for 15 seconds | lease id A | 412 InfiniteLeaseDurationRequired | unchanged | Leased(A) |
      | BLOB-USE-51 | page blob   | is Leased(A)                | lease id A | 412 InfiniteLeaseDurationRequired | unchanged | Leased(A) |
      | BLOB-USE-51 | append blob | is Leased(A)                | lease id A | 412 InfiniteLeaseDurationRequired | unchanged | Leased(A) |

    @should
    Examples: A missing, wrong or superfluous lease ID is refused
      | clause      | kind        | state                               | lease id    | answer                               | effect    | lease                            |
      | BLOB-USE-52 | block blob  | is Leased(A) with infinite duration | no lease id | 412 LeaseIdMissing                   | unchanged | Leased(A) with infinite duration |
      | BLOB-USE-52 | block blob  | is Leased(A) with infinite duration | lease id B  | 412 LeaseIdMismatchWithBlobOperation | unchanged | Leased(A) with infinite duration |
      | BLOB-USE-52 | block blob  | exists                              | lease id A  | 412 LeaseNotPresentWithBlobOperation | unchanged | Available                        |
      | BLOB-USE-52 | page blob   | is Leased(A) with infinite duration | no lease id | 412 LeaseIdMissing                   | unchanged | Leased(A) with infinite duration |
      | BLOB-USE-52 | page blob   | is Leased(A) with infinite duration | lease id B  | 412 LeaseIdMismatchWithBlobOperation | unchanged | Leased(A) with infinite duration |
      | BLOB-USE-52 | page blob   | exists                              | lease id A  | 412 LeaseNotPresentWithBlobOperation | unchanged | Available                        |
      | BLOB-USE-52 | append blob | is Leased(A) with infinite duration | no lease id | 412 LeaseIdMissing                   | unchanged | Leased(A) with infinite duration |
      | BLOB-USE-52 | append blob | is Leased(A) with infinite duration | lease id B  | 412 LeaseIdMismatchWithBlobOperation | unchanged | Leased(A) with infinite duration |
      | BLOB-USE-52 | append blob | exists                              | lease id A  | 412 LeaseNotPresentWithBlobOperation | unchanged | Available                        |

  @should @BLOB-USE-50 @needs.pending-copy
  Scenario: An infinite lease on the destination survives the copy
    Given a block blob that is Leased(A) with infinite duration
    And asynchronous copies stay pending
    When Ann sends Copy Blob with lease id A
    Then Ann gets 202
    And the response carries copy status pending
    And the lease of the blob is Leased(A) with infinite duration
    When the pending copies finish
    Then the blob is as asked
    And the lease of the blob is Leased(A) with infinite duration

  Scenario Outline: <clause> <operation> to a blob that <state>, with its lease ID
    Given a block blob "source" that exists
    And a block blob that <state>
    When a client sends <operation> with lease id A
    Then the service answers <answer>
    And the blob is <effect>

    @observed
    Examples: A synchronous copy was observed to refuse the right lease ID
      | clause       | operation          | state                               | answer                               | effect    |
      | BLOB-USE-51a | Copy Blob From URL | is Leased(A) with infinite duration | 412 LeaseIdMismatchWithBlobOperation | unchanged |
      | BLOB-USE-51a | Copy Blob From URL | is Leased(A)                        | 412 LeaseIdMismatchWithBlobOperation | unchanged |

  Scenario Outline: <clause> Copy Blob from a <kind> that <state>
    Given a <kind> "source" that <state>
    And a <kind> that exists
    When a client sends Copy Blob
    Then the service answers 202
    And the blob is as asked
    And the lease of the blob is Available
    And the blob "source" is unchanged
    And the lease of the blob "source" is <lease>

    @should
    Examples: A lease on the source does not affect the copy
      | clause        | kind       | state                               | lease                            |
      | BLOB-USE-53-s | block blob | is Leased(A)                        | Leased(A)                        |
      | BLOB-USE-53-s | block blob | is Leased(A) with infinite duration | Leased(A) with infinite duration |
      | BLOB-USE-53-s | block blob | is Breaking(A)                      | Breaking(A)                      |
      | BLOB-USE-53-s | block blob | is Broken(A)                        | Broken(A)                        |
      | BLOB-USE-53-s | block blob | is Expired(A)                       | Expired(A)                       |
      | BLOB-USE-53-s | page blob  | is Leased(A) with infinite duration | Leased(A) with infinite duration |

  Scenario Outline: <clause> Copy Blob from a blob that <state>, with <source lease id>
    Given a block blob "source" that <state>
    And a block blob that exists
    When a client sends Copy Blob with <source lease id>
    Then the service answers <answer>
    And the blob is <effect>
    And the blob "source" is unchanged

    @observed
    Examples: x-ms-source-lease-id is probably ignored
      | clause        | state                               | source lease id   | answer | effect   |
      | BLOB-USE-53-o | is Leased(A) with infinite duration | source lease id A | 202    | as asked |
      | BLOB-USE-53-o | is Leased(A) with infinite duration | source lease id B | 202    | as asked |
      | BLOB-USE-53-o | exists                              | source lease id A | 202    | as asked |

  Scenario Outline: <clause> <operation> on a blob that <state>
    Given a block blob that <state>
    When a client sends <operation>
    Then the service answers 409 *
    And the blob is unchanged
    When the pending copies finish
    Then the blob is as asked

    @should @needs.pending-copy
    Examples: The destination of a pending copy refuses lease operations
      | clause      | operation          | state                                             |
      | BLOB-USE-54 | Lease Blob acquire | receives a pending copy                           |
      | BLOB-USE-54 | Lease Blob acquire | receives a pending copy under an infinite lease A |
      | BLOB-USE-54 | Lease Blob renew   | receives a pending copy under an infinite lease A |
      | BLOB-USE-54 | Lease Blob change  | receives a pending copy under an infinite lease A |
      | BLOB-USE-54 | Lease Blob release | receives a pending copy under an infinite lease A |
      | BLOB-USE-54 | Lease Blob break   | receives a pending copy under an infinite lease A |

  Scenario Outline: <clause> A lease on the source blocks <operation> during the copy
    Given a <kind> "source" that is Leased(A) with infinite duration
    And a <kind> that does not exist
    And asynchronous copies stay pending
    When Ann sends Copy Blob
    Then Ann gets 202
    And the response carries copy status pending
    When Bob sends <operation> to "source"
    Then Bob gets 412 LeaseIdMissing
    And the blob "source" is unchanged
    When the pending copies finish
    Then the blob is as asked
    When Ann sends Get Blob Properties
    Then the response carries copy status success
    And the blob is unchanged

    @should @needs.pending-copy
    Examples: The documented way to keep the source unchanged
      | clause      | operation         | kind        |
      | BLOB-USE-55 | Put Blob          | block blob  |
      | BLOB-USE-55 | Set Blob Metadata | block blob  |
      | BLOB-USE-55 | Put Page          | page blob   |
      | BLOB-USE-55 | Append Block      | append blob |
      | BLOB-USE-55 | Delete Blob       | block blob  |

  @should @BLOB-USE-55
  Scenario: A client leases the source, copies it, and releases the lease
    Given a block blob "source" that exists
    And a block blob that does not exist
    When Ann sends Lease Blob acquire to "source" with duration infinite
    Then Ann gets 201
    When Bob sends Put Blob to "source"
    Then Bob gets 412 LeaseIdMissing
    And the blob "source" is unchanged
    When Ann sends Copy Blob
    Then Ann gets 202
    And the blob is as asked
    And the blob "source" is unchanged
    When Ann sends Lease Blob release to "source"
    Then Ann gets 200
    When Bob sends Put Blob to "source"
    Then Bob gets 201
    And the blob "source" is as asked
