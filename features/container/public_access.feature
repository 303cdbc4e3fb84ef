@blob
Feature: Public access to a container, granted and revoked

  The documents do not say how long a change of public access takes to apply; the
  suite waits up to a minute. An account that forbids public access is not judged.

  Scenario Outline: <clause> Public access <access>: anonymous <operation> before, during and after it
    Given a container that exists
    And a block blob that exists
    And a stranger holds no credential
    When the stranger sends <operation>
    Then the stranger gets 401 * | 403 * | 404 * | 409 *
    When Ann sends Set Container ACL with public access <access>
    Then Ann gets 200
    And the container is as asked
    And within 60 seconds the stranger gets 200 for <operation>
    When Ann sends Set Container ACL
    Then Ann gets 200
    And the container is as asked
    And within 60 seconds the stranger gets 401 * | 403 * | 404 * | 409 * for <operation>

    @should
    Examples: Operations that it allows
      | clause      | access    | operation                |
      | CONT-PUB-01 | blob      | Get Blob                 |
      | CONT-PUB-01 | blob      | Get Blob Properties      |
      | CONT-PUB-01 | container | Get Blob                 |
      | CONT-PUB-01 | container | List Blobs               |
      | CONT-PUB-01 | container | Get Container Properties |

  Scenario Outline: <clause> Public access <access> does not allow an anonymous <operation>
    Given a container that exists
    And a block blob that exists
    And a stranger holds no credential
    When Ann sends Set Container ACL with public access <access>
    Then Ann gets 200
    And within 60 seconds the stranger gets 200 for Get Blob
    When the stranger sends <operation>
    Then the stranger gets 401 * | 403 * | 404 * | 409 *
    And the <label> is unchanged

    @should
    Examples: Operations that it does not allow
      | clause      | access    | operation          | label     |
      | CONT-PUB-01 | blob      | List Blobs         | container |
      | CONT-PUB-01 | container | Put Blob           | blob      |
      | CONT-PUB-01 | container | Delete Blob        | blob      |
      | CONT-PUB-01 | container | Lease Blob acquire | blob      |
