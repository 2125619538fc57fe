import type { Tasks } from '#core/base/task-runner.ts'
import { quotedLines } from '#core/domain/formats/source-lines.ts'
import type {
  ExtractedObservation,
  Learned,
  LineReading,
  ReadableContent,
  ReadableDefinition,
  Rule,
  RuleDecision,
  Suggestion,
  SuggestionRequest,
  SurveyedCommit,
  SurveyFinding,
  Transcript,
  TranscriptRequest,
} from '#core/domain/language.ts'
import { sanitize } from '#core/domain/text/untrusted-text.ts'
import { surveyCommits } from './commits/survey.ts'
import { decompose } from './rules-files/decompose.ts'
import { readLostLines } from './rules-files/lost-lines.ts'
import { readRules } from './rules-files/rules.ts'
import { suggestResponsibilities } from './rules-files/suggestions.ts'
import { parseTranscript } from './transcripts/transcript.ts'
import {
  joinStarts,
  type LabeledTranscript,
  type ReadTranscript,
  readTranscript,
} from './transcripts/transcript-starts.ts'
import { learnFrom } from './turns/learning.ts'
import { observe } from './turns/observe.ts'

/** Tasks whose time grows with the text: their input and output can be passed between threads. */
export interface Work {
  sanitize: { input: string; output: string }
  readRules: { input: string; output: Rule[] }
  findLostLines: { input: { text: string; rules: readonly Rule[] }; output: LineReading }
  decompose: { input: ReadableDefinition; output: Rule[] }
  learn: { input: RuleDecision[]; output: Learned }
  observe: { input: { contents: ReadableContent[]; learned: Learned | undefined }; output: ExtractedObservation[][] }
  survey: { input: { commits: SurveyedCommit[]; habits: boolean }; output: SurveyFinding[] }
  parseTranscript: { input: TranscriptRequest; output: Transcript }
  readTranscript: { input: TranscriptRequest; output: ReadTranscript }
  joinStarts: { input: LabeledTranscript; output: Transcript }
  suggestResponsibilities: { input: SuggestionRequest; output: Suggestion[] }
}

export const work: Tasks<Work> = {
  sanitize,
  readRules: (text) => readRules(sanitize(text)),
  findLostLines: ({ text, rules }) => ({ ...readLostLines(text, rules), rule_lines: quotedLines(text, rules) }),
  decompose: ({ body }) => decompose(body),
  learn: (decisions) => learnFrom(decisions),
  observe: ({ contents, learned }) => contents.map((content) => observe(content, learned)),
  survey: ({ commits, habits }) => surveyCommits(commits, { habits }),
  parseTranscript,
  readTranscript,
  joinStarts,
  suggestResponsibilities,
}
