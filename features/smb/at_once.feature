@file @needs.smb
Feature: SMB clients and REST clients that want one file at the same time

  An SMB client that opens a file with access Write and share mode None locks it. Two
  opens at once cannot both succeed, and what REST clients ask for in that moment is
  done before the file is locked, or refused. So there is an order of all of them.

  @must
  Scenario Outline: <clause> <how many> SMB clients that open a file for <access> at once, share None, and then send Put Range
    Given a file that exists
    When clients send at once: <how many> times Open over SMB for <access>, sharing None, then Put Range
    Then the answers and the file are those of one order

    Examples: At most one can have it open, and until it closes it, no write over REST is performed
      | clause      | how many | access     |
      | FILE-SMB-03 | 2        | Write      |
      | FILE-SMB-03 | 4        | Write      |
      | FILE-SMB-04 | 2        | Read/Write |
      | FILE-SMB-04 | 4        | Read/Write |

  @must @FILE-SMB-02
  Scenario Outline: SMB clients that open a file at once, one for <access> and one for <other>, share None, and then send Put Range
    Given a file that exists
    When clients send at once: Open over SMB for <access>, sharing None, then Put Range; Open over SMB for <other>, sharing None, then Put Range
    Then the answers and the file are those of one order

    Examples: Two accesses
      | access | other      |
      | Write  | Read/Write |

  @should @FILE-SMB-12
  Scenario Outline: Exactly one of <how many> SMB clients that open a file for <access> at once and share None succeeds
    Given a file that exists
    When clients send at once: <how many> times Open over SMB for <access>, sharing None
    Then exactly 1 gets ok over SMB and the rest STATUS_SHARING_VIOLATION

    Examples: Nothing else has the file open
      | how many | access     |
      | 2        | Write      |
      | 4        | Read/Write |

  @must @FILE-SMB-05
  Scenario Outline: <operation> while an SMB client opens the file for <access>, shares None, and then sends <look>
    Given a file that exists
    When clients send at once: <operation>; Open over SMB for <access>, sharing None, then <look>
    Then the answers and the file are those of one order

    Examples: What is refused changes nothing, and what is performed comes first
      | operation           | access     | look                |
      | Put Range           | Write      | Get File Properties |
      | Put Range           | Read/Write | Get File Properties |
      | Put Range clear     | Write      | Get File Properties |
      | Set File Metadata   | Write      | Get File Properties |
      | Set File Metadata   | Read/Write | Get File Properties |
      | Set File Properties | Write      | Get File Properties |
      | Set File Properties | Read/Write | Get File Properties |
      | Create File         | Write      | Get File Properties |
      | Create File         | Read/Write | Get File Properties |
      | Delete File         | Write      | Get File Properties |
      | Delete File         | Read/Write | Get File Properties |
      | Put Range           | Write      | Put Range           |
      | Set File Metadata   | Read/Write | Put Range           |
      | Create File         | Write      | Put Range           |
      | Get File            | Write      | Put Range           |

  @must @FILE-SMB-06
  Scenario Outline: <operation> while an SMB client closes the file that it had open for <access>, and then sends <again>
    Given a file that exists
    And Bob has the file open over SMB for <access> and shares None
    When clients send at once: <operation>; Close over SMB by Bob, then <again>
    Then the answers and the file are those of one order

    Examples: Once the handle is closed, the same operation succeeds
      | operation         | access     | again             |
      | Put Range         | Write      | Put Range         |
      | Put Range         | Read/Write | Put Range         |
      | Set File Metadata | Write      | Set File Metadata |
      | Create File       | Read/Write | Create File       |
      | Delete File       | Write      | Get File          |
