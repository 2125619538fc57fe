import { escapeChatTokens } from './chat-tokens.ts'

/**
 * Escapes text of unknown origin for Markdown, so that it changes nothing around it (behavior: Prompt). CommonMark
 * decides blocks before it looks at their content, so a text of one line can break out in three ways only: by the start
 * of its line, by HTML, and by ending the emphasis around it. Only these are escaped, and **bold**, which prompts use
 * for starred items, and control tokens of chat templates; `code`, *emphasis* and
 * names_with_underscores stay as written.
 */

// Begins with a letter and contains nothing that the patterns below would change, as most texts do. A pattern that
// repeats whole words is a third faster than one that repeats characters with an optional blank.
const plain = /^\p{L}[^\s\p{Cc}<[*_`\\]*(?: [^\s\p{Cc}<[*_`\\]+)*$/u

/** Line breaks of any kind, controls and runs of whitespace become one space. */
export const oneLine = (text: string): string => (plain.test(text) ? text : text.replace(/[\s\p{Cc}]+/gu, ' ').trim())

// An existing escape, a closed code span, or unpaired backticks: they are harmless as they are, and inside a code span
// a backslash would be visible.
const harmless = '\\\\[!-/:-@\\[-`{-~]|(?:(`+)(?!`)[^]*?[^`]\\1(?!`))|`+'
const tagStart = '<(?=[a-z/!?])'
const boldMark = '\\*{2,}|(?<![\\p{L}\\p{N}])_{2,}|_{2,}(?![\\p{L}\\p{N}])'
const dangerous = new RegExp(`${harmless}|(${tagStart}|${boldMark})`, 'giu')
const dangerousInStrong = new RegExp(`${harmless}|(${tagStart}|\\*|\\\\$)`, 'gi')

const escapeInline = (text: string, pattern: RegExp) =>
  escapeChatTokens(text).replace(pattern, (match, _ticks, special: string | undefined) =>
    special ? special.replace(/./g, '\\$&') : match,
  )

// Starts of a block where a paragraph is expected: a heading, a quote, a fence, a list item, a rule, and before a
// bracket, a task's box or a definition.
const blockStart =
  /^(?:#{1,6}(?= |$)|>|~{3}|`{3,}(?=[^`]*$)|[-+*](?= |$)|(?:-[ -]*|\*[ *]*|_[ _]*)$|\[(?=[ x]\](?: |$)|.*\]:))/i
const numbering = /^(\d{1,9})(?=[.)](?: |$))/

/** Escapes text within a line: none of it is HTML. */
export const inline = (text: string): string => (plain.test(text) ? text : escapeInline(oneLine(text), dangerous))

/** Escapes a line so that it is a paragraph, however it begins. */
export const paragraph = (text: string): string =>
  plain.test(text)
    ? text
    : escapeInline(oneLine(text).replace(blockStart, '\\$&').replace(numbering, '$1\\'), dangerous)

/** Stands for a text that consists of blanks and control characters where there must be one. */
export const unreadable = '\ufffd'

/** As `paragraph`, but all of it bold. */
export const strongParagraph = (text: string): string =>
  `**${plain.test(text) ? text : escapeInline(oneLine(text), dangerousInStrong) || unreadable}**`

/** A heading of level 1 to 6. Number signs at its end stay part of it. */
export const heading = (level: number, text: string): string =>
  `${'#'.repeat(level)} ${inline(text).replace(/(?<=^| )#+$/, '\\$&')}`
