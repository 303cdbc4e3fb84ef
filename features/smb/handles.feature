@file @needs.smb
Feature: Handles of SMB clients, as REST shows and closes them

  List Handles shows the handles that SMB clients have open, and Force Close Handles
  closes them, which ends the conflict with a REST operation that they caused.

  @should @FILE-HND-01
  Scenario Outline: List Handles of a <resource> with <request>
    Given a directory that exists
    And a file that is in the directory
    And Bob has the directory open over SMB for Read and shares Read/Write/Delete
    And Bob has the file open over SMB for Read and shares Read/Write/Delete
    And Carol has the file open over SMB for Read and shares Read/Write/Delete
    When a client sends List Handles to "<resource>" with <request>
    Then the service answers 200
    And the response carries handles <number>, complete handles

    Examples: Of the resource itself, or of all below it
      | resource  | request        | number |
      | file      | nothing        | 2      |
      | directory | nothing        | 1      |
      | directory | recursive true | 3      |

  @observed @FILE-HND-02
  Scenario: List Handles shows the access and the client
    Given a file that exists
    And Bob has the file open over SMB for Read and shares Read/Write/Delete
    When a client sends List Handles to "file"
    Then the service answers 200
    And the response carries access of handles Read, named clients of handles

  @should @FILE-HND-09
  Scenario: Handles of two clients have IDs that the service assigns
    Given a file that exists
    And Bob has the file open over SMB for Read and shares Read/Write/Delete
    And Carol has the file open over SMB for Read and shares Read/Write/Delete
    When a client sends List Handles to "file"
    Then the service answers 200
    And the response carries handles 2, different handles

  @should @FILE-HND-04
  Scenario Outline: Force Close Handles with <request>
    Given a file that exists
    And Bob has the file open over SMB for Read and shares Read/Write/Delete
    And Carol has the file open over SMB for Read and shares Read/Write/Delete
    When a client sends List Handles to "file"
    And a client sends Force Close Handles to "file" with <request>
    Then the service answers 200
    And the response carries handles closed <number>
    When a client sends List Handles to "file"
    Then the service answers 200
    And the response carries handles <left>

    Examples: One handle, and all
      | request             | number | left |
      | handle first listed | 1      | 1    |
      | handle *            | 2      | 0    |

  @should @FILE-HND-07
  Scenario: A handle that was closed by force blocks no one
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares Read
    When a client sends Put Range
    Then the service answers 409 SharingViolation
    When a client sends Force Close Handles to "file"
    Then the service answers 200
    And the response carries handles closed 1
    When a client sends Put Range
    Then the service answers 201
    And the file is as asked
    When Bob marks the file for deletion over SMB
    Then Bob gets STATUS_FILE_CLOSED over SMB
