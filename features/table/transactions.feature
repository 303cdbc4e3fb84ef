@table
Feature: Entity group transactions: all or nothing

  An entity group transaction is applied completely or not at all. It returns 202
  even if it fails; the inner response tells which operation failed and why.

  @should @TABLE-BATCH-01
  Scenario Outline: Transaction of <actions>
    Given an entity that exists
    And an entity "b" that exists
    And an entity "c" that exists
    When a client sends Entity Group Transaction with actions <actions>
    Then the service answers 202
    And the transaction answers <answers>
    And the table is as asked

    Examples: One answer per operation, with an ETag except for deletes
      | actions                                                                                           | answers                                                       |
      | Insert Entity a; Update Entity If-Match current; Merge Entity b If-Match current; Delete Entity c | 201 \| 204 with ETag, 2 times 204 with ETag, 204 without ETag |

    Examples: One answer per upsert, with an ETag except for the delete
      | actions                                                                                                                                    | answers                                 |
      | Insert Or Replace Entity a; Insert Or Replace Entity; Insert Or Merge Entity b; Insert Or Merge Entity d; Delete Entity c If-Match current | 4 times 204 with ETag, 204 without ETag |

  Scenario Outline: <clause> Transaction of <actions>
    Given an entity that exists
    And an entity "b" that exists
    And an entity "c" that exists
    When a client sends Entity Group Transaction with actions <actions>
    Then the service answers 202
    And the transaction answers <answers>
    And the table is as asked

    @should
    Examples: Conditions, upserts, and the largest transaction
      | clause         | actions                                                                         | answers         |
      | TABLE-BATCH-08 | Update Entity If-Match *; Merge Entity b If-Match *; Delete Entity c If-Match * | 204, 204, 204   |
      | TABLE-BATCH-09 | Insert Or Replace Entity a; Insert Or Merge Entity d                            | 204, 204        |
      | TABLE-BATCH-09 | Insert Or Replace Entity "Size=1"; Insert Or Merge Entity b "Size=1"            | 204, 204        |
      | TABLE-BATCH-14 | 100 Insert Entity n                                                             | 201 \| 204 each |

    @observed
    Examples: Each entity has its own ETag
      | clause        | actions                                                   | answers                   |
      | TABLE-ETAG-10 | Update Entity; Merge Entity b; Insert Or Replace Entity c | 204 with ETag each        |
      | TABLE-ETAG-10 | 9 Insert Entity n                                         | 201 \| 204 with ETag each |

  @observed @TABLE-ETAG-10
  Scenario: The answer to a transaction has the ETags of the entities
    Given an entity that exists
    And an entity "b" that exists
    When Ann sends Entity Group Transaction with actions Update Entity; Merge Entity b
    Then Ann gets 202
    When Ann sends Get Entity
    Then the response carries the remembered ETag
    When Ann sends Update Entity to "b" with If-Match remembered
    Then Ann gets 204

  Scenario Outline: <clause> Failing transaction of <actions>
    Given an entity that exists
    And an entity "b" that exists
    And an entity "c" that exists
    When a client sends Entity Group Transaction with actions <actions>
    Then the service answers <answer>
    And the response carries <index>
    And the table is unchanged

    @should
    Examples: One operation fails, and nothing changes
      | clause         | actions                                                         | answer                                        | index    |
      | TABLE-BATCH-02 | Update Entity If-Match stale; Insert Entity a; Delete Entity b  | 412 UpdateConditionNotSatisfied               | index 0  |
      | TABLE-BATCH-02 | Insert Entity a; Update Entity If-Match stale; Delete Entity b  | 412 UpdateConditionNotSatisfied               | index 1  |
      | TABLE-BATCH-02 | Insert Entity a; Delete Entity b; Update Entity If-Match stale  | 412 UpdateConditionNotSatisfied               | index 2  |
      | TABLE-BATCH-02 | 9 Insert Entity n; Insert Or Replace Entity b; Insert Entity    | 409 EntityAlreadyExists                       | index 10 |
      | TABLE-BATCH-05 | Insert Entity a; Merge Entity b; Delete Entity c; Insert Entity | 409 EntityAlreadyExists                       | index 3  |
      | TABLE-BATCH-05 | Update Entity d; Insert Entity a                                | 404 (ResourceNotFound)                        | index 0  |
      | TABLE-BATCH-07 | Insert Entity a; Update Entity b; Merge Entity If-Match stale   | 412 UpdateConditionNotSatisfied               | index 2  |
      | TABLE-BATCH-07 | Delete Entity If-Match stale; Update Entity b                   | 412 UpdateConditionNotSatisfied               | index 0  |
      | TABLE-BATCH-08 | Update Entity If-Match *; Merge Entity b If-Match stale         | 412 UpdateConditionNotSatisfied               | index 1  |
      | TABLE-BATCH-10 | Insert Entity a; Insert Entity b                                | 409 EntityAlreadyExists                       | index 1  |
      | TABLE-BATCH-12 | Update Entity; Merge Entity                                     | 400 InvalidDuplicateRow                       | index 1  |
      | TABLE-BATCH-12 | Insert Entity a; Update Entity b; Insert Or Replace Entity a    | 400 InvalidDuplicateRow                       | index 2  |
      | TABLE-BATCH-13 | Insert Entity a; Insert Entity d in another partition           | 400 (CommandsInBatchActOnDifferentPartitions) | an index |
      | TABLE-BATCH-17 | Insert Entity a; Update Entity If-Match stale; Insert Entity b  | 412 UpdateConditionNotSatisfied               | index 1  |
      | TABLE-BATCH-17 | Insert Entity b; Update Entity If-Match stale; Insert Entity a  | 409 EntityAlreadyExists                       | index 0  |

    @should
    Examples: The outer answer is 202; the inner one names the operation and the error
      | clause         | actions                                                        | answer                          | index   |
      | TABLE-BATCH-30 | Merge Entity If-Match stale; Insert Entity a                   | 412 UpdateConditionNotSatisfied | index 0 |
      | TABLE-BATCH-30 | Insert Entity a; Insert Entity d; Delete Entity If-Match stale | 412 UpdateConditionNotSatisfied | index 2 |
      | TABLE-BATCH-30 | Insert Entity a; Insert Entity; Delete Entity b                | 409 EntityAlreadyExists         | index 1 |

    @should
    Examples: A merge under an asterisk needs its entity
      | clause         | actions                                                   | answer                 | index   |
      | TABLE-BATCH-31 | Insert Entity a; Merge Entity d If-Match *                | 404 (ResourceNotFound) | index 1 |
      | TABLE-BATCH-31 | Merge Entity d If-Match *; Update Entity b; Insert Entity a | 404 (ResourceNotFound) | index 0 |

    @should
    Examples: Written as clients of other languages write it
      | clause         | actions                                                                           | answer                          | index   |
      | TABLE-BATCH-32 | Insert Entity a; Update Entity If-Match stale; Delete Entity b, encoding of .NET  | 412 UpdateConditionNotSatisfied | index 1 |
      | TABLE-BATCH-32 | Insert Entity a; Update Entity b; Merge Entity If-Match stale, encoding of .NET   | 412 UpdateConditionNotSatisfied | index 2 |
      | TABLE-BATCH-32 | Insert Entity a; Insert Entity b, encoding of .NET                                | 409 EntityAlreadyExists         | index 1 |
      | TABLE-BATCH-32 | Insert Entity a; Delete Entity d, encoding of .NET                                | 404 (ResourceNotFound)          | index 1 |

    @observed
    Examples: A missing entity
      | clause         | actions                          | answer               | index   |
      | TABLE-BATCH-11 | Insert Entity a; Delete Entity d | 404 ResourceNotFound | index 1 |
      | TABLE-BATCH-11 | Delete Entity d; Insert Entity a | 404 ResourceNotFound | index 0 |

    @observed
    Examples: A single operation
      | clause         | actions                      | answer                          | index    |
      | TABLE-BATCH-06 | Update Entity If-Match stale | 412 UpdateConditionNotSatisfied | no index |
      | TABLE-BATCH-06 | Delete Entity d              | 404 ResourceNotFound            | no index |
      | TABLE-BATCH-06 | Insert Entity                | 409 EntityAlreadyExists         | no index |

  Scenario Outline: <clause> The inner response of a failed transaction of <actions>
    Given an entity that exists
    And an entity "b" that exists
    When a client sends Entity Group Transaction with actions <actions>
    Then the transaction answers <answers>
    And the table is unchanged

    Examples: One answer: the failed operation's, with its own status
      | clause               | actions                                                          | answers                                      |
      | TABLE-BATCH-03       | Insert Entity a; Update Entity If-Match stale; Delete Entity b   | 412 UpdateConditionNotSatisfied              |
      | TABLE-BATCH-03       | Update Entity; Delete Entity b; Insert Entity a; Delete Entity d | 404 ResourceNotFound                         |
      | TABLE-BATCH-04       | Insert Entity a; Merge Entity If-Match stale                     | 412 UpdateConditionNotSatisfied              |
      | TABLE-BATCH-04       | Insert Entity a; Delete Entity d                                 | 404 ResourceNotFound                         |
      | TABLE-BATCH-04       | Insert Entity a; Insert Entity b                                 | 409 EntityAlreadyExists                      |
      | TABLE-BATCH-04       | Insert Entity a; Merge Entity b; Merge Entity b                  | 400 InvalidDuplicateRow                      |
      | TABLE-BATCH-24-known | Insert Entity a; Update Entity If-Match stale                    | 412 UpdateConditionNotSatisfied without ETag |
      | TABLE-BATCH-24-known | Insert Entity a; Insert Entity b                                 | 409 EntityAlreadyExists without ETag         |
      | TABLE-BATCH-24-open  | Insert Entity a; Update Entity If-Match stale                    | 412 without x-ms-error-code                  |
      | TABLE-BATCH-24-open  | Insert Entity a; Insert Entity b                                 | 409 without x-ms-error-code                  |

  @should @TABLE-BATCH-15
  Scenario: 101 operations are too many
    Given a table that exists
    When a client sends Entity Group Transaction with actions 101 Insert Entity n
    Then the service answers 400 InvalidInput
    And the table is unchanged

  @should @TABLE-BATCH-16
  Scenario: A transaction of more than 4 MiB is refused
    Given a table that exists
    When a client sends Entity Group Transaction with actions 12 Insert Entity n of 400 kilobytes
    Then the service answers 413 (RequestBodyTooLarge) | 400
    And the table is unchanged

  @should @TABLE-BATCH-16
  Scenario: A transaction of less than 4 MiB is accepted
    Given a table that exists
    When a client sends Entity Group Transaction with actions 9 Insert Entity n of 400 kilobytes
    Then the service answers 202
    And the table is as asked

  @should @TABLE-BATCH-19
  Scenario: Only the first of two change sets in one batch is processed
    Given a table that exists
    And an entity "a" that does not exist
    And an entity "b" that does not exist
    When a client sends Entity Group Transaction with actions Insert Entity a | Insert Entity b
    Then the service answers 400
    When a client sends Get Entity to "a"
    Then the service answers 200
    When a client sends Get Entity to "b"
    Then the service answers 404

  @should @TABLE-BATCH-20
  Scenario Outline: A query among writes: <actions>
    Given an entity that exists
    And an entity "b" that exists
    When a client sends Entity Group Transaction with actions <actions>
    Then the service answers 400
    And the table is unchanged

    Examples: Not permitted
      | actions                     |
      | Get Entity; Insert Entity a |
      | Insert Entity a; Get Entity |
      | Update Entity; Get Entity b |

  @should @TABLE-BATCH-20
  Scenario: A query that is alone in a batch is answered
    Given an entity that exists
    When a client sends Entity Group Transaction with actions Get Entity
    Then the service answers 202
    And the transaction answers 200
    And the table is unchanged

  @observed @TABLE-BATCH-21
  Scenario Outline: A transaction of <actions> on a missing table
    Given a table that does not exist
    When a client sends Entity Group Transaction with actions <actions>
    Then the transaction answers 404 TableNotFound
    And the response carries index 0
    And the table is unchanged

    Examples: One operation or two
      | actions                          |
      | Insert Entity a                  |
      | Insert Entity a; Insert Entity b |

  @should @TABLE-BATCH-22
  Scenario: A batch request that fails authentication
    Given an entity that exists
    And a stranger holds a wrong account key
    When a stranger sends Entity Group Transaction with actions Insert Entity a; Delete Entity
    Then the service answers 403 (AuthenticationFailed)
    And the table is unchanged

  @should @TABLE-BATCH-23
  Scenario: Two transactions expect the same ETag
    Given an entity that exists
    And an entity "b" that exists
    When 2 clients send Entity Group Transaction with actions Merge Entity b; Update Entity If-Match current; Insert Or Replace Entity c at once
    Then exactly 1 gets 202 and the rest 412 UpdateConditionNotSatisfied
    And the table is as asked

  @should @TABLE-BATCH-23
  Scenario: Exactly one of 8 transactions that expect the same ETag commits
    Given an entity that exists
    When 8 clients send Entity Group Transaction with actions Update Entity If-Match current; Insert Entity a at once
    Then exactly 1 gets 202 and the rest 412 UpdateConditionNotSatisfied
    And the table is as asked

  @should @TABLE-BATCH-18
  Scenario: Readers during a transaction
    Given an entity that exists
    And an entity "b" that exists
    When a writer starts Entity Group Transaction with actions Update Entity; Insert Entity a; Delete Entity b and holds back half of the body
    And the first reader sends Query Entities
    Then the first reader has received the old version
    When the writer sends the rest of the body
    Then the writer gets 202
    When the second reader sends Query Entities
    Then the second reader has received the new version
