import { join } from 'node:path'
import { type JsonObject, objectAt, textAt, textsOf } from '../json.ts'
import type { Machine, Reader } from '../reader.ts'
import { forEachRecord } from '../records.ts'
import type { RecordReason } from '../session.ts'
import type { SessionDraft } from '../session-collector.ts'

/**
 * pi (`~/.pi/agent/sessions/<folder>/<time>_<id>.jsonl`) and OpenClaw, which contains it
 * (`~/.openclaw/agents/<agent>/sessions/<id>.jsonl`): a header of type `session`, then entries of a tree. A branch
 * stays in the file, so the turns of every branch count.
 */
export function pi({ home, env }: Machine): Reader {
  const agent = env.PI_CODING_AGENT_DIR || join(home, '.pi/agent')
  const path = env.PI_CODING_AGENT_SESSION_DIR || join(agent, 'sessions')
  return {
    commands: { user: [join(agent, 'prompts')], project: ['.pi/prompts'] },
    folders: [{ path, pattern: /^(?:[^/]+\/)?[^/]+\.jsonl$/, depth: 2 }],
    read: readerOf((text) => [text]),
  }
}

export function openclaw({ home, env }: Machine): Reader {
  const states = env.OPENCLAW_STATE_DIR ? [env.OPENCLAW_STATE_DIR] : [join(home, '.openclaw'), join(home, '.clawdbot')]
  return {
    folders: states.map((state) => ({
      path: join(state, 'agents'),
      pattern: /^[^/]+\/sessions\/[^/]+\.jsonl$/,
      depth: 3,
    })),
    read: readerOf(wordsOfChannel),
  }
}

/** Entries without words of a person. */
const otherTypes = new Set(
  [
    'model_change',
    'thinking_level_change',
    'session_info',
    'compaction',
    'branch_summary',
    'custom',
    'custom_message',
  ].concat(['label', 'leaf']),
)

const readerOf =
  (wordsOf: (text: string) => string[]): Reader['read'] =>
  async (transcript, sessions) => {
    let session: SessionDraft | undefined
    await forEachRecord(transcript, sessions, mayHoldWords, (entry) => {
      const type = textAt(entry, 'type')
      if (type === 'session') {
        session = sessions.session(textAt(entry, 'id') ?? transcript.path, transcript.modifiedAt)
        session.project ??= textAt(entry, 'cwd') ?? null
        session.begunAt ??= textAt(entry, 'timestamp')
        return 'tool_record'
      }
      if (type !== 'message') return otherTypes.has(type ?? '') ? 'tool_record' : 'unknown_record'
      session ??= sessions.session(transcript.path, transcript.modifiedAt)
      return addMessage(session, entry, wordsOf)
    })
  }

/** Results of tools make up most of a transcript. */
const mayHoldWords = (line: Buffer): boolean => !line.includes('"toolResult"') || line.includes('"user"')

function addMessage(
  session: SessionDraft,
  entry: JsonObject,
  wordsOf: (text: string) => string[],
): RecordReason | undefined {
  const message = objectAt(entry, 'message')
  const texts = textsOf(message.content)
  if (message.role === 'assistant') {
    if (texts.length > 0) session.agentSays(texts.join('\n'))
    return 'agent_message'
  }
  if (message.role !== 'user') return message.role === 'toolResult' ? 'tool_result' : 'tool_record'
  // Another session, a timer or the program itself may write to an agent of OpenClaw.
  const origin = textAt(objectAt(message, 'provenance'), 'kind')
  if (origin !== undefined && origin !== 'external_user') return 'program_prompt'
  const words = texts.flatMap(wordsOf)
  if (texts.length > 0 && words.length === 0) return 'tool_message'
  const at = entry.timestamp ?? message.timestamp
  return session.personSays({ id: textAt(entry, 'id'), at, texts: words })
}

/** Messages that OpenClaw writes itself: at intervals, at set times and about the session. */
const ofProgram =
  /^\s*(?:Read HEARTBEAT\.md|\[cron:|System(?: \(untrusted\))?: |A new session was started via|Pre-compaction memory flush)/

const metadata =
  /^(?:Conversation info|Sender|Thread starter|Replied message|Forwarded message|Chat history)[^\n]{0,60}:\n```json\n[\s\S]*?\n```\n*/gm

/** The words of a message that came over a chat, without its sender, time and number. */
function wordsOfChannel(text: string): string[] {
  if (ofProgram.test(text)) return []
  const words = text
    .replace(metadata, '')
    .replace(/^\[message_id: [^\]\n]{1,200}\]$/gm, '')
    .trim()
  return [words.replace(/^\[[^\]\n]{0,200}\d{1,2}:\d{2}[^\]\n]{0,40}\] ?/, '')]
}
