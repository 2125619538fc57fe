/** A commit's message as content: its subject, the text without trailers, and the trailers. */
export interface CommitText {
  subject: string
  text: string
  /**
   * Trailer names without the person (`Signed-off-by`); the whole line if it references an
   * issue, a commit or a checkpoint: `Fixes #12`.
   */
  trailers: string[]
}

// Names of people, tickets and tools: metadata, not habits. Git itself reads any `Word: text` as a trailer, which would
// include sentences such as "Note: never merge on red".
const trailer =
  /^(?:[A-Za-z]+(?:-[A-Za-z]+)+|Cc|Fixes|Fixed|Closes|Closed|Refs?|Resolves|Resolved|Link|Bug|Issue|PR|Ticket|See|Acked|Reviewers?|Subscribers?|Differential Revision|Tags|Summary by)\s?(?:: \S.*|#\d.*)$|^\(cherry picked from commit [0-9a-f]+\)$/

/**
 * Lines that tools put anywhere into a message: the people of squashed commits, the line above them, the program that
 * wrote a message. No sentence of a person looks like one.
 */
const toolLine =
  /^\s*(?:\* )?[A-Z][A-Za-z]*(?:-[A-Za-z]+)*-by: .*<[^<>@\s]+@[^<>\s]+>\s*$|^\s*(?:Change-Id|Claude-Session): \S+\s*$|^\s*-{5,}\s*$|^\s*(?:\p{Extended_Pictographic}\uFE0F?\s*)?Generated (?:with|by) \S.{0,200}$|^\s*Squashed commit of the following:?\s*$/iu

/** Splits a commit's message; the last paragraph is removed if each of its lines is a trailer. */
export function readCommitMessage(message: string): CommitText {
  const paragraphs = message
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n[^\S\n]*\n\s*/)
  const trailers: string[] = []
  while (paragraphs.length > 1 && isTrailers(paragraphs.at(-1)!)) trailers.push(...namesOf(paragraphs.pop()!))
  const [first, ...others] = paragraphs.map((paragraph, at) => {
    const lines = paragraph.split('\n')
    const isTool = (line: string, index: number) => at + index > 0 && toolLine.test(line)
    const written = lines.filter((line, index) => !isTool(line, index))
    trailers.push(...namesOf(lines.filter(isTool).join('\n')))
    return written.join('\n')
  })
  return {
    subject: first!.split('\n')[0]!.trim(),
    text: [first, ...others.filter((paragraph) => paragraph.trim() !== '')].join('\n\n'),
    trailers: [...new Set(trailers)].slice(0, maxTrailers),
  }
}

const maxTrailers = 20

/** Leads from a commit to the session with a coding agent that wrote it. */
const checkpoint = /^Entire-Checkpoint:\s*(\S{1,64})\s*$/

/** Returns the id of the checkpoint among a commit's trailers; undefined if there is none. */
export const checkpointIn = (trailers: unknown): string | undefined =>
  Array.isArray(trailers) ? trailers.flatMap((trailer) => checkpoint.exec(String(trailer))?.[1] ?? [])[0] : undefined

const namesOf = (paragraph: string): string[] =>
  paragraph.split('\n').flatMap((line) => {
    if (!trailer.test(line.trimEnd())) return []
    const isReference = /(?:^|[\s:])(?:[\w.-]+\/[\w.-]+)?#\d+\s*$|\/(?:issues|pull)\/\d+\s*$|\b[0-9a-f]{7,40}\b/.test(
      line,
    )
    return [(isReference || checkpoint.test(line) ? line.trim() : line.split(/:| #/)[0]!.trim()).slice(0, 100)]
  })

/** An indented line continues the trailer before it. */
const isTrailers = (paragraph: string) =>
  paragraph.split('\n').every((line, index) => trailer.test(line.trimEnd()) || (index > 0 && /^\s+\S/.test(line)))
