@blob
Feature: Blob operations: ETags and conditional headers

  The article's table of the sixteen blob operations, row by row: which return an ETag, and which
  accept conditional headers. It names the status of a refusal only for If-Match on a write, 412;
  for the others 304 and 412 are both accepted, and conditions_read and conditions_write say which.

  Scenario Outline: <clause> <operation> on a <kind> that <state>
    Given a <kind> that <state>
    When a client sends <operation>
    Then the service answers <answer>
    And the response carries <response>
    And the blob is <effect>

    @must
    Examples: "Returns ETag value"
      | clause         | operation           | kind        | state                       | answer | response      | effect    |
      | BLOB-TAB-01E   | Put Blob            | block blob  | does not exist              | 201    | a new ETag    | as asked  |
      | BLOB-TAB-01E   | Put Blob            | block blob  | exists                      | 201    | a new ETag    | as asked  |
      | BLOB-TAB-01E   | Put Blob            | page blob   | does not exist              | 201    | a new ETag    | as asked  |
      | BLOB-TAB-01E   | Put Blob            | page blob   | exists                      | 201    | a new ETag    | as asked  |
      | BLOB-TAB-01E   | Put Blob            | append blob | does not exist              | 201    | a new ETag    | as asked  |
      | BLOB-TAB-01E   | Put Blob            | append blob | exists                      | 201    | a new ETag    | as asked  |
      | BLOB-TAB-02E   | Get Blob            | block blob  | exists                      | 200    | the same ETag | unchanged |
      | BLOB-TAB-02E   | Get Blob            | page blob   | exists                      | 200    | the same ETag | unchanged |
      | BLOB-TAB-02E   | Get Blob            | append blob | exists                      | 200    | the same ETag | unchanged |
      | BLOB-TAB-03E   | Get Blob Properties | block blob  | exists                      | 200    | the same ETag | unchanged |
      | BLOB-TAB-04E   | Set Blob Properties | block blob  | exists                      | 200    | a new ETag    | as asked  |
      | BLOB-TAB-05E   | Get Blob Metadata   | block blob  | exists                      | 200    | the same ETag | unchanged |
      | BLOB-TAB-06E   | Set Blob Metadata   | block blob  | exists                      | 200    | a new ETag    | as asked  |
      | BLOB-TAB-07E   | Lease Blob acquire  | block blob  | exists                      | 201    | the same ETag | as asked  |
      | BLOB-TAB-07E   | Lease Blob renew    | block blob  | is Leased(A)                | 200    | the same ETag | as asked  |
      | BLOB-TAB-07E   | Lease Blob change   | block blob  | is Leased(A)                | 200    | the same ETag | as asked  |
      | BLOB-TAB-07E   | Lease Blob release  | block blob  | is Leased(A)                | 200    | the same ETag | as asked  |
      | BLOB-TAB-07E   | Lease Blob break    | block blob  | is Leased(A)                | 202    | the same ETag | as asked  |
      | BLOB-TAB-08E   | Snapshot Blob       | block blob  | exists                      | 201    | an ETag       | as asked  |
      | BLOB-TAB-09E   | Copy Blob           | block blob  | does not exist              | 202    | a new ETag    | as asked  |
      | BLOB-TAB-09E   | Copy Blob           | block blob  | exists                      | 202    | a new ETag    | as asked  |
      | BLOB-TAB-11E   | Delete Blob         | block blob  | exists                      | 202    | no ETag       | gone      |
      | BLOB-TAB-12E   | Put Block           | block blob  | exists                      | 201    | no ETag       | as asked  |
      | BLOB-TAB-13E   | Put Block List      | block blob  | exists                      | 201    | a new ETag    | as asked  |
      | BLOB-TAB-13E   | Put Block List      | block blob  | has only uncommitted blocks | 201    | a new ETag    | as asked  |
      | BLOB-TAB-14E-m | Get Block List      | block blob  | exists                      | 200    | the same ETag | unchanged |
      | BLOB-TAB-15E   | Put Page            | page blob   | exists                      | 201    | a new ETag    | as asked  |
      | BLOB-TAB-15E   | Put Page clear      | page blob   | exists                      | 201    | a new ETag    | as asked  |
      | BLOB-TAB-16E   | Get Page Ranges     | page blob   | exists                      | 200    | the same ETag | unchanged |

  @must @BLOB-TAB-10E @needs.pending-copy
  Scenario: Abort Copy Blob returns no ETag
    Given a blob that receives a pending copy
    When a client sends Abort Copy Blob
    Then the service answers 204
    And the response carries no ETag
    And the blob is as asked

  Scenario Outline: <clause> <operation> on a <kind> that <state>, with <condition>
    Given a <kind> that <state>
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the blob is <effect>

    @must
    Examples: "Accepts conditional headers": Yes
      | clause       | operation           | kind        | state        | condition                   | answer                                     | effect    |
      | BLOB-TAB-01C | Put Blob            | block blob  | exists       | If-Match current            | 201                                        | as asked  |
      | BLOB-TAB-01C | Put Blob            | block blob  | exists       | If-Match stale              | 412 ConditionNotMet                        | unchanged |
      | BLOB-TAB-01C | Put Blob            | block blob  | exists       | If-None-Match stale         | 201                                        | as asked  |
      | BLOB-TAB-01C | Put Blob            | block blob  | exists       | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-01C | Put Blob            | block blob  | exists       | If-Modified-Since earlier   | 201                                        | as asked  |
      | BLOB-TAB-01C | Put Blob            | block blob  | exists       | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-01C | Put Blob            | block blob  | exists       | If-Unmodified-Since same    | 201                                        | as asked  |
      | BLOB-TAB-01C | Put Blob            | block blob  | exists       | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-01C | Put Blob            | page blob   | exists       | If-Match current            | 201                                        | as asked  |
      | BLOB-TAB-01C | Put Blob            | page blob   | exists       | If-Match stale              | 412 ConditionNotMet                        | unchanged |
      | BLOB-TAB-01C | Put Blob            | page blob   | exists       | If-None-Match stale         | 201                                        | as asked  |
      | BLOB-TAB-01C | Put Blob            | page blob   | exists       | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-01C | Put Blob            | page blob   | exists       | If-Modified-Since earlier   | 201                                        | as asked  |
      | BLOB-TAB-01C | Put Blob            | page blob   | exists       | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-01C | Put Blob            | page blob   | exists       | If-Unmodified-Since same    | 201                                        | as asked  |
      | BLOB-TAB-01C | Put Blob            | page blob   | exists       | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-01C | Put Blob            | append blob | exists       | If-Match current            | 201                                        | as asked  |
      | BLOB-TAB-01C | Put Blob            | append blob | exists       | If-Match stale              | 412 ConditionNotMet                        | unchanged |
      | BLOB-TAB-01C | Put Blob            | append blob | exists       | If-None-Match stale         | 201                                        | as asked  |
      | BLOB-TAB-01C | Put Blob            | append blob | exists       | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-01C | Put Blob            | append blob | exists       | If-Modified-Since earlier   | 201                                        | as asked  |
      | BLOB-TAB-01C | Put Blob            | append blob | exists       | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-01C | Put Blob            | append blob | exists       | If-Unmodified-Since same    | 201                                        | as asked  |
      | BLOB-TAB-01C | Put Blob            | append blob | exists       | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-02C | Get Blob            | block blob  | exists       | If-Match current            | 200                                        | unchanged |
      | BLOB-TAB-02C | Get Blob            | block blob  | exists       | If-Match stale              | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-02C | Get Blob            | block blob  | exists       | If-None-Match stale         | 200                                        | unchanged |
      | BLOB-TAB-02C | Get Blob            | block blob  | exists       | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-02C | Get Blob            | block blob  | exists       | If-Modified-Since earlier   | 200                                        | unchanged |
      | BLOB-TAB-02C | Get Blob            | block blob  | exists       | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-02C | Get Blob            | block blob  | exists       | If-Unmodified-Since same    | 200                                        | unchanged |
      | BLOB-TAB-02C | Get Blob            | block blob  | exists       | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-03C | Get Blob Properties | block blob  | exists       | If-Match current            | 200                                        | unchanged |
      | BLOB-TAB-03C | Get Blob Properties | block blob  | exists       | If-Match stale              | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-03C | Get Blob Properties | block blob  | exists       | If-None-Match stale         | 200                                        | unchanged |
      | BLOB-TAB-03C | Get Blob Properties | block blob  | exists       | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-03C | Get Blob Properties | block blob  | exists       | If-Modified-Since earlier   | 200                                        | unchanged |
      | BLOB-TAB-03C | Get Blob Properties | block blob  | exists       | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-03C | Get Blob Properties | block blob  | exists       | If-Unmodified-Since same    | 200                                        | unchanged |
      | BLOB-TAB-03C | Get Blob Properties | block blob  | exists       | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-04C | Set Blob Properties | block blob  | exists       | If-Match current            | 200                                        | as asked  |
      | BLOB-TAB-04C | Set Blob Properties | block blob  | exists       | If-Match stale              | 412 ConditionNotMet                        | unchanged |
      | BLOB-TAB-04C | Set Blob Properties | block blob  | exists       | If-None-Match stale         | 200                                        | as asked  |
      | BLOB-TAB-04C | Set Blob Properties | block blob  | exists       | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-04C | Set Blob Properties | block blob  | exists       | If-Modified-Since earlier   | 200                                        | as asked  |
      | BLOB-TAB-04C | Set Blob Properties | block blob  | exists       | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-04C | Set Blob Properties | block blob  | exists       | If-Unmodified-Since same    | 200                                        | as asked  |
      | BLOB-TAB-04C | Set Blob Properties | block blob  | exists       | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-05C | Get Blob Metadata   | block blob  | exists       | If-Match current            | 200                                        | unchanged |
      | BLOB-TAB-05C | Get Blob Metadata   | block blob  | exists       | If-Match stale              | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-05C | Get Blob Metadata   | block blob  | exists       | If-None-Match stale         | 200                                        | unchanged |
      | BLOB-TAB-05C | Get Blob Metadata   | block blob  | exists       | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-05C | Get Blob Metadata   | block blob  | exists       | If-Modified-Since earlier   | 200                                        | unchanged |
      | BLOB-TAB-05C | Get Blob Metadata   | block blob  | exists       | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-05C | Get Blob Metadata   | block blob  | exists       | If-Unmodified-Since same    | 200                                        | unchanged |
      | BLOB-TAB-05C | Get Blob Metadata   | block blob  | exists       | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-06C | Set Blob Metadata   | block blob  | exists       | If-Match current            | 200                                        | as asked  |
      | BLOB-TAB-06C | Set Blob Metadata   | block blob  | exists       | If-Match stale              | 412 ConditionNotMet                        | unchanged |
      | BLOB-TAB-06C | Set Blob Metadata   | block blob  | exists       | If-None-Match stale         | 200                                        | as asked  |
      | BLOB-TAB-06C | Set Blob Metadata   | block blob  | exists       | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-06C | Set Blob Metadata   | block blob  | exists       | If-Modified-Since earlier   | 200                                        | as asked  |
      | BLOB-TAB-06C | Set Blob Metadata   | block blob  | exists       | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-06C | Set Blob Metadata   | block blob  | exists       | If-Unmodified-Since same    | 200                                        | as asked  |
      | BLOB-TAB-06C | Set Blob Metadata   | block blob  | exists       | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-07C | Lease Blob acquire  | block blob  | exists       | If-Match current            | 201                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob acquire  | block blob  | exists       | If-Match stale              | 412 ConditionNotMet                        | unchanged |
      | BLOB-TAB-07C | Lease Blob acquire  | block blob  | exists       | If-None-Match stale         | 201                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob acquire  | block blob  | exists       | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-07C | Lease Blob acquire  | block blob  | exists       | If-Modified-Since earlier   | 201                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob acquire  | block blob  | exists       | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-07C | Lease Blob acquire  | block blob  | exists       | If-Unmodified-Since same    | 201                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob acquire  | block blob  | exists       | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-07C | Lease Blob renew    | block blob  | is Leased(A) | If-Match current            | 200                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob renew    | block blob  | is Leased(A) | If-Match stale              | 412 ConditionNotMet                        | unchanged |
      | BLOB-TAB-07C | Lease Blob renew    | block blob  | is Leased(A) | If-None-Match stale         | 200                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob renew    | block blob  | is Leased(A) | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-07C | Lease Blob renew    | block blob  | is Leased(A) | If-Modified-Since earlier   | 200                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob renew    | block blob  | is Leased(A) | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-07C | Lease Blob renew    | block blob  | is Leased(A) | If-Unmodified-Since same    | 200                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob renew    | block blob  | is Leased(A) | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-07C | Lease Blob change   | block blob  | is Leased(A) | If-Match current            | 200                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob change   | block blob  | is Leased(A) | If-Match stale              | 412 ConditionNotMet                        | unchanged |
      | BLOB-TAB-07C | Lease Blob change   | block blob  | is Leased(A) | If-None-Match stale         | 200                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob change   | block blob  | is Leased(A) | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-07C | Lease Blob change   | block blob  | is Leased(A) | If-Modified-Since earlier   | 200                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob change   | block blob  | is Leased(A) | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-07C | Lease Blob change   | block blob  | is Leased(A) | If-Unmodified-Since same    | 200                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob change   | block blob  | is Leased(A) | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-07C | Lease Blob release  | block blob  | is Leased(A) | If-Match current            | 200                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob release  | block blob  | is Leased(A) | If-Match stale              | 412 ConditionNotMet                        | unchanged |
      | BLOB-TAB-07C | Lease Blob release  | block blob  | is Leased(A) | If-None-Match stale         | 200                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob release  | block blob  | is Leased(A) | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-07C | Lease Blob release  | block blob  | is Leased(A) | If-Modified-Since earlier   | 200                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob release  | block blob  | is Leased(A) | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-07C | Lease Blob release  | block blob  | is Leased(A) | If-Unmodified-Since same    | 200                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob release  | block blob  | is Leased(A) | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-07C | Lease Blob break    | block blob  | is Leased(A) | If-Match current            | 202                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob break    | block blob  | is Leased(A) | If-Match stale              | 412 ConditionNotMet                        | unchanged |
      | BLOB-TAB-07C | Lease Blob break    | block blob  | is Leased(A) | If-None-Match stale         | 202                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob break    | block blob  | is Leased(A) | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-07C | Lease Blob break    | block blob  | is Leased(A) | If-Modified-Since earlier   | 202                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob break    | block blob  | is Leased(A) | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-07C | Lease Blob break    | block blob  | is Leased(A) | If-Unmodified-Since same    | 202                                        | as asked  |
      | BLOB-TAB-07C | Lease Blob break    | block blob  | is Leased(A) | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-08C | Snapshot Blob       | block blob  | exists       | If-Match current            | 201                                        | as asked  |
      | BLOB-TAB-08C | Snapshot Blob       | block blob  | exists       | If-Match stale              | 412 ConditionNotMet                        | unchanged |
      | BLOB-TAB-08C | Snapshot Blob       | block blob  | exists       | If-None-Match stale         | 201                                        | as asked  |
      | BLOB-TAB-08C | Snapshot Blob       | block blob  | exists       | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-08C | Snapshot Blob       | block blob  | exists       | If-Modified-Since earlier   | 201                                        | as asked  |
      | BLOB-TAB-08C | Snapshot Blob       | block blob  | exists       | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-08C | Snapshot Blob       | block blob  | exists       | If-Unmodified-Since same    | 201                                        | as asked  |
      | BLOB-TAB-08C | Snapshot Blob       | block blob  | exists       | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-09C | Copy Blob           | block blob  | exists       | If-Match current            | 202                                        | as asked  |
      | BLOB-TAB-09C | Copy Blob           | block blob  | exists       | If-Match stale              | 412 *                                      | unchanged |
      | BLOB-TAB-09C | Copy Blob           | block blob  | exists       | If-None-Match stale         | 202                                        | as asked  |
      | BLOB-TAB-09C | Copy Blob           | block blob  | exists       | If-None-Match current       | 304 * \| 412 *                             | unchanged |
      | BLOB-TAB-09C | Copy Blob           | block blob  | exists       | If-Modified-Since earlier   | 202                                        | as asked  |
      | BLOB-TAB-09C | Copy Blob           | block blob  | exists       | If-Modified-Since same      | 304 * \| 412 *                             | unchanged |
      | BLOB-TAB-09C | Copy Blob           | block blob  | exists       | If-Unmodified-Since same    | 202                                        | as asked  |
      | BLOB-TAB-09C | Copy Blob           | block blob  | exists       | If-Unmodified-Since earlier | 304 * \| 412 *                             | unchanged |
      | BLOB-TAB-11C | Delete Blob         | block blob  | exists       | If-Match current            | 202                                        | gone      |
      | BLOB-TAB-11C | Delete Blob         | block blob  | exists       | If-Match stale              | 412 ConditionNotMet                        | unchanged |
      | BLOB-TAB-11C | Delete Blob         | block blob  | exists       | If-None-Match stale         | 202                                        | gone      |
      | BLOB-TAB-11C | Delete Blob         | block blob  | exists       | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-11C | Delete Blob         | block blob  | exists       | If-Modified-Since earlier   | 202                                        | gone      |
      | BLOB-TAB-11C | Delete Blob         | block blob  | exists       | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-11C | Delete Blob         | block blob  | exists       | If-Unmodified-Since same    | 202                                        | gone      |
      | BLOB-TAB-11C | Delete Blob         | block blob  | exists       | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-13C | Put Block List      | block blob  | exists       | If-Match current            | 201                                        | as asked  |
      | BLOB-TAB-13C | Put Block List      | block blob  | exists       | If-Match stale              | 412 ConditionNotMet                        | unchanged |
      | BLOB-TAB-13C | Put Block List      | block blob  | exists       | If-None-Match stale         | 201                                        | as asked  |
      | BLOB-TAB-13C | Put Block List      | block blob  | exists       | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-13C | Put Block List      | block blob  | exists       | If-Modified-Since earlier   | 201                                        | as asked  |
      | BLOB-TAB-13C | Put Block List      | block blob  | exists       | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-13C | Put Block List      | block blob  | exists       | If-Unmodified-Since same    | 201                                        | as asked  |
      | BLOB-TAB-13C | Put Block List      | block blob  | exists       | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-15C | Put Page            | page blob   | exists       | If-Match current            | 201                                        | as asked  |
      | BLOB-TAB-15C | Put Page            | page blob   | exists       | If-Match stale              | 412 ConditionNotMet                        | unchanged |
      | BLOB-TAB-15C | Put Page            | page blob   | exists       | If-None-Match stale         | 201                                        | as asked  |
      | BLOB-TAB-15C | Put Page            | page blob   | exists       | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-15C | Put Page            | page blob   | exists       | If-Modified-Since earlier   | 201                                        | as asked  |
      | BLOB-TAB-15C | Put Page            | page blob   | exists       | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-15C | Put Page            | page blob   | exists       | If-Unmodified-Since same    | 201                                        | as asked  |
      | BLOB-TAB-15C | Put Page            | page blob   | exists       | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-15C | Put Page clear      | page blob   | exists       | If-Match current            | 201                                        | as asked  |
      | BLOB-TAB-15C | Put Page clear      | page blob   | exists       | If-Match stale              | 412 ConditionNotMet                        | unchanged |
      | BLOB-TAB-15C | Put Page clear      | page blob   | exists       | If-None-Match stale         | 201                                        | as asked  |
      | BLOB-TAB-15C | Put Page clear      | page blob   | exists       | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-15C | Put Page clear      | page blob   | exists       | If-Modified-Since earlier   | 201                                        | as asked  |
      | BLOB-TAB-15C | Put Page clear      | page blob   | exists       | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-15C | Put Page clear      | page blob   | exists       | If-Unmodified-Since same    | 201                                        | as asked  |
      | BLOB-TAB-15C | Put Page clear      | page blob   | exists       | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-16C | Get Page Ranges     | page blob   | exists       | If-Match current            | 200                                        | unchanged |
      | BLOB-TAB-16C | Get Page Ranges     | page blob   | exists       | If-Match stale              | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-16C | Get Page Ranges     | page blob   | exists       | If-None-Match stale         | 200                                        | unchanged |
      | BLOB-TAB-16C | Get Page Ranges     | page blob   | exists       | If-None-Match current       | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-16C | Get Page Ranges     | page blob   | exists       | If-Modified-Since earlier   | 200                                        | unchanged |
      | BLOB-TAB-16C | Get Page Ranges     | page blob   | exists       | If-Modified-Since same      | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |
      | BLOB-TAB-16C | Get Page Ranges     | page blob   | exists       | If-Unmodified-Since same    | 200                                        | unchanged |
      | BLOB-TAB-16C | Get Page Ranges     | page blob   | exists       | If-Unmodified-Since earlier | 304 ConditionNotMet \| 412 ConditionNotMet | unchanged |

    @must
    Examples: "Accepts conditional headers": No
      | clause       | operation      | kind       | state  | condition                   | answer                                    | effect      |
      | BLOB-TAB-12C | Put Block      | block blob | exists | If-Match stale              | 201 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-12C | Put Block      | block blob | exists | If-None-Match current       | 201 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-12C | Put Block      | block blob | exists | If-Modified-Since same      | 201 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-12C | Put Block      | block blob | exists | If-Unmodified-Since earlier | 201 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-14C | Get Block List | block blob | exists | If-Match stale              | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-14C | Get Block List | block blob | exists | If-None-Match current       | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-14C | Get Block List | block blob | exists | If-Modified-Since same      | 200 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-14C | Get Block List | block blob | exists | If-Unmodified-Since earlier | 200 \| 400 (ConditionHeadersNotSupported) | as answered |

  Scenario Outline: <clause> Copy Blob with <condition>
    Given a block blob "source" that exists
    And a block blob that exists
    When a client sends Copy Blob with <condition>
    Then the service answers <answer>
    And the blob is <effect>
    And the blob "source" is unchanged

    @must
    Examples: "Accepts conditional headers": Yes (for source and destination)
      | clause       | condition                          | answer         | effect    |
      | BLOB-TAB-09C | source If-Match current            | 202            | as asked  |
      | BLOB-TAB-09C | source If-Match stale              | 304 * \| 412 * | unchanged |
      | BLOB-TAB-09C | source If-None-Match stale         | 202            | as asked  |
      | BLOB-TAB-09C | source If-None-Match current       | 304 * \| 412 * | unchanged |
      | BLOB-TAB-09C | source If-Modified-Since earlier   | 202            | as asked  |
      | BLOB-TAB-09C | source If-Modified-Since same      | 304 * \| 412 * | unchanged |
      | BLOB-TAB-09C | source If-Unmodified-Since same    | 202            | as asked  |
      | BLOB-TAB-09C | source If-Unmodified-Since earlier | 304 * \| 412 * | unchanged |

  Scenario Outline: <clause> Copy Blob to a blob that <state>, with <condition>
    Given a block blob "source" that exists
    And a block blob that <state>
    When a client sends Copy Blob with <condition>
    Then the service answers <answer>
    And the blob is <effect>

    @must
    Examples: The conditions on the source count whatever the destination is
      | clause       | state          | condition                          | answer         | effect    |
      | BLOB-TAB-09C | does not exist | source If-Match current            | 202            | as asked  |
      | BLOB-TAB-09C | does not exist | source If-Match stale              | 304 * \| 412 * | unchanged |
      | BLOB-TAB-09C | does not exist | source If-None-Match current       | 304 * \| 412 * | unchanged |
      | BLOB-TAB-09C | does not exist | source If-Modified-Since same      | 304 * \| 412 * | unchanged |
      | BLOB-TAB-09C | does not exist | source If-Unmodified-Since earlier | 304 * \| 412 * | unchanged |

  Scenario Outline: <clause> Abort Copy Blob with <condition>
    Given a blob that receives a pending copy
    When a client sends Abort Copy Blob with <condition>
    Then the service answers <answer>
    And the blob is <effect>

    @must @needs.pending-copy
    Examples: "Accepts conditional headers": No, while a copy is pending
      | clause       | condition                   | answer                                    | effect      |
      | BLOB-TAB-10C | If-Match other              | 204 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-10C | If-None-Match current       | 204 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-10C | If-Modified-Since same      | 204 \| 400 (ConditionHeadersNotSupported) | as answered |
      | BLOB-TAB-10C | If-Unmodified-Since earlier | 204 \| 400 (ConditionHeadersNotSupported) | as answered |
