/**
 * Writes text of unknown origin into markdown so that it changes nothing around it (behavior: Prompt). CommonMark
 * decides blocks before it looks at what is inside them, so a text of one line can leave its place in three ways only:
 * by how the line begins, by HTML, and by ending the emphasis it is wrapped in. Just that is escaped, and **bold**,
 * which is how prompts set apart what someone starred; `code`, *emphasis* and names_with_underscores stay as they were
 * written.
 */

// Begins with a letter, and holds nothing that any of the patterns below would change, as most texts do.
const plain = /^\p{L}(?: ?[^\s\p{Cc}<*_`\\])*$/u

/** Line breaks of any kind, controls and runs of whitespace become one space. */
export const oneLine = (text: string): string => (plain.test(text) ? text : text.replace(/[\s\p{Cc}]+/gu, ' ').trim())

// An escape that is there already, a closed code span, or backticks that close none: as they stand they do no harm,
// and inside a code span a backslash would be seen.
const harmless = '\\\\[!-/:-@\\[-`{-~]|(?:(`+)(?!`)[^]*?[^`]\\1(?!`))|`+'
const tagStart = '<(?=[a-z/!?])'
const boldMark = '\\*{2,}|(?<![\\p{L}\\p{N}])_{2,}|_{2,}(?![\\p{L}\\p{N}])'
const dangerous = new RegExp(`${harmless}|(${tagStart}|${boldMark})`, 'giu')
const dangerousInStrong = new RegExp(`${harmless}|(${tagStart}|\\*|\\\\$)`, 'gi')

const escapeInline = (text: string, pattern: RegExp) =>
  text.replace(pattern, (match, _ticks, special: string | undefined) =>
    special ? special.replace(/./g, '\\$&') : match,
  )

// What begins a block where a paragraph is expected: a heading, a quote, a fence, a list item, a rule, and in front of
// a bracket a task's box or a definition.
const blockStart =
  /^(?:#{1,6}(?= |$)|>|~{3}|`{3,}(?=[^`]*$)|[-+*](?= |$)|(?:-[ -]*|\*[ *]*|_[ _]*)$|\[(?=[ x]\](?: |$)|.*\]:))/i
const numbering = /^(\d{1,9})(?=[.)](?: |$))/

/** Text that goes on within a line: nothing in it is HTML. */
export const inline = (text: string): string => (plain.test(text) ? text : escapeInline(oneLine(text), dangerous))

/** A line that is a paragraph whatever it begins with. */
export const paragraph = (text: string): string =>
  plain.test(text)
    ? text
    : escapeInline(oneLine(text).replace(blockStart, '\\$&').replace(numbering, '$1\\'), dangerous)

/** The same, all of it bold. */
export const strongParagraph = (text: string): string =>
  `**${plain.test(text) ? text : escapeInline(oneLine(text), dangerousInStrong)}**`

/** A heading of level 1 to 6. Number signs at its end stay part of it. */
export const heading = (level: number, text: string): string =>
  `${'#'.repeat(level)} ${inline(text).replace(/(?<=^| )#+$/, '\\$&')}`
