import pMap from 'p-map'
import { batchesOf } from '#core/base/batches.ts'
import type { Requester } from '#core/base/requester.ts'
import { truncate } from '#core/base/strings.ts'
import type { Transcript, TranscriptRequest } from '#core/domain/language.ts'
import { cleanText } from '#core/domain/text/untrusted-text.ts'
import type { ModelClient } from '#core/models/client.ts'
import { formatTranscriptTask } from '#core/models/tasks.ts'
import { joinStartsInThread, readTranscriptInThread } from '#reader/engine.ts'

/** About 5,000 tokens in one question. */
const partLength = 20_000
const parallel = 4
const maxTitleLength = 200

/**
 * Asks a model where each message begins and who speaks; the words themselves are taken from the text, so that none is
 * lost, changed or made up. Exports in JSON need no model.
 */
export async function formatTranscriptWith(
  client: ModelClient,
  request: TranscriptRequest,
  requester: Requester,
): Promise<Transcript> {
  const read = await readTranscriptInThread(request, requester)
  if ('exported' in read) return read.exported
  const deadline = client.caller.deadline()
  const numbered = read.lines.map((line, at) => `${at + 1}: ${line}`)
  const parts = batchesOf(numbered, partLength, ({ length }) => length)
  const ask = (part: string[]) =>
    client.ask({
      task: formatTranscriptTask,
      context: '',
      data: [
        `Agent: ${JSON.stringify(request.agent_name)}; other participant: ${JSON.stringify(request.other_name)}`,
        ...part,
      ].join('\n'),
      requester,
      deadline,
    })
  const answers = await pMap(parts, ask, { concurrency: parallel })
  const starts = answers.flatMap(({ messages }) =>
    messages.map(({ line, speaker, label }) => {
      const role = speaker === 'agent' ? ('assistant' as const) : ('user' as const)
      return { line, role, label }
    }),
  )
  const title = truncate(cleanText(answers[0]!.title.toWellFormed()).replace(/\s+/g, ' ').trim(), maxTitleLength)
  return joinStartsInThread({ request, title, starts }, requester)
}
