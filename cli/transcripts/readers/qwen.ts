import { join } from 'node:path'
import { arrayAt, objectAt, textAt } from '../json.ts'
import type { Machine, Reader } from '../reader.ts'
import { forEachRecord } from '../records.ts'
import { promptBehindInput, readGeminiChat } from './gemini.ts'

/**
 * Qwen Code: `~/.qwen/projects/<folder>/chats/<session>.jsonl`; in older versions the chats of Gemini CLI, from which
 * it comes. The expanded text of a command says `real_user` too: a record `slash_command` precedes it.
 */
export function qwen({ home }: Machine): Reader {
  return {
    commands: { user: [join(home, '.qwen/commands')], project: ['.qwen/commands'] },
    folders: [
      { path: join(home, '.qwen/projects'), pattern: /^[^/]+\/chats\/[^/]+\.jsonl$/, depth: 3 },
      { path: join(home, '.qwen/tmp'), pattern: /^[^/]+\/chats\/session-[^/]+\.jsonl?$/, depth: 3 },
    ],
    async read(transcript, sessions) {
      if (/(?:^|\/)session-[^/]+$/.test(transcript.path)) return readGeminiChat(transcript, sessions)
      /** The command whose text is the next message. */
      let command: string | undefined
      await forEachRecord(transcript, sessions, mayHoldWords, (record) => {
        const type = textAt(record, 'type')
        const id = textAt(record, 'sessionId')
        if (id === undefined || !knownTypes.has(type ?? '')) return 'unknown_record'
        const session = sessions.session(id, transcript.modifiedAt)
        session.project ??= textAt(record, 'cwd') ?? null
        const { sentToModel, rawCommand } = objectAt(record, 'systemPayload')
        if (record.subtype === 'slash_command' && sentToModel === true) command = String(rawCommand)
        const texts = arrayAt(objectAt(record, 'message'), 'parts').flatMap((part) => textAt(part, 'text') ?? [])
        if (type === 'assistant') {
          if (texts.length > 0) session.agentSays(texts.join('\n'))
          return 'agent_message'
        }
        if (type !== 'user') return type === 'tool_result' ? 'tool_result' : 'tool_record'
        if (record.subtype === 'notification') return 'tool_message'
        if (record.provenance !== undefined && record.provenance !== 'real_user') return 'tool_message'
        if (texts.length === 0) return 'empty_message'
        // The tool puts notes of its own into earlier blocks, and the text of a command in place of what was typed.
        const typed = command ?? promptBehindInput(texts.at(-1)!)
        const isExtended = texts.length > 1 && command === undefined
        command = undefined
        return session.personSays({ id: textAt(record, 'uuid'), at: record.timestamp, texts: [typed], isExtended })
      })
    },
  }
}

const knownTypes = new Set(['user', 'assistant', 'system', 'tool_result'])

const mayHoldWords = (line: Buffer): boolean => !line.includes('"tool_result"') && !line.includes('"ui_telemetry"')
