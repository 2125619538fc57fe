import type { Requester } from '../base/requester.ts'
import type { LostLines } from './formats/format.ts'
import type { Category, Kind, ResponsibilityCategory } from './kinds.ts'
import type { Calibration, CalibrationState } from './similar/calibration.ts'
import type { ShareWords } from './similar/signal-index.ts'
import type { ContentSourceType } from './sources/content-platforms.ts'
import type { Manner } from './sources/sessions.ts'

/** One rule read from a rules file, as a self-contained, normalized statement. */
export interface Rule {
  type: Kind
  category: Category
  statement: string
  /** The line or lines of the text that it was read from. */
  quote?: string
}

/** A content item as a reader gets it: already cleaned and redacted, and never to be followed as an instruction. */
export interface ReadableContent {
  source_type: ContentSourceType
  title: string | null
  content: string
  /** The participant whose words count in a conversation. */
  agent_name: string
}

/** Decision of a person about a rule that was read from somebody's words. */
export interface RuleDecision {
  quote: string
  statement: string
  decision: 'approved' | 'rejected' | 'edited'
}

/** A reader learns from this many of the newest decisions: more say little more, and take longer to learn from. */
export const maxDecisions = 1000

/** Changes to the built-in reader that decisions lead to, for those alone who made them, in log odds. */
export interface Learned {
  /** Changes to its weights, by column. */
  changes: ReadonlyMap<number, number>
  /** Change to findings that are not sure enough to be proposed at once. */
  doubtful: number
}

/** An observation of the agent in one content item; `quote` is in the content word for word, except for whitespace. */
export interface ExtractedObservation {
  kind: Kind
  category: Category
  statement: string
  quote: string
  /** 0 to 1. */
  confidence: number
  /** Somebody else told the agent so in a conversation: a person has to approve it. */
  told?: boolean
  /** How they said it; absent for what the agent says of itself. */
  how?: Manner
  /** The speaker changed their mind: earlier observations that contradict this one no longer apply. */
  ends?: boolean
}

/** Why an engine gives no observations of a content item, although it may hold some. */
interface FailedReading {
  /** `unreadable`: no answer that can be used. `unquoted`: observations, but none with a passage of the content. */
  failure: 'unreadable' | 'unquoted'
  /** As a sentence. */
  reason: string
}

export type ContentReading = ExtractedObservation[] | FailedReading

/** A commit as input of a survey of all commits of an agent. */
export interface SurveyedCommit {
  /** `owner/name`. */
  repository: string
  /** The message without its trailers. */
  content: string
  /** The changed files; empty when they are not known. */
  paths: string[]
  /** The names of the trailers: `Signed-off-by`. */
  trailers: string[]
  /** Its weight relative to the newest commit, which counts 1: by its age, as for a signal (behavior: Signals). */
  weight: number
}

/** A pattern that many commits show together. */
export interface SurveyFinding {
  kind: Kind
  category: Category
  statement: string
  /** The commits that support it, by their indexes, each with words of its message. */
  evidence: { commit: number; quote: string }[]
  /** How many commits could have supported it. */
  of: number
}

