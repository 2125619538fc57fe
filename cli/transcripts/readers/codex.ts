import { join } from 'node:path'
import { arrayAt, type JsonObject, objectAt, textAt, textsOf } from '../json.ts'
import type { Machine, Reader } from '../reader.ts'
import { forEachRecord } from '../records.ts'
import type { SessionDraft } from '../session-collector.ts'

/**
 * Codex: `sessions/<year>/<month>/<day>/rollout-<time>-<id>.jsonl`, compressed when it is old, and in
 * `archived_sessions` when it is archived. A prompt is in the log of
 * the model (`response_item`) and in that of the display (`event_msg`). The display's is read where there is one; the
 * model's also has instructions and context in the name of the user, of which `content_item_kinds` names the kind.
 */
export function codex({ home, env }: Machine): Reader {
  const folder = env.CODEX_HOME || join(home, '.codex')
  return {
    commands: { user: [join(folder, 'prompts')], project: [] },
    folders: ['sessions', 'archived_sessions'].map((name) => ({
      path: join(folder, name),
      pattern: /(?:^|\/)rollout-[^/]+\.jsonl(?:\.zst)?$/,
      depth: 4,
    })),
    async read(transcript, sessions) {
      let session: SessionDraft | undefined
      let isOfHelper = false
      let sender: Sender
      /** Prompts of the model's log without a kind, which count if the file has no other. */
      const unmarked: { record: JsonObject; before: string }[] = []
      let hasMarked = false
      let before = ''
      await forEachRecord(transcript, sessions, mayHoldWords, (record) => {
        if (isOfHelper) return 'helper_session'
        const payload = objectAt(record, 'payload')
        const type = textAt(record, 'type')
        if (type === 'session_meta') {
          // A fork repeats the header of its original behind its own.
          if (session) return 'tool_record'
          isOfHelper = isHelper(payload)
          if (isOfHelper) return 'helper_session'
          sender = senderOf(payload)
          session = sessions.session(idOf(payload) ?? idOfPath(transcript.path), transcript.modifiedAt)
          session.project ??= textAt(payload, 'cwd') ?? null
          session.begunAt ??= textAt(payload, 'timestamp')
          session.forkOf ??= textAt(payload, 'forked_from_id')
          return 'tool_record'
        }
        if (!knownTypes.has(type ?? '')) return 'unknown_record'
        session ??= sessions.session(idOfPath(transcript.path), transcript.modifiedAt)
        const agent = agentText(payload)
        if (agent) {
          before = agent
          session.agentSays(agent)
          return 'agent_message'
        }
        const prompt = markedPrompt(payload)
        if (prompt) {
          hasMarked = true
          if (sender === 'program') return 'program_prompt'
          const isOfPerson = sender === 'person'
          return session.personSays({ at: record.timestamp, texts: prompt, isTyped: true, isOfPerson })
        }
        if (!isUnmarkedPrompt(payload)) return payload.role === 'user' ? 'tool_message' : 'tool_record'
        unmarked.push({ record, before })
        // Counted below, when the whole file is known.
        return undefined
      })
      for (const { record, before } of unmarked) {
        const reason = hasMarked ? 'tool_record' : sender === 'program' ? 'program_prompt' : undefined
        session!.agentSays(before)
        const texts = textsOf(objectAt(record, 'payload').content)
        const isOfPerson = sender === 'person'
        const refused = reason ?? session!.personSays({ at: record.timestamp, texts, isOfPerson })
        if (refused !== undefined) sessions.skip(refused)
      }
    },
  }
}

/** Types of lines; the types of their payloads are too many to know. */
const knownTypes = new Set([
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
  'world_state',
  'inter_agent_communication',
  'ghost_snapshot',
])

/** Results of tools make up most of a rollout. */
const mayHoldWords = (line: Buffer): boolean =>
  line.includes('"user_message"') ||
  line.includes('"UserMessage"') ||
  line.includes('"agent_message"') ||
  line.includes('"AgentMessage"') ||
  line.includes('"session_meta"') ||
  (line.includes('"message"') && line.includes('"response_item"')) ||
  !/"(?:response_item|event_msg|turn_context|compacted|world_state)"/.test(line.toString('latin1', 0, 200))

const idOf = (meta: JsonObject) => textAt(meta, 'id') ?? textAt(meta, 'session_id')

const idOfPath = (path: string) => /([\da-f]{8}-[\da-f-]{27})\.jsonl/.exec(path)?.[1] ?? path

/** Helpers have a file of their own, in which another agent's prompt is marked as a user's. */
const isHelper = ({ thread_source, parent_thread_id, source }: JsonObject): boolean =>
  (thread_source !== undefined && thread_source !== 'user') ||
  typeof parent_thread_id === 'string' ||
  (typeof source === 'object' && source !== null)

/** Who sends the prompts of a session, where its header says so. */
type Sender = 'person' | 'program' | undefined

/** `codex exec`, an SDK and MCP name themselves, as do the terminal and the applications in which a person types. */
function senderOf({ source, originator }: JsonObject): Sender {
  const name = typeof originator === 'string' ? originator : ''
  if (source === 'exec' || source === 'mcp' || /(?:^|[\W_])(?:exec|sdk|mcp)(?:[\W_]|$)/i.test(name)) return 'program'
  return /^codex[-_ ](?:cli_rs|tui|vscode|(?:\w+_)?desktop)/i.test(name) ? 'person' : undefined
}

function agentText(payload: JsonObject): string | undefined {
  if (payload.type === 'agent_message') return textAt(payload, 'message')
  if (payload.type === 'message' && payload.role === 'assistant') return textsOf(payload.content).join('\n')
  const item = objectAt(payload, 'item')
  return item.type === 'AgentMessage' ? textsOf(item.content).join('\n') : undefined
}

/** A prompt that is marked as the person's: older versions in the first way, newer ones in the second and third. */
function markedPrompt(payload: JsonObject): string[] | undefined {
  if (payload.type === 'user_message') {
    const isPlain = payload.kind === undefined || payload.kind === 'plain'
    return isPlain ? [textAt(payload, 'message') ?? ''] : undefined
  }
  const item = objectAt(payload, 'item')
  if (item.type === 'UserMessage') return textsOf(item.content)
  const marks = objectAt(payload, 'internal_chat_message_metadata_passthrough')
  if (payload.role !== 'user' || marks.content_item_kinds === undefined) return undefined
  const typed = arrayAt(payload, 'content').filter((_, index) => isOfUser(marks, index))
  return typed.length > 0 ? textsOf(typed) : undefined
}

function isOfUser(marks: JsonObject, index: number): boolean {
  const provenance = textAt(objectAt(arrayAt(marks, 'content_item_metadata')[index], 'provenance'), 'type')
  const isText = arrayAt(marks, 'content_item_kinds')[index] === 'user.text'
  return isText && (provenance === undefined || provenance === 'user')
}

const isUnmarkedPrompt = (payload: JsonObject): boolean =>
  payload.type === 'message' &&
  payload.role === 'user' &&
  objectAt(payload, 'internal_chat_message_metadata_passthrough').content_item_kinds === undefined
