/** The words of one language by which talk is read, as data; patterns expect lower-case text unless noted otherwise. */
export interface LanguageWords {
  brief: BriefWords
  work: WorkWords
  smallTalk: SmallTalkWords
}

/** Cues in a short message of how an author always works; `brief-talk.ts` adds them up. */
interface BriefWords {
  /** The author, alone or with others. */
  self: RegExp
  /** Markers of general validity; each different one counts. */
  standing: readonly RegExp[]
  /** Markers that something must or must not be done, by anybody. */
  obliges: RegExp
  /** Markers that the author makes it their rule. */
  owns: RegExp
  /** A sentence that only confirms that the one before it is the author's rule. */
  endorses: RegExp
  /** Questions, suppositions, reports, single events and orders. */
  excludes: readonly RegExp[]
  /** Markers that the author gave up a belief. */
  givesUp: RegExp
  /** Leading words without meaning; a bare "no" denies the rest. */
  leadIn: RegExp
  /** The point where the author turns from the past or from others to their own belief. */
  turns?: RegExp
}

/** As `BriefWords`, with a pattern for habits of the author: a present-tense verb next to "I". */
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
  /** Leading words without meaning before a belief. */
  leadIn: RegExp
  /** The reason for a belief. */
  tail: RegExp
  /** Markers that the speaker gives up a habit. */
  ends: RegExp
}

/** Messages between an agent and the people it works for (`corrections.ts`). The first four are pattern alternatives. */
interface WorkWords {
  /** Words before a request. */
  leads: string
  /** Openings of a message that asks for work. */
  asks: string
  /** Openings of a message that announces or reports work. */
  opens: string
  /** As `opens`, also after a first sentence. */
  announces: string
  /** Openings of an answer that refuses. */
  refuses: RegExp
  /** Questions that are requests. */
  asksForDeed: RegExp
  /** Markers of a belief in the sentences of an agent at work. */
  holds: RegExp
  /** Markers of an instruction that applies from now on. */
  standing: RegExp
}

/** Sentences that only maintain a conversation (`phatic.ts`). */
interface SmallTalkWords {
  thanks: RegExp
  /** A clause about the speaker after the thanks: "thanks to my checklist I never forget a step". */
  ownClause: RegExp
  /** Openings, wishes, offers of help, and whole phrases that close a conversation. */
  courtesies: readonly RegExp[]
  /**
   * Markers of a status report on one case, and the words that such reports consist of: a sentence with any other word
   * has a subject of its own.
   */
  status?: { marks: readonly RegExp[]; words: ReadonlySet<string> }
}

/** Matches any of these alternatives as a separate word. */
export const word = (list: string, flags = 'u') => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, flags)
export const wordSet = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))
