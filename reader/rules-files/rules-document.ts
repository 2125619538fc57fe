import { markdownOfData } from './data-markdown.ts'
import { readDocument } from './markdown.ts'
import { isProgram } from './program-code.ts'

/** A rules file, parsed once for its rules and for the lines that they leave out: parsing takes most of their time. */
export interface RulesDocument {
  /** The file without what is invisible or secret. */
  text: string
  /** The Markdown of a JSON, TOML or YAML file. */
  data: string | undefined
  /** Absent if the file is program code. */
  read: ReturnType<typeof readDocument> | undefined
}

export function parseRulesFile(text: string): RulesDocument {
  const data = markdownOfData(text)
  const isCode = data === undefined && isProgram(text)
  return { text, data, read: isCode ? undefined : readDocument(data ?? text) }
}
