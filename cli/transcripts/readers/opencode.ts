import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { compareStrings } from '#core/base/strings.ts'
import { maxMessageLength } from '#reader/transcripts/typed-text.ts'
import { arrayAt, asObject, type JsonObject, objectAt, parseObject, textAt } from '../json.ts'
import { fileTranscript, readWhole, type Transcript } from '../lines.ts'
import { readHistory, typedPart } from '../prompt-history.ts'
import type { Machine, Reader } from '../reader.ts'
import { readDocument } from '../records.ts'
import type { SessionCollector } from '../session-collector.ts'
import { findTranscripts } from '../transcript-folders.ts'

/**
 * OpenCode: the database `~/.local/share/opencode/opencode.db`; in older versions a file below `storage` for each
 * session, message and part. The text of a command is stored in place of what was typed, so the history of prompts is
 * compared. Sessions of `opencode run` are those of a program, but for what the history of prompts has.
 */
export function opencode({ home, env }: Machine): Reader {
  const data = join(env.XDG_DATA_HOME || join(home, '.local/share'), 'opencode')
  const state = join(env.XDG_STATE_HOME || join(home, '.local/state'), 'opencode')
  let history: Promise<JsonObject[]> | undefined
  const config = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'opencode')
  return {
    commands: {
      user: [join(config, 'command'), join(config, 'commands')],
      project: ['.opencode/command', '.opencode/commands'],
    },
    folders: [
      { path: data, pattern: /^opencode(?:-[\w.]+)?\.db$/, depth: 1 },
      { path: join(data, 'storage/session'), pattern: /^[^/]+\/ses_[^/]+\.json$/, depth: 2 },
    ],
    async read(transcript, sessions) {
      history ??= readHistory(join(state, 'prompt-history.jsonl'))
      const prompts = (await history).flatMap((entry) => textAt(entry, 'input') ?? [])
      const add = (stored: StoredSession) => addSession(stored, transcript, sessions, prompts)
      if (transcript.path.endsWith('.db')) return readDatabase(transcript.path, add)
      const document = await readDocument(transcript, sessions)
      const info = (document as JsonObject | undefined)?.info === undefined ? document : objectAt(document, 'info')
      const id = textAt(info, 'id')
      if (id === undefined) return sessions.count('unknown_record')
      const messages = info === document ? await readMessages(transcript.path, id, sessions) : messagesOf(document)
      const project = textAt(info, 'directory') ?? null
      const isOfHelper = textAt(info, 'parentID') !== undefined
      add({ id, project, isOfHelper, isOfRun: deniesQuestions(arrayAt(info, 'permission')), messages })
    },
  }
}

interface StoredSession {
  id: string
  project: string | null
  isOfHelper: boolean
  /** Whether `opencode run` began it. */
  isOfRun: boolean
  messages: StoredMessage[]
}

interface StoredMessage {
  id: string
  role: string | undefined
  at: unknown
  texts: string[]
  /** Whether the tool added text of its own. */
  isExtended: boolean
}

function addSession(stored: StoredSession, { modifiedAt }: Transcript, sessions: SessionCollector, prompts: string[]) {
  // The description of the session is a record of its own.
  sessions.count(stored.isOfHelper ? 'helper_session' : 'tool_record')
  if (stored.isOfHelper) {
    for (const _ of stored.messages) sessions.count('helper_session')
    return
  }
  const session = sessions.session(stored.id, modifiedAt)
  session.project ??= stored.project
  const messages = stored.messages.filter(({ texts }) => texts.length > 0)
  // Uses of tools, and a compaction in the name of the person.
  for (const { role, texts } of stored.messages)
    if (texts.length === 0) sessions.count(role === 'assistant' ? 'agent_message' : 'tool_record')
  const asked = messages.flatMap(({ role, texts }) => (role === 'user' ? texts.join('\n') : []))
  const isOfRun = stored.isOfRun || (asked.length > 0 && asked.filter(isQuoted).length * 2 >= asked.length)
  let index = 0
  for (const { id, role, at, texts, isExtended } of messages) {
    if (role === 'assistant') session.agentSays(texts.join('\n'))
    if (role !== 'user') sessions.count(role === 'assistant' ? 'agent_message' : 'tool_record')
    else if (isOfRun && !prompts.includes(asked[index]!)) {
      index++
      sessions.count('program_prompt')
    } else {
      const words = typedWords(asked, index++, prompts)
      // Without words it is the text of a command.
      sessions.count(words === '' ? 'command' : session.personSays({ id, at, texts: [words], isExtended }))
    }
  }
}

/** `opencode run` puts words with spaces into quotation marks, and text that was piped in behind them. */
const isQuoted = (message: string): boolean =>
  message.length <= maxMessageLength && /^"[^"]/.test(message) && /"(?:\n|$)/.test(message)

