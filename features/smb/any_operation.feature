@file @needs.smb
Feature: Any operation, that file, until the handle is closed

  The article says that any REST operation is refused on a file that an SMB client
  has locked or is deleting, of that file alone, and until the last handle is
  closed: neither another operation, nor another file, nor a later hour.

  @must @FILE-ACC-20 @FILE-SMB-05
  Scenario Outline: Put Range from URL to a file that is open for <access> and shares None
    Given a file "source" that exists
    And a file that exists
    And Bob has the file open over SMB for <access> and shares None
    When a client sends Put Range from URL
    Then the service answers 409 SharingViolation
    When Bob closes the file over SMB
    Then the file is unchanged
    When another client sends Put Range from URL
    Then another client gets 201
    And the file is as asked

    Examples: Both accesses that lock a file
      | access     |
      | Write      |
      | Read/Write |

  @must @FILE-SMB-04a
  Scenario Outline: <operation> of another file while a file is open for <access> and shares None
    Given a file "other" that exists
    And a file that exists
    And Bob has the file open over SMB for <access> and shares None
    When a client sends <operation> to "other"
    Then the service answers ok
    And the file "other" is <effect>

    Examples: A lock is one of that file
      | operation           | access     | effect    |
      | Create File         | Write      | as asked  |
      | Get File            | Write      | unchanged |
      | Set File Properties | Write      | as asked  |
      | Set File Metadata   | Write      | as asked  |
      | Delete File         | Write      | gone      |
      | Put Range           | Write      | as asked  |
      | Put Range clear     | Write      | as asked  |
      | List Ranges         | Write      | unchanged |
      | Get File Properties | Write      | unchanged |
      | Get File Metadata   | Write      | unchanged |
      | Put Range from URL  | Write      | as asked  |
      | Lease File acquire  | Write      | as asked  |
      | Get File            | Read/Write | unchanged |
      | Delete File         | Read/Write | gone      |
      | Put Range           | Read/Write | as asked  |

  @must @FILE-SMB-04a
  Scenario Outline: <operation> of a file that has been open for <access> and shares None for <time>
    Given a file that exists
    And Bob has the file open over SMB for <access> and shares None
    When <time> pass
    And a client sends <operation>
    Then the service answers 409 SharingViolation
    When Bob closes the file over SMB
    Then the file is unchanged
    When another client sends <operation>
    Then another client gets ok

    @needs.movable-clock
    Examples: No lock over SMB ends by itself
      | operation         | access     | time       |
      | Put Range         | Write      | 31 seconds |
      | Put Range         | Write      | 60 minutes |
      | Get File          | Write      | 60 minutes |
      | Delete File       | Write      | 60 minutes |
      | Set File Metadata | Read/Write | 31 seconds |
      | Create File       | Read/Write | 60 minutes |

  @must
  Scenario Outline: <clause> <operation> of a file that is marked for deletion is refused until the mark is cleared
    Given a file "source" that exists
    And a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    And Bob has marked the file for deletion over SMB
    When a client sends <operation>
    Then the service answers 409 SMBDeletePending | 409 DeletePending
    When Bob clears the deletion mark of the file over SMB
    Then the file is unchanged
    When Bob closes the file over SMB
    And another client sends <operation>
    Then another client gets ok

    Examples: Reads of properties, and a write that reads elsewhere
      | clause      | operation           |
      | FILE-DEL-16 | Get File Properties |
      | FILE-DEL-16 | Get File Metadata   |
      | FILE-DEL-02 | Put Range from URL  |

  @must @FILE-DEL-01
  Scenario Outline: <operation> of a file that has been pending delete for <time>
    Given a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    And Bob has marked the file for deletion over SMB
    When <time> pass
    And a client sends <operation>
    Then the service answers 409 SMBDeletePending | 409 DeletePending
    And the list of entries lacks the file
    When Bob clears the deletion mark of the file over SMB
    Then the file is unchanged

    @needs.movable-clock
    Examples: Until all handles are closed
      | operation           | time       |
      | Put Range           | 31 seconds |
      | Get File            | 60 minutes |
      | Get File Properties | 60 minutes |
      | Delete File         | 60 minutes |
      | Create File         | 60 minutes |

  @must @FILE-DEL-02
  Scenario Outline: <operation> of a file "<beside>" while a file is pending delete
    Given a file "<beside>" that exists
    And a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    And Bob has marked the file for deletion over SMB
    When a client sends <operation> to "<beside>"
    Then the service answers ok
    And the file "<beside>" is <effect>

    Examples: Only operations on that file are refused
      | operation           | beside | effect    |
      | Create File         | other  | as asked  |
      | Get File            | other  | unchanged |
      | Set File Properties | other  | as asked  |
      | Set File Metadata   | other  | as asked  |
      | Delete File         | other  | gone      |
      | Put Range           | other  | as asked  |
      | Put Range clear     | other  | as asked  |
      | List Ranges         | other  | unchanged |

  @must @FILE-DEL-06
  Scenario: List Directories and Files shows another file while a file is pending delete
    Given a file "other" that exists
    And a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    And Bob has marked the file for deletion over SMB
    Then the list of entries lacks the file
    And the list of entries shows the file "other"

  @must @FILE-DEL-05
  Scenario Outline: <operation> of a file that was marked for deletion, once its only handle is closed
    Given a file "source" that exists
    And a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    And Bob has marked the file for deletion over SMB
    When Bob closes the file over SMB
    Then within 30 seconds another client gets <after> for <operation>
    And the list of entries shows the file "source"

    Examples: Any operation, and no other file
      | operation           | after |
      | Get File Properties | 404   |
      | Get File Metadata   | 404   |
      | Put Range clear     | 404 * |
      | Put Range from URL  | 404 * |
      | Create File         | 201   |

  @must @FILE-DEL-10
  Scenario Outline: Delete File while the file is open for <access> and shares Read/Write/Delete leaves nothing pending
    Given a file that exists
    And Bob has the file open over SMB for <access> and shares Read/Write/Delete
    When a client sends Delete File
    Then the service answers 202 | 409 *
    And the file is as answered
    When Bob closes the file over SMB
    Then the file is as answered

    Examples: Done at once, or refused
      | access            |
      | Read              |
      | Write             |
      | Delete            |
      | Read/Write/Delete |
