@blob
Feature: Lease IDs in every GUID notation

  A lease ID can be written as 32 digits, with hyphens, in braces or in parentheses,
  in upper or lower case. Every operation must accept an ID that is always written the
  same way. Recordings show that other spellings of the same ID match too.

  Scenario Outline: <clause> <operation> with the lease ID in <notation> form, acquired in the same form
    Given a blob that exists
    When Ann sends Lease Blob acquire with proposed id A <notation>, duration 60
    Then Ann gets 201
    When Ann sends <operation> with <request>
    Then Ann gets <answer>
    And the blob is as asked

    @should
    Examples: The same notation throughout
      | clause          | operation          | notation      | request                                               | answer |
      | BLOB-LEASE-12-s | Lease Blob acquire | upper-case    | proposed id A upper-case                              | 201    |
      | BLOB-LEASE-12-s | Lease Blob renew   | upper-case    | lease id A upper-case                                 | 200    |
      | BLOB-LEASE-12-s | Lease Blob change  | upper-case    | lease id A upper-case, proposed id B upper-case       | 200    |
      | BLOB-LEASE-12-s | Lease Blob release | upper-case    | lease id A upper-case                                 | 200    |
      | BLOB-LEASE-12-s | Set Blob Metadata  | upper-case    | lease id A upper-case                                 | 200    |
      | BLOB-LEASE-12-s | Delete Blob        | upper-case    | lease id A upper-case                                 | 202    |
      | BLOB-LEASE-12-s | Get Blob           | upper-case    | lease id A upper-case                                 | 200    |
      | BLOB-LEASE-12-s | Lease Blob acquire | bare          | proposed id A bare                                    | 201    |
      | BLOB-LEASE-12-s | Lease Blob renew   | bare          | lease id A bare                                       | 200    |
      | BLOB-LEASE-12-s | Lease Blob change  | bare          | lease id A bare, proposed id B bare                   | 200    |
      | BLOB-LEASE-12-s | Lease Blob release | bare          | lease id A bare                                       | 200    |
      | BLOB-LEASE-12-s | Set Blob Metadata  | bare          | lease id A bare                                       | 200    |
      | BLOB-LEASE-12-s | Delete Blob        | bare          | lease id A bare                                       | 202    |
      | BLOB-LEASE-12-s | Get Blob           | bare          | lease id A bare                                       | 200    |
      | BLOB-LEASE-12-s | Lease Blob acquire | braced        | proposed id A braced                                  | 201    |
      | BLOB-LEASE-12-s | Lease Blob renew   | braced        | lease id A braced                                     | 200    |
      | BLOB-LEASE-12-s | Lease Blob change  | braced        | lease id A braced, proposed id B braced               | 200    |
      | BLOB-LEASE-12-s | Lease Blob release | braced        | lease id A braced                                     | 200    |
      | BLOB-LEASE-12-s | Set Blob Metadata  | braced        | lease id A braced                                     | 200    |
      | BLOB-LEASE-12-s | Delete Blob        | braced        | lease id A braced                                     | 202    |
      | BLOB-LEASE-12-s | Get Blob           | braced        | lease id A braced                                     | 200    |
      | BLOB-LEASE-12-s | Lease Blob acquire | parenthesised | proposed id A parenthesised                           | 201    |
      | BLOB-LEASE-12-s | Lease Blob renew   | parenthesised | lease id A parenthesised                              | 200    |
      | BLOB-LEASE-12-s | Lease Blob change  | parenthesised | lease id A parenthesised, proposed id B parenthesised | 200    |
      | BLOB-LEASE-12-s | Lease Blob release | parenthesised | lease id A parenthesised                              | 200    |
      | BLOB-LEASE-12-s | Set Blob Metadata  | parenthesised | lease id A parenthesised                              | 200    |
      | BLOB-LEASE-12-s | Delete Blob        | parenthesised | lease id A parenthesised                              | 202    |
      | BLOB-LEASE-12-s | Get Blob           | parenthesised | lease id A parenthesised                              | 200    |

  Scenario Outline: <clause> <operation> with the lease ID in <notation> form, acquired in another form
    Given a blob that is Leased(A)
    When Ann sends <operation> with <request>
    Then Ann gets <answer>
    And the blob is as asked

    @observed
    Examples: A different notation
      | clause          | operation          | notation      | request                                               | answer |
      | BLOB-LEASE-12-o | Lease Blob acquire | upper-case    | proposed id A upper-case                              | 201    |
      | BLOB-LEASE-12-o | Lease Blob renew   | upper-case    | lease id A upper-case                                 | 200    |
      | BLOB-LEASE-12-o | Lease Blob change  | upper-case    | lease id A upper-case, proposed id B upper-case       | 200    |
      | BLOB-LEASE-12-o | Lease Blob release | upper-case    | lease id A upper-case                                 | 200    |
      | BLOB-LEASE-12-o | Set Blob Metadata  | upper-case    | lease id A upper-case                                 | 200    |
      | BLOB-LEASE-12-o | Delete Blob        | upper-case    | lease id A upper-case                                 | 202    |
      | BLOB-LEASE-12-o | Get Blob           | upper-case    | lease id A upper-case                                 | 200    |
      | BLOB-LEASE-12-o | Lease Blob acquire | bare          | proposed id A bare                                    | 201    |
      | BLOB-LEASE-12-o | Lease Blob renew   | bare          | lease id A bare                                       | 200    |
      | BLOB-LEASE-12-o | Lease Blob change  | bare          | lease id A bare, proposed id B bare                   | 200    |
      | BLOB-LEASE-12-o | Lease Blob release | bare          | lease id A bare                                       | 200    |
      | BLOB-LEASE-12-o | Set Blob Metadata  | bare          | lease id A bare                                       | 200    |
      | BLOB-LEASE-12-o | Delete Blob        | bare          | lease id A bare                                       | 202    |
      | BLOB-LEASE-12-o | Get Blob           | bare          | lease id A bare                                       | 200    |
      | BLOB-LEASE-12-o | Lease Blob acquire | braced        | proposed id A braced                                  | 201    |
      | BLOB-LEASE-12-o | Lease Blob renew   | braced        | lease id A braced                                     | 200    |
      | BLOB-LEASE-12-o | Lease Blob change  | braced        | lease id A braced, proposed id B braced               | 200    |
      | BLOB-LEASE-12-o | Lease Blob release | braced        | lease id A braced                                     | 200    |
      | BLOB-LEASE-12-o | Set Blob Metadata  | braced        | lease id A braced                                     | 200    |
      | BLOB-LEASE-12-o | Delete Blob        | braced        | lease id A braced                                     | 202    |
      | BLOB-LEASE-12-o | Get Blob           | braced        | lease id A braced                                     | 200    |
      | BLOB-LEASE-12-o | Lease Blob acquire | parenthesised | proposed id A parenthesised                           | 201    |
      | BLOB-LEASE-12-o | Lease Blob renew   | parenthesised | lease id A parenthesised                              | 200    |
      | BLOB-LEASE-12-o | Lease Blob change  | parenthesised | lease id A parenthesised, proposed id B parenthesised | 200    |
      | BLOB-LEASE-12-o | Lease Blob release | parenthesised | lease id A parenthesised                              | 200    |
      | BLOB-LEASE-12-o | Set Blob Metadata  | parenthesised | lease id A parenthesised                              | 200    |
      | BLOB-LEASE-12-o | Delete Blob        | parenthesised | lease id A parenthesised                              | 202    |
      | BLOB-LEASE-12-o | Get Blob           | parenthesised | lease id A parenthesised                              | 200    |

  Scenario Outline: <clause> <operation> with the container's lease ID in <notation> form, acquired in the same form
    Given a container that exists
    When Ann sends Lease Container acquire with proposed id A <notation>, duration 60
    Then Ann gets 201
    When Ann sends <operation> with <request>
    Then Ann gets <answer>
    And the container is as asked

    @should
    Examples: Containers
      | clause        | operation                | notation      | request                                               | answer |
      | CONT-LEASE-03 | Lease Container acquire  | upper-case    | proposed id A upper-case                              | 201    |
      | CONT-LEASE-03 | Lease Container renew    | upper-case    | lease id A upper-case                                 | 200    |
      | CONT-LEASE-03 | Lease Container change   | upper-case    | lease id A upper-case, proposed id B upper-case       | 200    |
      | CONT-LEASE-03 | Lease Container release  | upper-case    | lease id A upper-case                                 | 200    |
      | CONT-LEASE-03 | Set Container Metadata   | upper-case    | lease id A upper-case                                 | 200    |
      | CONT-LEASE-03 | Get Container Properties | upper-case    | lease id A upper-case                                 | 200    |
      | CONT-LEASE-03 | Lease Container acquire  | bare          | proposed id A bare                                    | 201    |
      | CONT-LEASE-03 | Lease Container renew    | bare          | lease id A bare                                       | 200    |
      | CONT-LEASE-03 | Lease Container change   | bare          | lease id A bare, proposed id B bare                   | 200    |
      | CONT-LEASE-03 | Lease Container release  | bare          | lease id A bare                                       | 200    |
      | CONT-LEASE-03 | Set Container Metadata   | bare          | lease id A bare                                       | 200    |
      | CONT-LEASE-03 | Get Container Properties | bare          | lease id A bare                                       | 200    |
      | CONT-LEASE-03 | Lease Container acquire  | braced        | proposed id A braced                                  | 201    |
      | CONT-LEASE-03 | Lease Container renew    | braced        | lease id A braced                                     | 200    |
      | CONT-LEASE-03 | Lease Container change   | braced        | lease id A braced, proposed id B braced               | 200    |
      | CONT-LEASE-03 | Lease Container release  | braced        | lease id A braced                                     | 200    |
      | CONT-LEASE-03 | Set Container Metadata   | braced        | lease id A braced                                     | 200    |
      | CONT-LEASE-03 | Get Container Properties | braced        | lease id A braced                                     | 200    |
      | CONT-LEASE-03 | Lease Container acquire  | parenthesised | proposed id A parenthesised                           | 201    |
      | CONT-LEASE-03 | Lease Container renew    | parenthesised | lease id A parenthesised                              | 200    |
      | CONT-LEASE-03 | Lease Container change   | parenthesised | lease id A parenthesised, proposed id B parenthesised | 200    |
      | CONT-LEASE-03 | Lease Container release  | parenthesised | lease id A parenthesised                              | 200    |
      | CONT-LEASE-03 | Set Container Metadata   | parenthesised | lease id A parenthesised                              | 200    |
      | CONT-LEASE-03 | Get Container Properties | parenthesised | lease id A parenthesised                              | 200    |
