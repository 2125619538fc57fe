import { computing } from '#core/base/computing.ts'
import { AppError } from '#core/base/errors.ts'
import type { Requester } from '#core/base/requester.ts'
import type {
  ExtractedObservation,
  FindLostLines,
  LanguageEngine,
  Learned,
  ReadableContent,
  SurveyedCommit,
  TranscriptRequest,
} from '#core/domain/language.ts'
import type { LabeledTranscript } from './transcripts/transcript-starts.ts'
import { isForeign } from './turns/observe.ts'
import type { Work } from './work.ts'

/** Longer texts (in characters) are long tasks: hostile ones take 25 ms per 1,000, ordinary ones 1 ms (measured). */
const shortLength = 16 * 1024

const longSeconds = 30
/** The fields of requests that the tasks read. */
const fields: Partial<Record<keyof Work, string>> = {
  readRules: 'content',
  findLostLines: 'content',
  readTranscript: 'rawText',
  joinStarts: 'rawText',
  parseTranscript: 'rawText',
}

function perform<Name extends keyof Work>(
  name: Name,
  input: Work[Name]['input'],
  length: number,
  requester: Requester,
): Promise<Work[Name]['output']> {
  const { quick, long } = computing.sizedTasks<Work>('language', {
    longSeconds,
    tooMuch: (taken) => `${fields[name] ?? 'The text'} takes ${taken} to read; send it in parts`,
  })
  return (length > shortLength ? long : quick).run(name, input, requester)
}

const totalLength = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0)

/** Removes invisible text and secrets from a foreign text, which takes up to half a second per megabyte. */
export const sanitizeInThread = (text: string, requester: Requester) =>
  perform('sanitize', text, text.length, requester)

/** Returns an export's messages, or the lines of a transcript in which a model finds the messages. */
export const readTranscriptInThread = (request: TranscriptRequest, requester: Requester) =>
  perform('readTranscript', request, request.raw_text.length, requester)

/** Returns the messages that start at the lines that a model chose. */
export const joinStartsInThread = (transcript: LabeledTranscript, requester: Requester) =>
  perform('joinStarts', transcript, transcript.request.raw_text.length, requester)

/** Counts the patterns that commits show together; `habits` adds the recurring kinds of change. */
export const surveyInThread = (commits: SurveyedCommit[], habits: boolean, requester: Requester) =>
  perform('survey', { commits, habits }, totalLength(commits.map(({ content }) => content)), requester)

/**
 * Parses the text again, since a language model returns quotes alone; this takes two thirds of the time of reading it.
 */
export const findLostLines: FindLostLines = (text, rules, requester) =>
  perform('findLostLines', { text, rules }, text.length, requester)

/** The engine that is used if no language model is configured: rules, and trained weights for talk. */
export const builtinLanguage: LanguageEngine = {
  engine: 'builtin',
  readRules: (text, requester) => perform('readRules', text, text.length, requester),
  decompose: (definition, requester) => perform('decompose', definition, definition.body.length, requester),
  // 300 characters of a decision count; a thousand decisions take a second.
  learn: (decisions, requester) =>
    perform('learn', decisions, totalLength(decisions.map(({ quote }) => quote)), requester),
  observe,
  survey: (commits, requester) => surveyInThread(commits, true, requester),
  skips: (content) => (isForeign(content) ? 'language' : undefined),
  mergeStatements: async ([central]) => central,
  formatTranscript: (request, requester) => perform('parseTranscript', request, request.raw_text.length, requester),
  suggestResponsibilities: (request, requester) =>
    perform('suggestResponsibilities', request, totalLength(request.statements), requester),
}

/** A content item that takes too long yields nothing, so that it does not prevent the others from being read. */
async function observe(
  contents: ReadableContent[],
  requester: Requester,
  learned?: Learned,
): Promise<ExtractedObservation[][]> {
  try {
    return await perform(
      'observe',
      { contents, learned },
      totalLength(contents.map(({ content }) => content)),
      requester,
    )
  } catch (error) {
    if (!(error instanceof AppError && error.status === 413)) throw error
    if (contents.length === 1) return [[]]
    const found = []
    for (const content of contents) found.push(...(await observe([content], requester, learned)))
    return found
  }
}
