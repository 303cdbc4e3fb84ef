@blob
Feature: Clients that each use a resource of their own

  Clients that each use a blob of their own do not affect each other. A service that
  stores the blobs of a container together must not lose one when several change at the
  same time.

  @must @BLOB-CONS-01 @BLOB-GEN-04
  Scenario Outline: <operation> by 6 clients, each to a <kind> of its own that <state>, takes effect
    When 6 clients send <operation> at once, each to a <kind> of its own that <state>
    Then all 6 get ok
    And each <kind> is <effect>

    Examples: New blobs, existing blobs and deletions
      | kind        | state          | operation         | effect      |
      | block blob  | does not exist | Put Blob          | as answered |
      | block blob  | exists         | Put Blob          | as answered |
      | page blob   | does not exist | Put Blob          | as answered |
      | append blob | exists         | Append Block      | as answered |
      | block blob  | exists         | Set Blob Metadata | as answered |
      | block blob  | exists         | Put Block         | as answered |
      | block blob  | exists         | Delete Blob       | gone        |
