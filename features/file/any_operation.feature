@file
Feature: Any update of a file over REST, by whomever, wins if it is the last

  The article knows no exception: no update depends on an ETag, no reader and no
  writer locks another client out, and what was written from an old copy replaces
  what came in between, whichever operation it is.

  @must @FILE-LWW-02
  Scenario Outline: No condition makes <operation> fail: <condition>
    Given a file "source" that exists
    And a file that exists
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the file is as answered

    Examples: Every update, under every header, is done or refused as such
      | operation           | condition                   | answer     |
      | Create File         | If-None-Match current       | 201 \| 400 |
      | Create File         | If-Modified-Since same      | 201 \| 400 |
      | Create File         | If-Unmodified-Since earlier | 201 \| 400 |
      | Put Range           | If-None-Match current       | 201 \| 400 |
      | Put Range           | If-Modified-Since same      | 201 \| 400 |
      | Put Range clear     | If-None-Match current       | 201 \| 400 |
      | Put Range clear     | If-Unmodified-Since earlier | 201 \| 400 |
      | Put Range from URL  | If-Match stale              | 201 \| 400 |
      | Put Range from URL  | If-None-Match current       | 201 \| 400 |
      | Set File Metadata   | If-None-Match current       | 200 \| 400 |
      | Set File Metadata   | If-Modified-Since same      | 200 \| 400 |
      | Set File Metadata   | If-Unmodified-Since earlier | 200 \| 400 |
      | Set File Properties | If-None-Match current       | 200 \| 400 |
      | Set File Properties | If-Modified-Since same      | 200 \| 400 |
      | Set File Properties | If-Unmodified-Since earlier | 200 \| 400 |
      | Delete File         | If-None-Match current       | 202 \| 400 |
      | Delete File         | If-Modified-Since same      | 202 \| 400 |
      | Delete File         | If-Unmodified-Since earlier | 202 \| 400 |

  @must @FILE-LWW-03
  Scenario Outline: <first> locks nobody out of <second>
    Given a file "source" that exists
    And a file that exists
    When Ann sends <first>
    Then Ann gets ok
    When Bob sends <second>
    Then Bob gets ok
    And the file is <effect>

    Examples: After each read and each write
      | first               | second      | effect   |
      | Get File Properties | Put Range   | as asked |
      | Get File Metadata   | Put Range   | as asked |
      | List Ranges         | Put Range   | as asked |
      | Create File         | Put Range   | as asked |
      | Put Range clear     | Put Range   | as asked |
      | Put Range from URL  | Put Range   | as asked |
      | Set File Metadata   | Put Range   | as asked |
      | Set File Properties | Put Range   | as asked |
      | List Ranges         | Delete File | gone     |
      | Set File Metadata   | Delete File | gone     |
      | Set File Properties | Delete File | gone     |

    Examples: Each write, after a read and after a write
      | first     | second              | effect   |
      | Get File  | Create File         | as asked |
      | Get File  | Put Range clear     | as asked |
      | Get File  | Put Range from URL  | as asked |
      | Get File  | Set File Metadata   | as asked |
      | Get File  | Set File Properties | as asked |
      | Put Range | Put Range clear     | as asked |
      | Put Range | Put Range from URL  | as asked |
      | Put Range | Set File Metadata   | as asked |
      | Put Range | Set File Properties | as asked |

  @must @FILE-LWW-04
  Scenario Outline: After <first> of a range, <second> of the same range wins
    Given a file "source" that exists
    And a file that exists
    When Ann sends <first>
    Then Ann gets 201
    When Bob sends <second>
    Then Bob gets 201
    And the file is as asked

    Examples: Each way of writing a range
      | first              | second             |
      | Put Range clear    | Put Range          |
      | Put Range          | Put Range clear    |
      | Put Range          | Put Range from URL |
      | Put Range from URL | Put Range          |
      | Put Range from URL | Put Range clear    |

  @must @FILE-LWW-07
  Scenario Outline: <operation> from an old copy silently undoes another client's <between>
    Given a file that exists
    And Ann has read the file
    When Bob sends <between>
    Then Bob gets ok
    When Ann sends <operation>
    Then Ann gets ok
    And the file is <effect>

    Examples: Each update
      | operation           | between             | effect   |
      | Set File Metadata   | Set File Metadata   | as asked |
      | Set File Properties | Set File Properties | as asked |
      | Create File         | Put Range           | as asked |
      | Put Range clear     | Put Range           | as asked |
      | Delete File         | Put Range           | gone     |

  @must @FILE-DEL-07
  Scenario Outline: After <deletion> by one client, <operation> by another finds nothing
    Given a file "source" that exists
    And a file that exists
    When Ann sends <deletion>
    Then Ann gets 202
    When Bob sends <operation>
    Then Bob gets 404 (ResourceNotFound)
    And the list of entries lacks the file
    And the list of entries shows the file "source"

    Examples: Any operation, and no other file is gone
      | deletion    | operation           |
      | Delete File | Get File            |
      | Delete File | Get File Properties |
      | Delete File | Get File Metadata   |
      | Delete File | List Ranges         |
      | Delete File | Put Range clear     |
      | Delete File | Put Range from URL  |
      | Delete File | Set File Metadata   |
      | Delete File | Set File Properties |
