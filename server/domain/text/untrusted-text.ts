import { redactSecrets } from './secrets.ts'
import { hasVisible, visibleLine, visibleText } from './visible-text.ts'

/**
 * Imported text was written by anyone. Before a person or a model sees it, what the eye cannot see is taken out of
 * it, and what looks like a credential is never stored.
 */

/** The text without invisible and bidirectional control characters and HTML comments. Idempotent. */
export const cleanText = (text: string): string => withoutComments(visibleText(text))

/** A scan instead of a pattern: a pattern would try every opening against the whole rest of a hostile text. */
const withoutComments = (text: string): string => {
  let rest = text
  let kept = ''
  for (let open = rest.indexOf('<!--'); open >= 0; open = rest.indexOf('<!--')) {
    const close = rest.indexOf('-->', open + 4)
    const startsLine = open === 0 || rest[open - 1] === '\n'
    // Markdown hides the whole rest after a comment that begins a line and never ends; elsewhere it is plain text.
    if (close < 0 && startsLine) return kept + rest.slice(0, open)
    if (close < 0) return kept + rest
    // A space, so that what stood on both sides cannot become a new comment.
    kept += `${rest.slice(0, open)} `
    rest = rest.slice(close + 3)
  }
  return kept + rest
}

/** Of clean text, with the openings of comments that never end made visible, so that no text that follows ends one. */
export const withoutOpenComments = (text: string): string => text.replaceAll('<!--', '<! --')

/** What is stored of a foreign text. */
export const sanitize = (text: string): string => redactSecrets(cleanText(text.toWellFormed()))

/** A foreign title as it is stored: one line; null when nothing of it can be seen. */
export function sanitizeTitle(title: string | null): string | null {
  const line = title === null ? '' : visibleLine(sanitize(title)).trim()
  return hasVisible(line) ? line : null
}

/**
 * Tells whether a quote stands word for word in the content, whitespace and what `cleanText` removes aside (behavior:
 * Observations).
 */
export const quoteFinder = (content: string): ((quote: string) => boolean) => {
  const collapsed = (text: string) => cleanText(text).replace(/\s+/g, ' ').trim()
  const whole = collapsed(content)
  return (quote) => collapsed(quote) !== '' && whole.includes(collapsed(quote))
}
