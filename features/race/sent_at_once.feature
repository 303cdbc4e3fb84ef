Feature: What half a body delays, sent whole and at once

  A service that waits for whole bodies passes every case that holds back half of one. Each
  has a twin that sends the same requests at once, most of them a pair of operations; these
  are the twins of three requests, and of a transaction.

  @blob @should @BLOB-PAIR-02
  Scenario Outline: <operation> with sequence number <fence>, the increment, and the retry with <next>
    Given a page blob that has sequence number 0
    When clients send at once: <operation> with sequence number <fence>, range 0-511; Set Blob Properties with sequence action increment; <operation> with sequence number <next>, range 0-511
    Then the answers and the blob are those of one order

    Examples: Every condition on the sequence number
      | operation | fence     | next      |
      | Put Page  | exactly 0 | exactly 1 |
      | Put Page  | below 1   | below 2   |
      | Put Page  | at most 0 | at most 1 |

  @blob @should @BLOB-PAIR-02
  Scenario Outline: <operation> under the lease of a <kind>, which is broken, and acquired by another
    Given a <kind> that is Leased(A) with infinite duration
    When clients send at once: <operation> with lease id A; Lease Blob break; Lease Blob acquire with proposed id B, then Get Blob
    Then the answers and the blob are those of one order

    Examples: Every write with a body
      | operation    | kind        |
      | Put Blob     | block blob  |
      | Put Block    | block blob  |
      | Put Page     | page blob   |
      | Append Block | append blob |

  @blob @must @BLOB-PAIR-01
  Scenario: Put Blob with If-Match, beside its deletion and another Put Blob
    Given a block blob that exists
    When clients send at once: Put Blob with If-Match current; Delete Blob; Put Blob, then Get Blob
    Then the answers and the blob are those of one order

  @table @must @TABLE-PAIR-01
  Scenario: Update Entity with If-Match, beside the deletion of the entity and Insert Entity
    Given an entity that exists
    When clients send at once: Update Entity with If-Match current; Delete Entity with If-Match current; Insert Entity with properties "Content=another"
    Then the answers and the entity are those of one order

  @table @must @TABLE-RACE-01
  Scenario: An update and a transaction with the same ETag
    Given an entity that exists
    When clients send at once: Update Entity with If-Match current; Entity Group Transaction with actions Update Entity If-Match current to the table
    Then exactly 1 gets ok and the rest 412 UpdateConditionNotSatisfied

  @table @must @TABLE-RACE-01
  Scenario: An update and a transaction that deletes, with the same ETag
    Given an entity that exists
    When clients send at once: Update Entity with If-Match current; Entity Group Transaction with actions Delete Entity If-Match current to the table
    Then exactly 1 gets ok and the rest 412 UpdateConditionNotSatisfied | 404 (ResourceNotFound)

  Scenario Outline: <clause> <one> and <other> of one page blob at once: both remain
    Given a page blob that exists
    When clients send at once: <one>; <other>
    Then the answers and the blob are those of one order

    @must
    Examples: Different pages
      | clause       | one                             | other                         |
      | BLOB-PAIR-03 | Put Page with range 512-1023    | Put Page with range 1024-1535 |
      | BLOB-PAIR-03 | Put Page clear with range 0-511 | Put Page with range 1024-1535 |
