/**
 * The program of a coding tool that reads turns: how it is run once without a terminal, without tools, without the
 * person's rules files, hooks and servers as far as it can, and without storing the session where it can.
 */
export interface ReaderProgram {
  command: string
  /** The prompt comes on standard input. */
  arguments: (files: ProgramFiles, schema: string) => string[]
  environment?: (files: ProgramFiles) => Record<string, string>
  settings?: object
  policy?: string
  /** The text of the answer in what the program printed. */
  answerIn: (printed: string, files: ProgramFiles) => string
}

/** Files of one run, beside the empty folder that the program runs in. */
export interface ProgramFiles {
  /** The JSON schema of the answer. */
  schema: string
  /** Settings, and rules about tools, of the program. */
  settings: string
  policy: string
  /** The program's last message. */
  answer: string
}

/** The text at a path of a JSON value, or of the last element of a list that has it; empty if there is none. */
export function printedText(json: string, ...path: string[]): string {
  try {
    const values = [JSON.parse(json)].flat()
    const texts = values.map((value) => path.reduce((inner, key) => inner?.[key], value))
    return texts.findLast((text) => typeof text === 'string') ?? ''
  } catch {
    return ''
  }
}
