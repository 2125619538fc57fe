import { type JsonObject, parseObject } from './json.ts'
import { forEachLine, readWhole, type Transcript } from './lines.ts'
import type { RecordReason } from './session.ts'
import type { SessionCollector } from './session-collector.ts'

/**
 * Visits the records of a transcript with one JSON object a line, and counts each of them.
 *
 * @param mayHoldWords judges a line by its bytes, since most of a transcript is results of
 * tools, which are slow to parse
 * @param visit returns the reason why a record is no turn, undefined for a turn
 */
export function forEachRecord(
  transcript: Transcript,
  sessions: SessionCollector,
  mayHoldWords: (line: Buffer) => boolean,
  visit: (record: JsonObject) => RecordReason | undefined,
): Promise<void> {
  const readLine = (line: Buffer) => {
    if (!mayHoldWords(line)) return sessions.count(wordlessReason(line))
    const record = parseObject(line)
    sessions.count(record ? visit(record) : 'broken_line')
  }
  return forEachLine(transcript, readLine, () => sessions.count('long_line'))
}

const resultMarks = ['"tool_result"', '"toolResult"', '"functionResponse"', '_output"', '"tool.execution_complete"']
const agentMarks = ['"assistant"', '"assistant.', '"role":"model"', '"gemini"', '"reasoning"', '"function_call"']

/** The reason why a line that is not parsed holds no words of a person. */
function wordlessReason(line: Buffer): RecordReason {
  if (resultMarks.some((mark) => line.includes(mark))) return 'tool_result'
  return agentMarks.some((mark) => line.includes(mark)) ? 'agent_message' : 'tool_record'
}

/** A transcript that is one JSON document; undefined, and counted, if it is none or is too large. */
export async function readDocument(transcript: Transcript, sessions: SessionCollector): Promise<unknown> {
  const bytes = await readWhole(transcript)
  if (!bytes) return sessions.skip('large_file')
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''))
  } catch {
    return sessions.count('unknown_record')
  }
}
