import { join } from 'node:path'
import { arrayAt, type JsonObject, textAt, textsOf } from '../json.ts'
import type { Transcript } from '../lines.ts'
import type { Machine, Reader } from '../reader.ts'
import { forEachRecord, readDocument } from '../records.ts'
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
  const open = (header: JsonObject) => openSession(header, transcript, sessions)
  if (transcript.path.endsWith('.json')) {
    const document = await readDocument(transcript, sessions)
    if (document === undefined) return
    const session = open(document as JsonObject)
    if (session)
      for (const message of arrayAt(document, 'messages')) addMessage(session, message as JsonObject, sessions)
    return
  }
  let session: SessionDraft | undefined
  await forEachRecord(transcript, sessions, mayHoldWords, (record) => {
    if (record.$set !== undefined || record.$rewindTo !== undefined) return
    if (record.type === undefined && record.sessionId !== undefined) session ??= open(record)
    else if (session) addMessage(session, record, sessions)
  })
}

/** Results of tools make up most of a chat. */
const mayHoldWords = (line: Buffer): boolean =>
  !line.includes('"$set"') && !(line.includes('"functionResponse"') && !line.includes('"gemini"'))

/** @returns undefined for a chat of a helper agent, which is counted. */
function openSession(
  header: JsonObject | undefined,
  { path, modifiedAt }: Transcript,
  sessions: SessionCollector,
): SessionDraft | undefined {
  const id = textAt(header, 'sessionId')
  const kind = textAt(header, 'kind') ?? 'main'
  if (id === undefined || kind !== 'main') {
    sessions.skip(id === undefined ? 'unknown_record' : 'helper_session')
    return undefined
  }
  const session = sessions.session(id, modifiedAt)
  session.begunAt ??= textAt(header, 'startTime')
  const folder = /(?<![^/\\])([^/\\]+)[/\\]chats[/\\]/.exec(path)?.[1] ?? null
  // The hash of a path names no folder.
  session.project ??= folder !== null && /^[\da-f]{64}$/.test(folder) ? null : folder
  return session
}

const otherTypes = new Set(['info', 'error', 'warning', 'compression', 'about', 'stats', 'quit', 'tool_group'])

function addMessage(session: SessionDraft, message: JsonObject, sessions: SessionCollector): void {
  const texts = textsOf(message.content)
  const type = textAt(message, 'type')
  if (type === 'gemini') {
    const text = texts.join('\n')
    if (text !== '') session.agentSays(text)
  } else if (type === 'user') {
    // A cancelled turn repeats the earlier messages behind the context of the session.
    if (texts[0]?.startsWith('<session_context>')) return
    const typed = message.displayContent === undefined ? withoutFiles(texts) : textsOf(message.displayContent)
    session.personSays({ id: textAt(message, 'id'), at: message.timestamp, texts: typed.map(promptBehindInput) })
  } else if (!otherTypes.has(type ?? '')) sessions.skip('unknown_record')
}

/** Blocks behind this line have the content of files that the prompt names. */
function withoutFiles(texts: string[]): string[] {
  const files = texts.findIndex((text) => text.includes('--- Content from referenced files ---'))
  return files < 0 ? texts : texts.slice(0, files)
}

/** Text that was piped in stands before the prompt, ends with a line break, and is followed by two more. */
export const promptBehindInput = (text: string): string => text.split('\n\n\n').at(-1)!
