import { basename, dirname, join } from 'node:path'
import { arrayAt, asObject, type JsonObject, objectAt, parseObject, textAt, textsOf } from '../json.ts'
import { readWhole, type Transcript } from '../lines.ts'
import type { Machine, Reader } from '../reader.ts'
import { readDocument } from '../records.ts'

/**
 * Cline: `~/.cline/data/sessions/<id>/<id>.messages.json`, with `<id>.json` beside it; in older versions and the
 * extension of VS Code `tasks/<id>/api_conversation_history.json`. Words of the person stand in elements, results of
 * tools do not.
 */
export function cline({ home, env }: Machine): Reader {
  const data = env.CLINE_DIR ? join(env.CLINE_DIR, 'data') : join(home, '.cline/data')
  const extension = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'Code/User/globalStorage/saoudrizwan.claude-dev')
  const ofMac = join(home, 'Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev')
  const tasks = { pattern: /^[^/]+\/api_conversation_history\.json$/, depth: 2 }
  return {
    folders: [
      { path: join(data, 'sessions'), pattern: /^[^/]+\/[^/]+\.messages\.json$/, depth: 2 },
      ...[data, extension, ofMac].map((folder) => ({ path: join(folder, 'tasks'), ...tasks })),
    ],
    async read(transcript, sessions) {
      const document = await readDocument(transcript, sessions)
      if (document === undefined) return
      const messages = Array.isArray(document) ? document : arrayAt(document, 'messages')
      const mode = textAt(objectAt(document, 'origin'), 'mode')
      const agent = textAt(document, 'agent')
      if ((mode !== undefined && mode !== 'user') || (agent !== undefined && agent !== 'lead')) {
        for (const _ of messages) sessions.count('helper_session')
        return
      }
      const id = textAt(document, 'sessionId') ?? basename(dirname(transcript.path))
      const session = sessions.session(id, transcript.modifiedAt)
      const description = await descriptionOf(transcript)
      session.project ??= textAt(description, 'cwd') ?? textAt(description, 'workspace_root') ?? null
      for (const message of messages) {
        const { content, ts: at } = asObject(message)
        const texts = textsOf(content)
        const role = textAt(message, 'role')
        if (role === 'assistant' && texts.length > 0) session.agentSays(texts.join('\n'))
        const typed = texts.filter((text) => wordElement.test(text))
        if (role !== 'user') sessions.count(role === 'assistant' ? 'agent_message' : 'tool_record')
        else if (typed.length === 0) sessions.count('tool_result')
        // A task of one command, which a script gives.
        else if (description?.interactive === false) sessions.count('program_prompt')
        else sessions.count(session.personSays({ id: textAt(message, 'id'), at, texts: typed }))
      }
    },
  }
}

const wordElement = /<(?:user_input|user_message|task|feedback|answer)\b/

/** The session's own file, which has the working directory and whether there was a terminal. */
async function descriptionOf({ path, sibling }: Transcript): Promise<JsonObject | undefined> {
  const file = sibling?.(path.replace(/\.messages\.json$/, '.json'))
  const bytes = file && (await readWhole(file).catch(() => undefined))
  return bytes && parseObject(bytes)
}
