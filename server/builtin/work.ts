import type { ExtractedObservation, ReadableContent, Rule, Transcript, TranscriptRequest } from '../domain/language.ts'
import type { Tasks } from '../thread.ts'
import { decompose } from './decompose.ts'
import { observe } from './observe.ts'
import { readRules } from './rules.ts'
import { parseTranscript } from './transcript.ts'

/** The tasks whose time grows with the text: what they take and give can travel to another thread and back. */
export interface Work {
  readRules: { input: string; output: Rule[] }
  decompose: { input: string; output: Rule[] }
  observe: { input: ReadableContent[]; output: ExtractedObservation[][] }
  parseTranscript: { input: TranscriptRequest; output: Transcript }
}

export const work: Tasks<Work> = {
  readRules,
  decompose,
  observe: (contents) => contents.map(observe),
  parseTranscript,
}
