import { badRequest } from '#core/base/errors.ts'
import type { Transcript, TranscriptRequest } from '#core/domain/language.ts'
import { sanitizeTitle } from '#core/domain/text/untrusted-text.ts'
import { hasVisible, visibleText } from '#core/domain/text/visible-text.ts'
import { type Fields, isFields, isWithinLimits, parseJson } from '../json-text.ts'
import { agentAmong } from './agent-names.ts'
import { isSessionFile } from './agent-sessions.ts'
import { exportedEntries, inOrder } from './export-entries.ts'
import { speakerKey } from './speaker-keys.ts'
import { assistantNames, humanNames } from './speaker-words.ts'
import { titled } from './transcript-messages.ts'

/**
 * Reads a chat export in JSON or JSON lines: a list of `{role, content}` and its common variants,
 * alone or in a wrapper, or the message tree (`mapping`) of a ChatGPT export. Undefined for anything
 * else. The text is taken from the JSON unchanged.
 *
 * @throws 400 for the session file of a coding agent, for a message without a speaker, and
 * when none of the speakers can
 *   be the agent or the other participant.
 */
export function readExport(request: TranscriptRequest): Transcript | undefined {
  const value = parseExport(request.raw_text.replace(/^\uFEFF/, '')) ?? parseExport(visibleText(request.raw_text))
  if (value === undefined) return undefined
  if (isSessionFile(value))
    throw badRequest('rawText must be a chat; the session file of a coding agent holds tool calls and results besides')
  const messages = inOrder(exportedEntries(value)).flatMap((entry) => readMessage(entry) ?? [])
  if (messages.length === 0) return undefined
  const silent = messages.findIndex(({ role, names }) => role === undefined && names.length === 0)
  // Without any speaker it is no chat.
  if (messages.every(({ role, names }) => role === undefined && names.length === 0)) return undefined
  if (silent >= 0) throw badRequest(`rawText must name the speaker of each message; message ${silent + 1} has none`)
  const agent = speakerKey(request.agent_name)
  const isNamed = messages.some(({ names }) => names.some((name) => speakerKey(name) === agent))
  const speakers = messages.map(({ role = '', names }) => {
    const own = names.find((name) => speakerKey(name) === agent)
    // Where the agent is named, somebody else in the role of an assistant is another one.
    const isRole = isNamed
      ? humanNames.has(role) || names.length === 0
      : humanNames.has(role) || assistantNames.has(role)
    const name = own ?? (isRole ? role : names[0]!) ?? role
    return { key: speakerKey(name), name }
  })
  const isAgent = agentAmong(speakers, request)
  const title = isFields(value) && typeof value.title === 'string' ? sanitizeTitle(value.title) : null
  return titled(
    request.title,
    title,
    messages.map(({ content }, at) => ({ role: isAgent(speakers[at]!) ? 'assistant' : 'user', content })),
  )
}

/** The text inside the fence that is around all of it, if there is one. */
function withoutFence(text: string): string {
  const fenced = text.trim()
  const [first, last] = [fenced.indexOf('\n'), fenced.lastIndexOf('\n')]
  const isFenced =
    first < last && /^(?:```|~~~)\w*\s*$/.test(fenced.slice(0, first)) && /^(?:```|~~~)$/.test(fenced.slice(last + 1))
  return isFenced ? fenced.slice(first + 1, last) : text
}

function parseExport(text: string): unknown {
  const inner = withoutFence(text)
  return parseJson(inner) ?? parseJsonLines(inner)
}

/** One message per line, as in some exports. */
function parseJsonLines(text: string): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (!lines[0]?.trimStart().startsWith('{') || !isWithinLimits(text)) return undefined
  try {
    return lines.map((line) => JSON.parse(line))
  } catch {
    return undefined
  }
}

interface ExportedMessage {
  /** In lower case. */
  role: string | undefined
  /** Names of the author; several if the account and the person have names of their own. */
  names: string[]
  content: string
}

const outsideRoles = new Set(['system', 'tool', 'function', 'developer', 'environment', 'ipython'])
const roleTypes = /^(?:human|user|ai|assistant|model|bot|system|tool)$/i

/** Messages that programs write into a channel: Slack's, Telegram's and Discord's. */
const noticeType = /^(?:channel|group|bot_(?:add|remove)|pinned_item|reminder_add)/
const serviceType = /^(?:service|Guild|Channel|Recipient|Thread|Call|m\.room\.(?!message))/

function readMessage(entry: Fields): ExportedMessage | undefined {
  // Databases accept neither NUL nor lone surrogates, which JSON can contain.
  const content = contentOf(entry).replaceAll('\0', '').toWellFormed()
  const role = roleOf(entry)
  if ((role !== undefined && outsideRoles.has(role)) || !hasVisible(content)) return undefined
  if (noticeType.test(String(entry.subtype)) || serviceType.test(String(entry.type))) return undefined
  return { role, names: namesOf(entry), content }
}

function roleOf({ role, author, type, sender }: Fields): string | undefined {
  const written = [
    role,
    isFields(author) ? author.role : author,
    sender,
    roleTypes.test(String(type)) ? type : undefined,
  ]
  const found = written.find((each): each is string => typeof each === 'string' && each !== '')
  return found === undefined ? undefined : speakerKey(visibleText(found))
}

/** Fields of an entry, and of the account inside of it, that hold a name. */
const nameFields = [
  'speaker',
  'sender',
  'sender_name',
  'author',
  'from',
  'creator',
  'name',
  'user_profile',
  'username',
  'user',
  'actor',
]
const accountFields = [
  'nickname',
  'display_name',
  'displayName',
  'global_name',
  'real_name',
  'name',
  'username',
  'user',
  'first_name',
]

function namesOf(entry: Fields): string[] {
  const names = nameFields.flatMap((field) => {
    const value = entry[field]
    if (field === 'speaker' && typeof value === 'number') return [`Speaker ${value}`]
    return isFields(value) ? accountNames(value) : [value]
  })
  return names.filter((name): name is string => typeof name === 'string' && hasVisible(name)).map(matrixName)
}

const accountNames = (account: Fields): unknown[] =>
  accountFields.flatMap((field) => {
    const value = account[field]
    return isFields(value) ? [value.displayName, value.name] : [value]
  })

/** `@ada:example.org` is called ada. */
const matrixName = (name: string) => visibleText(name).replace(/^@([^:\s]+):\S+$/, '$1')

const contentOf = (entry: Fields): string =>
  wordsOf(
    entry.content ??
      entry.text ??
      entry.message ??
      entry.value ??
      entry.parts ??
      entry.body ??
      entry.transcript ??
      entry.data,
  )

const maxDepth = 5
/** Parts of a message that are not for the reader. */
const isInternal = /^(?:tool|thinking|redacted_thinking|reasoning|function)/

/** Texts are plain, in parts, or `{ parts }`; other content, such as an image, is left out. */
function wordsOf(content: unknown, depth = 0): string {
  if (typeof content === 'string') return content
  if (depth > maxDepth) return ''
  const inner = (value: unknown) => wordsOf(value, depth + 1)
  // A sentence of which some words are bold is one text in pieces.
  if (Array.isArray(content)) {
    const isOneText = content.some((part) => typeof part === 'string') && content.some(isFields)
    return content
      .map(inner)
      .filter(Boolean)
      .join(isOneText ? '' : '\n\n')
  }
  if (!isFields(content) || isInternal.test(String(content.type))) return ''
  return inner(content.parts ?? content.text ?? content.content ?? content.value ?? content.body ?? '')
}
