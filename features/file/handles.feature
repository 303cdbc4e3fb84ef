@file
Feature: Handles, if no SMB client has a file open

  REST requests never appear as SMB handles, so List Handles returns nothing and
  Force Close Handles closes nothing while no SMB client has a file open. The
  features under smb cover open handles.

  @should @FILE-HND-03
  Scenario Outline: List Handles of a <resource> that REST clients use by <operation>
    Given a <resource> that exists
    When Ann sends <operation>
    Then Ann gets ok
    When a client sends List Handles to "<resource>"
    Then the service answers 200
    And the response carries no handles

    Examples: A REST request opens no handle
      | resource  | operation                  |
      | file      | Get File                   |
      | file      | Put Range                  |
      | file      | Lease File acquire         |
      | directory | List Directories and Files |

  @should @FILE-HND-05
  Scenario Outline: Force Close Handles of a <resource> with <request>, with nothing to close
    Given a <resource> that exists
    When a client sends Force Close Handles to "<resource>" with <request>
    Then the service answers 200
    And the response carries handles closed 0
    And the <resource> is unchanged

    Examples: All handles, and an unknown ID
      | resource  | request                  |
      | file      | handle *                 |
      | file      | handle 12345             |
      | directory | handle *                 |
      | directory | handle *, recursive true |
      | directory | handle 12345             |

  @should @FILE-HND-06
  Scenario Outline: <operation> of a file with recursive true
    Given a file that exists
    When a client sends <operation> to "file" with recursive true
    Then the service answers 400 *
    And the file is unchanged

    Examples: Only directories contain other resources
      | operation           |
      | List Handles        |
      | Force Close Handles |

  @should @FILE-HND-06
  Scenario: List Handles of a directory with recursive true
    Given a directory that exists
    When a client sends List Handles to "directory" with recursive true
    Then the service answers 200
    And the response carries no handles

  @should @FILE-HND-08
  Scenario Outline: List Handles of a <resource> with max results <n>
    Given a <resource> that exists
    When a client sends List Handles to "<resource>" with max results <n>
    Then the service answers <answer>

    Examples: Too few, and enough
      | resource  | n  | answer |
      | file      | 0  | 400 *  |
      | file      | -2 | 400 *  |
      | directory | 0  | 400 *  |
      | file      | 1  | 200    |
      | directory | 1  | 200    |

  @observed @FILE-HND-20
  Scenario Outline: List Handles of a <resource> that <state>
    Given a <resource> that <state>
    When a client sends List Handles to "<resource>"
    Then the service answers <answer>

    Examples: The outermost missing thing decides
      | resource  | state                      | answer               |
      | file      | belongs to a missing share | 404 ShareNotFound    |
      | directory | belongs to a missing share | 404 ShareNotFound    |
      | file      | is in a missing directory  | 404 ParentNotFound   |
      | file      | does not exist             | 404 ResourceNotFound |
