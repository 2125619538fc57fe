/** A row of an ordered table, in which the first row that holds decides. Its example is its test. */
export interface NamedRule<Verdict, When = RegExp, Example = string> {
  name: string
  when: When
  verdict: Verdict
  example: Example
}
