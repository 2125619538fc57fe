import { truncate } from '#core/base/strings.ts'
import type { IdentityItem } from '../identity/identity.ts'
import type { Profile } from '../identity/prompt.ts'
import type { Category } from '../kinds.ts'

/** Types shared by the formats of other tools (behavior: Formats). */

export const formatNames = [
  'agents_md',
  'claude_md',
  'soul_md',
  'cursor',
  'copilot',
  'copilot_agent',
  'gemini',
  'windsurf',
  'cline',
  'claude_subagent',
  'skill',
  'letta',
  'crewai',
  'character_card',
  'elizaos',
  'personanexus',
  'agent_spec',
  'a2a_card',
  'json',
] as const
export type FormatName = (typeof formatNames)[number]

export interface FormatFile {
  /** The path where tools look for it in a repository, with `/`. */
  path: string
  content: string
}

/** An exported item. */
export interface SourceItem extends IdentityItem {
  n_count: number
  updated_at: string
}

/** The exported content: an agent with its items in the usual order, without overridden ones. */
export interface Source {
  agent: Profile & { id: string; slug: string; avatar_url: string | null; created_at: string; updated_at: string }
  items: SourceItem[]
  /** Names the agent and version in one line; see `marker.ts`. */
  marker: string
}

/**
 * Fields that a file cannot hold, of an item or of the agent itself; in an import, also lines of a file that say
 * something which was not read.
 */
export interface Lost {
  item_id: string | null
  field: string
  reason: string
  /** The file, if it is one of several. */
  path?: string
  /** The line of the file as it arrived, from 1. */
  line?: number
  /** The beginning of that line. */
  text?: string
}

const maxLostText = 160

/** The beginning of a line that was not read, as one line. */
export const lostText = (line: string): string => truncate(line.replace(/\s+/g, ' ').trim(), maxLostText)

/** The lines of a text in which nothing was read, although they state something. */
export interface LostLines {
  /** The first ones, in order. */
  lost: Lost[]
  /** The number of all of them. */
  lost_count: number
  /** The number of lines that state something. */
  line_count: number
}

/** The number of lost lines that are listed; a file with more is no rules file. */
export const maxLostLines = 1000

/** Text of one file in which a language engine looks for rules. */
export interface Prose {
  path: string
  text: string
  /** For each of its lines, the number of the line of the file, from 1; 0 if it is unknown. */
  lines: readonly number[]
}

export interface Written {
  files: FormatFile[]
  lost: Lost[]
}

/** A statement in a file. Fields that the format cannot express are undefined. */
export interface ReadItem {
  statement: string
  category?: Category
  starred?: boolean
  /** The file and its line, from 1, that it was read from, if they are known. */
  file?: string
  line?: number
  /** Fields that only our own format has. */
  own?: Pick<IdentityItem, 'hidden' | 'status' | 'display_order'> & { n_count: number }
}

export interface Reading {
  items: ReadItem[]
  /** Text in which a language engine looks for rules. */
  prose: string
  /** Lines about the agent itself, before the items. */
  profile: string[]
  lost: Lost[]
}

export interface Format {
  write(source: Source): Written
  /**
   * Reads one file; absent for formats that are only written.
   *
   * @param isOurs whether it carries our marker, so that its Markdown has our sections.
   * @throws 422 if the file is not in this format.
   */
  read?(file: FormatFile, isOurs: boolean): Reading
}

export const emptyReading = (): Reading => ({ items: [], prose: '', profile: [], lost: [] })

export function joinReadings(readings: Reading[]): Reading {
  return {
    items: readings.flatMap(({ items }) => items),
    prose: readings
      .map(({ prose }) => prose)
      .filter((prose) => prose.trim() !== '')
      .join('\n\n'),
    profile: readings.flatMap(({ profile }) => profile),
    lost: readings.flatMap(({ lost }) => lost),
  }
}

/** Fields of a file that are unrelated to the identity, such as tools and models. */
export const notKept = (fields: Iterable<string>, reason = 'has no place in an identity'): Lost[] =>
  [...fields].map((field) => ({ item_id: null, field, reason }))

/** Non-empty fields that say who the agent is: an import only changes items. */
export const profileLost = (fields: Record<string, unknown>): Lost[] =>
  notKept(filled(fields), 'is part of the profile; change it on the agent')

/** Fields of prose that is mostly descriptive: instructions in it are read, as in any prose. */
export const describedLost = (fields: Record<string, unknown>): Lost[] =>
  notKept(filled(fields), 'is read for rules alone; put what it describes into the description of the agent')

const filled = (fields: Record<string, unknown>): string[] => Object.keys(fields).filter((key) => !isEmpty(fields[key]))

export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value as object).length === 0)

/** The parts of the profile that are lost in a format that only has room for the prompt. */
export const lostTags = ({ agent }: Source): Lost[] =>
  agent.identity_markers.length === 0
    ? []
    : [{ item_id: null, field: 'identity_markers', reason: 'the format has no place for tags' }]
