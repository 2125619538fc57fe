import { badRequest, tooLarge, unprocessable } from '#core/base/errors.ts'
import { normalized } from '../text/combining-marks.ts'
import { requireMerged } from '../text/merge-conflicts.ts'
import { a2aCard, isAgentCard } from './a2a-card.ts'
import { agentFiles } from './agent-files.ts'
import { agentSpec } from './agent-spec.ts'
import { cardInPng, characterCard, isCard, isPng } from './character-card.ts'
import { crewai, isCrewAgent, isCrewTask } from './crewai.ts'
import { eliza, isCharacter } from './eliza.ts'
import {
  type Format,
  type FormatFile,
  type FormatName,
  joinReadings,
  type Lost,
  type Prose,
  type Reading,
  type Source,
  type Written,
} from './format.ts'
import { letta } from './letta.ts'
import { readBackFrom, withLiveSyntax, withoutLiveSyntax } from './live-syntax.ts'
import { findMarker, type Marker, markerOf, noVersion, versionOf } from './marker.ts'
import { isOwn, ownJson } from './own-json.ts'
import { type Fields, fieldsOf, parseJson, parseYaml, textOf } from './parse.ts'
import { formatByPath } from './paths.ts'
import { isIdentity, personanexus } from './personanexus.ts'
import { isPromptFile, isToml, readPromptFile } from './prompt-files.ts'
import { rulesFiles } from './rules-files.ts'
import { soul } from './soul.ts'
import { quotedLines, sourceLines } from './source-lines.ts'

/** Every format by its name, and the detection of a file's format. */

export const formats: Record<FormatName, Format> = {
  ...rulesFiles,
  ...agentFiles,
  soul_md: soul,
  letta,
  crewai,
  character_card: characterCard,
  elizaos: eliza,
  personanexus,
  agent_spec: agentSpec,
  a2a_card: a2aCard,
  json: ownJson,
}

/** The total of all files of one import, decoded. */
const maxImportBytes = 4 * 1024 * 1024

const byFields: readonly (readonly [(fields: Fields) => boolean, FormatName])[] = [
  [isOwn, 'json'],
  [isCard, 'character_card'],
  [({ component_type }) => textOf(component_type) !== '', 'agent_spec'],
  [({ agents, blocks }) => Array.isArray(agents) && Array.isArray(blocks), 'letta'],
  [isIdentity, 'personanexus'],
  [isCharacter, 'elizaos'],
  [isAgentCard, 'a2a_card'],
  [
    (fields) =>
      Object.values(fields)
        .map(fieldsOf)
        .some((entry) => isCrewAgent(entry) || isCrewTask(entry)),
    'crewai',
  ],
]

/** An agent in a format, with the version that its marker names. */
export function writeFormat(name: FormatName, source: Omit<Source, 'marker'>): Written & { version: string } {
  const plain = (text: string) => withoutLiveSyntax(name, text)
  const plainOrNull = (text: string | null) => (text === null ? null : plain(text))
  const { agent, items } = source
  const shown = {
    agent: {
      ...agent,
      name: plain(agent.name),
      description: plainOrNull(agent.description),
      job_title: plainOrNull(agent.job_title),
      location: plainOrNull(agent.location),
      timezone: plainOrNull(agent.timezone),
    },
    items: items.map((item) => ({ ...item, statement: plain(item.statement) })),
  }
  const write = (version: string) => formats[name].write({ ...shown, marker: markerOf(agent, version) })
  // The version is that of the text, so that counting an item again makes no file outdated that does not show it.
  const version = versionOf(name, source, write(noVersion).files)
  const { files, lost } = write(version)
  const changed = items.filter(({ statement }) => readBackFrom(name, statement) !== statement)
  return { files, lost: [...lost, ...changed.map(({ id }) => spaced(id))], version }
}

const spaced = (item_id: string): Lost => ({
  item_id,
  field: 'statement',
  reason: 'the tool would run or replace a part of it, so the file has it with a space',
})

/** A file as it was received; a base64 one may be an image. */
export interface ArrivedFile extends FormatFile {
  encoding?: 'utf8' | 'base64'
}

export interface ReadFiles extends Reading {
  format: FormatName
  /** The export that the files were made from, if one of them names it. */
  marker: Marker | undefined
}

/** A reading with the prose by file, and the lines where it is. */
export type ReadByFile = Omit<ReadFiles, 'prose'> & { prose: Prose[] }

/**
 * Reads the files of one format, which is detected by their paths and contents unless it is specified.
 *
 * @throws 413 if they are too large, 422 if one of them cannot be read or contains a merge conflict, 400 if they are in
 * several formats.
 */
export function readFiles(arrived: readonly ArrivedFile[], wanted?: FormatName, maxBytes = maxImportBytes): ReadFiles {
  const { readings, format, marker } = readEach(arrived, wanted, maxBytes)
  return { ...joinReadings(readings), format, marker }
}

