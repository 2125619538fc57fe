import type { JSONPath } from 'jsonc-parser'

/** Changes to the configuration files of coding tools that leave everything else in a file as it is. */

/** A part of a configuration file that belongs to this command. */
export interface ConfigEdit {
  /** The absolute path of the file. */
  file: string
  language: 'json' | 'toml' | 'yaml' | 'markdown'
  /** The path of the property, or of the list that the value is an element of; empty for a block of Markdown. */
  path: JSONPath
  /** undefined takes out the element of a list that `isOurs` recognizes. */
  value: unknown
  /** A rules file or its entry, which `pull` writes too. */
  isRules?: true
  /** The entry of our server: what a person adds to it stays, and a server of their own with its name is refused. */
  isServer?: true
  /**
   * A value that the tool needs in its file: written where there is none, and left while the file holds anything else.
   */
  isDefault?: true
  /** Recognizes an element of the list that this command wrote before; only for elements of lists. */
  isOurs?: (element: unknown) => boolean
}

/** A file in a form that this command does not change: it says what to add by hand. */
export class UneditableFile extends Error {}
