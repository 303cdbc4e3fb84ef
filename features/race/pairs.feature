Feature: Pairs of operations at once

  The suite knows what every operation writes, shows and depends on. Two that meet in one
  of these make a case here (`ifmatch list clauses --pairs`). However they overlap, one order
  of the two explains both answers, and the state afterwards of all that they address.

  Scenario Outline: <clause> <operation> with <guard>, beside <beside>, on a <kind>
    Given a <kind> that <state>
    When clients send at once: <operation> with <guard>; <beside><with><look>
    Then the answers and the <label> are those of one order

    Examples: A condition or a lock, beside what changes that which it speaks of
      | pairs |
      | guard |

  Scenario Outline: <clause> <operation>, beside <beside>, on a <kind> that <state>
    Given a <kind> that <state>
    When clients send at once: <operation>; <beside><with><look>
    Then the answers and the <label> are those of one order

    Examples: What is made, deleted or leased meanwhile
      | pairs     |
      | existence |

  Scenario Outline: <clause> <operation> with <guard>, beside <beside>, on a <kind>, seconds later
    Given a <kind> that <state>
    When 2 seconds pass
    And clients send at once: <operation> with <guard>; <beside><with><look>
    Then the answers and the <label> are those of one order

    Examples: A condition on the date of the last change, which is in another second
      | pairs |
      | dated |

  Scenario Outline: <clause> <operation> of a <kind> with <guard>, beside <beside> to the <to>
    Given a <other>
    And a <kind> that <state>
    When clients send at once: <operation> with <guard>; <beside> to the <to><look>
    Then the answers and the <label> are those of one order

    Examples: What is copied, what a thing lies in, and what lies in it
      | pairs  |
      | across |

  Scenario Outline: <clause> <operation> and <beside> each write a document of a <kind>
    Given a <kind> that <state>
    When clients send at once: <operation>; <beside>
    Then the answers and the <label> are those of one order

    Examples: One document remains, whole
      | pairs |
      | whole |

  Scenario Outline: <clause> <operation> of a <kind> before, during and after <beside>
    Given a <kind> that <state>
    When a reader reads by <operation> before, during and after <beside>
    Then the answers and the <label> are those of one order

    Examples: What is acknowledged is read, and nothing else before
      | pairs |
      | read  |
