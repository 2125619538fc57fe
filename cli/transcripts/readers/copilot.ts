import { basename, dirname, join } from 'node:path'
import { objectAt, textAt } from '../json.ts'
import type { Machine, Reader } from '../reader.ts'
import { forEachRecord } from '../records.ts'
import type { SessionDraft } from '../session-collector.ts'

/**
 * Copilot CLI: `~/.copilot/session-state/<session>/events.jsonl`, in older versions `<session>.jsonl`. A message of the
 * person has no `source`; `transformedContent` is the same message with additions of the tool.
 */
export function copilot({ home, env }: Machine): Reader {
  const path = join(env.COPILOT_HOME || join(home, '.copilot'), 'session-state')
  return {
    folders: [{ path, pattern: /^(?:[^/]+\/events|[^/]+)\.jsonl$/, depth: 2 }],
    async read(transcript, sessions) {
      let session: SessionDraft | undefined
      const open = (id: string) => sessions.session(id, transcript.modifiedAt)
      await forEachRecord(transcript, sessions, mayHoldWords, (event) => {
        const type = textAt(event, 'type') ?? ''
        const data = objectAt(event, 'data')
        if (type === 'session.start') {
          session ??= open(textAt(data, 'sessionId') ?? idOf(transcript.path))
          session.project ??= textAt(objectAt(data, 'context'), 'cwd') ?? null
          session.begunAt ??= textAt(data, 'startTime')
          return 'tool_record'
        }
        if (!knownKinds.test(type)) return 'unknown_record'
        session ??= open(idOf(transcript.path))
        const text = textAt(data, 'content')
        const isOfHelper = event.agentId !== undefined || data.parentToolCallId !== undefined
        if (isOfHelper) return 'helper_session'
        if (type === 'assistant.message') {
          if (text) session.agentSays(text)
          return 'agent_message'
        }
        if (type !== 'user.message') return 'tool_record'
        const isTyped = data.source === undefined || data.source === 'user'
        if (!isTyped) return /^agent-/.test(String(data.source)) ? 'helper_session' : 'tool_message'
        return session.personSays({ id: textAt(event, 'id'), at: event.timestamp, texts: text ? [text] : [] })
      })
    },
  }
}

const idOf = (path: string) => (basename(path) === 'events.jsonl' ? basename(dirname(path)) : basename(path, '.jsonl'))

const knownKinds =
  /^(?:session|user|assistant|tool|system|subagent|permission|hook|skill|abort|model|mcp|external_tool|elicitation|user_input|exit_plan_mode|sampling|command|auto_mode_switch|pending_messages|capabilities)(?:\.|$|_)/

const mayHoldWords = (line: Buffer): boolean =>
  line.includes('"user.message"') ||
  line.includes('"assistant.message"') ||
  line.includes('"session.start"') ||
  !/"type": ?"(?:tool|session|assistant|permission|hook|subagent|system)[._]/.test(line.toString('latin1', 0, 200))