/** `opencode run` begins a session that may not ask questions. Rules of the configuration are not stored with a session. */
const deniesQuestions = (rules: readonly unknown[]): boolean =>
  rules.some((rule) => textAt(rule, 'permission') === 'question' && textAt(rule, 'action') === 'deny')

/** The words of a message of a session, empty for the text of a command without words behind it. */
function typedWords(messages: readonly string[], index: number, prompts: string[]): string {
  const message = messages[index]!
  if (prompts.includes(message)) return message
  return commandBeside(messages, index, prompts) ?? typedPart(message, prompts)
}

/** The command in the history, between the prompts that the session has before and after a message. */
function commandBeside(messages: readonly string[], index: number, prompts: string[]): string | undefined {
  const before = index > 0 ? prompts.lastIndexOf(messages[index - 1]!) : -1
  const after = index + 1 < messages.length ? prompts.lastIndexOf(messages[index + 1]!) : -1
  const beside = [before < 0 ? undefined : prompts[before + 1], after < 1 ? undefined : prompts[after - 1]]
  return beside.find((prompt) => prompt?.startsWith('/'))
}

/** Adds the text of a part to its message; the tool's own texts are marked. */
function addPart(message: StoredMessage, part: unknown): void {
  const { type, text, synthetic, ignored } = asObject(part)
  if (type !== 'text' || typeof text !== 'string' || text === '') return
  if (synthetic === true || ignored === true) message.isExtended = true
  else message.texts.push(text)
}

/** A message with its parts. */
function messageOf(id: string, info: JsonObject, at: unknown, parts: readonly unknown[]): StoredMessage {
  const message: StoredMessage = { id, role: roleOf(info), at, texts: [], isExtended: false }
  for (const part of parts) addPart(message, part)
  return message
}

/** The messages of an exported session. */
const messagesOf = (document: unknown): StoredMessage[] =>
  arrayAt(document, 'messages').map((message) => {
    const info = objectAt(message, 'info')
    return messageOf(textAt(info, 'id') ?? '', info, objectAt(info, 'time').created, arrayAt(message, 'parts'))
  })

/** A summary is not what the agent said. */
const roleOf = (info: JsonObject) => (info.summary === true ? undefined : textAt(info, 'role'))

/** The messages of a session in `storage`, each in a file, with a file for each part. */
async function readMessages(path: string, session: string, sessions: SessionCollector): Promise<StoredMessage[]> {
  const storage = dirname(dirname(dirname(path)))
  const read = async (folder: string) => {
    const files = await findTranscripts({ path: folder, pattern: /^[^/]+\.json$/, depth: 1 }, () =>
      sessions.skip('unreadable_file'),
    )
    const values = files.map(async (file) =>
      parseObject((await readWhole(fileTranscript(file.path, file.modifiedAt))) ?? ''),
    )
    const records = (await Promise.all(values)).filter((value) => value !== undefined)
    return records.sort((a, b) => compareStrings(String(a.id), String(b.id)))
  }
  const messages: StoredMessage[] = []
  for (const info of await read(join(storage, 'message', session))) {
    const id = textAt(info, 'id')
    if (id === undefined || !/^\w+$/.test(id)) continue
    const parts = await read(join(storage, 'part', id))
    messages.push(messageOf(id, info, objectAt(info, 'time').created, parts))
  }
  return messages
}

const storedMessages = `
  SELECT id, time_created AS at, data AS info FROM message WHERE session_id = ? ORDER BY time_created, id`

/** Texts alone: results of tools are most of a database, and stay in it. */
const textParts = `
  SELECT message.id, part.data AS part
  FROM message JOIN part ON part.message_id = message.id
  WHERE message.session_id = ? AND CASE WHEN json_valid(part.data) THEN json_extract(part.data, '$.type') END = 'text'
  ORDER BY message.time_created, message.id, part.id`

function readDatabase(path: string, add: (stored: StoredSession) => void): void {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 2000 })
  try {
    const stored = database.prepare(storedMessages)
    const parts = database.prepare(textParts)
    for (const { id, directory, parent_id, permission } of database.prepare('SELECT * FROM session').all()) {
      const messages = new Map<unknown, StoredMessage>()
      for (const row of stored.iterate(id!))
        messages.set(row.id, messageOf(String(row.id), parseObject(String(row.info)) ?? {}, row.at, []))
      for (const row of parts.iterate(id!)) addPart(messages.get(row.id)!, parseObject(String(row.part)))
      add({
        id: String(id),
        project: typeof directory === 'string' ? directory : null,
        isOfHelper: typeof parent_id === 'string',
        isOfRun:
          typeof permission === 'string' && deniesQuestions(arrayAt(parseObject(`{"rules":${permission}}`), 'rules')),
        messages: [...messages.values()],
      })
    }
  } finally {
    database.close()
  }
}
