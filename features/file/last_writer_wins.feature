@file
Feature: The last writer wins

  The article's rule for Azure Files over REST: no update depends on what was there
  before, no client locks another out, and the later write wins.

  @must @FILE-CONS-01
  Scenario Outline: The result of <operation> shows at once in another client's <read>
    Given a file that exists
    When Ann writes using <operation> with <request> and reads it back using <read>
    Then Ann gets 200
    And the response carries the current ETag
    And the file is unchanged
    When Bob sends <read>
    Then Bob gets 200
    And the response carries the current ETag

    Examples: Each kind of read as the first after each kind of write
      | operation           | request               | read                |
      | Create File         | size 1536             | Get File            |
      | Create File         | size 1536             | Get File Properties |
      | Put Range           | content "a new range" | Get File            |
      | Put Range           | content "a new range" | List Ranges         |
      | Put Range           | content "a new range" | Get File Properties |
      | Put Range clear     | range 0-511           | Get File            |
      | Put Range clear     | range 0-511           | List Ranges         |
      | Set File Metadata   | metadata "a=1"        | Get File Metadata   |
      | Set File Metadata   | metadata "a=1"        | Get File Properties |
      | Set File Properties | content type "text/a" | Get File Properties |
      | Set File Properties | size 512              | Get File            |

  @must @FILE-CONS-01
  Scenario Outline: The result of <operation> on a <resource> is visible to another client at once
    Given a <resource> that exists
    When Ann writes using <operation> and reads it back using <read>
    Then Ann gets 200
    And the <resource> is unchanged
    When Bob sends <read>
    Then Bob gets 200
    And the response carries the current ETag

    Examples: Shares and directories
      | resource  | operation                | read                     |
      | share     | Set Share Metadata       | Get Share Metadata       |
      | share     | Set Share Properties     | Get Share Properties     |
      | share     | Set Share ACL            | Get Share ACL            |
      | directory | Set Directory Metadata   | Get Directory Metadata   |
      | directory | Set Directory Properties | Get Directory Properties |

  @must @FILE-CONS-01
  Scenario Outline: <read>, sent as HEAD, shows the result of <operation> on a <resource>
    Given a <resource> that exists
    When Ann sends <operation>
    Then Ann gets 200
    And the <resource> is as asked
    When Bob sends <read> with verb HEAD
    Then Bob gets 200
    And the response carries an empty body, the current ETag, the current Last-Modified
    And the <resource> is unchanged

    Examples: Reads that may be sent as GET or HEAD
      | resource  | operation              | read                     |
      | share     | Set Share Metadata     | Get Share Properties     |
      | share     | Set Share Metadata     | Get Share Metadata       |
      | directory | Set Directory Metadata | Get Directory Properties |
      | directory | Set Directory Metadata | Get Directory Metadata   |

  @must @FILE-CONS-01
  Scenario Outline: List Directories and Files <how> shows what was created and deleted
    Given a directory that exists
    And a file "directory/a" that exists
    And a directory "directory/b" that exists
    And a file "directory/c" that exists
    And a file "directory/d" that does not exist
    Then the list of entries <how> shows each of them once
    When Ann sends Delete File to "directory/c"
    Then Ann gets 202
    When Ann sends Create File to "directory/d"
    Then Ann gets 201
    And the list of entries <how> shows each of them once

    Examples: Small pages
      | how           |
      | in pages of 1 |
      | in pages of 2 |

  @must @FILE-CONS-01
  Scenario Outline: <read> shows <operation> of a <resource> that <state> as soon as it is answered
    Given a <resource> that <state>
    When Ann sends <operation>
    Then Ann gets ok
    And the <resource> is <effect>
    When Bob sends <read>
    Then Bob gets <answer>

    Examples: Each kind of change
      | read                     | operation              | resource  | state          | effect   | answer |
      | Get Share Properties     | Set Share Metadata     | share     | exists         | as asked | 200    |
      | Get Directory Properties | Create Directory       | directory | does not exist | as asked | 200    |
      | Get Directory Properties | Set Directory Metadata | directory | exists         | as asked | 200    |
      | Get Directory Properties | Delete Directory       | directory | exists         | gone     | 404    |
      | Get File                 | Create File            | file      | does not exist | as asked | 200    |
      | Get File                 | Set File Metadata      | file      | exists         | as asked | 200    |
      | Get File                 | Put Range              | file      | exists         | as asked | 200    |
      | Get File                 | Delete File            | file      | exists         | gone     | 404    |

  @must @FILE-LWW-02
  Scenario Outline: <operation> of a file is never refused because of <condition>
    Given a file that exists
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the file is as answered

    Examples: No answer is 412 or 304
      | operation           | condition                   | answer     |
      | Create File         | If-Match stale              | 201 \| 400 |
      | Create File         | If-None-Match *             | 201 \| 400 |
      | Put Range           | If-Match stale              | 201 \| 400 |
      | Put Range           | If-Unmodified-Since earlier | 201 \| 400 |
      | Put Range clear     | If-Match stale              | 201 \| 400 |
      | Set File Metadata   | If-Match stale              | 200 \| 400 |
      | Set File Properties | If-Match stale              | 200 \| 400 |
      | Delete File         | If-Match stale              | 202 \| 400 |
      | Get File            | If-None-Match current       | 200 \| 400 |
      | Get File            | If-Modified-Since same      | 200 \| 400 |
      | Get File Properties | If-None-Match current       | 200 \| 400 |

  @must @FILE-LWW-03
  Scenario Outline: A client that sent <first> does not block another's <second>
    Given a file that exists
    When Ann sends <first>
    Then Ann gets ok
    When Bob sends <second>
    Then Bob gets ok
    And the file is <effect>

    Examples: Reads and writes take no lock
      | first             | second              | effect   |
      | Get File          | Put Range           | as asked |
      | Get File          | Delete File         | gone     |
      | Put Range         | Put Range           | as asked |
      | Put Range         | Create File         | as asked |
      | Put Range         | Delete File         | gone     |
      | Set File Metadata | Set File Properties | as asked |

  @must @FILE-LWW-04
  Scenario Outline: The later of two writers of range <second> wins
    Given a file that exists
    When Ann sends Put Range with content "Ann", range <first>
    Then Ann gets 201
    When Bob sends Put Range with content "Bob", range <second>
    Then Bob gets 201
    And the file is as asked
    And the file holds what Bob wrote

    Examples: The same range, and an unwritten one
      | first    | second   |
      | 0-511    | 0-511    |
      | 512-1023 | 512-1023 |

  @must @FILE-LWW-05
  Scenario Outline: Two clients send <operation>, first with <first> and then with <second>: the later wins
    Given a file that exists
    When Ann sends <operation> with <first>
    Then Ann gets 200
    When Bob sends <operation> with <second>
    Then Bob gets 200
    And the file is as asked

    Examples: Metadata, headers and size
      | operation           | first                 | second                |
      | Set File Metadata   | metadata "a=1"        | metadata "b=2"        |
      | Set File Metadata   | metadata "a=1"        | metadata nothing      |
      | Set File Properties | content type "text/a" | content type "text/b" |
      | Set File Properties | size 2048             | size 512              |
      | Set File Properties | size 512              | size 2048             |

  @must @FILE-LWW-05
  Scenario Outline: Two clients send <operation>: the later wins
    Given a <resource> that exists
    When Ann sends <operation> with <first>
    Then Ann gets 200
    When Bob sends <operation> with <second>
    Then Bob gets 200
    And the <resource> is as asked

    Examples: Shares and directories
      | resource  | operation              | first          | second         |
      | share     | Set Share Metadata     | metadata "a=1" | metadata "b=2" |
      | share     | Set Share Properties   | quota 200      | quota 300      |
      | share     | Set Share ACL          | policy "first" | policy "other" |
      | directory | Set Directory Metadata | metadata "a=1" | metadata "b=2" |

  @must @FILE-LWW-06
  Scenario Outline: Create File with <request> replaces an existing file
    Given a file that exists
    When Ann sends Create File with <request>
    Then Ann gets 201
    And the file is as asked
    When Bob sends Create File with size 512
    Then Bob gets 201
    And the file is as asked

    Examples: With zeros, of a different or the same length
      | request                                          |
      | size 2560                                        |
      | size 1024                                        |
      | size 0                                           |
      | size 1024, metadata "a=1", content type "text/a" |

  @must @FILE-LWW-07
  Scenario: A write from an old copy silently undoes another client's work
    Given a file that exists
    And Ann has read the file
    When Bob sends Put Range with content "Bob's change"
    Then Bob gets 201
    When Ann sends Put Range with content "the old copy, changed by Ann"
    Then Ann gets 201
    And the file is as asked
    And the file holds what Ann wrote

  @should @FILE-SMB-16
  Scenario Outline: Another client's <operation> is not refused while a Put Range is half sent
    Given a file that exists
    When Ann starts Put Range with content "what takes its time", range 512-1023 and holds back half of the body
    And Bob sends <operation>
    Then Bob gets ok
    When Ann sends the rest of the body
    Then Ann gets 201
    And the file holds what Ann wrote

    Examples: A REST request shares everything
      | operation           |
      | Get File            |
      | Get File Properties |
      | List Ranges         |
      | Put Range           |
      | Set File Metadata   |
      | Set File Properties |

  @must @FILE-LWW-04
  Scenario Outline: <operation> wins over a last-write time that lies in the future
    Given a file that exists
    When Ann sends Set File Properties with last write time 2050-01-01T00:00:00Z
    Then Ann gets 200
    And the file is as asked
    When Bob sends <operation>
    Then Bob gets ok
    And the file is as asked

    Examples: Writes
      | operation         |
      | Put Range         |
      | Set File Metadata |

  @must @FILE-CONS-01
  Scenario: Set Share ACL keeps the metadata of the share
    Given a share that exists
    When Ann sends Set Share Metadata with metadata "a=1"
    Then Ann gets 200
    When Bob sends Set Share ACL with policy "one"
    Then Bob gets 200
    And the share is as asked
