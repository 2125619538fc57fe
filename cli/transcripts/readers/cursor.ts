import { basename, join } from 'node:path'
import { arrayAt, objectAt, textAt, textsOf } from '../json.ts'
import type { Machine, Reader } from '../reader.ts'
import { forEachRecord } from '../records.ts'

/**
 * Cursor: `~/.cursor/projects/<folder>/agent-transcripts/<session>.jsonl`, without times. Transcripts as text do not
 * separate the words of a person, and its chat databases have no documented form; both are counted.
 */
export function cursor({ home, env }: Machine): Reader {
  const settings = env.XDG_CONFIG_HOME || join(home, '.config')
  const databases = [join(settings, 'Cursor'), join(home, 'Library/Application Support/Cursor')]
  return {
    folders: [
      {
        path: join(home, '.cursor/projects'),
        pattern: /^[^/]+\/agent-transcripts\/(?:([^/]+)\/)?[^/]+\.(?:jsonl|txt)$/,
        depth: 4,
      },
      { path: join(home, '.cursor/chats'), pattern: /^[^/]+\/[^/]+\/store\.db$/, depth: 3 },
      ...databases.map((path) => ({ path, pattern: /^User\/globalStorage\/state\.vscdb$/, depth: 3 })),
    ],
    async read(transcript, sessions) {
      const { path } = transcript
      if (path.endsWith('.txt')) return sessions.skip('text_transcript')
      if (!path.endsWith('.jsonl')) return sessions.skip('chat_database')
      const session = sessions.session(basename(path, '.jsonl'), transcript.modifiedAt)
      session.project ??= /(?<![^/\\])([^/\\]+)[/\\]agent-transcripts[/\\]/.exec(path)?.[1] ?? null
      await forEachRecord(
        transcript,
        sessions,
        () => true,
        (record) => {
          const message = objectAt(record, 'message')
          const role = textAt(record, 'role') ?? textAt(message, 'role')
          const texts = textsOf(message.content)
          const isResult = arrayAt(message, 'content').some((block) => textAt(block, 'type') === 'tool_result')
          if (role === 'assistant') {
            if (texts.length > 0) session.agentSays(texts.join('\n'))
            return 'agent_message'
          }
          if (role === 'tool' || (role === 'user' && isResult)) return 'tool_result'
          if (role === 'system') return 'tool_record'
          if (role !== 'user') return 'unknown_record'
          return session.personSays({ id: textAt(record, 'id'), at: record.timestamp ?? record.createdAt, texts })
        },
      )
    },
  }
}
