import { join } from 'node:path'
import { memoizeOn } from '#core/base/memoize-on.ts'
import { arrayAt, asObject, type JsonObject, objectAt, parseObject, textAt, textsOf } from '../json.ts'
import { hasPaste, readHistory, typedPart } from '../prompt-history.ts'
import type { Machine, Reader } from '../reader.ts'
import { forEachRecord } from '../records.ts'
import type { RecordReason } from '../session.ts'

/**
 * Claude Code: `projects/<folder>/<session>.jsonl`, one record a line; helper agents have folders of their own below.
 * Records of type `user` also hold results of tools, bodies of commands, output of hooks and summaries. Since 2.1
 * `origin`, `promptSource` and `turnOrigin` name the origin; older records are judged by their text.
 */
export function claudeCode({ home, env }: Machine): Reader {
  const folder = env.CLAUDE_CONFIG_DIR || join(home, '.claude')
  let history: Promise<JsonObject[]> | undefined
  return {
    folders: [
      {
        path: join(folder, 'projects'),
        pattern: /^[^/]+\/(?:[^/]+|[^/]+\/subagents\/agent-[^/]+)\.jsonl$/,
        depth: 4,
      },
    ],
    async read(transcript, sessions) {
      if (/[\\/]subagents[\\/]/.test(transcript.path)) return sessions.skip('helper_transcript')
      history ??= readHistory(join(folder, 'history.jsonl'))
      const prompts = pastedPrompts(await history)
      let agentLine: Buffer | undefined
      const mayHoldWords = (line: Buffer) => {
        const kind = kindOf(line)
        // Parsed when a turn follows.
        if (kind === 'agent') agentLine = Buffer.from(line)
        return kind === 'other'
      }
      await forEachRecord(transcript, sessions, mayHoldWords, (record) => {
        const words = personTexts(record)
        if (typeof words === 'string') return words
        const { texts, ...marks } = words
        const id = textAt(record, 'sessionId')
        if (id === undefined) return 'unknown_record'
        const session = sessions.session(id, transcript.modifiedAt)
        session.project ??= textAt(record, 'cwd') ?? null
        const agent = agentLine
        if (agent) session.agentSays(() => textsOf(objectAt(parseObject(agent), 'message').content).join('\n'))
        const typed = texts.map((text) => typedPart(text, prompts.get(id) ?? []))
        const messageId = textAt(objectAt(record, 'attachment'), 'source_uuid') ?? textAt(record, 'uuid')
        return session.personSays({ id: messageId, at: record.timestamp, texts: typed, ...marks })
      })
    },
  }
}

/** Prompts with pasted passages, by session. */
const pastedPrompts = memoizeOn((history: JsonObject[]) => {
  const prompts = new Map<string, string[]>()
  for (const entry of history) {
    const [session, display] = [textAt(entry, 'sessionId'), textAt(entry, 'display')]
    if (session === undefined || display === undefined || !hasPaste(display)) continue
    prompts.set(session, [...(prompts.get(session) ?? []), display])
  }
  return prompts
})

/** Records without words of a person. */
const otherTypes = [
  'attachment',
  'progress',
  'system',
  'summary',
  'file-history-snapshot',
  'file-history-delta',
  'queue-operation',
  'last-prompt',
  'api-request-shape',
  'api-request-blob',
  'custom-title',
  'ai-title',
  'agent-name',
  'tag',
  'mode',
  'pr-link',
  'agent-setting',
  'agent-color',
  'permission-mode',
  'worktree-state',
  'content-replacement',
]
const otherMarks = otherTypes.map((type) => `"${type}"`)

/** The sentence before the reason of a refusal, in versions without `userFeedback`. */
const reasonOpening = 'the user said:'

/** Judges a line by its bytes: in large transcripts, one line of fifty is worth parsing. */
function kindOf(line: Buffer): 'agent' | 'without words' | 'other' {
  if (line.includes('"queued_command"')) return 'other'
  if (line.includes('"user"')) {
    if (line.includes('"api-request-blob"') || line.includes('"progress"')) return 'without words'
    const mayHoldWords = line.includes('"userFeedback"') || line.includes('"answers"') || line.includes(reasonOpening)
    return !mayHoldWords && line.includes('"tool_result"') ? 'without words' : 'other'
  }
  if (line.includes('"assistant"')) {
    return line.includes('"text"') && !/"isSidechain": ?true/.test(line.toString('latin1', 0, 300))
      ? 'agent'
      : 'without words'
  }
  return otherMarks.some((mark) => line.includes(mark)) ? 'without words' : 'other'
}

/** Blocks of a record that a person typed, and whether the record says so. */
interface PersonTexts {
  texts: string[]
  isTyped: boolean
  isOfPerson: boolean
}

