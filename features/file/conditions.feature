@file
Feature: Conditional headers are refused

  No operation of the File service supports conditional headers. They are neither ignored nor
  evaluated: whether or not the condition would be met, the request returns the same error and
  changes nothing. Other features send the same requests without the header, and they succeed.

  @observed @FILE-ETAG-06 @FILE-ERR-11
  Scenario Outline: <operation> of a file with <condition>
    Given a file that exists
    When a client sends <operation> with <condition>
    Then the service answers 400 ConditionHeadersNotSupported
    And the file is unchanged

    Examples: Files: each header once met and once not
      | operation           | condition                     |
      | Create File         | If-Match current              |
      | Create File         | If-Match stale                |
      | Create File         | If-None-Match other           |
      | Create File         | If-None-Match current         |
      | Create File         | If-Modified-Since yesterday   |
      | Create File         | If-Modified-Since same        |
      | Create File         | If-Unmodified-Since same      |
      | Create File         | If-Unmodified-Since yesterday |
      | Get File            | If-Match current              |
      | Get File            | If-Match stale                |
      | Get File            | If-None-Match other           |
      | Get File            | If-None-Match current         |
      | Get File            | If-Modified-Since yesterday   |
      | Get File            | If-Modified-Since same        |
      | Get File            | If-Unmodified-Since same      |
      | Get File            | If-Unmodified-Since yesterday |
      | Get File Properties | If-Match current              |
      | Get File Properties | If-Match stale                |
      | Get File Properties | If-None-Match other           |
      | Get File Properties | If-None-Match current         |
      | Get File Properties | If-Modified-Since yesterday   |
      | Get File Properties | If-Modified-Since same        |
      | Get File Properties | If-Unmodified-Since same      |
      | Get File Properties | If-Unmodified-Since yesterday |
      | Set File Properties | If-Match current              |
      | Set File Properties | If-Match stale                |
      | Set File Properties | If-None-Match other           |
      | Set File Properties | If-None-Match current         |
      | Set File Properties | If-Modified-Since yesterday   |
      | Set File Properties | If-Modified-Since same        |
      | Set File Properties | If-Unmodified-Since same      |
      | Set File Properties | If-Unmodified-Since yesterday |
      | Get File Metadata   | If-Match current              |
      | Get File Metadata   | If-Match stale                |
      | Get File Metadata   | If-None-Match other           |
      | Get File Metadata   | If-None-Match current         |
      | Get File Metadata   | If-Modified-Since yesterday   |
      | Get File Metadata   | If-Modified-Since same        |
      | Get File Metadata   | If-Unmodified-Since same      |
      | Get File Metadata   | If-Unmodified-Since yesterday |
      | Set File Metadata   | If-Match current              |
      | Set File Metadata   | If-Match stale                |
      | Set File Metadata   | If-None-Match other           |
      | Set File Metadata   | If-None-Match current         |
      | Set File Metadata   | If-Modified-Since yesterday   |
      | Set File Metadata   | If-Modified-Since same        |
      | Set File Metadata   | If-Unmodified-Since same      |
      | Set File Metadata   | If-Unmodified-Since yesterday |
      | Copy File           | If-Match current              |
      | Copy File           | If-Match stale                |
      | Copy File           | If-None-Match other           |
      | Copy File           | If-None-Match current         |
      | Copy File           | If-Modified-Since yesterday   |
      | Copy File           | If-Modified-Since same        |
      | Copy File           | If-Unmodified-Since same      |
      | Copy File           | If-Unmodified-Since yesterday |
      | Abort Copy File     | If-Match current              |
      | Abort Copy File     | If-Match stale                |
      | Abort Copy File     | If-None-Match other           |
      | Abort Copy File     | If-None-Match current         |
      | Abort Copy File     | If-Modified-Since yesterday   |
      | Abort Copy File     | If-Modified-Since same        |
      | Abort Copy File     | If-Unmodified-Since same      |
      | Abort Copy File     | If-Unmodified-Since yesterday |
      | Rename File         | If-Match current              |
      | Rename File         | If-Match stale                |
      | Rename File         | If-None-Match other           |
      | Rename File         | If-None-Match current         |
      | Rename File         | If-Modified-Since yesterday   |
      | Rename File         | If-Modified-Since same        |
      | Rename File         | If-Unmodified-Since same      |
      | Rename File         | If-Unmodified-Since yesterday |
      | Delete File         | If-Match current              |
      | Delete File         | If-Match stale                |
      | Delete File         | If-None-Match other           |
      | Delete File         | If-None-Match current         |
      | Delete File         | If-Modified-Since yesterday   |
      | Delete File         | If-Modified-Since same        |
      | Delete File         | If-Unmodified-Since same      |
      | Delete File         | If-Unmodified-Since yesterday |
      | Put Range           | If-Match current              |
      | Put Range           | If-Match stale                |
      | Put Range           | If-None-Match other           |
      | Put Range           | If-None-Match current         |
      | Put Range           | If-Modified-Since yesterday   |
      | Put Range           | If-Modified-Since same        |
      | Put Range           | If-Unmodified-Since same      |
      | Put Range           | If-Unmodified-Since yesterday |
      | Put Range clear     | If-Match current              |
      | Put Range clear     | If-Match stale                |
      | Put Range clear     | If-None-Match other           |
      | Put Range clear     | If-None-Match current         |
      | Put Range clear     | If-Modified-Since yesterday   |
      | Put Range clear     | If-Modified-Since same        |
      | Put Range clear     | If-Unmodified-Since same      |
      | Put Range clear     | If-Unmodified-Since yesterday |
      | Put Range from URL  | If-Match current              |
      | Put Range from URL  | If-Match stale                |
      | Put Range from URL  | If-None-Match other           |
      | Put Range from URL  | If-None-Match current         |
      | Put Range from URL  | If-Modified-Since yesterday   |
      | Put Range from URL  | If-Modified-Since same        |
      | Put Range from URL  | If-Unmodified-Since same      |
      | Put Range from URL  | If-Unmodified-Since yesterday |
      | List Ranges         | If-Match current              |
      | List Ranges         | If-Match stale                |
      | List Ranges         | If-None-Match other           |
      | List Ranges         | If-None-Match current         |
      | List Ranges         | If-Modified-Since yesterday   |
      | List Ranges         | If-Modified-Since same        |
      | List Ranges         | If-Unmodified-Since same      |
      | List Ranges         | If-Unmodified-Since yesterday |
      | Lease File acquire  | If-Match current              |
      | Lease File acquire  | If-Match stale                |
      | Lease File acquire  | If-None-Match other           |
      | Lease File acquire  | If-None-Match current         |
      | Lease File acquire  | If-Modified-Since yesterday   |
      | Lease File acquire  | If-Modified-Since same        |
      | Lease File acquire  | If-Unmodified-Since same      |
      | Lease File acquire  | If-Unmodified-Since yesterday |
      | Lease File change   | If-Match current              |
      | Lease File change   | If-Match stale                |
      | Lease File change   | If-None-Match other           |
      | Lease File change   | If-None-Match current         |
      | Lease File change   | If-Modified-Since yesterday   |
      | Lease File change   | If-Modified-Since same        |
      | Lease File change   | If-Unmodified-Since same      |
      | Lease File change   | If-Unmodified-Since yesterday |
      | Lease File release  | If-Match current              |
      | Lease File release  | If-Match stale                |
      | Lease File release  | If-None-Match other           |
      | Lease File release  | If-None-Match current         |
      | Lease File release  | If-Modified-Since yesterday   |
      | Lease File release  | If-Modified-Since same        |
      | Lease File release  | If-Unmodified-Since same      |
      | Lease File release  | If-Unmodified-Since yesterday |
      | Lease File break    | If-Match current              |
      | Lease File break    | If-Match stale                |
      | Lease File break    | If-None-Match other           |
      | Lease File break    | If-None-Match current         |
      | Lease File break    | If-Modified-Since yesterday   |
      | Lease File break    | If-Modified-Since same        |
      | Lease File break    | If-Unmodified-Since same      |
      | Lease File break    | If-Unmodified-Since yesterday |
      | List Handles        | If-Match current              |
      | List Handles        | If-Match stale                |
      | List Handles        | If-None-Match other           |
      | List Handles        | If-None-Match current         |
      | List Handles        | If-Modified-Since yesterday   |
      | List Handles        | If-Modified-Since same        |
      | List Handles        | If-Unmodified-Since same      |
      | List Handles        | If-Unmodified-Since yesterday |
      | Force Close Handles | If-Match current              |
      | Force Close Handles | If-Match stale                |
      | Force Close Handles | If-None-Match other           |
      | Force Close Handles | If-None-Match current         |
      | Force Close Handles | If-Modified-Since yesterday   |
      | Force Close Handles | If-Modified-Since same        |
      | Force Close Handles | If-Unmodified-Since same      |
      | Force Close Handles | If-Unmodified-Since yesterday |

  @observed @FILE-ETAG-06 @FILE-ERR-11
  Scenario Outline: <operation> of a directory with <condition>
    Given a directory that exists
    When a client sends <operation> with <condition>
    Then the service answers 400 ConditionHeadersNotSupported
    And the directory is unchanged

    Examples: Directories: each header once met and once not
      | operation                  | condition                     |
      | List Directories and Files | If-Match current              |
      | List Directories and Files | If-Match stale                |
      | List Directories and Files | If-None-Match other           |
      | List Directories and Files | If-None-Match current         |
      | List Directories and Files | If-Modified-Since yesterday   |
      | List Directories and Files | If-Modified-Since same        |
      | List Directories and Files | If-Unmodified-Since same      |
      | List Directories and Files | If-Unmodified-Since yesterday |
      | Create Directory           | If-Match current              |
      | Create Directory           | If-Match stale                |
      | Create Directory           | If-None-Match other           |
      | Create Directory           | If-None-Match current         |
      | Create Directory           | If-Modified-Since yesterday   |
      | Create Directory           | If-Modified-Since same        |
      | Create Directory           | If-Unmodified-Since same      |
      | Create Directory           | If-Unmodified-Since yesterday |
      | Get Directory Properties   | If-Match current              |
      | Get Directory Properties   | If-Match stale                |
      | Get Directory Properties   | If-None-Match other           |
      | Get Directory Properties   | If-None-Match current         |
      | Get Directory Properties   | If-Modified-Since yesterday   |
      | Get Directory Properties   | If-Modified-Since same        |
      | Get Directory Properties   | If-Unmodified-Since same      |
      | Get Directory Properties   | If-Unmodified-Since yesterday |
      | Set Directory Properties   | If-Match current              |
      | Set Directory Properties   | If-Match stale                |
      | Set Directory Properties   | If-None-Match other           |
      | Set Directory Properties   | If-None-Match current         |
      | Set Directory Properties   | If-Modified-Since yesterday   |
      | Set Directory Properties   | If-Modified-Since same        |
      | Set Directory Properties   | If-Unmodified-Since same      |
      | Set Directory Properties   | If-Unmodified-Since yesterday |
      | Get Directory Metadata     | If-Match current              |
      | Get Directory Metadata     | If-Match stale                |
      | Get Directory Metadata     | If-None-Match other           |
      | Get Directory Metadata     | If-None-Match current         |
      | Get Directory Metadata     | If-Modified-Since yesterday   |
      | Get Directory Metadata     | If-Modified-Since same        |
      | Get Directory Metadata     | If-Unmodified-Since same      |
      | Get Directory Metadata     | If-Unmodified-Since yesterday |
      | Set Directory Metadata     | If-Match current              |
      | Set Directory Metadata     | If-Match stale                |
      | Set Directory Metadata     | If-None-Match other           |
      | Set Directory Metadata     | If-None-Match current         |
      | Set Directory Metadata     | If-Modified-Since yesterday   |
      | Set Directory Metadata     | If-Modified-Since same        |
      | Set Directory Metadata     | If-Unmodified-Since same      |
      | Set Directory Metadata     | If-Unmodified-Since yesterday |
      | Rename Directory           | If-Match current              |
      | Rename Directory           | If-Match stale                |
      | Rename Directory           | If-None-Match other           |
      | Rename Directory           | If-None-Match current         |
      | Rename Directory           | If-Modified-Since yesterday   |
      | Rename Directory           | If-Modified-Since same        |
      | Rename Directory           | If-Unmodified-Since same      |
      | Rename Directory           | If-Unmodified-Since yesterday |
      | Delete Directory           | If-Match current              |
      | Delete Directory           | If-Match stale                |
      | Delete Directory           | If-None-Match other           |
      | Delete Directory           | If-None-Match current         |
      | Delete Directory           | If-Modified-Since yesterday   |
      | Delete Directory           | If-Modified-Since same        |
      | Delete Directory           | If-Unmodified-Since same      |
      | Delete Directory           | If-Unmodified-Since yesterday |

  @observed @FILE-ETAG-06 @FILE-ERR-11
  Scenario Outline: <operation> of a share with <condition>
    Given a share that exists
    When a client sends <operation> with <condition>
    Then the service answers 400 ConditionHeadersNotSupported
    And the share is unchanged

    Examples: Shares: each header once met and once not
      | operation            | condition                     |
      | Create Share         | If-Match current              |
      | Create Share         | If-Match stale                |
      | Create Share         | If-None-Match other           |
      | Create Share         | If-None-Match current         |
      | Create Share         | If-Modified-Since yesterday   |
      | Create Share         | If-Modified-Since same        |
      | Create Share         | If-Unmodified-Since same      |
      | Create Share         | If-Unmodified-Since yesterday |
      | Get Share Properties | If-Match current              |
      | Get Share Properties | If-Match stale                |
      | Get Share Properties | If-None-Match other           |
      | Get Share Properties | If-None-Match current         |
      | Get Share Properties | If-Modified-Since yesterday   |
      | Get Share Properties | If-Modified-Since same        |
      | Get Share Properties | If-Unmodified-Since same      |
      | Get Share Properties | If-Unmodified-Since yesterday |
      | Set Share Properties | If-Match current              |
      | Set Share Properties | If-Match stale                |
      | Set Share Properties | If-None-Match other           |
      | Set Share Properties | If-None-Match current         |
      | Set Share Properties | If-Modified-Since yesterday   |
      | Set Share Properties | If-Modified-Since same        |
      | Set Share Properties | If-Unmodified-Since same      |
      | Set Share Properties | If-Unmodified-Since yesterday |
      | Get Share Metadata   | If-Match current              |
      | Get Share Metadata   | If-Match stale                |
      | Get Share Metadata   | If-None-Match other           |
      | Get Share Metadata   | If-None-Match current         |
      | Get Share Metadata   | If-Modified-Since yesterday   |
      | Get Share Metadata   | If-Modified-Since same        |
      | Get Share Metadata   | If-Unmodified-Since same      |
      | Get Share Metadata   | If-Unmodified-Since yesterday |
      | Set Share Metadata   | If-Match current              |
      | Set Share Metadata   | If-Match stale                |
      | Set Share Metadata   | If-None-Match other           |
      | Set Share Metadata   | If-None-Match current         |
      | Set Share Metadata   | If-Modified-Since yesterday   |
      | Set Share Metadata   | If-Modified-Since same        |
      | Set Share Metadata   | If-Unmodified-Since same      |
      | Set Share Metadata   | If-Unmodified-Since yesterday |
      | Get Share ACL        | If-Match current              |
      | Get Share ACL        | If-Match stale                |
      | Get Share ACL        | If-None-Match other           |
      | Get Share ACL        | If-None-Match current         |
      | Get Share ACL        | If-Modified-Since yesterday   |
      | Get Share ACL        | If-Modified-Since same        |
      | Get Share ACL        | If-Unmodified-Since same      |
      | Get Share ACL        | If-Unmodified-Since yesterday |
      | Set Share ACL        | If-Match current              |
      | Set Share ACL        | If-Match stale                |
      | Set Share ACL        | If-None-Match other           |
      | Set Share ACL        | If-None-Match current         |
      | Set Share ACL        | If-Modified-Since yesterday   |
      | Set Share ACL        | If-Modified-Since same        |
      | Set Share ACL        | If-Unmodified-Since same      |
      | Set Share ACL        | If-Unmodified-Since yesterday |
      | Get Share Stats      | If-Match current              |
      | Get Share Stats      | If-Match stale                |
      | Get Share Stats      | If-None-Match other           |
      | Get Share Stats      | If-None-Match current         |
      | Get Share Stats      | If-Modified-Since yesterday   |
      | Get Share Stats      | If-Modified-Since same        |
      | Get Share Stats      | If-Unmodified-Since same      |
      | Get Share Stats      | If-Unmodified-Since yesterday |
      | Snapshot Share       | If-Match current              |
      | Snapshot Share       | If-Match stale                |
      | Snapshot Share       | If-None-Match other           |
      | Snapshot Share       | If-None-Match current         |
      | Snapshot Share       | If-Modified-Since yesterday   |
      | Snapshot Share       | If-Modified-Since same        |
      | Snapshot Share       | If-Unmodified-Since same      |
      | Snapshot Share       | If-Unmodified-Since yesterday |
      | Delete Share         | If-Match current              |
      | Delete Share         | If-Match stale                |
      | Delete Share         | If-None-Match other           |
      | Delete Share         | If-None-Match current         |
      | Delete Share         | If-Modified-Since yesterday   |
      | Delete Share         | If-Modified-Since same        |
      | Delete Share         | If-Unmodified-Since same      |
      | Delete Share         | If-Unmodified-Since yesterday |
      | Lease Share acquire  | If-Match current              |
      | Lease Share acquire  | If-Match stale                |
      | Lease Share acquire  | If-None-Match other           |
      | Lease Share acquire  | If-None-Match current         |
      | Lease Share acquire  | If-Modified-Since yesterday   |
      | Lease Share acquire  | If-Modified-Since same        |
      | Lease Share acquire  | If-Unmodified-Since same      |
      | Lease Share acquire  | If-Unmodified-Since yesterday |
      | Lease Share renew    | If-Match current              |
      | Lease Share renew    | If-Match stale                |
      | Lease Share renew    | If-None-Match other           |
      | Lease Share renew    | If-None-Match current         |
      | Lease Share renew    | If-Modified-Since yesterday   |
      | Lease Share renew    | If-Modified-Since same        |
      | Lease Share renew    | If-Unmodified-Since same      |
      | Lease Share renew    | If-Unmodified-Since yesterday |
      | Lease Share change   | If-Match current              |
      | Lease Share change   | If-Match stale                |
      | Lease Share change   | If-None-Match other           |
      | Lease Share change   | If-None-Match current         |
      | Lease Share change   | If-Modified-Since yesterday   |
      | Lease Share change   | If-Modified-Since same        |
      | Lease Share change   | If-Unmodified-Since same      |
      | Lease Share change   | If-Unmodified-Since yesterday |
      | Lease Share release  | If-Match current              |
      | Lease Share release  | If-Match stale                |
      | Lease Share release  | If-None-Match other           |
      | Lease Share release  | If-None-Match current         |
      | Lease Share release  | If-Modified-Since yesterday   |
      | Lease Share release  | If-Modified-Since same        |
      | Lease Share release  | If-Unmodified-Since same      |
      | Lease Share release  | If-Unmodified-Since yesterday |
      | Lease Share break    | If-Match current              |
      | Lease Share break    | If-Match stale                |
      | Lease Share break    | If-None-Match other           |
      | Lease Share break    | If-None-Match current         |
      | Lease Share break    | If-Modified-Since yesterday   |
      | Lease Share break    | If-Modified-Since same        |
      | Lease Share break    | If-Unmodified-Since same      |
      | Lease Share break    | If-Unmodified-Since yesterday |
      | List Shares          | If-Match current              |
      | List Shares          | If-Match stale                |
      | List Shares          | If-None-Match other           |
      | List Shares          | If-None-Match current         |
      | List Shares          | If-Modified-Since yesterday   |
      | List Shares          | If-Modified-Since same        |
      | List Shares          | If-Unmodified-Since same      |
      | List Shares          | If-Unmodified-Since yesterday |
