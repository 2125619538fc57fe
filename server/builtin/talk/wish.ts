import type { Spoken } from './spoken-languages.ts'

/**
 * What people ask of an agent that works for them, however they put it: a wish that comes up for one task is standing when it
 * comes again. Each has one statement in a language, so that its wordings are one thing. As patterns for text in small letters.
 */
export interface Wish {
  statement: Readonly<Record<Spoken, string>>
  category: 'boundary' | 'principle'
  said: Partial<Record<Spoken, RegExp>>
}

/** One of several patterns. */
export const any = (...patterns: string[]) => new RegExp(patterns.join('|'), 'u')

/** Han has no blanks between words; a clause ends at these. */
export const han = '[^，。；！？]'
