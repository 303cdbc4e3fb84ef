@blob
Feature: A write that its sender abandons

  A client that loses its connection does not know whether its write was executed,
  or will be later. Half a body is not a write, and an ETag, the append position or
  the maximum size fences off a late one when the client has tried again.

  Scenario Outline: <clause> <operation> of a <kind> that <state>, with <request>, abandoned halfway through its body
    Given a <kind> that <state>
    When Ann starts <operation> with <request>, <body> and holds back half of the body
    And Ann gives up before the rest of the body is sent
    And 2 seconds pass
    Then the blob is unchanged
    When Bob sends <operation> with <request>
    Then Bob gets 201
    And the blob is as asked

    @should
    Examples: Half a body changes nothing
      | clause       | operation    | kind        | state          | request            | body                                             |
      | BLOB-CONS-18 | Put Blob     | block blob  | exists         | If-Match current   | content "a version that never comes"             |
      | BLOB-CONS-18 | Put Blob     | block blob  | does not exist | If-None-Match *    | content "a version that never comes"             |
      | BLOB-CONS-18 | Put Blob     | block blob  | does not exist | no lease id        | content "a version that never comes"             |
      | BLOB-CONS-18 | Put Block    | block blob  | exists         | no lease id        | block "lost", content "a block that never comes" |
      | BLOB-CONS-18 | Put Page     | page blob   | exists         | If-Match current   | range 0-511, content "a page that never comes"   |
      | BLOB-CONS-18 | Append Block | append blob | exists         | append position 15 | content "a block that never comes"               |

  Scenario Outline: <clause> <operation> of a <kind> with <fence>, retried while the first try is still under way
    Given a <kind> that exists
    When Ann starts <operation> with <fence>, <body> and holds back half of the body
    And Bob sends <operation> with <fence>, <body>
    And Ann sends the rest of the body
    Then at most one of Ann and Bob gets ok and the rest 412 *
    And the blob is as answered

    @should
    Examples: The late first try is refused
      | clause       | operation    | kind        | fence              | body                        |
      | BLOB-CONS-18 | Append Block | append blob | append position 15 | content "sixteen letters!"  |
      | BLOB-CONS-18 | Append Block | append blob | max size 40        | content "sixteen letters!"  |
