@blob
Feature: Access tiers

  Setting the tier of a blob leaves its ETag as it is. Since version 2026-04-06 a
  deletion can depend on when the tier was set.

  Scenario Outline: <clause> <operation> of a blob whose tier was set just now, with <condition>
    Given a block blob that exists
    When Ann sends Set Blob Tier
    Then Ann gets 200
    When a client sends <operation> with <condition>
    Then the service answers <answer>
    And the blob is <effect>

    @should
    Examples: Conditions on the time of the tier
      | clause       | operation   | condition                          | answer                                    | effect    |
      | BLOB-TIER-10 | Delete Blob | tier If-Modified-Since yesterday   | 202                                       | gone      |
      | BLOB-TIER-10 | Delete Blob | tier If-Modified-Since tomorrow    | 412 (AccessTierChangeTimeConditionNotMet) | unchanged |
      | BLOB-TIER-10 | Delete Blob | tier If-Unmodified-Since tomorrow  | 202                                       | gone      |
      | BLOB-TIER-10 | Delete Blob | tier If-Unmodified-Since yesterday | 412 (AccessTierChangeTimeConditionNotMet) | unchanged |
