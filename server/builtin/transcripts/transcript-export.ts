import type { Transcript, TranscriptMessage, TranscriptRequest } from '../../domain/language.ts'
import { sanitizeTitle } from '../../domain/text/untrusted-text.ts'
import { hasVisible, visibleText } from '../../domain/text/visible-text.ts'
import { type Fields, isFields, parseJson } from '../json-text.ts'
import { assistantNames, speakerKey } from './speaker-labels.ts'
import { titled } from './transcript-messages.ts'

/**
 * Reads a chat export in JSON or JSON lines: a list of `{role, content}` and its common variants, alone or under
 * `messages`, or the message tree (`mapping`) of a ChatGPT export. Undefined for anything else. The text is taken from
 * the JSON unchanged.
 */
export function readExport(request: TranscriptRequest): Transcript | undefined {
  const value = parseExport(request.raw_text.replace(/^\uFEFF/, '')) ?? parseExport(visibleText(request.raw_text))
  const list = value === undefined ? undefined : messagesIn(value)
  if (!list || list.length === 0) return undefined
  const messages = list.flatMap((entry) => readMessage(entry, speakerKey(request.agent_name)) ?? [])
  const title = isFields(value) && typeof value.title === 'string' ? sanitizeTitle(value.title) : null
  return titled(request.title, title, messages)
}

const parseExport = (text: string): unknown => parseJson(text) ?? parseJsonLines(text)

/** One message per line, as in some exports. */
function parseJsonLines(text: string): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (!lines[0]?.trimStart().startsWith('{')) return undefined
  try {
    return lines.map((line) => JSON.parse(line))
  } catch {
    return undefined
  }
}

/** The messages of an export in order, for any wrapper. */
function messagesIn(value: unknown): Fields[] | undefined {
  if (Array.isArray(value)) {
    const entries = value.filter(isFields)
    const conversations = entries.filter(
      (entry) => 'mapping' in entry || 'messages' in entry || 'chat_messages' in entry,
    )
    return conversations.length > 0 ? conversations.flatMap((each) => messagesIn(each) ?? []) : entries
  }
  if (!isFields(value)) return undefined
  if (isFields(value.mapping)) return branchOf(value.mapping, value.current_node)
  const list = value.messages ?? value.chat_messages ?? value.conversation ?? value.turns ?? segmentsOf(value)
  return Array.isArray(list) ? list.filter(isFields) : undefined
}

/** The segments of a recording by Whisper, whose texts begin with a space. */
const segmentsOf = ({ segments }: Fields) =>
  Array.isArray(segments)
    ? segments.filter(isFields).map((each) => ({ ...each, text: String(each.text ?? '').trim() }))
    : undefined

/** The branch of a message tree that ends in the current node, else in the last node without children. */
function branchOf(mapping: Fields, current: unknown): Fields[] {
  const nodes = new Map(Object.entries(mapping).filter((entry): entry is [string, Fields] => isFields(entry[1])))
  const leaf = [...nodes.keys()].findLast((id) => {
    const { children } = nodes.get(id)!
    return !Array.isArray(children) || children.length === 0
  })
  const branch: Fields[] = []
  const seen = new Set<string>()
  let id = typeof current === 'string' && nodes.has(current) ? current : leaf
  while (id !== undefined && !seen.has(id)) {
    seen.add(id)
    const node: Fields | undefined = nodes.get(id)
    if (isFields(node?.message)) branch.push(node.message)
    id = typeof node?.parent === 'string' ? node.parent : undefined
  }
  return branch.reverse()
}

const outsideRoles = new Set(['system', 'tool', 'function', 'developer'])

/** Slack's own messages in a channel. */
const noticeType = /^(?:channel|group|bot_(?:add|remove)|pinned_item|reminder_add)/

function readMessage(entry: Fields, agent: string): TranscriptMessage | undefined {
  const author = isFields(entry.author) ? (entry.author.role ?? entry.author.name) : entry.author
  const profile = isFields(entry.user_profile) ? entry.user_profile : {}
  const speaker = [
    entry.role,
    author,
    entry.sender,
    entry.speaker,
    entry.from,
    entry.name,
    profile.real_name,
    profile.display_name,
    entry.username,
    entry.user,
  ].find((each): each is string => typeof each === 'string' && each !== '')
  // Databases accept neither NUL nor lone surrogates, which JSON can contain.
  const content = wordsOf(entry.content ?? entry.text ?? entry.message ?? entry.value)
    .replaceAll('\0', '')
    .toWellFormed()
  const key = speaker === undefined ? undefined : speakerKey(visibleText(speaker))
  if (key === undefined || outsideRoles.has(key) || noticeType.test(String(entry.subtype)) || !hasVisible(content))
    return undefined
  const isAgent =
    key === agent || key.startsWith(`${agent} `) || (typeof entry.name === 'string' && speakerKey(entry.name) === agent)
  return { role: isAgent || assistantNames.has(key) ? 'assistant' : 'user', content }
}

const maxDepth = 5

/** Texts are plain, in parts, or `{ parts }`; other content, such as an image, is left out. */
function wordsOf(content: unknown, depth = 0): string {
  if (typeof content === 'string') return content
  if (depth > maxDepth) return ''
  const inner = (value: unknown) => wordsOf(value, depth + 1)
  if (Array.isArray(content)) return content.map(inner).filter(Boolean).join('\n\n')
  return isFields(content) ? inner(content.parts ?? content.text ?? content.content ?? '') : ''
}
