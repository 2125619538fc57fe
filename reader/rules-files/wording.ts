import { upperFirst } from '#core/base/strings.ts'

/** Changes the form of English words and titles, so that parts of a document can be joined. */

/** Names that look like any other word. */
const name =
  /^(?:Windows|Linux|Android|Python|Java|Rust|Docker|React|Angular|Tailwind|Vitest|Jest|Chrome|Firefox|Safari|Google|Apple|Microsoft|Amazon|Slack|Jira|English|American|British|German|French|Spanish|Italian|Dutch|Polish|Portuguese|Russian|Chinese|Japanese|Korean|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)\b/

/** Turns "Run the tests" into "run the tests"; names in mixed case, acronyms and code keep their form. */
export const lowerFirst = (text: string) =>
  /^(?:\p{Lu}\p{Ll}+(?:[-'\u2019]\p{Ll}+)*|An?)(?=[\s,:;.]|$)/u.test(text) && !name.test(text)
    ? text[0]!.toLowerCase() + text.slice(1)
    : text

/**
 * Turns "Before Removing Code" into "Before removing code"; leaves a title in sentence case unchanged, since its
 * capitals are names.
 */
export function sentenceCase(title: string): string {
  const words = title.split(' ')
  if (words.length === 1 || words.some((word) => /^\p{Ll}{5,}/u.test(word))) return title
  return upperFirst(words.map((word) => (word.length > 1 ? lowerFirst(word) : word)).join(' '))
}

export const singular = (title: string) => title.replace(/([^s])s$/, '$1')

/** Turns "Risks evaluated properly" into "risks are evaluated properly". */
export const withAuxiliary = (text: string) =>
  text.replace(
    /^((?:[^,:]*?[^\p{L},:])?(\p{L}+)) (\p{L}{2,}ed|built|kept|set|written|met)(?=$| \p{L}+ly$| (?:for|with|by|in|before|and) )/u,
    (_, subject, noun, participle) => `${subject} ${/[^s]s$/.test(noun) ? 'are' : 'is'} ${participle}`,
  )
