@blob
Feature: Writes and leases that a shared access signature permits

  A shared access signature (SAS) that permits create but not write protects existing
  blobs: a client that has only this SAS cannot overwrite one. Lease operations need
  permissions too.

  Scenario Outline: <clause> Put Blob of a <kind> that <state>, under a SAS that permits <permission>
    Given a <kind> that <state>
    And a writer holds a SAS for the container that permits <permission>
    When the writer sends Put Blob
    Then the writer gets <answer>
    And the blob is <effect>

    @should @needs.account-key
    Examples: The create permission does not allow overwriting
      | clause      | kind        | state          | permission | answer | effect    |
      | BLOB-SAS-01 | block blob  | exists         | create     | 403 *  | unchanged |
      | BLOB-SAS-01 | block blob  | does not exist | create     | 201    | as asked  |
      | BLOB-SAS-01 | block blob  | was deleted    | create     | 201    | as asked  |
      | BLOB-SAS-01 | block blob  | exists         | write      | 201    | as asked  |
      | BLOB-SAS-01 | block blob  | does not exist | write      | 201    | as asked  |
      | BLOB-SAS-01 | block blob  | does not exist | read       | 403 *  | unchanged |
      | BLOB-SAS-01 | block blob  | does not exist | delete     | 403 *  | unchanged |
      | BLOB-SAS-01 | page blob   | exists         | create     | 403 *  | unchanged |
      | BLOB-SAS-01 | page blob   | does not exist | create     | 201    | as asked  |
      | BLOB-SAS-01 | append blob | exists         | create     | 403 *  | unchanged |
      | BLOB-SAS-01 | append blob | does not exist | create     | 201    | as asked  |

  @should @BLOB-SAS-01 @needs.account-key
  Scenario: Exactly one of 8 clients with a create-only SAS succeeds
    Given a block blob that does not exist
    And every client holds a SAS for the container that permits create
    When 8 clients send Put Blob at once
    Then exactly 1 gets 201 and the rest 403 * | 409 * | 412 *
    And the blob is as asked

  Scenario Outline: <clause> <operation> on a blob that is <state>, under a SAS that permits <permission>
    Given a blob that is <state>
    And a client holds a SAS for the container that permits <permission>
    When the client sends <operation>
    Then the client gets <answer>
    And the blob is <effect>
    And the lease of the blob is <lease>

    @should @needs.account-key
    Examples: Lease operations on blobs need write, and break needs write or delete
      | clause      | operation          | state                            | permission | answer | effect    | lease     |
      | BLOB-SAS-01 | Lease Blob acquire | Available                        | write      | 201    | as asked  | Leased(A) |
      | BLOB-SAS-01 | Lease Blob acquire | Available                        | create     | 403 *  | unchanged | Available |
      | BLOB-SAS-01 | Lease Blob acquire | Available                        | delete     | 403 *  | unchanged | Available |
      | BLOB-SAS-01 | Lease Blob acquire | Available                        | read       | 403 *  | unchanged | Available |
      | BLOB-SAS-01 | Lease Blob renew   | Leased(A)                        | write      | 200    | as asked  | Leased(A) |
      | BLOB-SAS-01 | Lease Blob renew   | Leased(A)                        | create     | 403 *  | unchanged | Leased(A) |
      | BLOB-SAS-01 | Lease Blob renew   | Leased(A)                        | delete     | 403 *  | unchanged | Leased(A) |
      | BLOB-SAS-01 | Lease Blob renew   | Leased(A)                        | read       | 403 *  | unchanged | Leased(A) |
      | BLOB-SAS-01 | Lease Blob change  | Leased(A)                        | write      | 200    | as asked  | Leased(B) |
      | BLOB-SAS-01 | Lease Blob change  | Leased(A)                        | create     | 403 *  | unchanged | Leased(A) |
      | BLOB-SAS-01 | Lease Blob change  | Leased(A)                        | delete     | 403 *  | unchanged | Leased(A) |
      | BLOB-SAS-01 | Lease Blob change  | Leased(A)                        | read       | 403 *  | unchanged | Leased(A) |
      | BLOB-SAS-01 | Lease Blob release | Leased(A)                        | write      | 200    | as asked  | Available |
      | BLOB-SAS-01 | Lease Blob release | Leased(A)                        | create     | 403 *  | unchanged | Leased(A) |
      | BLOB-SAS-01 | Lease Blob release | Leased(A)                        | delete     | 403 *  | unchanged | Leased(A) |
      | BLOB-SAS-01 | Lease Blob release | Leased(A)                        | read       | 403 *  | unchanged | Leased(A) |
      | BLOB-SAS-01 | Lease Blob break   | Leased(A) with infinite duration | write      | 202    | as asked  | Broken(A) |
      | BLOB-SAS-01 | Lease Blob break   | Leased(A) with infinite duration | delete     | 202    | as asked  | Broken(A) |
      | BLOB-SAS-01 | Lease Blob break   | Leased(A) with infinite duration | create     | 403 *  | unchanged | Leased(A) |
      | BLOB-SAS-01 | Lease Blob break   | Leased(A) with infinite duration | read       | 403 *  | unchanged | Leased(A) |

  Scenario Outline: <clause> <operation> on a container that is <state>, under <signature> that permits <permission>
    Given a container that is <state>
    And a client holds <signature> that permits <permission>
    When the client sends <operation>
    Then the client gets <answer>
    And the container is <effect>
    And the lease of the container is <lease>

    @should @needs.account-key
    Examples: Lease operations on containers need an account SAS
      | clause      | operation               | state                            | signature               | permission | answer | effect    | lease     |
      | BLOB-SAS-01 | Lease Container acquire | Available                        | a SAS for the container | write      | 403 *  | unchanged | Available |
      | BLOB-SAS-01 | Lease Container renew   | Leased(A)                        | a SAS for the container | write      | 403 *  | unchanged | Leased(A) |
      | BLOB-SAS-01 | Lease Container change  | Leased(A)                        | a SAS for the container | write      | 403 *  | unchanged | Leased(A) |
      | BLOB-SAS-01 | Lease Container release | Leased(A)                        | a SAS for the container | write      | 403 *  | unchanged | Leased(A) |
      | BLOB-SAS-01 | Lease Container break   | Leased(A) with infinite duration | a SAS for the container | delete     | 403 *  | unchanged | Leased(A) |
      | BLOB-SAS-01 | Lease Container acquire | Available                        | an account SAS          | write      | 201    | as asked  | Leased(A) |
      | BLOB-SAS-01 | Lease Container acquire | Available                        | an account SAS          | read       | 403 *  | unchanged | Available |
      | BLOB-SAS-01 | Lease Container renew   | Leased(A)                        | an account SAS          | write      | 200    | as asked  | Leased(A) |
      | BLOB-SAS-01 | Lease Container renew   | Leased(A)                        | an account SAS          | read       | 403 *  | unchanged | Leased(A) |
      | BLOB-SAS-01 | Lease Container change  | Leased(A)                        | an account SAS          | write      | 200    | as asked  | Leased(B) |
      | BLOB-SAS-01 | Lease Container change  | Leased(A)                        | an account SAS          | read       | 403 *  | unchanged | Leased(A) |
      | BLOB-SAS-01 | Lease Container release | Leased(A)                        | an account SAS          | write      | 200    | as asked  | Available |
      | BLOB-SAS-01 | Lease Container release | Leased(A)                        | an account SAS          | read       | 403 *  | unchanged | Leased(A) |
      | BLOB-SAS-01 | Lease Container break   | Leased(A) with infinite duration | an account SAS          | write      | 202    | as asked  | Broken(A) |
      | BLOB-SAS-01 | Lease Container break   | Leased(A) with infinite duration | an account SAS          | delete     | 202    | as asked  | Broken(A) |
      | BLOB-SAS-01 | Lease Container break   | Leased(A) with infinite duration | an account SAS          | read       | 403 *  | unchanged | Leased(A) |
