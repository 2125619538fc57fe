import { inflateSync } from 'node:zlib'
import { tooLarge, unprocessable } from '#core/base/errors.ts'
import { renderItems, renderProfile } from '../identity/prompt.ts'
import { exportPaths } from './export-paths.ts'
import { describedLost, type Format, type FormatFile, notKept, profileLost, type SourceItem } from './format.ts'
import { versionIn } from './marker.ts'
import { fieldsOf, otherKeys, parseJson, textOf } from './parse.ts'
import { readFilled, readProse } from './prose.ts'
import { lostInMarkdown } from './sections.ts'

/**
 * Character Card V3 (github.com/kwaroran/character-card-spec-v3): boundaries are the instructions repeated after the
 * conversation, everything else is the description.
 */
export const characterCard: Format = {
  write: ({ agent, items, marker }) => {
    const isRepeated = ({ category }: SourceItem) => category === 'boundary'
    const card = {
      spec: 'chara_card_v3',
      spec_version: '3.0',
      data: {
        name: agent.name,
        description: `${renderProfile(agent)}\n${renderItems(items.filter((item) => !isRepeated(item)))}`,
        personality: '',
        scenario: '',
        first_mes: '',
        mes_example: '',
        creator_notes: '',
        system_prompt: '',
        post_history_instructions: renderItems(items.filter(isRepeated)),
        alternate_greetings: [],
        group_only_greetings: [],
        tags: agent.identity_markers,
        creator: '',
        character_version: versionIn(marker),
        extensions: { agent_identity: marker },
      },
    }
    const content = `${JSON.stringify(card, null, 2)}\n`
    return { files: [{ path: exportPaths.character_card[0], content }], lost: lostInMarkdown(items) }
  },
  read: (file, isOurs) => {
    const card = parseJson(file)
    if (!isCard(card)) throw unprocessable(`The file ${file.path} must be a character card`)
    // The first version has the fields at the top level.
    const data = isFirstVersion(card) ? card : isOldest(card) ? renamed(card) : fieldsOf(card.data)
    const { name, tags, description, personality, scenario } = data
    // Text that some tools insert into the conversation at a given depth.
    const depth = textOf(fieldsOf(fieldsOf(data.extensions).depth_prompt).prompt)
    const texts = [...read.map((key) => textOf(data[key])), depth].filter((text) => text !== '')
    if (isOurs) return readProse(texts, true)
    const spoken = texts.map(withoutDialogue)
    const reading = readFilled(spoken, textOf(name) || 'the character')
    return {
      ...reading,
      lost: [
        ...profileLost({ name, tags }),
        ...describedLost({ description, personality, scenario }),
        ...notKept(otherKeys(data, [...read, 'name', 'tags'])),
        ...(spoken.some((text, at) => text !== texts[at]) ? notKept(['dialogue'], 'is what others say too') : []),
        ...reading.lost,
        // Many cards repeat their fields at the top level, for readers of the first version.
        ...notKept(otherKeys(card, ['spec', 'spec_version', 'data', ...Object.keys(data), ...Object.keys(oldest)])),
      ],
    }
  },
}

const read = ['description', 'personality', 'scenario', 'system_prompt', 'post_history_instructions']

export const isCard = (card: Record<string, unknown>): boolean =>
  /^chara_card_v[23]$/.test(textOf(card.spec)) || isFirstVersion(card) || isOldest(card)

const isFirstVersion = (card: Record<string, unknown>): boolean =>
  card.spec === undefined &&
  textOf(card.name) !== '' &&
  typeof card.description === 'string' &&
  ['first_mes', 'mes_example', 'scenario'].some((key) => typeof card[key] === 'string')

/** Names of the fields before there was a specification. */
const oldest: Record<string, string> = {
  char_name: 'name',
  char_persona: 'description',
  world_scenario: 'scenario',
  char_greeting: 'first_mes',
  example_dialogue: 'mes_example',
}
const isOldest = (card: Record<string, unknown>): boolean =>
  card.spec === undefined && textOf(card.char_name) !== '' && typeof card.char_persona === 'string'
const renamed = (card: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(card).map(([key, value]) => [oldest[key] ?? key, value]))

/** A line of a dialogue, or the mark that begins one. */
const turn = /^\s*(?:\{\{\s*(?:char|user)\s*\}\}\s*:|<(?:bot|char|user)>\s*:|<START>\s*$)/i
const withoutDialogue = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !turn.test(line))
    .join('\n')

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, signature.length).equals(signature)

/**
 * The card in a PNG: a text chunk called `ccv3`, or `chara` in older files, which holds JSON, as
 * base64 in most of them. Nothing else is unpacked.
 *
 * @throws 422 if there is none, 413 if it unpacks to more than `maxBytes`, which is left of the limit of all files.
 */
export function cardInPng(path: string, bytes: Buffer, maxBytes: number): FormatFile {
  const chunks = new Map<string, TextChunk>()
  for (let at = signature.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const chunk = textChunk(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length))
    if (chunk && !chunks.has(chunk.keyword)) chunks.set(chunk.keyword, chunk)
    at += length + 12
  }
  const chunk = chunks.get('ccv3') ?? chunks.get('chara')
  if (chunk === undefined)
    throw unprocessable(`The file ${path} has no character card; choose a PNG that was exported with one`)
  const text = textIn(path, chunk, maxBytes)
  return { path, content: text.trimStart().startsWith('{') ? text : Buffer.from(text, 'base64').toString() }
}

interface TextChunk {
  /** In lower case. */
  keyword: string
  data: Buffer
  isCompressed: boolean
}

/** A chunk that holds a card, of one of the three kinds for text; undefined for other chunks. */
function textChunk(kind: string, data: Buffer): TextChunk | undefined {
  // A keyword has at most 79 bytes.
  const end = data.subarray(0, 80).indexOf(0)
  if (end < 0 || !['tEXt', 'zTXt', 'iTXt'].includes(kind)) return undefined
  const keyword = data.toString('latin1', 0, end).toLowerCase()
  if (keyword !== 'ccv3' && keyword !== 'chara') return undefined
  if (kind === 'tEXt') return { keyword, data: data.subarray(end + 1), isCompressed: false }
  if (kind === 'zTXt') return { keyword, data: data.subarray(end + 2), isCompressed: true }
  // A flag for compression and its method, then the language and the translated keyword, each followed by a NUL.
  const language = data.indexOf(0, end + 3)
  const text = data.subarray(data.indexOf(0, language + 1) + 1)
  return { keyword, data: text, isCompressed: data[end + 1] === 1 }
}

function textIn(path: string, { data, isCompressed }: TextChunk, maxBytes: number): string {
  if (!isCompressed) return data.toString()
  try {
    return inflateSync(data, { maxOutputLength: Math.max(maxBytes, 1) }).toString()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge(
        `The file ${path} unpacks to more than is left of 4 MiB for all cards; import fewer, smaller images`,
      )
    throw unprocessable(`The file ${path} has a character card that cannot be unpacked; export it again`)
  }
}
