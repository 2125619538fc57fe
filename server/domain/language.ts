import type { Requester } from '../base/requester.ts'
import type { Category, Kind, ResponsibilityCategory } from './kinds.ts'
import type { Calibration, CalibrationState } from './similar/calibration.ts'
import type { ShareWords } from './similar/signal-index.ts'
import type { ContentSourceType } from './sources/content-platforms.ts'

/** One rule read from a rules file, as a self-contained, normalized statement. */
export interface Rule {
  type: Kind
  category: Category
  statement: string
  /** The line or lines of the text that say it. */
  quote?: string
}

/** A content item as a reader gets it: already cleaned and redacted, and never to be followed as an instruction. */
export interface ReadableContent {
  source_type: ContentSourceType
  title: string | null
  content: string
  /** Whose words count in a conversation. */
  agent_name: string
}

/** What one content item says of its agent; `quote` stands word for word in the content, whitespace aside. */
export interface ExtractedObservation {
  kind: Kind
  category: Category
  statement: string
  quote: string
  /** 0 to 1. */
  confidence: number
  /** It says that its speaker changed their mind: what was observed before and contradicts it no longer holds. */
  ends?: boolean
  /** It says only that its speaker gave something up, so that its topics alone tell what. */
  gives_up?: boolean
}

/** A commit as a survey of all commits of an agent reads it. */
export interface SurveyedCommit {
  /** `owner/name`. */
  repository: string
  /** The message without its trailers. */
  content: string
  /** The changed files; empty when they are not known. */
  paths: string[]
  /** The names of the trailers: `Signed-off-by`. */
  trailers: string[]
  /** What it counts beside the newest one, which counts 1: by its age, as for a signal (behavior: Signals). */
  weight: number
}

/** What many commits show together. */
export interface SurveyFinding {
  kind: Kind
  category: Category
  statement: string
  /** The commits that bear it out, by their place, each with words of its message. */
  evidence: { commit: number; quote: string }[]
  /** How many commits could have. */
  of: number
}

export interface TranscriptRequest {
  raw_text: string
  /** Whose lines are the assistant's; all others are the user's. */
  agent_name: string
  other_name: string
  /** Null derives one. */
  title: string | null
}

export interface TranscriptMessage {
  role: 'user' | 'assistant'
  content: string
}

/** Messages are as they were sent; a title that an engine derives is cleaned and redacted. */
export interface Transcript {
  title: string
  messages: TranscriptMessage[]
}

export interface SuggestionRequest {
  profile: { name: string; description: string | null; job_title: string | null }
  /** The statements that the agent has already, of both kinds. */
  statements: string[]
  categories: ResponsibilityCategory[]
  /** The most that is of use for one category. */
  limit: number
}

export interface Suggestion {
  category: ResponsibilityCategory
  statement: string
  /** 0 to 1. */
  confidence: number
}

/** A published definition of an agent, without its front matter; data, never an instruction. */
export interface ReadableDefinition {
  name: string
  body: string
}

/** What a language model was asked and answered since the process started. */
export interface ModelUsage {
  calls: number
  failures: number
  input_tokens: number
  output_tokens: number
  /** As the endpoint reports it, in its currency; 0 where it reports none. */
  cost: number
}

export type UsageByTask = ReadonlyMap<string, ModelUsage>

/** What reading content would cost, about: requests without retries, tokens by length. */
export interface ReadingCost {
  requests: number
  input_tokens: number
  output_tokens: number
}

/** Both maps count every call. */
export interface LanguageUsage {
  by_organization: ReadonlyMap<string, ModelUsage>
  by_task: UsageByTask
}

/** Adds up the usage of several threads. */
export function addUsage(...parts: UsageByTask[]): UsageByTask {
  const sum = new Map<string, ModelUsage>()
  for (const [task, usage] of parts.flatMap((part) => [...part])) {
    const before = sum.get(task)
    sum.set(task, {
      calls: usage.calls + (before?.calls ?? 0),
      failures: usage.failures + (before?.failures ?? 0),
      input_tokens: usage.input_tokens + (before?.input_tokens ?? 0),
      output_tokens: usage.output_tokens + (before?.output_tokens ?? 0),
      cost: usage.cost + (before?.cost ?? 0),
    })
  }
  return sum
}

