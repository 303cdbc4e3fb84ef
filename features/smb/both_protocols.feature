@file @needs.smb
Feature: One file over two protocols

  The same file can be used over SMB and over REST. What a client does over one
  protocol, clients of the other see at once: content, new files, new names and
  deletions.

  @must @FILE-LWW-01
  Scenario: What a client writes over SMB shows over REST
    Given a file that exists
    And Bob has the file open over SMB for Read/Write and shares Read/Write/Delete
    When Bob writes "by handle" to the file over SMB
    Then Bob gets ok over SMB
    When a client sends Get File with range 0-8
    Then the service answers 206
    And the response carries content "by handle"

  @must @FILE-LWW-01
  Scenario: What a client writes over REST shows over SMB
    Given a file that exists
    And Bob has the file open over SMB for Read and shares Read/Write/Delete
    When a client sends Put Range with content "by request"
    Then the service answers 201
    And Bob reads "by request" from the file over SMB
    When a client sends Put Range with content "once again"
    Then the service answers 201
    And Bob reads "once again" from the file over SMB

  @must @FILE-LWW-01
  Scenario: A file created over SMB exists over REST
    Given a file that does not exist
    When Bob creates the file over SMB
    Then Bob gets ok over SMB
    When a client sends Get File Properties
    Then the service answers 200
    And the list of entries shows the file

  @must @FILE-LWW-01
  Scenario: A file created over REST exists over SMB
    Given a file that does not exist
    When a client sends Create File
    Then the service answers 201
    When Bob opens the file over SMB for Read and shares Read/Write/Delete
    Then Bob gets ok over SMB

  @must @FILE-LWW-01
  Scenario: A file renamed over SMB has its new name over REST
    Given a file "source" that exists
    And a file that does not exist
    When Bob renames the file "source" to the file over SMB
    Then Bob gets ok over SMB
    And the list of entries shows the file
    And the list of entries lacks the file "source"
    When a client sends Get File Properties
    Then the service answers 200

  @must @FILE-LWW-01
  Scenario: A file renamed over REST has its new name over SMB
    Given a file "source" that exists
    And a file that does not exist
    And Bob has the file "source" open over SMB for Read and shares Read/Write/Delete
    When Bob closes the file "source" over SMB
    And a client sends Rename File
    Then the service answers 200
    When Bob opens the file over SMB for Read and shares Read/Write/Delete
    Then Bob gets ok over SMB
    When Carol opens the file "source" over SMB for Read and shares Read/Write/Delete
    Then Carol gets STATUS_OBJECT_NAME_NOT_FOUND over SMB

  @must @FILE-LWW-01
  Scenario: A file deleted over REST is gone over SMB
    Given a file that exists
    And Bob has the file open over SMB for Read and shares Read/Write/Delete
    When Bob closes the file over SMB
    And a client sends Delete File
    Then the service answers 202
    When Bob opens the file over SMB for Read and shares Read/Write/Delete
    Then Bob gets STATUS_OBJECT_NAME_NOT_FOUND over SMB

  @must @FILE-LWW-01 @FILE-DEL-05
  Scenario: A file deleted over SMB is gone over REST
    Given a file that exists
    And Bob has the file open over SMB for Delete and shares Read/Write/Delete
    And Bob has marked the file for deletion over SMB
    When Bob closes the file over SMB
    Then within 30 seconds another client gets 404 for Get File
    And the list of entries lacks the file
