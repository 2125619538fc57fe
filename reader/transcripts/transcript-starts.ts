import { truncate } from '#core/base/strings.ts'
import type { Transcript, TranscriptMessage, TranscriptRequest } from '#core/domain/language.ts'
import { sanitize } from '#core/domain/text/untrusted-text.ts'
import { readExport } from './transcript-export.ts'
import { joinMessages, linesOf, titled } from './transcript-messages.ts'

/** Transcripts whose messages a language model finds; the words are taken from the text, which it cannot change. */

/** An export declares its messages; for any other text, returns the beginning of each line as a model may see it. */
export type ReadTranscript = { exported: Transcript } | { lines: string[] }

/** Lines are shown only as far as needed to recognize their speaker. */
const shownOfLine = 160

export function readTranscript(request: TranscriptRequest): ReadTranscript {
  const exported = readExport(request)
  if (exported) return { exported }
  return { lines: linesOf(request.raw_text).map(({ sent }) => truncate(sanitize(sent), shownOfLine)) }
}

export interface LabeledTranscript {
  request: TranscriptRequest
  /** The speaker in the model's words; empty for none. */
  title: string
  starts: { /** Counted from 1. */ line: number; role: TranscriptMessage['role']; label: string }[]
}

export function joinStarts({ request, title, starts }: LabeledTranscript): Transcript {
  const lines = linesOf(request.raw_text)
  const startAt = new Map(starts.map((start) => [start.line - 1, start]))
  const messages = joinMessages(lines, (at) => {
    const start = startAt.get(at)
    return start && { role: start.role, rest: withoutLabel(lines[at]!.shown, start.label) }
  })
  return titled(request.title, title, messages)
}

const maxLabelLength = 120

/** A label is removed only if it occurs word for word. */
function withoutLabel(line: string, label: string): string {
  const wanted = label.trim()
  const text = line.trimStart()
  return wanted !== '' && wanted.length <= maxLabelLength && text.startsWith(wanted)
    ? text.slice(wanted.length).trimStart()
    : line
}
