import type { IdentityItem } from '../identity/identity.ts'
import type { Profile } from '../identity/prompt.ts'
import type { Category } from '../kinds.ts'

/** What the formats of other tools have in common here (behavior: Formats). */

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
  /** Where tools look for it in a repository, with `/`. */
  path: string
  content: string
}

/** An item as it is exported. */
export interface SourceItem extends IdentityItem {
  n_count: number
  updated_at: string
}

/** What is exported: an agent with items in the usual order, none of them overridden. */
export interface Source {
  agent: Profile & { id: string; slug: string; avatar_url: string | null; created_at: string; updated_at: string }
  items: SourceItem[]
  /** Names agent, version and hash, in one line; see `marker.ts`. */
  marker: string
}

/** What a file does not hold: of an item, or of the agent itself. */
export interface Lost {
  item_id: string | null
  field: string
  reason: string
}

export interface Written {
  files: FormatFile[]
  lost: Lost[]
}

/** A statement that a file holds. What the format cannot say is undefined. */
export interface ReadItem {
  statement: string
  category?: Category
  starred?: boolean
  /** What only our own format says. */
  own?: Pick<IdentityItem, 'hidden' | 'status' | 'display_order'> & { n_count: number }
}

export interface Reading {
  items: ReadItem[]
  /** Text that a language engine reads for rules. */
  prose: string
  /** Lines about the agent itself, which stand before the items. */
  profile: string[]
  lost: Lost[]
}

export interface Format {
  write(source: Source): Written
  /**
   * Reads one file; absent where there is no way back.
   *
   * @param isOurs whether it carries our marker, so that its Markdown has our sections.
   * @throws 422 when the file is not of this format.
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

/** Fields of a file that say nothing about an identity, such as tools and models. */
export const notKept = (fields: Iterable<string>, reason = 'has no place in an identity'): Lost[] =>
  [...fields].map((field) => ({ item_id: null, field, reason }))

/** Fields with something in them that say who the agent is: an import changes items alone. */
export const profileLost = (fields: Record<string, unknown>): Lost[] =>
  notKept(filled(fields), 'is part of the profile; change it on the agent')

/** Fields of prose that mostly describe: what they say to do is read, like in any prose. */
export const describedLost = (fields: Record<string, unknown>): Lost[] =>
  notKept(filled(fields), 'is read for rules alone; put what it describes into the description of the agent')

const filled = (fields: Record<string, unknown>): string[] => Object.keys(fields).filter((key) => !isEmpty(fields[key]))

export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value as object).length === 0)

/** What is lost of the profile where a format has a place for the prompt alone. */
export const lostTags = ({ agent }: Source): Lost[] =>
  agent.identity_markers.length === 0
    ? []
    : [{ item_id: null, field: 'identity_markers', reason: 'the format has no place for tags' }]
