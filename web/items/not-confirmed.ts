/** The user saw the agents whose prompts would change, and canceled: the form keeps the text. */
export class NotConfirmed extends Error {
  override message = 'Not saved. Edit the statement, or save again and confirm.'
}
