import { type JsonObject, parseObject } from './json.ts'
import { forEachLine, readWhole, type Transcript } from './lines.ts'
import type { SessionCollector } from './session-collector.ts'

/**
 * Visits the records of a transcript with one JSON object a line.
 *
 * @param mayHoldWords judges a line by its bytes, since most of a transcript is results of
 * tools, which are slow to parse
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

/** A transcript that is one JSON document; undefined, and counted, if it is none or is too large. */
export async function readDocument(transcript: Transcript, sessions: SessionCollector): Promise<unknown> {
  const bytes = await readWhole(transcript)
  if (!bytes) return sessions.skip('large_file')
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''))
  } catch {
    return sessions.skip('unknown_record')
  }
}
