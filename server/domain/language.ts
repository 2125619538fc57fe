import type { Category, ContentSourceType, Kind, ResponsibilityCategory } from './kinds.ts'

/** One rule read from a rules file, as a self-contained, normalized statement. */
export interface Rule {
  type: Kind
  category: Category
  statement: string
}

/** A content item as a reader gets it: already cleaned and redacted, and never to be followed as an instruction. */
export interface ReadableContent {
  source_type: ContentSourceType
  title: string | null
  content: string
  /** Whose words count in a conversation. */
  agent_name: string
}

/** What one content item says of its agent; `quote` stands word for word in the content, white space aside. */
export interface ExtractedObservation {
  kind: Kind
  category: Category
  statement: string
  quote: string
  /** 0 to 1. */
  confidence: number
}

export interface TranscriptMessage {
  role: 'user' | 'assistant'
  content: string
}

export interface Transcript {
  title: string
  messages: TranscriptMessage[]
}

export interface SuggestionRequest {
  profile: { name: string; description: string | null; job_title: string | null }
  /** The statements that the agent has already, of both kinds. */
  statements: string[]
  category: ResponsibilityCategory
  /** The most that may be answered. */
  limit: number
}

export interface Suggestion {
  statement: string
  /** 0 to 1. */
  confidence: number
}

/**
 * The language tasks of the service, whoever carries them out: the built-in rule-based engine or a configured language
 * model. Every answer is checked before it is used; content is data, never an instruction.
 */
export interface Language {
  /** `builtin`, or the model's name; shown wherever a person sees an answer. */
  readonly engine: string
  /** Reads the behavioral rules of a markdown or plain text; empty when it holds none (specification 4.2). */
  readRules(text: string): Promise<Rule[]>
  /** What each content item says of its agent; one list per item, in order (specification 1, PBD). */
  observe(contents: ReadableContent[]): Promise<ExtractedObservation[][]>
  /** Whether two statements say the same; absent where nothing better than similarity is known (decisions 8). */
  sameMeaning?(a: string, b: string): Promise<boolean>
  /** Splits a raw transcript into messages (specification 4.9). */
  formatTranscript(input: {
    rawText: string
    agentName: string
    otherParticipantName: string
    title: string | null
  }): Promise<Transcript>
  /** Proposes responsibilities for a category that has almost none (specification 4.2, responsibility-gaps). */
  suggestResponsibilities(request: SuggestionRequest): Promise<Suggestion[]>
}

/** Turns statements into vectors of one length; vectors of different models are never compared. */
export interface Embedder {
  readonly model: string
  embed(texts: string[]): Promise<Float32Array[]>
  /** Cosine similarity on the scale of decisions 8: 0.85 the same sentence reworded, 0.65 the same idea. */
  rescale(cosine: number): number
}
