/**
 * Recognizes prompts that a program sends, where no record says who sent them: a person does not begin long messages of
 * three sessions with the same words.
 */

const beginningLength = 60
/** A shorter text is a request that people repeat. */
const minPromptLength = 150
const minSessions = 3
/** Fewer letters of fixed text would be those of many messages. */
const minFixedLetters = 24
/** The text whose variable parts are replaced; far more than the beginning needs. */
const headLength = 600

/** The variable parts of a template, longest forms first: links, paths, quotations, code, dates, numbers, names. */
const variable =
  /https?:\/\/\S+|"[^"\n]{1,200}"|“[^”\n]{1,200}”|'[^'\n]{3,200}'|`[^`\n]{1,200}`|<[^<>\n]{1,100}>|\{[^{}\n]{1,100}\}|[~.]?(?:[\\/][\w@.%+-]+)+[\\/]?|[\w@.-]+[\\/][\w@.\\/-]+|[@#][\w-]+|\b[\w-]+\.[a-z]\w{0,4}\b|[\p{L}\p{N}_-]*\p{N}[\p{L}\p{N}_:.,/-]*|\b\p{L}+_[\p{L}_]+\b|\b\p{Ll}+\p{Lu}\p{L}*\b/gu
/** A name: a capital inside a sentence, and what follows it. */
const name = /(?<=[\p{L}\p{N},;)*\uFFFC] )\p{Lu}[\p{L}'’-]*(?: (?:\p{Lu}[\p{L}'’-]*|of|de|van|von)(?= |$))*/gu

/**
 * The beginning of a long text by which prompts of one template are known, in which numbers, dates, paths and names are
 * one sign; undefined for a text that may be a person's in any case.
 */
export function promptBeginning(text: string): string | undefined {
  if (text.length <= minPromptLength) return undefined
  const head = text.slice(0, headLength).replace(/\s+/g, ' ').trim()
  const fixed = head
    .replace(variable, '\uFFFC')
    .replace(name, '\uFFFC')
    .replace(/\uFFFC(?:[ ,.:;-]*\uFFFC)+/g, '\uFFFC')
    .toLowerCase()
    .slice(0, beginningLength)
  return (fixed.match(/\p{L}/gu)?.length ?? 0) < minFixedLetters ? head.slice(0, beginningLength) : fixed
}

/** The beginnings that return in three sessions or conversations. */
export function recurringBeginnings(prompts: Iterable<{ beginning: string; session: string }>): Set<string> {
  const sessions = new Map<string, Set<string>>()
  for (const { beginning, session } of prompts) {
    const known = sessions.get(beginning) ?? new Set()
    sessions.set(beginning, known.add(session))
  }
  return new Set([...sessions].flatMap(([beginning, all]) => (all.size >= minSessions ? [beginning] : [])))
}
