@blob
Feature: The asterisk in If-Match and If-None-Match

  If-Match: * requires that the resource exists, If-None-Match: * that it does not.
  The service honours the second where a blob is created. What it does elsewhere is
  known only from single reports, or not at all.

  Scenario Outline: <clause> <operation> of a <kind> that <state> with <condition>
    Given a <kind> that <state>
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the blob is <effect>

    @observed
    Examples: If-Match: * is met if the blob exists
      | clause       | operation           | kind        | state  | condition  | answer | effect   |
      | BLOB-COND-05 | Get Blob            | block blob  | exists | If-Match * | 200    | as asked |
      | BLOB-COND-05 | Get Blob            | page blob   | exists | If-Match * | 200    | as asked |
      | BLOB-COND-05 | Get Blob            | append blob | exists | If-Match * | 200    | as asked |
      | BLOB-COND-05 | Get Blob Properties | block blob  | exists | If-Match * | 200    | as asked |
      | BLOB-COND-05 | Put Blob            | block blob  | exists | If-Match * | 201    | as asked |
      | BLOB-COND-05 | Put Blob            | page blob   | exists | If-Match * | 201    | as asked |
      | BLOB-COND-05 | Put Blob            | append blob | exists | If-Match * | 201    | as asked |
      | BLOB-COND-05 | Put Block List      | block blob  | exists | If-Match * | 201    | as asked |
      | BLOB-COND-05 | Put Page            | page blob   | exists | If-Match * | 201    | as asked |
      | BLOB-COND-05 | Append Block        | append blob | exists | If-Match * | 201    | as asked |
      | BLOB-COND-05 | Set Blob Properties | block blob  | exists | If-Match * | 200    | as asked |
      | BLOB-COND-05 | Set Blob Metadata   | block blob  | exists | If-Match * | 200    | as asked |
      | BLOB-COND-05 | Delete Blob         | block blob  | exists | If-Match * | 202    | as asked |
      | BLOB-COND-05 | Lease Blob acquire  | block blob  | exists | If-Match * | 201    | as asked |
      | BLOB-COND-05 | Snapshot Blob       | block blob  | exists | If-Match * | 201    | as asked |

    @observed
    Examples: If-None-Match: * creates a blob, but never overwrites one
      | clause                    | operation      | kind        | state                       | condition       | answer                | effect    |
      | BLOB-COND-20 BLOB-TAB-01C | Put Blob       | block blob  | does not exist              | If-None-Match * | 201                   | as asked  |
      | BLOB-COND-20 BLOB-TAB-01C | Put Blob       | page blob   | does not exist              | If-None-Match * | 201                   | as asked  |
      | BLOB-COND-20 BLOB-TAB-01C | Put Blob       | append blob | does not exist              | If-None-Match * | 201                   | as asked  |
      | BLOB-COND-20 BLOB-TAB-01C | Put Blob       | block blob  | exists                      | If-None-Match * | 409 BlobAlreadyExists | unchanged |
      | BLOB-COND-20 BLOB-TAB-01C | Put Blob       | page blob   | exists                      | If-None-Match * | 409 BlobAlreadyExists | unchanged |
      | BLOB-COND-20 BLOB-TAB-01C | Put Blob       | append blob | exists                      | If-None-Match * | 409 BlobAlreadyExists | unchanged |
      | BLOB-COND-20 BLOB-TAB-13C | Put Block List | block blob  | has only uncommitted blocks | If-None-Match * | 201                   | as asked  |
      | BLOB-COND-20 BLOB-TAB-13C | Put Block List | block blob  | exists                      | If-None-Match * | 409 BlobAlreadyExists | unchanged |

    @observed
    Examples: If-None-Match: * on the destination of a copy: documents and service disagree
      | clause       | operation | kind       | state          | condition       | answer                         | effect    |
      | BLOB-COND-21 | Copy Blob | block blob | does not exist | If-None-Match * | 202                            | as asked  |
      | BLOB-COND-21 | Copy Blob | block blob | exists         | If-None-Match * | 409 BlobAlreadyExists \| 412 * | unchanged |

    @observed
    Examples: Delete Blob does not honour If-None-Match: *
      | clause              | operation   | kind        | state  | condition       | answer | effect |
      | BLOB-COND-22-delete | Delete Blob | block blob  | exists | If-None-Match * | 202    | gone   |
      | BLOB-COND-22-delete | Delete Blob | page blob   | exists | If-None-Match * | 202    | gone   |
      | BLOB-COND-22-delete | Delete Blob | append blob | exists | If-None-Match * | 202    | gone   |

    @observed
    Examples: Set Blob Properties probably does not honour If-None-Match: *
      | clause                  | operation           | kind       | state  | condition       | answer                     | effect      |
      | BLOB-COND-22-properties | Set Blob Properties | block blob | exists | If-None-Match * | 200 \| 412 ConditionNotMet | as answered |

    @observed
    Examples: If-None-Match: * on other writes: unknown
      | clause            | operation          | kind        | state  | condition       | answer | effect   |
      | BLOB-COND-22-open | Set Blob Metadata  | block blob  | exists | If-None-Match * | 200    | as asked |
      | BLOB-COND-22-open | Put Page           | page blob   | exists | If-None-Match * | 201    | as asked |
      | BLOB-COND-22-open | Append Block       | append blob | exists | If-None-Match * | 201    | as asked |
      | BLOB-COND-22-open | Lease Blob acquire | block blob  | exists | If-None-Match * | 201    | as asked |
      | BLOB-COND-22-open | Snapshot Blob      | block blob  | exists | If-None-Match * | 201    | as asked |

    @observed
    Examples: If-None-Match: * on a read of an existing blob
      | clause             | operation           | kind       | state  | condition       | answer                                         | effect    |
      | BLOB-COND-28-known | Get Blob            | block blob | exists | If-None-Match * | 400 (UnsatisfiableCondition) \| 304 * \| 412 * | unchanged |
      | BLOB-COND-28-known | Get Blob Properties | block blob | exists | If-None-Match * | 400 (UnsatisfiableCondition) \| 304 * \| 412 * | unchanged |
      | BLOB-COND-28-known | Get Blob Metadata   | block blob | exists | If-None-Match * | 400 (UnsatisfiableCondition) \| 304 * \| 412 * | unchanged |
      | BLOB-COND-28-known | Get Page Ranges     | page blob  | exists | If-None-Match * | 400 (UnsatisfiableCondition) \| 304 * \| 412 * | unchanged |

    @observed
    Examples: If-None-Match: * on a read of a missing blob: unknown
      | clause            | operation           | kind       | state          | condition       | answer         | effect    |
      | BLOB-COND-28-open | Get Blob            | block blob | does not exist | If-None-Match * | 404 * \| 400 * | unchanged |
      | BLOB-COND-28-open | Get Blob Properties | block blob | does not exist | If-None-Match * | 404 * \| 400 * | unchanged |
