@file @needs.smb
Feature: SMB change notifications

  An SMB client that watches a directory is told what other SMB clients change in it,
  and not what changes over REST. Changes are told in their order, so the one over SMB
  must come first, although it is made last.

  @should @FILE-SMB-19
  Scenario Outline: <operation> in a directory that a client watches
    Given a directory that exists
    And a file that is in the directory
    And a file "other" that is in the directory
    And Bob has the directory open over SMB for Read and shares Read/Write/Delete
    And Bob watches the directory over SMB
    And Carol has the file "other" open over SMB for Delete and shares Read/Write/Delete and deletes it on close
    When a client sends <operation>
    Then the service answers ok
    When Carol closes the file "other" over SMB
    Then Bob's first notification over SMB is about the file "other"

    Examples: Changes over REST
      | operation           |
      | Create File         |
      | Put Range           |
      | Set File Properties |
      | Set File Metadata   |
      | Delete File         |
