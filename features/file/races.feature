@file
Feature: Files that many clients write at once

  Without a lease and without an SMB handle no client is refused: the last writer
  wins, and writes to different ranges are all kept.

  @must @FILE-LWW-08 @FILE-LWW-05 @FILE-SMB-13
  Scenario Outline: 8 clients send <operation> at once, and none gets a conflict
    Given a file that exists
    When 8 clients send <operation> at once
    Then all 8 get ok
    And the file is as one client asked

    Examples: Exactly one version remains, whole
      | operation           |
      | Create File         |
      | Set File Metadata   |
      | Set File Properties |

  @must @FILE-LWW-08 @FILE-LWW-05 @FILE-SMB-13
  Scenario: 8 clients create the same file at once, and none gets a conflict
    Given a file that does not exist
    When 8 clients send Create File at once
    Then all 8 get 201
    And the file is as one client asked

  @must @FILE-LWW-08 @FILE-SMB-13
  Scenario Outline: Clients send <operations> at once, and none gets a conflict
    Given a file that exists
    When clients send <operations> at once
    Then <who> get ok

    Examples: Mixed operations, including reads
      | who   | operations                                                                                 |
      | all 6 | Put Range, Put Range, Put Range, Put Range, Put Range, Put Range                           |
      | all 6 | Create File, Put Range, Set File Metadata, Set File Properties, Put Range clear, Put Range |
      | all 6 | Put Range, Get File, Put Range, Get File Properties, List Ranges, Set File Metadata        |

  @must @FILE-CONS-01
  Scenario Outline: All changes that clients make to a file by <operations> are kept
    Given a file that exists
    When clients send <operations> at once
    Then <who> get ok
    And the file is as every client asked

    Examples: Each operation changes a different part
      | who  | operations                     |
      | both | Set File Metadata, Put Range   |
      | both | Set File Properties, Put Range |

  @must @FILE-CONS-01
  Scenario: Set File Properties that resizes a file keeps what Put Range writes at once
    Given a file that exists
    When clients send at once: Set File Properties with size 4096; Put Range
    Then the answers and the file are those of one order

  @must @FILE-CONS-01
  Scenario Outline: <operation> by 6 clients, each to a file of its own that <state>, takes effect
    When 6 clients send <operation> at once, each to a file of its own that <state>
    Then all 6 get ok
    And each file is <effect>

    Examples: One directory
      | operation         | state          | effect      |
      | Create File       | does not exist | as answered |
      | Put Range         | exists         | as answered |
      | Set File Metadata | exists         | as answered |
      | Delete File       | exists         | gone        |

  @must @FILE-PAIR-02
  Scenario: Set File Metadata and Set File Properties each leave what the other writes
    Given a file that exists
    When clients send at once: Set File Metadata; Set File Properties
    Then the answers and the file are those of one order

  @should @FILE-PAIR-05
  Scenario: A file that two files are copied to at once is a copy of one of them
    Given a file "source" that exists
    And a file "other" that exists
    And a file that exists
    When Ann sends Set File Metadata to "other" with metadata "of=another"
    And Ann sends Put Range to "other" with content "of another"
    And clients send at once: Copy File; Copy File with source other
    Then both get 202 | 409
    And the file is as one client asked

  @must @FILE-DEL-07
  Scenario Outline: A file that is deleted while clients send <operation> is gone
    Given a file that exists
    When clients send <operation>, Delete File, <operation> at once
    Then exactly 1 gets 202 and the rest 200 | 201 | 404 ResourceNotFound
    And the file is gone

    Examples: Operations that do not create a file
      | operation           |
      | Put Range           |
      | Set File Metadata   |
      | Set File Properties |

  Scenario Outline: <clause> Exactly one of 8 clients that send Lease <what> <action> under lease A succeeds
    Given a <kind> that is Leased(A)
    When 8 clients send Lease <what> <action> at once
    Then exactly 1 gets 200 and the rest 409
    And the <kind> is as asked

    @should
    Examples: The first request ends the lease or changes its ID
      | clause         | kind  | what  | action  |
      | FILE-LEASE-05  | file  | File  | change  |
      | FILE-LEASE-06  | file  | File  | release |
      | FILE-SLEASE-13 | share | Share | change  |
      | FILE-SLEASE-14 | share | Share | release |

  @should @FILE-LEASE-12
  Scenario Outline: A file that is leased during <operation> stays leased, and keeps the change if it was accepted
    Given a file that is Available
    When clients send Lease File acquire, <operation>, Lease File acquire at once
    Then the file is as every client asked
    When a stranger sends Set File Metadata
    Then the stranger gets 412
    And the file is unchanged

    Examples: Changes without the lease ID
      | operation           |
      | Put Range           |
      | Set File Metadata   |
      | Set File Properties |

  @observed @FILE-LWW-09
  Scenario: After overlapping Put Ranges, each byte is one writer's
    Given a file that exists
    When 8 clients each put overlapping ranges into the file at once
    Then all 8 get 201
    And every byte of the file is one that a client wrote there

  @should @FILE-LWW-10
  Scenario: Put Ranges that do not overlap are all kept
    Given a file that exists
    When 8 clients each put a range of its own into the file at once
    Then all 8 get 201
    And every byte of the file is one that a client wrote there

  @must @FILE-DEL-19
  Scenario: Exactly one of 8 clients that delete a file at once succeeds
    Given a file that exists
    When 8 clients send Delete File at once
    Then exactly 1 gets 202 and the rest 404 ResourceNotFound
    And the file is gone

  @must @FILE-DEL-08
  Scenario: Exactly one of 8 clients that delete a directory at once succeeds
    Given a directory that exists
    When 8 clients send Delete Directory at once
    Then exactly 1 gets 202 and the rest 404 ResourceNotFound
    And the directory is gone

  @should @FILE-REN-01
  Scenario: Exactly one of 8 clients that rename one file to one name succeeds
    Given a file "source" that exists
    And a file that does not exist
    When 8 clients send Rename File at once
    Then exactly 1 gets 200 and the rest 404 | 409
    And the file "source" is gone
    And the list of entries shows the file

  @should @FILE-REN-02
  Scenario: Exactly one of 2 clients that rename two files to one name succeeds
    Given a file "source" that exists
    And a file "other" that exists
    And a file that does not exist
    When clients send at once: Rename File; Rename File with source other
    Then exactly 1 gets 200 and the rest 409
    And the file is as one client asked

  @should @FILE-LEASE-03
  Scenario: Exactly one of 8 clients that acquire a file lease at once succeeds
    Given a file that is Available
    When 8 clients send Lease File acquire at once
    Then exactly 1 gets 201 and the rest 409 (LeaseAlreadyPresent)
    And the file is as asked

  @should @FILE-SLEASE-07
  Scenario: Exactly one of 8 clients that acquire a share lease at once succeeds
    Given a share that is Available
    When 8 clients send Lease Share acquire at once
    Then exactly 1 gets 201 and the rest 409 LeaseAlreadyPresent

  @should @FILE-LEASE-12
  Scenario: A half-sent Put Range does not get past a lease that is acquired meanwhile
    Given a file that is Leased(A)
    When Ann starts Put Range with lease id A, content "too late" and holds back half of the body
    And Bob sends Lease File break
    Then Bob gets 202
    When Bob sends Lease File acquire with proposed id B
    Then Bob gets 201
    When a reader sends Get File with lease id B
    Then the reader gets 200
    When Ann sends the rest of the body
    Then Ann gets 412 | 409
    And the file is unchanged

  @should @FILE-PAIR-01
  Scenario: Put Range under the lease of a file, which is broken, and acquired by another
    Given a file that is Leased(A)
    When clients send at once: Put Range with lease id A; Lease File break; Lease File acquire with proposed id B
    Then the answers and the file are those of one order
