@table
Feature: The article's samples for entities, as a program would write them

  The article's samples for entities, sent with nothing but the typed options of the
  SDK: an update with a stored ETag, and one that turns the check off with
  If-Match: *.

  @must @TABLE-OCC-04 @TABLE-OCC-05
  Scenario: An e-mail address is replaced under the stored ETag, with SDK options only
    Given an entity that holds "Email=Walter@contoso.com; PhoneNumber=425-555-0101"
    And Ann uses only SDK options
    And Bob uses only SDK options
    When Ann sends Get Entity
    Then Ann gets 200
    When Bob sends Get Entity
    Then Bob gets 200
    When Ann sends Update Entity with If-Match remembered, properties "Email=updatedEmail@contoso.org; PhoneNumber=425-555-0101"
    Then Ann gets 204
    And the response carries a new ETag
    And the entity is as asked
    When Bob sends Merge Entity with If-Match remembered, properties "PhoneNumber=425-555-0102"
    Then Bob gets 412
    And the entity is unchanged
    When Bob sends Delete Entity with If-Match remembered
    Then Bob gets 412
    And the entity is unchanged

  @must @TABLE-OCC-06 @TABLE-OCC-11
  Scenario: An asterisk disables the check, with SDK options only
    Given an entity that holds "Email=Walter@contoso.com; PhoneNumber=425-555-0101"
    And Ann has read the entity
    And Ann uses only SDK options
    When Bob sends Merge Entity with If-Match current, properties "PhoneNumber=425-555-0102"
    Then Bob gets 204
    When Ann sends Update Entity with If-Match *, properties "Email=updatedEmail@contoso.org; PhoneNumber=425-555-0101"
    Then Ann gets 204
    And the response carries a new ETag
    And the entity is as asked
