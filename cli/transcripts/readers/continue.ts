import { basename, join } from 'node:path'
import { arrayAt, objectAt, textAt, textsOf } from '../json.ts'
import type { Machine, Reader } from '../reader.ts'
import { readDocument } from '../records.ts'

/** Continue: `~/.continue/sessions/<id>.json`. Files and results of tools are outside of the messages. */
export function continueCli({ home, env }: Machine): Reader {
  const path = join(env.CONTINUE_GLOBAL_DIR || join(home, '.continue'), 'sessions')
  return {
    folders: [{ path, pattern: /^(?!sessions\.json$)[^/]+\.json$/, depth: 1 }],
    async read(transcript, sessions) {
      const document = await readDocument(transcript, sessions)
      if (document === undefined) return
      const id = textAt(document, 'sessionId') ?? basename(transcript.path, '.json')
      const session = sessions.session(id, transcript.modifiedAt)
      session.project ??= textAt(document, 'workspaceDirectory')?.replace(/^file:\/\//, '') || null
      for (const entry of arrayAt(document, 'history')) {
        const message = objectAt(entry, 'message')
        const texts = textsOf(message.content)
        if (message.role === 'assistant' && texts.length > 0) session.agentSays(texts.join('\n'))
        if (message.role === 'user') sessions.count(session.personSays({ texts }))
        else sessions.count(message.role === 'assistant' ? 'agent_message' : 'tool_record')
      }
    },
  }
}