/** The words of a record, or the reason why it has none. */
function personTexts(record: JsonObject): PersonTexts | RecordReason {
  const type = textAt(record, 'type')
  const isQueued = type === 'attachment' && objectAt(record, 'attachment').type === 'queued_command'
  if (type !== 'user' && !isQueued) {
    if (type === 'assistant') return 'agent_message'
    return otherTypes.includes(type ?? '') ? 'tool_record' : 'unknown_record'
  }
  if (record.isSidechain === true) return 'helper_session'
  if (isQueued) return queuedTexts(objectAt(record, 'attachment'), record)
  const { content } = objectAt(record, 'message')
  const result = arrayAt(objectAt(record, 'message'), 'content').find(
    (block) => textAt(block, 'type') === 'tool_result',
  )
  if (result !== undefined) {
    const texts = [...reasonOfRefusal(record, result), ...typedAnswers(record)]
    return texts.length === 0 ? 'tool_result' : { texts, isTyped: true, isOfPerson: true }
  }
  if (isOfTool(record)) return 'tool_message'
  if (isOfProgram(record)) return 'program_prompt'
  const isOfPerson = isMarkedTyped(record)
  return { texts: textsOf(content), isTyped: isOfPerson, isOfPerson }
}

/** Words that arrived while the agent worked. Notices of tasks arrive in the same way. */
function queuedTexts(attachment: JsonObject, record: JsonObject): PersonTexts | RecordReason {
  const kind = textAt(objectAt(attachment, 'origin'), 'kind')
  const mode = textAt(attachment, 'commandMode') ?? 'prompt'
  const isPerson = mode === 'prompt' && attachment.isMeta !== true && (kind === undefined || kind === 'human')
  if (!isPerson || attachment.humanTurn === false) return 'tool_message'
  const isOfPerson = kind === 'human' || attachment.humanTurn === true
  if (!isOfPerson && isOfProgram(record)) return 'program_prompt'
  return { texts: textsOf(attachment.prompt), isTyped: isOfPerson, isOfPerson }
}

/** Whether the marks of the record say that a person typed it. */
const isMarkedTyped = (record: JsonObject): boolean =>
  objectAt(record, 'origin').kind === 'human' || record.promptSource === 'typed' || record.promptSource === 'queued'

/** Whether the tool wrote the record in the name of the person. */
function isOfTool(record: JsonObject): boolean {
  if (record.isMeta === true || record.isCompactSummary === true || record.isVisibleInTranscriptOnly === true)
    return true
  if (record.planContent !== undefined || record.sourceToolUseID !== undefined) return true
  if (record.rowSource === 'harness') return true
  const kind = textAt(objectAt(record, 'origin'), 'kind')
  if (kind !== undefined) return kind !== 'human'
  const { promptSource, turnOrigin } = record
  if (promptSource !== undefined) return !['typed', 'queued', 'sdk'].includes(String(promptSource))
  return turnOrigin !== undefined && turnOrigin !== 'human' && turnOrigin !== 'sdk'
}

/** Applications in which a person types, although they start the tool by its SDK. */
const applications = /^(?:claude-(?:desktop|vscode|jetbrains|web)|local-agent|remote)/

/**
 * Whether a program sent the prompt: `claude -p`, an SDK, the tool as an MCP server, an action. The applications of the
 * tool say `sdk` as well, so the entry point decides where there is one, and before it the origin.
 */
function isOfProgram({ origin, promptSource, turnOrigin, entrypoint }: JsonObject): boolean {
  if (objectAt({ origin }, 'origin').kind === 'human') return false
  const entry = typeof entrypoint === 'string' ? entrypoint : ''
  if (/^(?:sdk|mcp)\b|github-action/.test(entry)) return true
  return !applications.test(entry) && (promptSource === 'sdk' || turnOrigin === 'sdk')
}

/** The words of the person who refused a call, which stand in the result of the tool. */
function reasonOfRefusal(record: JsonObject, result: unknown): string[] {
  const decision = objectAt(record, 'permissionDecision')
  const isMarked = record.toolDenialKind !== undefined || decision.source !== undefined
  if (isMarked) {
    const isRefusal = record.toolDenialKind === 'user-rejected' || decision.source === 'user_reject'
    return isRefusal ? [textAt(record, 'userFeedback') ?? ''].filter((text) => text !== '') : []
  }
  const text = textsOf(asObject(result).content).join('\n')
  const reason = /^The user doesn't want to (?:proceed|take this action)[\s\S]*?the user said:\n([\s\S]*)$/.exec(
    text,
  )?.[1]
  return reason === undefined ? [] : [reason.replace(/(?<!\n)\n+Note: The user's next message may contain[\s\S]*$/, '')]
}

/** The tool asks a few questions with a few options; each answer is compared with all of them. */
const maxOptions = 100

/** Answers to questions of the agent that are none of its options. */
function typedAnswers({ toolUseResult }: JsonObject): string[] {
  const options = arrayAt(toolUseResult, 'questions').flatMap((question) =>
    arrayAt(question, 'options').map((option) => textAt(option, 'label') ?? ''),
  )
  // Without options it is the result of another tool.
  if (options.length === 0 || options.length > maxOptions) return []
  return Object.values(objectAt(toolUseResult, 'answers')).filter(
    (answer): answer is string => typeof answer === 'string' && !isChoice(answer, options),
  )
}

/** Whether the answer is one or more options, which are joined with commas and may have some themselves. */
const isChoice = (answer: string, options: string[]): boolean =>
  options
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, option) => rest.replace(option, ''), answer)
    .replace(/[,\s]/g, '') === ''
