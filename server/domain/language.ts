import type { Category, Kind } from './kinds.ts'

/** One rule read from a rules file, as a self-contained, normalized statement. */
export interface Rule {
  type: Kind
  category: Category
  statement: string
}

/** The language tasks of the service, whoever carries them out: the built-in engine or a language model. */
export interface Language {
  /** Reads the behavioral rules of a markdown or plain text; empty when it holds none (specification 4.2). */
  readRules(text: string): Promise<Rule[]>
}