/** `readFiles` with the prose by file, and the lines where it is. */
export function readByFile(arrived: readonly ArrivedFile[], wanted?: FormatName): ReadByFile {
  const { files, readings, format, marker } = readEach(arrived, wanted, maxImportBytes)
  const prose = readings.flatMap(({ prose: text }, at): Prose[] => {
    const { path, content } = files[at]!
    return text.trim() === '' ? [] : [{ path, text, lines: sourceLines(content, text) }]
  })
  const located = readings.map((reading, at): Reading => {
    const { path: file, content } = files[at]!
    const lines = quotedLines(
      content,
      reading.items.map(({ statement: quote }) => ({ quote })),
    )
    const items = reading.items.map((item, of) => ({ ...item, file, ...(lines[of]! > 0 && { line: lines[of]! }) }))
    return { ...reading, items }
  })
  return { ...joinReadings(located), prose, format, marker }
}

function readEach(arrived: readonly ArrivedFile[], wanted: FormatName | undefined, maxBytes: number) {
  const files = decodeFiles(arrived, maxBytes)
  const names = new Set<Detected>(wanted ? [wanted] : files.map(formatOf))
  const [detected, second] = names
  if (second !== undefined)
    throw badRequest(`files are of several formats (${[...names].join(', ')}); import one at a time`)
  const format = detected === 'prompt' ? 'agents_md' : detected!
  const read = detected === 'prompt' ? readPromptFile : formats[format].read
  if (!read) throw unprocessable(`The format ${format} can be exported only; choose another format`)
  const markers = files.map(({ content }) => findMarker(content))
  const marker = markers.find((marker) => marker !== undefined)
  const asWritten = (text: string) => (marker === undefined ? text : withLiveSyntax(format, text))
  const readings = files.map((file, at): Reading => {
    const { items, prose, profile, lost } = read(file, markers[at] !== undefined)
    return {
      items: items.map((item) => ({ ...item, statement: asWritten(item.statement) })),
      prose,
      profile: profile.map(asWritten),
      lost: lost.map((one) => (one.line === undefined || files.length === 1 ? one : { ...one, path: file.path })),
    }
  })
  return { files, readings, format, marker }
}

const isProgram = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|php|cs)$/i

/** A format, or `prompt` for a file that holds a prompt among settings, which is read like `agents_md`. */
type Detected = FormatName | 'prompt'

function formatOf(file: FormatFile): Detected {
  if (isToml(file)) return 'prompt'
  const known = formatByPath(file.path)
  if (known) return known
  if (isProgram.test(file.path))
    throw unprocessable(`The file ${file.path} must be text or data, not program code; export it as JSON`)
  const isJson = /\.json$/i.test(file.path) || file.content.trimStart().startsWith('{')
  const isYaml = /\.ya?ml$|(?:^|\/)\.roomodes$/i.test(file.path)
  if (!isJson && !isYaml) return 'agents_md'
  const fields = isJson ? parseJson(file) : parseYaml(file)
  const found = byFields.find(([matches]) => matches(fields))
  if (!found && isPromptFile(fields)) return 'prompt'
  if (!found) throw unprocessable(`The file ${file.path} is in none of the known formats; name it as format`)
  return found[1]
}

function decodeFiles(arrived: readonly ArrivedFile[], maxBytes: number): FormatFile[] {
  let bytes = 0
  let unpacked = 0
  return arrived.map(({ path, content, encoding = 'utf8' }) => {
    const body = encoding === 'base64' ? Buffer.from(content, 'base64') : undefined
    bytes += body?.byteLength ?? Buffer.byteLength(content)
    if (bytes > maxBytes) throw tooLarge(`files must be at most ${maxBytes / 1024 / 1024} MiB together`)
    if (body && isPng(body)) {
      const { content } = cardInPng(path, body, maxBytes - unpacked)
      unpacked += content.length
      return { path, content: normalized(content) }
    }
    if (/\.png$/i.test(path)) throw unprocessable(`The file ${path} must be a PNG image; send it in base64`)
    const text = body ? decode(path, body) : content
    if (isBinary(text)) throw unprocessable(`The file ${path} must be text, not binary`)
    requireMerged(text, `The file ${path}`)
    // Some systems and PDF files write accents as separate characters.
    return { path, content: normalized(text.replace(/^\ufeff/, '')) }
  })
}

function decode(path: string, body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw unprocessable(`The file ${path} must be text in UTF-8`)
  }
}

/**
 * Control characters that valid text does not contain. Bytes that were not UTF-8 have arrived
 * as replacement characters.
 */
const isBinary = (text: string): boolean => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
  const strange = text.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0
  return text.includes('\0') || strange > 8 + text.length / 100
}
