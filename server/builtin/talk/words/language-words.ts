/** The words of one language by which talk is read, as data; the patterns are for text in small letters unless they say otherwise. */
export interface LanguageWords {
  brief: BriefWords
  work: WorkWords
  smallTalk: SmallTalkWords
}

/** Cues that an author says how they always go about something in a short message; `brief-talk.ts` adds them up. */
interface BriefWords {
  /** The author, alone or with others. */
  self: RegExp
  /** Marks that it holds beyond the moment; each different one counts. */
  standing: readonly RegExp[]
  /** Marks that something has to be or is not done, by anybody. */
  obliges: RegExp
  /** Marks that the author makes it their rule. */
  owns: RegExp
  /** A sentence that only makes the one before it the author's rule. */
  endorses: RegExp
  /** Questions, suppositions, reports, single events and orders. */
  excludes: readonly RegExp[]
  /** Marks that the author gave up a belief. */
  givesUp: RegExp
  /** Words in front that add nothing; a bare "no" denies the rest. */
  leadIn: RegExp
  /** The point where the author turns from the past or from others to their own belief. */
  turns?: RegExp
}

/** The same with a pattern for what the author does on purpose, as a habit: a verb of the present beside "I". */
export interface BriefWordsWithActs extends BriefWords {
  acts: RegExp
}

/** Beliefs that a sentence of longer talk states about its speaker (`foreign-norms.ts`). */
export interface StatedBeliefs {
  /** Separators of clauses, each of which may state a belief. */
  clauses: RegExp
  /** Beginning of a clause about the speaker's habits or beliefs. */
  states: RegExp
  /** A sentence without its subject: "nunca sin plan". */
  bare: RegExp
  prefers: RegExp
  denies: RegExp
  /** Questions, suppositions, reports and the past. */
  excludes: readonly RegExp[]
  /** Words in front of a belief that add nothing. */
  leadIn: RegExp
  /** The reason behind a belief. */
  tail: RegExp
  /** Marks that the speaker gives up a habit. */
  ends: RegExp
}

/** Messages between an agent and somebody for whom it works (`corrections.ts`). The first four are alternatives of a pattern. */
interface WorkWords {
  /** Words in front of a request. */
  leads: string
  /** Openings of a message that asks for work. */
  asks: string
  /** Openings of a message that announces or reports work. */
  opens: string
  /** The same, also after a first sentence. */
  announces: string
  /** Openings of an answer that refuses. */
  refuses: RegExp
  /** Questions that are requests. */
  asksForDeed: RegExp
  /** Marks of a belief in the sentences of an agent at work. */
  holds: RegExp
  /** Marks of an instruction that holds from now on. */
  standing: RegExp
}

/** Sentences that keep a conversation going (`phatic.ts`). */
interface SmallTalkWords {
  thanks: RegExp
  /** A clause of the speaker's own behind the thanks: "thanks to my checklist I never forget a step". */
  ownClause: RegExp
  /** Openings, wishes, offers of help, and whole phrases that close a conversation. */
  courtesies: readonly RegExp[]
  /**
   * Marks of a report where one case stands, and the words that such reports consist of: a sentence that names anything
   * else has a subject of its own.
   */
  status?: { marks: readonly RegExp[]; words: ReadonlySet<string> }
}

/** Any of these alternatives as a word of its own. */
export const word = (list: string, flags = 'u') => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, flags)
export const wordSet = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))
