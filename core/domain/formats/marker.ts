import { sha256Hex } from '#core/base/hash.ts'
import type { FormatFile, FormatName, Source } from './format.ts'

/**
 * The line that identifies the export that a file was made from, so that edits can be compared with it. Models read it
 * with every prompt, so it has at most 40 tokens of o200k_base: that encoding makes one token of three digits, and up
 * to one of each hexadecimal one. An id alone takes up to 32 tokens.
 */

export interface Marker {
  /** Equal to `agentCode` of the agent's id. */
  agent: string
  /** The name under which the service stores the export. */
  version: string
}

/** Characters of the slug, each of which can be a token. */
const maxSlug = 20

/** 48 bits, with which 50 versions of an agent collide once in 10^11 agents. */
const codeOf = (text: string): string =>
  BigInt(`0x${sha256Hex(text).slice(0, 12)}`)
    .toString()
    .padStart(15, '0')

export const agentCode = (agentId: string): string => codeOf(agentId)

/** The version of an export: equal for the same items in the same files, wherever these are. */
export const versionOf = (format: FormatName, { agent, items }: Omit<Source, 'marker'>, files: FormatFile[]): string =>
  codeOf(JSON.stringify([format, agent.id, items.map(({ id }) => id), files.map(({ content }) => content)]))

/** The version in a marker of files whose version is to be computed. */
export const noVersion = '0'.repeat(15)

export const markerOf = ({ id, slug }: Source['agent'], version: string): string =>
  `agent-identity agent=${slug.slice(0, maxSlug)}.${agentCode(id)} version=${version}`

/** The version that a marker names. */
export const versionIn = (marker: string): string => / version=(\d+)$/.exec(marker)?.[1] ?? ''

const present = String.raw`[a-z0-9-]{1,20}\.(?<agent>\d{15}) version=(?<version>\d{15})`
/** The marker of files that were exported by earlier builds, whose exports are stored under the whole hash. */
const former = '(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) version=[0-9a-f]{12} hash=(?<hash>[0-9a-f]{64})'
const text = `agent-identity agent=(?:${present}|${former})`
const comment = String.raw`^[ \t]*(?:<!--|#)[ \t]*${text}`
/** An A2A card has the marker in the description of an extension. */
const field = String.raw`"(?:agent_identity|exported|uri"\s*:\s*"urn:agent-identity:export"\s*,\s*"description)"\s*:\s*"${text}"`
/** Only where an export has it: a statement may quote one. */
const inText = new RegExp(comment, 'm')
const inJson = new RegExp(field)

export const asComment = (marker: string): string => `<!-- ${marker} -->`

/** The first marker of a file; undefined for a file that was not exported from here. */
export function findMarker(content: string): Marker | undefined {
  const { agent, version, id, hash } =
    (content.trimStart().startsWith('{') ? inJson : inText).exec(content)?.groups ?? {}
  if (agent && version) return { agent, version }
  return id && hash ? { agent: agentCode(id), version: hash } : undefined
}

export const isMarkerLine = (line: string): boolean => inText.test(line)

/** Formats whose file holds the whole prompt behind the marker. */
const promptFormats: readonly FormatName[] = ['agents_md', 'claude_md', 'gemini', 'copilot', 'cline', 'cursor']

/** Whether files of a format hold the prompt word for word. */
export const holdsPrompt = (format: FormatName): boolean => promptFormats.includes(format)

/** The prompt in a file or block, as the service answers it; undefined in a format that holds something else. */
export function promptIn(format: FormatName, content: string): string | undefined {
  const lines = content.split(/\r?\n/)
  const marker = lines.findIndex(isMarkerLine)
  if (marker < 0 || !holdsPrompt(format)) return undefined
  return `${lines
    .slice(marker + 1)
    .join('\n')
    .trim()}\n`
}
