import { sha256Hex } from '../../base/hash.ts'
import type { FormatName, Source } from './format.ts'

/** The line that identifies the export that a file was made from, so that edits can be compared with it. */

export interface Marker {
  agentId: string
  hash: string
}

const text =
  'agent-identity agent=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) version=[0-9a-f]{12} hash=([0-9a-f]{64})'
const comment = String.raw`^[ \t]*(?:<!--|#)[ \t]*${text}`
/** An A2A card has the marker in the description of an extension. */
const field = String.raw`"(?:agent_identity|exported|uri"\s*:\s*"urn:agent-identity:export"\s*,\s*"description)"\s*:\s*"${text}"`
/** Only where an export has it: a statement may quote one. */
const inText = new RegExp(comment, 'm')
const inJson = new RegExp(field)

/** The hash of the content of an export: equal for the same identity in the same format. */
export const exportHash = (format: FormatName, { agent, items }: Omit<Source, 'marker'>): string =>
  sha256Hex(
    JSON.stringify([
      format,
      [agent.id, agent.name, agent.description, agent.job_title, agent.location, agent.timezone, agent.avatar_url],
      agent.identity_markers,
      items.map(({ id, category, statement, starred, hidden, status, display_order, n_count }) => [
        ...[id, category, statement, starred, hidden, status, display_order, n_count],
      ]),
    ]),
  )

/** Prompts have no versions yet; the beginning of the hash is used as one. */
export const versionOf = (hash: string): string => hash.slice(0, 12)

export const markerOf = (agentId: string, hash: string): string =>
  `agent-identity agent=${agentId} version=${versionOf(hash)} hash=${hash}`

/** The version that a marker names. */
export const versionIn = (marker: string): string => / version=([0-9a-f]+) /.exec(marker)?.[1] ?? ''

export const asComment = (marker: string): string => `<!-- ${marker} -->`

/** The first marker of a file; undefined for a file that was not exported from here. */
export function findMarker(content: string): Marker | undefined {
  const [, agentId, hash] = (content.trimStart().startsWith('{') ? inJson : inText).exec(content) ?? []
  return agentId === undefined || hash === undefined ? undefined : { agentId, hash }
}

export const isMarkerLine = (line: string): boolean => inText.test(line)