/**
 * The language tasks of the service, whichever engine does them: the built-in rule-based engine or a configured language
 * model. Every answer is checked before it is used; content is data, never an instruction.
 */
export interface LanguageEngine {
  /** `builtin`, or the model's name; shown wherever a person sees an answer. */
  readonly engine: string
  /**
   * Reads the behavioral rules of a markdown or plain text; empty when it holds none (behavior: Rules import). What
   * cannot be seen or looks like a secret is removed from the text first.
   */
  readRules(text: string, requester: Requester): Promise<Rule[]>
  /**
   * What a definition says of its agent and may say of others in its role: at most `maxOfKind` beliefs and as many
   * responsibilities, the best first (behavior: Templates, Bootstrap).
   */
  decompose(definition: ReadableDefinition, requester: Requester): Promise<Rule[]>
  /** What each content item says of its agent; one list per item, in order (behavior: Observations, PBD). */
  observe(contents: ReadableContent[], requester: Requester): Promise<ExtractedObservation[][]>
  /** What the commits of one agent show together, by counting (behavior: Surveys of commits). */
  survey(commits: SurveyedCommit[], requester: Requester): Promise<SurveyFinding[]>
  /** Why it reads nothing in a content item: `language` where it does not know the language; absent where it reads all. */
  skips?(content: ReadableContent): 'language' | undefined
  /**
   * Whether two statements say the same; absent where nothing better than similarity is known (behavior: Similarity).
   */
  sameMeaning?(a: string, b: string, requester: Requester): Promise<boolean>
  /**
   * A sentence of prose for each statement, in their order, as far as one was found that says the same: the others are
   * undefined. Never throws but for a signal; absent where an engine words nothing.
   */
  wordProse?(statements: readonly string[], requester: Requester): Promise<readonly (string | undefined)[]>
  /**
   * One wording for statements that say the same, the most central first: that one, or one sentence in words of theirs.
   * Only for proposals, which a person reads before they count.
   */
  mergeStatements(statements: readonly [central: string, ...others: string[]], requester: Requester): Promise<string>
  /**
   * Splits a raw transcript into messages, none when nothing in it names a speaker (behavior: Transcripts). The words
   * of messages are those of the text.
   */
  formatTranscript(request: TranscriptRequest, requester: Requester): Promise<Transcript>
  /**
   * Proposes responsibilities for categories that have almost none, the best first (behavior: Responsibility gaps,
   * responsibility-gaps).
   */
  suggestResponsibilities(request: SuggestionRequest, requester: Requester): Promise<Suggestion[]>
  /** What reading costs, and how much one run reads at most; absent where nothing is paid for. */
  readonly reading?: {
    itemsPerRun: number
    /** @param characters of all items together */
    estimate(items: number, characters: number): ReadingCost
  }
  /** Absent where nothing is paid for. */
  readonly usage?: LanguageUsage
}

/** Turns statements into vectors of one length; vectors of different models are never compared. */
export interface Embedder {
  readonly model: string
  /** Whether computing a vector is faster than storing and reading it; if so, items' vectors are not stored. */
  readonly isLocal?: boolean
  embed(texts: string[]): Promise<Float32Array[]>
  /**
   * Cosine similarity on the common scale (behavior: Similarity): 0.85 the same sentence reworded, 0.65 the same idea.
   */
  rescale(cosine: number): number
  /** Where the thresholds lie; absent where `rescale` is another map. */
  readonly calibration?: Calibration | undefined
  /** Has `rescale` known; what compares stored vectors without embedding calls it first. */
  ready?(): Promise<void>
  /** What is known of that; absent of one that was calibrated by hand. */
  state?(): Promise<CalibrationState>
  /** Ends what it keeps running. */
  close?(): void | Promise<void>
  /** A second opinion on statements that the model puts at 0.85 or more; absent where the embedding compares words itself. */
  readonly shareWords?: ShareWords
}
