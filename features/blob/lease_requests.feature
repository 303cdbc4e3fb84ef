@blob
Feature: Valid and invalid lease requests

  The allowed forms of lease IDs, the limits of durations and break periods, the
  headers that each action requires, and the resources that cannot be leased.

  Scenario Outline: <clause> Lease Blob acquire with proposed id A <notation>
    Given a blob that exists
    When Ann sends Lease Blob acquire with proposed id A <notation>
    Then Ann gets 201
    When Ann sends Put Blob with lease id A <notation>
    Then Ann gets 201
    And the blob is as asked
    When Bob sends Put Blob
    Then Bob gets 412 LeaseIdMissing

    @should
    Examples: A GUID of 32 digits, with hyphens, in braces or in parentheses
      | clause          | notation      |
      | BLOB-LEASE-12-s | bare          |
      | BLOB-LEASE-12-s | upper-case    |
      | BLOB-LEASE-12-s | braced        |
      | BLOB-LEASE-12-s | parenthesised |

  Scenario Outline: <clause> Lease Blob acquire with proposed id A <notation>, then release with lease id A <other>
    Given a blob that exists
    When Ann sends Lease Blob acquire with proposed id A <notation>
    Then Ann gets 201
    And the response carries lease id A
    And the lease is Leased(A)
    When Ann sends Lease Blob release with lease id A <other>
    Then Ann gets 200
    And the lease is Available

    @observed
    Examples: The service returns lower case with hyphens, and recognises either spelling
      | clause          | notation      | other         |
      | BLOB-LEASE-12-o | bare          | upper-case    |
      | BLOB-LEASE-12-o | upper-case    | bare          |
      | BLOB-LEASE-12-o | braced        | parenthesised |
      | BLOB-LEASE-12-o | parenthesised | braced        |

  Scenario Outline: <clause> <operation> with <request> on a blob that is <state>
    Given a blob that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the blob is unchanged
    And the lease is <state>

    @should
    Examples: The proposed ID is not a GUID
      | clause        | operation          | request                           | state     | answer                   |
      | BLOB-LEASE-13 | Lease Blob acquire | proposed id malformed             | Available | 400 (InvalidHeaderValue) |
      | BLOB-LEASE-13 | Lease Blob acquire | proposed id malformed             | Broken(A) | 400 (InvalidHeaderValue) |
      | BLOB-LEASE-13 | Lease Blob change  | lease id A, proposed id malformed | Leased(A) | 400 (InvalidHeaderValue) |

    @observed
    Examples: The lease ID is not a GUID
      | clause        | operation         | request            | state     | answer                   |
      | BLOB-LEASE-14 | Put Blob          | lease id malformed | Available | 400 (InvalidHeaderValue) |
      | BLOB-LEASE-14 | Put Blob          | lease id malformed | Leased(A) | 400 (InvalidHeaderValue) |
      | BLOB-LEASE-14 | Get Blob          | lease id malformed | Leased(A) | 400 (InvalidHeaderValue) |
      | BLOB-LEASE-14 | Set Blob Metadata | lease id malformed | Leased(A) | 400 (InvalidHeaderValue) |

    @should
    Examples: Only -1 and 15 to 60 seconds are valid durations
      | clause        | operation          | request               | state      | answer                 |
      | BLOB-LEASE-15 | Lease Blob acquire | duration 0            | Available  | 400 InvalidHeaderValue |
      | BLOB-LEASE-15 | Lease Blob acquire | duration 1            | Available  | 400 InvalidHeaderValue |
      | BLOB-LEASE-15 | Lease Blob acquire | duration 14           | Available  | 400 InvalidHeaderValue |
      | BLOB-LEASE-15 | Lease Blob acquire | duration 61           | Available  | 400 InvalidHeaderValue |
      | BLOB-LEASE-15 | Lease Blob acquire | duration 600          | Available  | 400 InvalidHeaderValue |
      | BLOB-LEASE-15 | Lease Blob acquire | duration -2           | Available  | 400 InvalidHeaderValue |
      | BLOB-LEASE-15 | Lease Blob acquire | duration 922337203685 | Available  | 400 InvalidHeaderValue |
      | BLOB-LEASE-15 | Lease Blob acquire | duration 14           | Leased(A)  | 400 InvalidHeaderValue |
      | BLOB-LEASE-15 | Lease Blob acquire | duration 61           | Expired(A) | 400 InvalidHeaderValue |

    @should
    Examples: An acquire without a duration is refused
      | clause        | operation          | request     | state     | answer                    |
      | BLOB-LEASE-16 | Lease Blob acquire | no duration | Available | 400 MissingRequiredHeader |
      | BLOB-LEASE-16 | Lease Blob acquire | no duration | Leased(A) | 400 MissingRequiredHeader |

    @should
    Examples: Only 0 to 60 seconds are valid break periods
      | clause        | operation        | request          | state                            | answer                   |
      | BLOB-LEASE-17 | Lease Blob break | break period 61  | Leased(A) for 60 seconds         | 400 (InvalidHeaderValue) |
      | BLOB-LEASE-17 | Lease Blob break | break period 61  | Leased(A) with infinite duration | 400 (InvalidHeaderValue) |
      | BLOB-LEASE-17 | Lease Blob break | break period 600 | Leased(A) with infinite duration | 400 (InvalidHeaderValue) |
      | BLOB-LEASE-17 | Lease Blob break | break period -1  | Leased(A) with infinite duration | 400 (InvalidHeaderValue) |

    @should
    Examples: A required lease ID or proposed ID is missing
      | clause        | operation          | request        | state      | answer                      |
      | BLOB-LEASE-21 | Lease Blob renew   | no lease id    | Leased(A)  | 400 (MissingRequiredHeader) |
      | BLOB-LEASE-21 | Lease Blob release | no lease id    | Leased(A)  | 400 (MissingRequiredHeader) |
      | BLOB-LEASE-21 | Lease Blob change  | no lease id    | Leased(A)  | 400 (MissingRequiredHeader) |
      | BLOB-LEASE-21 | Lease Blob change  | no proposed id | Leased(A)  | 400 (MissingRequiredHeader) |
      | BLOB-LEASE-21 | Lease Blob renew   | no lease id    | Expired(A) | 400 (MissingRequiredHeader) |
      | BLOB-LEASE-21 | Lease Blob release | no lease id    | Broken(A)  | 400 (MissingRequiredHeader) |

    @should
    Examples: The lease action is missing or unknown
      | clause        | operation          | request            | state     | answer                      |
      | BLOB-LEASE-22 | Lease Blob acquire | no lease action    | Available | 400 (MissingRequiredHeader) |
      | BLOB-LEASE-22 | Lease Blob release | no lease action    | Leased(A) | 400 (MissingRequiredHeader) |
      | BLOB-LEASE-22 | Lease Blob acquire | lease action steal | Available | 400 (InvalidHeaderValue)    |
      | BLOB-LEASE-22 | Lease Blob release | lease action steal | Leased(A) | 400 (InvalidHeaderValue)    |

  Scenario Outline: <clause> The error body names the refused duration <duration>
    Given a blob that exists
    When a client sends Lease Blob acquire with duration <duration>
    Then the service answers 400 InvalidHeaderValue
    And the response carries header name x-ms-lease-duration, header value <duration>
    And the blob is unchanged

    @should
    Examples: Name and value of the refused header
      | clause        | duration |
      | BLOB-LEASE-15 | 10       |
      | BLOB-LEASE-15 | 600      |

  Scenario Outline: <clause> <operation> with <request> is allowed on a blob that is <state>
    Given a blob that is <state>
    When a client sends <operation> with <request>
    Then the service answers ok
    And the blob is as asked
    And the lease is <lease>

    @should
    Examples: The limits of the ranges, and a break without a lease ID
      | clause        | operation          | request           | state                            | lease                            |
      | BLOB-LEASE-15 | Lease Blob acquire | duration infinite | Available                        | Leased(A) with infinite duration |
      | BLOB-LEASE-15 | Lease Blob acquire | duration 15       | Available                        | Leased(A) for 15 seconds         |
      | BLOB-LEASE-15 | Lease Blob acquire | duration 60       | Available                        | Leased(A) for 60 seconds         |
      | BLOB-LEASE-17 | Lease Blob break   | break period 0    | Leased(A) with infinite duration | Broken(A)                        |
      | BLOB-LEASE-17 | Lease Blob break   | break period 60   | Leased(A) with infinite duration | Breaking(A)                      |
      | BLOB-LEASE-21 | Lease Blob break   | no lease id       | Leased(A)                        | Breaking(A)                      |

  @observed @BLOB-LEASE-18
  Scenario: A blob with only uncommitted blocks can be leased
    Given a block blob that has only uncommitted blocks
    When Ann sends Lease Blob acquire with proposed id A, duration infinite
    Then Ann gets 201
    When Bob sends Put Block
    Then Bob gets 412 LeaseIdMissing
    And the blob is unchanged
    When Bob sends Put Block List
    Then Bob gets 412 LeaseIdMissing
    And the blob is unchanged
    When Ann sends Put Block with lease id A
    Then Ann gets 201
    And the blob is as asked
    When Ann sends Put Block List with lease id A
    Then Ann gets 201
    And the list of blobs shows the blob
    And the lease is Leased(A) with infinite duration

  Scenario Outline: <clause> <operation> with <request> on a snapshot
    Given a block blob that has a snapshot
    When a client sends <operation> to "snapshot" with <request>
    Then the service answers 400
    And the blob "snapshot" is unchanged
    And the lease of the blob is Available

    @should
    Examples: A snapshot cannot be leased
      | clause        | operation          | request       |
      | BLOB-LEASE-19 | Lease Blob acquire | proposed id A |
      | BLOB-LEASE-19 | Lease Blob renew   | lease id A    |
      | BLOB-LEASE-19 | Lease Blob release | lease id A    |
      | BLOB-LEASE-19 | Lease Blob break   | nothing       |

  Scenario Outline: <clause> <operation> on a blob that <state>
    Given a block blob that <state>
    When a client sends <operation>
    Then the service answers <answer>
    And the blob is unchanged

    @should
    Examples: A missing blob cannot be leased
      | clause        | operation          | state                          | answer                |
      | BLOB-LEASE-20 | Lease Blob acquire | does not exist                 | 404 BlobNotFound      |
      | BLOB-LEASE-20 | Lease Blob renew   | does not exist                 | 404 BlobNotFound      |
      | BLOB-LEASE-20 | Lease Blob change  | does not exist                 | 404 BlobNotFound      |
      | BLOB-LEASE-20 | Lease Blob release | does not exist                 | 404 BlobNotFound      |
      | BLOB-LEASE-20 | Lease Blob break   | does not exist                 | 404 BlobNotFound      |
      | BLOB-LEASE-20 | Lease Blob acquire | belongs to a missing container | 404 ContainerNotFound |
      | BLOB-LEASE-20 | Lease Blob renew   | belongs to a missing container | 404 ContainerNotFound |
      | BLOB-LEASE-20 | Lease Blob change  | belongs to a missing container | 404 ContainerNotFound |
      | BLOB-LEASE-20 | Lease Blob release | belongs to a missing container | 404 ContainerNotFound |
      | BLOB-LEASE-20 | Lease Blob break   | belongs to a missing container | 404 ContainerNotFound |

  Scenario Outline: <clause> <operation> on a container that does not exist
    Given a container that does not exist
    When a client sends <operation>
    Then the service answers 404 ContainerNotFound
    And the container is unchanged

    @should
    Examples: A missing container cannot be leased
      | clause        | operation               |
      | BLOB-LEASE-20 | Lease Container acquire |
      | BLOB-LEASE-20 | Lease Container renew   |
      | BLOB-LEASE-20 | Lease Container change  |
      | BLOB-LEASE-20 | Lease Container release |
      | BLOB-LEASE-20 | Lease Container break   |
