@file
Feature: Reads and writes of files under leases

  Every operation that accepts a lease ID, in every lease state of the file: without
  an ID, with the ID of the lease, and with another. Writes need the ID of an active
  lease; on reads it is an optional condition.

  Scenario Outline: <clause> <operation> with <request> of a file that is <state>
    Given a file that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the file is <effect>

    Examples: Writes
      | clause        | operation           | request                           | state     | answer                                 | effect    |
      | FILE-LEASE-13 | Create File         | nothing                           | Available | 201                                    | as asked  |
      | FILE-LEASE-13 | Set File Metadata   | nothing                           | Available | 200                                    | as asked  |
      | FILE-LEASE-13 | Set File Properties | content type "text/a"             | Available | 200                                    | as asked  |
      | FILE-LEASE-13 | Set File Properties | size 512                          | Available | 200                                    | as asked  |
      | FILE-LEASE-13 | Put Range           | nothing                           | Available | 201                                    | as asked  |
      | FILE-LEASE-13 | Put Range clear     | range 0-511                       | Available | 201                                    | as asked  |
      | FILE-LEASE-13 | Copy File           | nothing                           | Available | 202                                    | as asked  |
      | FILE-LEASE-13 | Delete File         | nothing                           | Available | 202                                    | gone      |
      | FILE-LEASE-15 | Create File         | lease id A                        | Available | 412 LeaseNotPresentWithFileOperation   | unchanged |
      | FILE-LEASE-15 | Set File Metadata   | lease id A                        | Available | 412 (LeaseNotPresentWithFileOperation) | unchanged |
      | FILE-LEASE-15 | Set File Properties | content type "text/a", lease id A | Available | 412 (LeaseNotPresentWithFileOperation) | unchanged |
      | FILE-LEASE-15 | Set File Properties | size 512, lease id A              | Available | 412 (LeaseNotPresentWithFileOperation) | unchanged |
      | FILE-LEASE-15 | Put Range           | lease id A                        | Available | 412 (LeaseNotPresentWithFileOperation) | unchanged |
      | FILE-LEASE-15 | Put Range clear     | range 0-511, lease id A           | Available | 412 (LeaseNotPresentWithFileOperation) | unchanged |
      | FILE-LEASE-15 | Copy File           | lease id A                        | Available | 412 (LeaseNotPresentWithFileOperation) | unchanged |
      | FILE-LEASE-15 | Delete File         | lease id A                        | Available | 412 LeaseNotPresentWithFileOperation   | unchanged |
      | FILE-LEASE-15 | Create File         | lease id B                        | Available | 412 LeaseNotPresentWithFileOperation   | unchanged |
      | FILE-LEASE-15 | Set File Metadata   | lease id B                        | Available | 412 (LeaseNotPresentWithFileOperation) | unchanged |
      | FILE-LEASE-15 | Set File Properties | content type "text/a", lease id B | Available | 412 (LeaseNotPresentWithFileOperation) | unchanged |
      | FILE-LEASE-15 | Set File Properties | size 512, lease id B              | Available | 412 (LeaseNotPresentWithFileOperation) | unchanged |
      | FILE-LEASE-15 | Put Range           | lease id B                        | Available | 412 (LeaseNotPresentWithFileOperation) | unchanged |
      | FILE-LEASE-15 | Put Range clear     | range 0-511, lease id B           | Available | 412 (LeaseNotPresentWithFileOperation) | unchanged |
      | FILE-LEASE-15 | Copy File           | lease id B                        | Available | 412 (LeaseNotPresentWithFileOperation) | unchanged |
      | FILE-LEASE-15 | Delete File         | lease id B                        | Available | 412 LeaseNotPresentWithFileOperation   | unchanged |
      | FILE-LEASE-12 | Create File         | nothing                           | Leased(A) | 412 LeaseIdMissing                     | unchanged |
      | FILE-LEASE-12 | Set File Metadata   | nothing                           | Leased(A) | 412 LeaseIdMissing                     | unchanged |
      | FILE-LEASE-12 | Set File Properties | content type "text/a"             | Leased(A) | 412 LeaseIdMissing                     | unchanged |
      | FILE-LEASE-12 | Set File Properties | size 512                          | Leased(A) | 412 LeaseIdMissing                     | unchanged |
      | FILE-LEASE-12 | Put Range           | nothing                           | Leased(A) | 412 LeaseIdMissing                     | unchanged |
      | FILE-LEASE-12 | Put Range clear     | range 0-511                       | Leased(A) | 412 (LeaseIdMissing)                   | unchanged |
      | FILE-LEASE-12 | Copy File           | nothing                           | Leased(A) | 412 (LeaseIdMissing)                   | unchanged |
      | FILE-LEASE-12 | Delete File         | nothing                           | Leased(A) | 412 LeaseIdMissing                     | unchanged |
      | FILE-LEASE-13 | Create File         | lease id A                        | Leased(A) | 201                                    | as asked  |
      | FILE-LEASE-13 | Set File Metadata   | lease id A                        | Leased(A) | 200                                    | as asked  |
      | FILE-LEASE-13 | Set File Properties | content type "text/a", lease id A | Leased(A) | 200                                    | as asked  |
      | FILE-LEASE-13 | Set File Properties | size 512, lease id A              | Leased(A) | 200                                    | as asked  |
      | FILE-LEASE-13 | Put Range           | lease id A                        | Leased(A) | 201                                    | as asked  |
      | FILE-LEASE-13 | Put Range clear     | range 0-511, lease id A           | Leased(A) | 201                                    | as asked  |
      | FILE-LEASE-13 | Copy File           | lease id A                        | Leased(A) | 202                                    | as asked  |
      | FILE-LEASE-13 | Delete File         | lease id A                        | Leased(A) | 202                                    | gone      |
      | FILE-LEASE-14 | Create File         | lease id B                        | Leased(A) | 412 (LeaseIdMismatchWithFileOperation) | unchanged |
      | FILE-LEASE-14 | Set File Metadata   | lease id B                        | Leased(A) | 412 (LeaseIdMismatchWithFileOperation) | unchanged |
      | FILE-LEASE-14 | Set File Properties | content type "text/a", lease id B | Leased(A) | 412 (LeaseIdMismatchWithFileOperation) | unchanged |
      | FILE-LEASE-14 | Set File Properties | size 512, lease id B              | Leased(A) | 412 (LeaseIdMismatchWithFileOperation) | unchanged |
      | FILE-LEASE-14 | Put Range           | lease id B                        | Leased(A) | 412 (LeaseIdMismatchWithFileOperation) | unchanged |
      | FILE-LEASE-14 | Put Range clear     | range 0-511, lease id B           | Leased(A) | 412 (LeaseIdMismatchWithFileOperation) | unchanged |
      | FILE-LEASE-14 | Copy File           | lease id B                        | Leased(A) | 412 (LeaseIdMismatchWithFileOperation) | unchanged |
      | FILE-LEASE-14 | Delete File         | lease id B                        | Leased(A) | 412 (LeaseIdMismatchWithFileOperation) | unchanged |
      | FILE-LEASE-08 | Create File         | nothing                           | Broken(A) | 201                                    | as asked  |
      | FILE-LEASE-08 | Set File Metadata   | nothing                           | Broken(A) | 200                                    | as asked  |
      | FILE-LEASE-08 | Set File Properties | content type "text/a"             | Broken(A) | 200                                    | as asked  |
      | FILE-LEASE-08 | Set File Properties | size 512                          | Broken(A) | 200                                    | as asked  |
      | FILE-LEASE-08 | Put Range           | nothing                           | Broken(A) | 201                                    | as asked  |
      | FILE-LEASE-08 | Put Range clear     | range 0-511                       | Broken(A) | 201                                    | as asked  |
      | FILE-LEASE-08 | Copy File           | nothing                           | Broken(A) | 202                                    | as asked  |
      | FILE-LEASE-08 | Delete File         | nothing                           | Broken(A) | 202                                    | gone      |
      | FILE-LEASE-15 | Create File         | lease id A                        | Broken(A) | 412                                    | unchanged |
      | FILE-LEASE-15 | Set File Metadata   | lease id A                        | Broken(A) | 412                                    | unchanged |
      | FILE-LEASE-15 | Set File Properties | content type "text/a", lease id A | Broken(A) | 412                                    | unchanged |
      | FILE-LEASE-15 | Set File Properties | size 512, lease id A              | Broken(A) | 412                                    | unchanged |
      | FILE-LEASE-15 | Put Range           | lease id A                        | Broken(A) | 412                                    | unchanged |
      | FILE-LEASE-15 | Put Range clear     | range 0-511, lease id A           | Broken(A) | 412                                    | unchanged |
      | FILE-LEASE-15 | Copy File           | lease id A                        | Broken(A) | 412                                    | unchanged |
      | FILE-LEASE-15 | Delete File         | lease id A                        | Broken(A) | 412                                    | unchanged |
      | FILE-LEASE-15 | Create File         | lease id B                        | Broken(A) | 412                                    | unchanged |
      | FILE-LEASE-15 | Set File Metadata   | lease id B                        | Broken(A) | 412                                    | unchanged |
      | FILE-LEASE-15 | Set File Properties | content type "text/a", lease id B | Broken(A) | 412                                    | unchanged |
      | FILE-LEASE-15 | Set File Properties | size 512, lease id B              | Broken(A) | 412                                    | unchanged |
      | FILE-LEASE-15 | Put Range           | lease id B                        | Broken(A) | 412                                    | unchanged |
      | FILE-LEASE-15 | Put Range clear     | range 0-511, lease id B           | Broken(A) | 412                                    | unchanged |
      | FILE-LEASE-15 | Copy File           | lease id B                        | Broken(A) | 412                                    | unchanged |
      | FILE-LEASE-15 | Delete File         | lease id B                        | Broken(A) | 412                                    | unchanged |

  @observed @FILE-ERR-10
  Scenario Outline: The error code of <operation> with <request> of a file that is <state>
    Given a file that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>

    Examples: Recorded codes
      | operation          | request       | state     | answer                                |
      | Put Range          | nothing       | Leased(A) | 412 LeaseIdMissing                    |
      | Delete File        | nothing       | Leased(A) | 412 LeaseIdMissing                    |
      | Get File           | lease id B    | Leased(A) | 412 LeaseIdMismatchWithFileOperation  |
      | List Ranges        | lease id B    | Leased(A) | 412 LeaseIdMismatchWithFileOperation  |
      | Get File           | lease id A    | Available | 412 LeaseNotPresentWithFileOperation  |
      | Put Range          | lease id A    | Available | 412 LeaseNotPresentWithFileOperation  |
      | Lease File acquire | proposed id B | Leased(A) | 409 LeaseAlreadyPresent               |
      | Lease File release | lease id A    | Available | 409 LeaseNotPresentWithLeaseOperation |
      | Lease File break   | nothing       | Available | 409 LeaseNotPresentWithLeaseOperation |
      | Lease File change  | nothing       | Available | 409 LeaseNotPresentWithLeaseOperation |

  Scenario Outline: <clause> <operation> with <request> of a file that is <state>, which changes nothing
    Given a file that is <state>
    When a client sends <operation> with <request>
    Then the service answers <answer>
    And the file is unchanged

    Examples: Reads
      | clause        | operation           | request    | state     | answer                                 |
      | FILE-LEASE-16 | Get File            | nothing    | Available | 200                                    |
      | FILE-LEASE-16 | Get File Properties | nothing    | Available | 200                                    |
      | FILE-LEASE-16 | Get File Metadata   | nothing    | Available | 200                                    |
      | FILE-LEASE-16 | List Ranges         | nothing    | Available | 200                                    |
      | FILE-LEASE-15 | Get File            | lease id A | Available | 412 (LeaseNotPresentWithFileOperation) |
      | FILE-LEASE-15 | Get File Properties | lease id A | Available | 412 LeaseNotPresentWithFileOperation   |
      | FILE-LEASE-15 | Get File Metadata   | lease id A | Available | 412 (LeaseNotPresentWithFileOperation) |
      | FILE-LEASE-15 | List Ranges         | lease id A | Available | 412 LeaseNotPresentWithFileOperation   |
      | FILE-LEASE-15 | Get File            | lease id B | Available | 412 (LeaseNotPresentWithFileOperation) |
      | FILE-LEASE-15 | Get File Properties | lease id B | Available | 412 LeaseNotPresentWithFileOperation   |
      | FILE-LEASE-15 | Get File Metadata   | lease id B | Available | 412 (LeaseNotPresentWithFileOperation) |
      | FILE-LEASE-15 | List Ranges         | lease id B | Available | 412 LeaseNotPresentWithFileOperation   |
      | FILE-LEASE-16 | Get File            | nothing    | Leased(A) | 200                                    |
      | FILE-LEASE-16 | Get File Properties | nothing    | Leased(A) | 200                                    |
      | FILE-LEASE-16 | Get File Metadata   | nothing    | Leased(A) | 200                                    |
      | FILE-LEASE-16 | List Ranges         | nothing    | Leased(A) | 200                                    |
      | FILE-LEASE-17 | Get File            | lease id A | Leased(A) | 200                                    |
      | FILE-LEASE-17 | Get File Properties | lease id A | Leased(A) | 200                                    |
      | FILE-LEASE-17 | Get File Metadata   | lease id A | Leased(A) | 200                                    |
      | FILE-LEASE-17 | List Ranges         | lease id A | Leased(A) | 200                                    |
      | FILE-LEASE-14 | Get File            | lease id B | Leased(A) | 412 (LeaseIdMismatchWithFileOperation) |
      | FILE-LEASE-14 | Get File Properties | lease id B | Leased(A) | 412 (LeaseIdMismatchWithFileOperation) |
      | FILE-LEASE-14 | Get File Metadata   | lease id B | Leased(A) | 412 (LeaseIdMismatchWithFileOperation) |
      | FILE-LEASE-14 | List Ranges         | lease id B | Leased(A) | 412 (LeaseIdMismatchWithFileOperation) |
      | FILE-LEASE-16 | Get File            | nothing    | Broken(A) | 200                                    |
      | FILE-LEASE-16 | Get File Properties | nothing    | Broken(A) | 200                                    |
      | FILE-LEASE-16 | Get File Metadata   | nothing    | Broken(A) | 200                                    |
      | FILE-LEASE-16 | List Ranges         | nothing    | Broken(A) | 200                                    |
      | FILE-LEASE-15 | Get File            | lease id A | Broken(A) | 412                                    |
      | FILE-LEASE-15 | Get File Properties | lease id A | Broken(A) | 412                                    |
      | FILE-LEASE-15 | Get File Metadata   | lease id A | Broken(A) | 412                                    |
      | FILE-LEASE-15 | List Ranges         | lease id A | Broken(A) | 412                                    |
      | FILE-LEASE-15 | Get File            | lease id B | Broken(A) | 412                                    |
      | FILE-LEASE-15 | Get File Properties | lease id B | Broken(A) | 412                                    |
      | FILE-LEASE-15 | Get File Metadata   | lease id B | Broken(A) | 412                                    |
      | FILE-LEASE-15 | List Ranges         | lease id B | Broken(A) | 412                                    |

    Examples: A range that the Range header names, alone and after x-ms-range
      | clause        | operation | request                                      | state     | answer                                 |
      | FILE-LEASE-15 | Get File  | standard range 0-511, lease id A             | Available | 412 (LeaseNotPresentWithFileOperation) |
      | FILE-LEASE-14 | Get File  | standard range 0-511, lease id B             | Leased(A) | 412 (LeaseIdMismatchWithFileOperation) |
      | FILE-LEASE-17 | Get File  | standard range 0-511, lease id A             | Leased(A) | 206                                    |
      | FILE-RANGE-01 | Get File  | range 0-9, standard range 10-511, lease id A | Leased(A) | 206                                    |

  @should @FILE-LEASE-13
  Scenario Outline: <operation> with <request> leaves the lease of a file unchanged
    Given a file that is Leased(A)
    When a client sends <operation> with <request>
    Then the service answers ok
    And the lease is Leased(A)
    When another client sends <operation>
    Then another client gets 412

    Examples: Writes that keep the file
      | operation           | request    |
      | Set File Metadata   | lease id A |
      | Set File Properties | lease id A |
      | Put Range           | lease id A |
      | Put Range clear     | lease id A |
      | Copy File           | lease id A |

  @should @FILE-LEASE-19
  Scenario: A lease survives when Create File replaces the content
    Given a file that is Leased(A)
    When Ann sends Create File with lease id A, size 1536
    Then Ann gets 201
    And the file is as asked
    And the lease is Leased(A)
    When Bob sends Put Range
    Then Bob gets 412 LeaseIdMissing
    And the file is unchanged
    When Ann sends Put Range with lease id A
    Then Ann gets 201
    And the file is as asked

  @should @FILE-LEASE-18
  Scenario Outline: Create File with a lease ID on a name that <state>
    Given a file that <state>
    When a client sends Create File with lease id A
    Then the service answers 412
    And the file is unchanged

    Examples: There is no file that could be leased
      | state          |
      | does not exist |
      | was deleted    |

  @should @FILE-LEASE-16
  Scenario Outline: The source of <operation> is leased
    Given a file "source" that is Leased(A)
    And a file that <state>
    When a client sends <operation>
    Then the service answers ok
    And the file is as asked
    And the file "source" is unchanged

    Examples: Reading the source needs no lease ID
      | operation          | state          |
      | Copy File          | does not exist |
      | Put Range from URL | exists         |

  @should @FILE-LEASE-16
  Scenario: The list shows a leased file
    Given a directory that exists
    And a file that is in the directory
    When Ann sends Lease File acquire
    Then Ann gets 201
    When Bob sends List Directories and Files
    Then Bob gets 200
    And the list of entries shows the file

  @should @FILE-LEASE-20
  Scenario: A share whose file is leased can be deleted
    Given a file that is Leased(A)
    When a client sends Delete Share
    Then the service answers 202
    And the share is gone
