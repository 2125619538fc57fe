import { visibleText } from './text/visible-text.ts'

/** Longest statement after normalization, in characters (behavior: Statements). */
export const maxStatementLength = 4000

/**
 * The form in which every statement is stored and compared (behavior: Statements): curly quotes become
 * straight, em-dashes hyphens, runs of whitespace one space, ends trimmed, invisible characters gone, letters and their
 * accents one character (NFC). Case matters. Idempotent.
 */
export const normalizeStatement = (text: string): string =>
  visibleText(text)
    .replace(/[\u2018\u2019\u201A\u201B]/g, "'")
    .replace(/[\u201C\u201D\u201E\u201F]/g, '"')
    .replace(/\u2014/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
