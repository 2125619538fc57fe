import { visibleText } from './text/visible-text.ts'

/** Maximum length of a statement after normalization, in characters (behavior: Statements). */
export const maxStatementLength = 4000

/**
 * Normalizes a statement to the form in which it is stored and compared (behavior: Statements): curly quotes become
 * straight, em-dashes hyphens, and runs of whitespace one space; ends are trimmed, and `visibleText` does the rest.
 * Case-sensitive. Idempotent.
 */
export const normalizeStatement = (text: string): string =>
  visibleText(text)
    .replace(/[\u2018\u2019\u201A\u201B]/g, "'")
    .replace(/[\u201C\u201D\u201E\u201F]/g, '"')
    .replace(/\u2014/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
