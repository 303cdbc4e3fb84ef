@blob
Feature: Promises to containers that are seldom asked

  Two promises about container leases that need long waits: a lease broken with a
  period stays breaking for that long, and a lease protects the container until its
  last second.

  @should @CONT-LEASE-02
  Scenario: A lease of a container that was broken with a period is breaking for that long
    Given a container that is Leased(A) for ever
    When a client sends Lease Container break with break period 20
    Then the service answers 202
    When 12 seconds pass
    Then the lease of the container is Breaking(A)

  @must @CONT-LEASE-01 @needs.movable-clock
  Scenario: A lease of a container is held to its last second
    Given a container that is Leased(A) for 60 seconds
    When 59 seconds pass
    Then the lease of the container is Leased(A)
