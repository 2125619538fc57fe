import { redactSecrets } from './secrets.ts'
import { hasVisible, visibleLine, visibleText } from './visible-text.ts'

/**
 * Cleans imported text, which anyone may have written. Invisible text is removed before a person or a model sees it,
 * and text that looks like a credential is never stored.
 */

/** Removes invisible and bidirectional control characters and HTML comments. Idempotent. */
export const cleanText = (text: string): string => withoutComments(visibleText(text))

/** Scans instead of using a pattern, which would try every opening against the whole rest of a hostile text. */
const withoutComments = (text: string): string => {
  let rest = text
  let kept = ''
  for (let open = rest.indexOf('<!--'); open >= 0; open = rest.indexOf('<!--')) {
    const close = rest.indexOf('-->', open + 4)
    const startsLine = open === 0 || rest[open - 1] === '\n'
    // Markdown hides the text after an unclosed comment that begins a line; elsewhere such a comment is plain text.
    if (close < 0 && startsLine) return kept + rest.slice(0, open)
    if (close < 0) return kept + rest
    // A space, so that the text on both sides cannot form a new comment.
    kept += `${rest.slice(0, open)} `
    rest = rest.slice(close + 3)
  }
  return kept + rest
}

/** Expects clean text, and makes the openings of unclosed comments visible, so that no text after it can close one. */
export const withoutOpenComments = (text: string): string => text.replaceAll('<!--', '<! --')

/** Prepares a foreign text for storage. */
export const sanitize = (text: string): string => redactSecrets(cleanText(text.toWellFormed()))

/** Prepares a foreign title for storage: one line; null if it has no visible text. */
export function sanitizeTitle(title: string | null): string | null {
  const line = title === null ? '' : visibleLine(sanitize(title)).trim()
  return hasVisible(line) ? line : null
}

/**
 * Whether a quote is in the content word for word, except for whitespace and text that `cleanText` removes (behavior:
 * Observations).
 */
export const quoteFinder = (content: string): ((quote: string) => boolean) => {
  const collapsed = (text: string) => cleanText(text).replace(/\s+/g, ' ').trim()
  const whole = collapsed(content)
  return (quote) => collapsed(quote) !== '' && whole.includes(collapsed(quote))
}
