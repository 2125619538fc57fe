import { type JsonObject, parseObject } from './json.ts'
import { forEachLine, type Transcript } from './lines.ts'
import type { SessionCollector } from './session-collector.ts'

/**
 * Visits the records of a transcript with one JSON object a line.
 *
 * @param mayHoldWords judges a line by its bytes, since most of a transcript is results of tools, which are slow to parse
 */
export function forEachRecord(
  transcript: Transcript,
  sessions: SessionCollector,
  mayHoldWords: (line: Buffer) => boolean,
  visit: (record: JsonObject) => void,
): Promise<void> {
  const readLine = (line: Buffer) => {
    if (!mayHoldWords(line)) return
    const record = parseObject(line)
    if (record) visit(record)
    else sessions.skip('broken_line')
  }
  return forEachLine(transcript, readLine, () => sessions.skip('long_line'))
}
