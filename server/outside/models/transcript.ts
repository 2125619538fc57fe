import { readExport } from '../../builtin/transcript-export.ts'
import { joinMessages, linesOf, titleOf } from '../../builtin/transcript-messages.ts'
import type { Asker } from '../../domain/asker.ts'
import { batchesOf } from '../../domain/batches.ts'
import type { Transcript, TranscriptRequest } from '../../domain/language.ts'
import { cleanText, sanitize } from '../../domain/untrusted-text.ts'
import type { ModelClient } from './client.ts'
import { mapAtMost } from './parts.ts'
import { formatTranscriptTask } from './tasks.ts'

/** Lines are shown only as far as finding their speaker needs; about 5,000 tokens in one question. */
const shownOfLine = 160
const partLength = 20_000
const parallel = 4
const maxLabelLength = 120
const maxTitleLength = 200

/**
 * Asks a model where each message begins and who speaks; the words themselves are taken from the text, so that none is
 * lost, changed or made up. Exports in JSON tell by themselves.
 */
export async function formatTranscriptWith(
  client: ModelClient,
  request: TranscriptRequest,
  asker: Asker,
): Promise<Transcript> {
  const exported = readExport(request)
  if (exported) return exported
  const deadline = client.caller.deadline()
  const lines = linesOf(request.raw_text)
  const numbered = lines.map((line, at) => ({ at, shown: `${at + 1}: ${sanitize(line).slice(0, shownOfLine)}` }))
  const parts = batchesOf(numbered, partLength, ({ shown }) => shown.length)
  const answers = await mapAtMost(parallel, parts, (part) =>
    client.ask({
      task: formatTranscriptTask,
      context: '',
      data: [
        `Agent: ${JSON.stringify(request.agent_name)}; other participant: ${JSON.stringify(request.other_name)}`,
        ...part.map(({ shown }) => shown),
      ].join('\n'),
      orgId: asker.org_id,
      deadline,
    }),
  )
  const starts = new Map(answers.flatMap(({ messages }) => messages.map((start) => [start.line - 1, start] as const)))
  const messages = joinMessages(lines, (at) => {
    const start = starts.get(at)
    return (
      start && { role: start.speaker === 'agent' ? 'assistant' : 'user', rest: withoutLabel(lines[at]!, start.label) }
    )
  })
  const title = cleanText(answers[0]!.title.toWellFormed()).replace(/\s+/g, ' ').trim().slice(0, maxTitleLength)
  return { title: request.title ?? (title || titleOf(messages)), messages }
}

/** A label is cut off only where it stands word for word. */
function withoutLabel(line: string, label: string): string {
  const wanted = label.trim()
  const text = line.trimStart()
  return wanted !== '' && wanted.length <= maxLabelLength && text.startsWith(wanted)
    ? text.slice(wanted.length).trimStart()
    : line
}
