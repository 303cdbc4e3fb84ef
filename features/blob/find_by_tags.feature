@blob
Feature: Find Blobs by Tags: an eventually consistent search

  Every read of a blob sees its last write, with one exception: the tag index is
  eventually consistent. A search must find the blob eventually, and must never find a
  blob that never had the tags. The blobs here have the tags colour=blue and grade=5.

  Scenario Outline: <clause> A search of the <place> for <tags> <finds> the blob
    Given a block blob that has tags
    Then a search of the <place> for "<where>" <finds> the blob

    @should
    Examples: Each operator
      | clause       | place     | tags                         | where                         | finds         |
      | BLOB-TAGS-10 | container | its colour                   | colour = 'blue'               | finds         |
      | BLOB-TAGS-10 | container | a grade above 4              | grade > '4'                   | finds         |
      | BLOB-TAGS-10 | container | a grade of at least 5        | grade >= '5'                  | finds         |
      | BLOB-TAGS-10 | container | a grade below 6              | grade < '6'                   | finds         |
      | BLOB-TAGS-10 | container | a grade of at most 5         | grade <= '5'                  | finds         |
      | BLOB-TAGS-10 | container | its colour and its grade     | colour = 'blue' AND grade='5' | finds         |
      | BLOB-TAGS-10 | container | another colour               | colour = 'red'                | does not find |
      | BLOB-TAGS-10 | container | a grade above 5              | grade > '5'                   | does not find |
      | BLOB-TAGS-10 | container | a grade below 5              | grade < '5'                   | does not find |
      | BLOB-TAGS-10 | container | its colour and another grade | colour = 'blue' AND grade='6' | does not find |
      | BLOB-TAGS-10 | account   | its colour                   | colour = 'blue'               | finds         |
      | BLOB-TAGS-10 | account   | another colour               | colour = 'red'                | does not find |

  @should @BLOB-TAGS-10
  Scenario: A search eventually finds a blob by its new tags
    Given a block blob that has tags
    When a client sends Set Blob Tags with tags "colour=green"
    Then the service answers 204
    And a search of the container for "colour = 'green'" finds the blob

  Scenario Outline: <clause> <operation> for an expression that <fault>
    Given a container that exists
    When a client sends <operation> with where <where>
    Then the service answers 400

    @should
    Examples: Expressions that cannot be parsed
      | clause       | operation                       | fault             | where                                      |
      | BLOB-TAGS-11 | Find Blobs by Tags              | lacks the value   | "colour ="                                 |
      | BLOB-TAGS-11 | Find Blobs by Tags              | lacks the quotes  | "colour = blue"                            |
      | BLOB-TAGS-11 | Find Blobs by Tags              | lacks the name    | "= 'blue'"                                 |
      | BLOB-TAGS-11 | Find Blobs by Tags              | ends too early    | "colour = 'blue' AND"                      |
      | BLOB-TAGS-11 | Find Blobs by Tags in Container | lacks the value   | "colour ="                                 |
      | BLOB-TAGS-11 | Find Blobs by Tags in Container | lacks the quotes  | "colour = blue"                            |
      | BLOB-TAGS-11 | Find Blobs by Tags in Container | names a container | "@container = 'books' AND colour = 'blue'" |
