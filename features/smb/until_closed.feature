@file @needs.smb
Feature: A lock and a pending deletion last until the handle is closed

  The article names no file, no request and no moment for which it is otherwise. So a
  file is locked wherever it is and whatever it holds, for each request and each time,
  after whatever its holder did, and a minute later, too.

  @must @FILE-SMB-05
  Scenario Outline: <operation> with <request> while the file is open for <access> and shares None
    Given a file that exists
    And Bob has the file open over SMB for <access> and shares None
    When Ann sends <operation> with <request>
    Then Ann gets 409 SharingViolation
    When Bob closes the file over SMB
    Then the file is unchanged

    Examples: Other requests, and other access than Write
      | operation           | request     | access            |
      | Get File            | range 0-100 | Write             |
      | List Ranges         | range 0-100 | Write             |
      | Set File Properties | size 512    | Write             |
      | Put Range           | nothing     | Read/Write/Delete |
      | Get File            | nothing     | Read/Write/Delete |
      | Put Range           | nothing     | Write/Delete      |

  @must @FILE-SMB-05
  Scenario Outline: <operation> of a locked file is refused to each of <how many> clients
    Given a file that exists
    And Bob has the file open over SMB for Write and shares None
    When <how many> clients send <operation> at once
    Then all <how many> get 409 SharingViolation
    When Bob closes the file over SMB
    Then the file is unchanged

    Examples: However often it is tried
      | operation   | how many |
      | Put Range   | 4        |
      | Get File    | 4        |
      | Delete File | 4        |

  @must @FILE-SMB-05
  Scenario Outline: <operation> of the file "<name>" in folders, which is locked
    Given a directory "dir" that exists
    And a directory "dir/sub" that exists
    And a file "<name>" that exists
    And Bob has the file "<name>" open over SMB for Write and shares None
    When Ann sends <operation> to "<name>"
    Then Ann gets 409 SharingViolation
    When Bob closes the file "<name>" over SMB
    Then the file "<name>" is unchanged

    Examples: One folder, and two
      | operation | name      |
      | Put Range | dir/a     |
      | Get File  | dir/sub/a |
      | Put Range | dir/sub/a |

  @must @FILE-SMB-05
  Scenario Outline: <operation> of a file of <size> bytes that is locked
    Given a file that does not exist
    When Ann sends Create File with size <size>
    Then Ann gets 201
    And the file is as asked
    When Bob opens the file over SMB for Write and shares None
    Then Bob gets ok over SMB
    When Ann sends <operation>
    Then Ann gets 409 SharingViolation

    Examples: Requests
      | operation         | size |
      | Set File Metadata | 0    |
      | Get File          | 0    |
      | Delete File       | 0    |

  @must @FILE-SMB-05
  Scenario Outline: <operation> of a file that is locked <again>
    Given a file that exists
    And Bob has the file open over SMB for Write and shares None
    When Bob closes the file over SMB
    And Ann sends Get File
    Then Ann gets 200
    When Bob opens the file over SMB for Write and shares None
    Then Bob gets ok over SMB
    When Ann sends <operation>
    Then Ann gets 409 SharingViolation
    When Bob closes the file over SMB
    Then the file is unchanged

    Examples: Requests
      | operation | again         |
      | Put Range | a second time |
      | Get File  | a second time |

  @must @FILE-SMB-04a
  Scenario Outline: <operation> of a locked file after its holder has written "<text>"
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares None
    When Bob writes "<text>" to the file over SMB
    Then Bob gets ok over SMB
    When Ann sends <operation>
    Then Ann gets 409 SharingViolation

    Examples: Requests
      | operation | text      |
      | Put Range | by handle |
      | Get File  | by handle |

  @must @FILE-SMB-04a
  Scenario Outline: <operation> of a locked file whose holder has locked "<another>", too
    Given a file "<another>" that exists
    And a file that exists
    And Bob has the file open over SMB for Write and shares None
    And Bob has the file "<another>" open over SMB for Write and shares None
    When Ann sends <operation>
    Then Ann gets 409 SharingViolation
    When Bob closes the file "<another>" over SMB
    And Bob closes the file over SMB
    Then the file is unchanged

    Examples: Requests
      | operation | another |
      | Put Range | other   |
      | Get File  | other   |

  @must @FILE-SMB-04a
  Scenario Outline: <operation> of a locked file that its holder has renamed from "<name>"
    Given a file "<name>" that exists
    And a file that does not exist
    And Bob has the file "<name>" open over SMB for Write/Delete and shares None
    When Bob renames the file "<name>" to the file over SMB
    Then Bob gets ok over SMB
    When a client sends <operation>
    Then the service answers 409 SharingViolation

    Examples: Requests
      | operation | name   |
      | Put Range | source |
      | Get File  | source |

  @must @FILE-SMB-04a
  Scenario Outline: <operation> of "<free>", while "<held>" is open for Write and shares None
    Given a directory "dir" that exists
    And a file "<free>" that exists
    And a file "<held>" that exists
    And Bob has the file "<held>" open over SMB for Write and shares None
    When Ann sends <operation> to "<free>"
    Then Ann gets ok
    And the file "<free>" is <effect>

    Examples: The same name elsewhere
      | held     | free     | operation | effect    |
      | same     | dir/same | Get File  | unchanged |
      | dir/same | same     | Get File  | unchanged |

  @must @FILE-SMB-04a
  Scenario Outline: <operation> of a file that has been locked for <access> for <time>
    Given a file that exists
    And Bob has the file open over SMB for <access> and shares None
    When <time> pass
    And Ann sends <operation>
    Then Ann gets 409 SharingViolation
    When Bob closes the file over SMB
    Then the file is unchanged

    Examples: Requests
      | operation | access     | time       |
      | Put Range | Write      | 60 seconds |
      | Get File  | Read/Write | 60 seconds |

  @must @FILE-DEL-03
  Scenario Outline: <operation> of a file that is pending delete is refused to each of <how many> clients
    Given a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    And Bob has marked the file for deletion over SMB
    When <how many> clients send <operation> at once
    Then all <how many> get 409 SMBDeletePending | 409 DeletePending

    Examples: However often it is tried
      | operation   | how many |
      | Put Range   | 4        |
      | Get File    | 4        |
      | Delete File | 4        |

  @must @FILE-DEL-02
  Scenario Outline: <operation> with <request> of a file that is pending delete
    Given a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    And Bob has marked the file for deletion over SMB
    When Ann sends <operation> with <request>
    Then Ann gets 409 SMBDeletePending | 409 DeletePending

    Examples: Requests
      | operation           | request     |
      | Get File            | range 0-100 |
      | Set File Properties | size 512    |
      | List Ranges         | range 0-100 |

  @must @FILE-DEL-01
  Scenario Outline: <operation> of a file that is pending delete, as "<another>" is
    Given a file "<another>" that exists
    And a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    And Carol has the file "<another>" open over SMB for Delete and shares Read/Write/Delete
    And Bob has marked the file for deletion over SMB
    And Carol has marked the file "<another>" for deletion over SMB
    When Ann sends <operation>
    Then Ann gets 409 SMBDeletePending | 409 DeletePending

    Examples: Requests
      | operation | another |
      | Put Range | other   |
      | Get File  | other   |

  @must @FILE-DEL-01
  Scenario: A file is pending delete until the last of three handles is closed
    Given a file that exists
    And Bob has the file open over SMB for Read and shares Read/Write/Delete
    And Dan has the file open over SMB for Read and shares Read/Write/Delete
    And Carol has the file open over SMB for Delete and shares Read/Write/Delete
    And Carol has marked the file for deletion over SMB
    When Carol closes the file over SMB
    And Bob closes the file over SMB
    And Ann sends Get File
    Then Ann gets 409 SMBDeletePending | 409 DeletePending
    When Dan closes the file over SMB
    Then within 30 seconds Ann gets 404 * for Get File

  @must @FILE-DEL-01
  Scenario: A file has been pending delete for a minute
    Given a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    And Bob has marked the file for deletion over SMB
    When 60 seconds pass
    And Ann sends Get File
    Then Ann gets 409 SMBDeletePending | 409 DeletePending
