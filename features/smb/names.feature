@file @needs.smb
Feature: Names of files that look alike, and locks over SMB

  A share mode and a mark for deletion belong to one file, under each spelling of its
  name over REST.

  @must @FILE-SMB-04a
  Scenario Outline: <operation> of the file "<free>" while "<held>" is open for Write and shares None
    Given a directory "dir" that exists
    And a file "<free>" that exists
    And a file "<held>" that exists
    And Bob has the file "<held>" open over SMB for Write and shares None
    When Ann sends <operation> to "<held>"
    Then Ann gets 409 SharingViolation
    When Ann sends <operation> to "<free>"
    Then Ann gets ok
    And the file "<free>" is <effect>

    Examples: Another name, and the same name elsewhere
      | held     | free     | operation         | effect   |
      | a        | a.bin    | Put Range         | as asked |
      | a.bin    | a        | Delete File       | gone     |
      | same     | dir/same | Put Range         | as asked |
      | dir/same | same     | Set File Metadata | as asked |

  @should @FILE-NAME-03
  Scenario Outline: <operation> under another spelling meets the <guard> of the file: <spelling>
    Given a file that exists
    And Bob has the file open over SMB for Write and shares None
    When Ann sends <operation> with address <spelling>
    Then Ann gets 409 SharingViolation
    When Bob closes the file over SMB
    Then the file is unchanged

    Examples: Case and dots make no difference
      | guard      | operation         | spelling   |
      | share mode | Put Range         | upper-case |
      | share mode | Delete File       | upper-case |
      | share mode | Set File Metadata | dotted     |

  @should @FILE-NAME-03
  Scenario Outline: <operation> under another spelling finds the file <guard>: <spelling>
    Given a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    And Bob has marked the file for deletion over SMB
    When Ann sends <operation> with address <spelling>
    Then Ann gets 409 SMBDeletePending | 409 DeletePending
    When Bob clears the deletion mark of the file over SMB
    Then the file is unchanged

    Examples: Case and dots make no difference
      | guard          | operation   | spelling   |
      | pending delete | Create File | upper-case |
      | pending delete | Put Range   | dotted     |
