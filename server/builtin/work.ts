import type {
  ExtractedObservation,
  ReadableContent,
  ReadableDefinition,
  Rule,
  Suggestion,
  SuggestionRequest,
  SurveyedCommit,
  SurveyFinding,
  Transcript,
  TranscriptRequest,
} from '../domain/language.ts'
import { sanitize } from '../domain/untrusted-text.ts'
import type { Tasks } from '../thread.ts'
import { decompose } from './decompose.ts'
import { observe } from './observe.ts'
import { readRules } from './rules.ts'
import { suggestResponsibilities } from './suggestions.ts'
import { surveyCommits } from './survey.ts'
import { parseTranscript } from './transcript.ts'
import { joinStarts, type LabelledTranscript, type ReadTranscript, readTranscript } from './transcript-starts.ts'

/** The tasks whose time grows with the text: what they take and give can travel to another thread and back. */
export interface Work {
  sanitize: { input: string; output: string }
  readRules: { input: string; output: Rule[] }
  decompose: { input: ReadableDefinition; output: Rule[] }
  observe: { input: ReadableContent[]; output: ExtractedObservation[][] }
  survey: { input: { commits: SurveyedCommit[]; habits: boolean }; output: SurveyFinding[] }
  parseTranscript: { input: TranscriptRequest; output: Transcript }
  readTranscript: { input: TranscriptRequest; output: ReadTranscript }
  joinStarts: { input: LabelledTranscript; output: Transcript }
  suggestResponsibilities: { input: SuggestionRequest; output: Suggestion[] }
}

export const work: Tasks<Work> = {
  sanitize,
  readRules: (text) => readRules(sanitize(text)),
  decompose: ({ body }) => decompose(body),
  observe: (contents) => contents.map(observe),
  survey: ({ commits, habits }) => surveyCommits(commits, { habits }),
  parseTranscript,
  readTranscript,
  joinStarts,
  suggestResponsibilities,
}
