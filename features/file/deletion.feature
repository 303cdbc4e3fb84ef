@file
Feature: Deletion over REST is atomic

  A file deleted over SMB may stay pending until its last handle is closed. A file
  or directory deleted over REST is gone as soon as the request returns, and its
  name can be used again.

  @must @FILE-DEL-07 @FILE-ERR-03
  Scenario: A deleted file is gone at once
    Given a file that exists
    When a client sends Delete File
    Then the service answers 202
    And the file is gone
    And the list of entries lacks the file

  @must @FILE-DEL-07 @FILE-ERR-03
  Scenario Outline: Right after Delete File the answer to <read> is 404
    Given a file that exists
    When Ann writes using Delete File and reads it back using <read>
    Then Ann gets 404 (ResourceNotFound)

    Examples: Each kind of read as the first
      | read                |
      | Get File            |
      | Get File Properties |
      | Get File Metadata   |
      | List Ranges         |

  @must @FILE-DEL-07
  Scenario: Another client's operations on a deleted file return 404
    Given a file that exists
    When Ann sends Delete File
    Then Ann gets 202
    When Bob sends Put Range
    Then Bob gets 404 (ResourceNotFound)
    When Bob sends Delete File
    Then Bob gets 404 (ResourceNotFound)
    And the list of entries lacks the file

  @must @FILE-DEL-08 @FILE-ERR-03
  Scenario: A deleted directory is gone at once
    Given a directory that exists
    When a client sends Delete Directory
    Then the service answers 202
    And the directory is gone
    And the list of entries lacks the directory

  @must @FILE-DEL-08 @FILE-ERR-03
  Scenario Outline: Right after Delete Directory the answer to <read> is 404
    Given a directory that exists
    When Ann writes using Delete Directory and reads it back using <read>
    Then Ann gets 404 (ResourceNotFound)

    Examples: Each kind of read as the first
      | read                       |
      | Get Directory Properties   |
      | Get Directory Metadata     |
      | List Directories and Files |

  @must @FILE-ERR-03
  Scenario: A directory remains after its deletion is refused
    Given a directory that exists
    And a file that is in the directory
    When Ann sends Delete Directory
    Then Ann gets 409
    When Ann sends Get Directory Properties
    Then Ann gets 200
    When Ann sends Get File
    Then Ann gets 200

  @should @FILE-DEL-09
  Scenario Outline: The name of a deleted <resource> is free at once
    Given a <resource> that was deleted
    When a client sends <operation>
    Then the service answers 201
    And the <resource> is as asked

    Examples: Files and directories
      | resource  | operation        |
      | file      | Create File      |
      | directory | Create Directory |

  @should @FILE-DEL-11 @FILE-ERR-05
  Scenario: A directory that holds a file cannot be deleted
    Given a directory that exists
    And a file that is in the directory
    When a client sends Delete Directory
    Then the service answers 409 DirectoryNotEmpty
    And the directory is unchanged
    When a client sends Delete File
    Then the service answers 202
    When a client sends Delete Directory
    Then the service answers 202
    And the directory is gone

  @should @FILE-DEL-21
  Scenario Outline: <operation> with the name of a share that is being deleted
    Given a share that was deleted
    When a client sends <operation>
    Then the service answers 409 ShareBeingDeleted
    And the share is unchanged

    Examples: The name is blocked
      | operation    |
      | Create Share |

  @should @FILE-DEL-21a
  Scenario Outline: <operation> on a share that is being deleted
    Given a share that was deleted
    When a client sends <operation>
    Then the service answers 404 ShareNotFound | 409 ShareBeingDeleted
    And the share is unchanged

    Examples: Operations on the share
      | operation            |
      | Get Share Properties |
      | Get Share Metadata   |
      | Get Share ACL        |
      | Set Share Metadata   |
      | Set Share Properties |
      | Snapshot Share       |
      | Lease Share acquire  |
      | Set Share ACL        |
      | Get Share Stats      |
      | Lease Share break    |

  @observed @FILE-DEL-21b
  Scenario: A second Delete Share while the first is in progress
    Given a share that exists
    When Ann sends Delete Share
    Then Ann gets 202
    When Bob sends Delete Share
    Then Bob gets 202 | 404 ShareNotFound | 409 ShareBeingDeleted
    And the share is gone

  @should @FILE-DEL-21a
  Scenario Outline: <operation> in a share that is being deleted
    Given a file that exists
    And a directory that exists
    When Ann sends Delete Share
    Then Ann gets 202
    When Bob sends <operation>
    Then Bob gets 404 ShareNotFound | 409 ShareBeingDeleted

    Examples: Operations in the share
      | operation                  |
      | Create File                |
      | Get File                   |
      | Get File Properties        |
      | Put Range                  |
      | Set File Metadata          |
      | Delete File                |
      | Create Directory           |
      | List Directories and Files |
      | Delete Directory           |

  @should @FILE-DEL-22
  Scenario Outline: <operation> on a <resource> that <state>
    Given a <resource> that <state>
    When a client sends <operation>
    Then the service answers <answer>
    And the <resource> is unchanged

    Examples: A missing file or directory
      | operation                | resource  | state          | answer               |
      | Get File                 | file      | does not exist | 404 ResourceNotFound |
      | Get File Properties      | file      | does not exist | 404 ResourceNotFound |
      | Set File Properties      | file      | does not exist | 404 ResourceNotFound |
      | Set File Metadata        | file      | does not exist | 404 ResourceNotFound |
      | Put Range                | file      | does not exist | 404 ResourceNotFound |
      | Put Range clear          | file      | does not exist | 404 ResourceNotFound |
      | List Ranges              | file      | does not exist | 404 ResourceNotFound |
      | Delete File              | file      | does not exist | 404 ResourceNotFound |
      | Lease File acquire       | file      | does not exist | 404 ResourceNotFound |
      | Get File                 | file      | was deleted    | 404 ResourceNotFound |
      | Put Range                | file      | was deleted    | 404 ResourceNotFound |
      | Get Directory Properties | directory | does not exist | 404 ResourceNotFound |
      | Set Directory Metadata   | directory | does not exist | 404 ResourceNotFound |
      | Delete Directory         | directory | does not exist | 404 ResourceNotFound |
      | Delete Directory         | directory | was deleted    | 404 ResourceNotFound |

    Examples: A missing parent
      | operation        | resource  | state                     | answer             |
      | Get File         | file      | is in a missing directory | 404 ParentNotFound |
      | Put Range        | file      | is in a missing directory | 404 ParentNotFound |
      | Delete File      | file      | is in a missing directory | 404 ParentNotFound |
      | Delete Directory | directory | is in a missing directory | 404 ParentNotFound |

    Examples: A missing share
      | operation                  | resource  | state                      | answer            |
      | Create File                | file      | belongs to a missing share | 404 ShareNotFound |
      | Get File                   | file      | belongs to a missing share | 404 ShareNotFound |
      | Put Range                  | file      | belongs to a missing share | 404 ShareNotFound |
      | Delete File                | file      | belongs to a missing share | 404 ShareNotFound |
      | Create Directory           | directory | belongs to a missing share | 404 ShareNotFound |
      | List Directories and Files | directory | belongs to a missing share | 404 ShareNotFound |
      | Get Share Properties       | share     | does not exist             | 404 ShareNotFound |
      | Set Share Metadata         | share     | does not exist             | 404 ShareNotFound |
      | Delete Share               | share     | does not exist             | 404 ShareNotFound |
      | Lease Share acquire        | share     | does not exist             | 404 ShareNotFound |

  @should @FILE-ERR-13 @FILE-DEL-22
  Scenario Outline: <operation> under a parent that is missing
    Given a <resource> that is in a missing directory
    When a client sends <operation>
    Then the service answers 404 ParentNotFound
    And the <resource> is unchanged

    Examples: Files and directories
      | operation        | resource  |
      | Create File      | file      |
      | Create Directory | directory |

  @observed @FILE-ERR-12
  Scenario Outline: The error of <operation> on a <resource> that <state> is XML
    Given a <resource> that <state>
    When a client sends <operation>
    Then the service answers <answer>
    And the response carries an error code, an XML body

    Examples: Reads and writes
      | operation        | resource  | state                     | answer |
      | Get File         | file      | does not exist            | 404    |
      | Put Range        | file      | does not exist            | 404    |
      | Delete File      | file      | does not exist            | 404    |
      | Put Range        | file      | is Leased(A)              | 412    |
      | Create File      | file      | is in a missing directory | 404    |
      | Delete Directory | directory | does not exist            | 404    |
      | Get Share ACL    | share     | does not exist            | 404    |
