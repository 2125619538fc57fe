import type { Transcript, TranscriptMessage, TranscriptRequest } from '../../domain/language.ts'
import { sanitize } from '../../domain/text/untrusted-text.ts'
import { readExport } from './transcript-export.ts'
import { joinMessages, linesOf, titled } from './transcript-messages.ts'

/** Transcripts whose messages a language model finds; the words are taken from the text, which it cannot change. */

/** An export tells its messages by itself; of any other text, the beginning of each line as a model may see it. */
export type ReadTranscript = { exported: Transcript } | { lines: string[] }

/** Lines are shown only as far as finding their speaker needs. */
const shownOfLine = 160

export function readTranscript(request: TranscriptRequest): ReadTranscript {
  const exported = readExport(request)
  if (exported) return { exported }
  return { lines: linesOf(request.raw_text).map(({ sent }) => sanitize(sent).slice(0, shownOfLine)) }
}

export interface LabelledTranscript {
  request: TranscriptRequest
  /** What the model calls it; empty for nothing. */
  title: string
  starts: { /** Counted from 1. */ line: number; role: TranscriptMessage['role']; label: string }[]
}

export function joinStarts({ request, title, starts }: LabelledTranscript): Transcript {
  const lines = linesOf(request.raw_text)
  const startAt = new Map(starts.map((start) => [start.line - 1, start]))
  const messages = joinMessages(lines, (at) => {
    const start = startAt.get(at)
    return start && { role: start.role, rest: withoutLabel(lines[at]!.shown, start.label) }
  })
  return titled(request.title, title, messages)
}

const maxLabelLength = 120

/** A label is cut off only where it stands word for word. */
function withoutLabel(line: string, label: string): string {
  const wanted = label.trim()
  const text = line.trimStart()
  return wanted !== '' && wanted.length <= maxLabelLength && text.startsWith(wanted)
    ? text.slice(wanted.length).trimStart()
    : line
}
