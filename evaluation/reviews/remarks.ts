import type { LabeledItem } from '../labels.ts'
import { fingerprint, type Mirrors } from '../mirrors.ts'

/** Archives of issues and pull requests by working groups of the IETF; only the fields that remarks need. */
interface Archive {
  issues: Thread[]
  pulls: (Thread & { reviews?: (Remark & { comments?: Remark[] })[] })[]
}
interface Remark {
  author?: string
  body?: string
  createdAt: string
}
interface Thread extends Remark {
  title: string
  comments?: Remark[]
}

/** An archive as it was at a commit, and whose remarks in it are read. */
export interface ReviewSet {
  repository: string
  commit: string
  authors: readonly string[]
}

const dayMs = 24 * 60 * 60 * 1000

/** Each author's descriptions, comments and review comments, as a GitHub source brings them. */
export async function readRemarks(
  mirrors: Mirrors,
  { repository, commit, authors }: ReviewSet,
): Promise<Map<string, LabeledItem[]>> {
  const archive: Archive = JSON.parse(await mirrors.readText(repository, commit, 'archive.json'))
  const told = [...archive.issues, ...archive.pulls].flatMap((thread) =>
    remarksOf(thread).map((remark) => ({ title: thread.title, ...remark })),
  )
  const newest = Math.max(...told.map(({ createdAt }) => Date.parse(createdAt)))
  return new Map(
    authors.map((author) => [
      author,
      told
        .filter((remark) => remark.author === author && remark.body?.trim())
        .map(({ title, body, createdAt }, at) => ({
          id: `${author}/${at}`,
          source_type: 'github_review' as const,
          title,
          days_ago: (newest - Date.parse(createdAt)) / dayMs,
          content: body!,
          labels: [],
        })),
    ]),
  )
}

const remarksOf = (thread: Archive['issues'][number] | Archive['pulls'][number]): Remark[] => [
  thread,
  ...(thread.comments ?? []),
  ...('reviews' in thread ? (thread.reviews ?? []) : []).flatMap((review) => [
    review,
    // The author of a comment in a review is not repeated in it.
    ...(review.comments ?? []).map((comment) => ({ ...(review.author && { author: review.author }), ...comment })),
  ]),
]

/** The words by which the labeled sentences were found. */
const telling =
  /\b(?:always|never|prefer|in general|generally|usually|typically|tend to|rule of thumb|avoid|like|should(?:n't| not)|try to|hate|rather|fan of|every|good practice|make sure)\b/i

/** Sentences that could reveal what their author holds, in an order unrelated to their content. */
export function tellingSentences(
  items: readonly LabeledItem[],
): { sentence: string; item: LabeledItem; key: string }[] {
  const found = new Map<string, { sentence: string; item: LabeledItem; key: string }>()
  for (const item of items) {
    for (const sentence of sentencesOf(item.content)) {
      if (sentence.length > 300 || !telling.test(sentence)) continue
      const key = fingerprint(sentence)
      if (!found.has(key)) found.set(key, { sentence, item, key })
    }
  }
  return [...found.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

/** Without code and quotations of others. */
const sentencesOf = (text: string): string[] =>
  text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('>'))
    .flatMap((line) => line.split(/(?<=[.!?])\s+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
