/** Changes the form of English words and titles, so that parts of a document can be joined. */

/** Turns "Run the tests" into "run the tests"; names in mixed case, acronyms and code keep their form. */
export const lowerFirst = (text: string) =>
  /^(?:\p{Lu}\p{Ll}+(?:-\p{Ll}+)*|An?)(?=[\s,:;.]|$)/u.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text

export const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

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
    /^([^,:]*?(\p{L}+)) (\p{L}{2,}ed|built|kept|set|written|met)(?=$| \p{L}+ly$| (?:for|with|by|in|before|and) )/u,
    (_, subject, noun, participle) => `${subject} ${/[^s]s$/.test(noun) ? 'are' : 'is'} ${participle}`,
  )
