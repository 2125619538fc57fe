/** A commit's message as content: its subject, and the whole without trailers. */
export interface CommitText {
  subject: string
  text: string
}

// Names of people, tickets and tools; said for machines, not about habits. Git itself reads any `Word: text` as a
// trailer, which would take sentences such as "Note: never merge on red" with it.
const trailer =
  /^(?:[A-Za-z]+(?:-[A-Za-z]+)+|Cc|Fixes|Fixed|Closes|Closed|Refs?|Resolves|Resolved|Link|Bug|Issue|PR|Ticket|See|Acked|Reviewers?|Subscribers?|Differential Revision|Tags|Summary by)\s?(?:: \S.*|#\d+.*)$|^\(cherry picked from commit [0-9a-f]+\)$/

/** Splits a commit's message; the last paragraph goes when each of its lines is a trailer. */
export function readCommitMessage(message: string): CommitText {
  const paragraphs = message
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n[^\S\n]*\n\s*/)
  while (paragraphs.length > 1 && isTrailers(paragraphs.at(-1)!)) paragraphs.pop()
  return { subject: paragraphs[0]!.split('\n')[0]!.trim(), text: paragraphs.join('\n\n') }
}

/** A line that is indented continues the trailer before it. */
const isTrailers = (paragraph: string) =>
  paragraph.split('\n').every((line, index) => trailer.test(line.trimEnd()) || (index > 0 && /^\s+\S/.test(line)))
