import { join } from 'node:path'
import { cutMark } from '#reader/transcripts/cut-mark.ts'
import { arrayAt, asObject, type JsonObject, textAt, textsOf } from '../json.ts'
import type { Transcript } from '../lines.ts'
import type { Machine, Reader } from '../reader.ts'
import { forEachRecord, readDocument } from '../records.ts'
import type { RecordReason } from '../session.ts'
import type { SessionCollector, SessionDraft } from '../session-collector.ts'

/**
 * Gemini CLI: `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl`, in older versions one JSON document. A header
 * comes again at each resume, with the whole history in `$set`. `displayContent` is what was typed where `content` is
 * the expanded text of a command.
 */
export function gemini({ home }: Machine): Reader {
  return {
    commands: { user: [join(home, '.gemini/commands')], project: ['.gemini/commands'] },
    folders: [{ path: join(home, '.gemini/tmp'), pattern: /^[^/]+\/chats\/session-[^/]+\.jsonl?$/, depth: 3 }],
    read: readGeminiChat,
  }
}

/** Reads both forms, which earlier versions of Qwen Code share. */
export async function readGeminiChat(transcript: Transcript, sessions: SessionCollector): Promise<void> {
  const open = (header: unknown) => openSession(header, transcript, sessions)
  if (transcript.path.endsWith('.json')) {
    const document = await readDocument(transcript, sessions)
    if (document === undefined) return
    if (textAt(document, 'sessionId') === undefined) return sessions.count('unknown_record')
    const session = open(document)
    for (const message of arrayAt(document, 'messages'))
      sessions.count(session ? addMessage(session, asObject(message)) : 'helper_session')
    return
  }
  let session: SessionDraft | undefined
  await forEachRecord(transcript, sessions, mayHoldWords, (record) => {
    if (record.$set !== undefined || record.$rewindTo !== undefined) return 'tool_record'
    if (record.type === undefined && record.sessionId !== undefined) {
      session ??= open(record)
      return session ? 'tool_record' : 'helper_session'
    }
    return session ? addMessage(session, record) : 'helper_session'
  })
}

/** Results of tools make up most of a chat. */
const mayHoldWords = (line: Buffer): boolean =>
  !line.includes('"$set"') && !(line.includes('"functionResponse"') && !line.includes('"gemini"'))

/** @returns undefined for a chat of a helper agent, and for one without an id. */
function openSession(
  header: unknown,
  { path, modifiedAt }: Transcript,
  sessions: SessionCollector,
): SessionDraft | undefined {
  const id = textAt(header, 'sessionId')
  const kind = textAt(header, 'kind') ?? 'main'
  if (id === undefined || kind !== 'main') return undefined
  const session = sessions.session(id, modifiedAt)
  session.begunAt ??= textAt(header, 'startTime')
  const folder = /(?<![^/\\])([^/\\]+)[/\\]chats[/\\]/.exec(path)?.[1] ?? null
  // The hash of a path names no folder.
  session.project ??= folder !== null && /^[\da-f]{64}$/.test(folder) ? null : folder
  return session
}

const otherTypes = new Set(['info', 'error', 'warning', 'compression', 'about', 'stats', 'quit', 'tool_group'])

function addMessage(session: SessionDraft, message: JsonObject): RecordReason | undefined {
  const texts = textsOf(message.content)
  const type = textAt(message, 'type')
  if (type === 'gemini') {
    const text = texts.join('\n')
    if (text !== '') session.agentSays(text)
    return 'agent_message'
  }
  if (type !== 'user') return otherTypes.has(type ?? '') ? 'tool_record' : 'unknown_record'
  if (arrayAt(message, 'content').some((part) => asObject(part).functionResponse !== undefined)) return 'tool_result'
  // A cancelled turn repeats the earlier messages behind the context of the session.
  if (texts[0] !== undefined && contextOfSession.test(texts[0])) return 'tool_message'
  const typed = message.displayContent === undefined ? withoutFiles(texts) : textsOf(message.displayContent)
  const isExtended = message.displayContent === undefined && typed.length < texts.length
  const said = { id: textAt(message, 'id'), at: message.timestamp, texts: typed.map(promptBehindInput), isExtended }
  return session.personSays(said)
}

/** The first message of a chat: the date, the folder and its files; older versions have no element around it. */
const contextOfSession = /^\s*(?:<session_context>|This is the Gemini CLI\b|This is the Qwen Code\b)/

/** Blocks behind this line have the content of files that the prompt names. */
function withoutFiles(texts: string[]): string[] {
  const files = texts.findIndex((text) => text.includes('--- Content from referenced files ---'))
  return files < 0 ? texts : texts.slice(0, files)
}

/** The prompt, with a mark for text that was piped in: it stands before it, ends with a line break, and two more follow. */
export function promptBehindInput(text: string): string {
  const prompt = text.split('\n\n\n').at(-1)!
  return prompt === text ? text : `${cutMark}\n${prompt}`
}
