@blob
Feature: Promises about containers that are seldom tested

  Two promises about container leases that need long waits: a lease broken with a
  period stays breaking for that long, and a lease protects the container until its
  last second.

  @should @CONT-LEASE-02
  Scenario: A container lease that is broken with a period stays breaking for that period
    Given a container that is Leased(A) with infinite duration
    When a client sends Lease Container break with break period 20
    Then the service answers 202
    When 12 seconds pass
    Then the lease of the container is Breaking(A)

  @must @CONT-LEASE-01 @needs.movable-clock
  Scenario: A container lease still holds just before its end
    Given a container that is Leased(A) for 60 seconds
    When 59 seconds pass
    Then the lease of the container is Leased(A)