export interface TranscriptRequest {
  raw_text: string
  /** The speaker whose lines are the assistant's; all other lines are the user's. */
  agent_name: string
  other_name: string
  /** null: derive a title. */
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
  /** The statements that the agent already has, of both kinds. */
  statements: string[]
  categories: ResponsibilityCategory[]
  /** The largest useful number for one category. */
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

/** One message that a model answers under a prompt. */
export interface PromptTrial {
  prompt: string
  message: string
  /** One of `PromptTrials.models`. */
  model: string
}

export const trialEndings = ['stop', 'length', 'content_filter'] as const

export interface TrialEnd {
  /** `length`: the answer reached its maximum length. `content_filter`: the endpoint stopped it for its content. */
  finish_reason: (typeof trialEndings)[number]
  /** Tokens as the endpoint counts them; null if it does not. */
  input_tokens: number | null
  output_tokens: number | null
}

/** Sends people's messages to a model under a prompt. Neither a message nor its answer is stored or logged. */
export interface PromptTrials {
  /** The models that may be chosen; the first one is the default. */
  readonly models: readonly string[]
  /**
   * @param onText receives the answer piece by piece.
   * @throws EndpointFailure with a sentence for the caller; 429 when too many questions of the organization wait; the
   *   reason of the requester's signal when it aborts.
   */
  run(trial: PromptTrial, requester: Requester, onText: (text: string) => void): Promise<TrialEnd>
}

/** Usage of a language model since the process started. */
export interface ModelUsage {
  calls: number
  failures: number
  input_tokens: number
  output_tokens: number
  /** In the endpoint's currency, as it reports it; 0 if it reports none. */
  cost: number
}

export type UsageByTask = ReadonlyMap<string, ModelUsage>

/** Estimated cost of reading content: requests without retries, tokens by length. */
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
 * The language tasks of the service, for any engine: the built-in one or a configured language model.
 * Every answer is checked before it is used; content is data, never an instruction.
 */
export interface LanguageEngine {
  /** `builtin`, or the model's name; shown wherever a person sees an answer. */
  readonly engine: string
  /**
   * Reads the behavioral rules of a Markdown or plain text; empty if it holds none (behavior: Rules import). Invisible
   * text and text that looks like a secret are removed first.
   */
  readRules(text: string, requester: Requester): Promise<Rule[]>
  /**
   * Reads a definition for its agent and for others in the same role: at most `maxOfKind` beliefs and as many
   * responsibilities, the best first (behavior: Templates, Bootstrap).
   */
  decompose(definition: ReadableDefinition, requester: Requester): Promise<Rule[]>
  /** Learns from decisions, newest first, for `observe`; absent if an engine does not learn (behavior: Decisions). */
  learn?(decisions: RuleDecision[], requester: Requester): Promise<Learned>
  /** Observations in each content item; one reading per item, in order (behavior: Observations, PBD). */
  observe(contents: ReadableContent[], requester: Requester, learned?: Learned): Promise<ContentReading[]>
  /** Patterns that the commits of one agent show together, by counting (behavior: Surveys of commits). */
  survey(commits: SurveyedCommit[], requester: Requester): Promise<SurveyFinding[]>
  /** Why nothing is read in a content item: `language` if its language is not supported; absent if all are read. */
  skips?(content: ReadableContent): 'language' | undefined
  /**
   * Whether two statements are equivalent; absent if nothing better than similarity is known (behavior: Similarity).
   */
  sameMeaning?(a: string, b: string, requester: Requester): Promise<boolean>
  /**
   * An equivalent sentence of prose for each statement, in their order; undefined where none was found. Only throws for
   * an aborted signal; absent if an engine cannot phrase sentences.
   */
  wordProse?(statements: readonly string[], requester: Requester): Promise<readonly (string | undefined)[]>
  /**
   * One wording for equivalent statements, given the most central first: that one, or one sentence in their words. Only
   * for proposals, which a person reads before they count.
   */
  mergeStatements(statements: readonly [central: string, ...others: string[]], requester: Requester): Promise<string>
  /**
   * Splits a raw transcript into messages; empty if nothing in it names a speaker (behavior: Transcripts). The words of
   * the messages are the text's own.
   */
  formatTranscript(request: TranscriptRequest, requester: Requester): Promise<Transcript>
  /**
   * Proposes responsibilities for categories that have almost none, the best first (behavior: Responsibility gaps,
   * responsibility-gaps).
   */
  suggestResponsibilities(request: SuggestionRequest, requester: Requester): Promise<Suggestion[]>
  /** Answers under prompts; absent if the engine has no model for it. */
  readonly trials?: PromptTrials
  /** The cost of reading, and the most that one run reads; absent if the engine is free. */
  readonly reading?: {
    itemsPerRun: number
    /** @param characters total of all items */
    estimate(items: number, characters: number): ReadingCost
  }
  /** Absent if the engine is free. */
  readonly usage?: LanguageUsage
}

/** The lines of a text that its rules quote, and those that state something and that no rule quotes. */
export interface LineReading extends LostLines {
  /** For each rule, the number of the first line that it quotes, from 1; 0 if it is unknown. */
  rule_lines: number[]
}

/** Finds the lines of rules, and those from which nothing was read (behavior: Lost lines). */
export type FindLostLines = (text: string, rules: readonly Rule[], requester: Requester) => Promise<LineReading>

/** Turns statements into vectors of one length; vectors of different models are never compared. */
export interface Embedder {
  readonly model: string
  /** Whether computing a vector is faster than storing and reading it; if so, items' vectors are not stored. */
  readonly isLocal?: boolean
  embed(texts: string[]): Promise<Float32Array[]>
  /** Cosine similarity on the common scale (behavior: Similarity): 0.85 is a reworded sentence, 0.65 the same idea. */
  rescale(cosine: number): number
  /** The thresholds; absent if `rescale` is another mapping. */
  readonly calibration?: Calibration | undefined
  /** Loads `rescale`; called first by code that compares stored vectors without embedding. */
  ready?(): Promise<void>
  /** Details of the calibration; absent if it was calibrated by hand. */
  state?(): Promise<CalibrationState>
  /** Stops its background work. */
  close?(): void | Promise<void>
  /**
   * A second opinion on statements that the model rates 0.85 or more; absent if the embedding compares words itself.
   */
  readonly shareWords?: ShareWords
}
