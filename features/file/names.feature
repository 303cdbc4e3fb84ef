@file
Feature: Names of files and shares that look alike

  A lease belongs to one file or share. Names of files have no case, and a dot at the
  end of one is cut off unless the request says otherwise, so one file has many
  spellings.

  @should @FILE-NAME-01
  Scenario Outline: A lease of the file "<held>" leaves "<free>" free for <operation>
    Given a share "other" that exists
    And a directory "dir" that exists
    And a file "<free>" that exists
    And a file "<held>" that is Leased(A)
    When Ann sends <operation> to "<free>"
    Then Ann gets ok
    And the file "<free>" is <effect>
    When Bob sends <operation> to "<held>"
    Then Bob gets 412 (LeaseIdMissing)
    And the file "<held>" is unchanged

    Examples: Another name, and the same name elsewhere
      | held          | free          | operation         | effect   |
      | a             | a.bin         | Put Range         | as asked |
      | a.bin         | a             | Delete File       | gone     |
      | same          | dir/same      | Create File       | as asked |
      | dir/same      | same          | Set File Metadata | as asked |
      | same          | same in other | Delete File       | gone     |
      | same in other | same          | Put Range         | as asked |

  @should @FILE-NAME-02
  Scenario Outline: A lease of the share "<held>" leaves "<free>" free to be deleted
    Given a share "other" that exists
    And a share "other2" that exists
    When Ann sends Lease Share acquire to "<held>" with proposed id A
    Then Ann gets 201
    When Bob sends Delete Share to "<free>"
    Then Bob gets 202
    And the share "<held>" is as answered
    When Bob sends Delete Share to "<held>"
    Then Bob gets 412 (LeaseIdMissing)
    And the share "<held>" is unchanged

    Examples: One name begins with the other
      | held   | free   |
      | other  | other2 |
      | other2 | other  |

  Scenario Outline: <clause> <operation> of a leased file under another spelling of its address: <spelling>
    Given a file that is Leased(A)
    When Ann sends <operation> with address <spelling>
    Then Ann gets 412 (LeaseIdMissing)
    And the file is unchanged
    When Ann sends <operation> with address <spelling>, lease id A
    Then Ann gets ok
    And the file is <effect>

    @should
    Examples: Case and dots make no difference
      | clause       | operation         | spelling   | effect   |
      | FILE-NAME-03 | Put Range         | upper-case | as asked |
      | FILE-NAME-03 | Set File Metadata | upper-case | as asked |
      | FILE-NAME-03 | Delete File       | upper-case | gone     |
      | FILE-NAME-03 | Put Range         | dotted     | as asked |
      | FILE-NAME-03 | Delete File       | dotted     | gone     |

    @observed
    Examples: A letter is percent-encoded
      | clause       | operation   | spelling        | effect   |
      | FILE-NAME-04 | Put Range   | percent-encoded | as asked |
      | FILE-NAME-04 | Delete File | percent-encoded | gone     |
