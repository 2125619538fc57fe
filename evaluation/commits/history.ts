import { readCommitMessage } from '#core/domain/sources/commit-message.ts'
import type { LabeledItem } from '../labels.ts'
import type { Mirrors } from '../mirrors.ts'
import type { Person } from './people.ts'

const fieldEnd = '\x1f'
const recordEnd = '\x1e'
const dayMs = 24 * 60 * 60 * 1000
/** As many as the GitHub source stores of a commit. */
const maxPaths = 100

/** A person's commits as a GitHub source would bring them, counted back from the last one. */
export async function readHistory(
  mirrors: Mirrors,
  { repository, until, author, commits }: Person,
): Promise<LabeledItem[]> {
  const format = `${recordEnd}%H${fieldEnd}%an${fieldEnd}%aI${fieldEnd}%B${fieldEnd}`
  const log = await mirrors.git(
    repository,
    'log',
    `--format=${format}`,
    '--name-only',
    `--author=${author}`,
    `-n${commits * 2}`,
    until,
  )
  const records = log
    .split(recordEnd)
    .slice(1)
    .map((record) => record.split(fieldEnd))
    .filter(([, name]) => name === author)
    .slice(0, commits)
  const newest = Math.max(...records.map(([, , date]) => Date.parse(date!)))
  return records.map(([sha, , date, message, files]) => {
    const { subject, text, trailers } = readCommitMessage(message!)
    return {
      id: sha!,
      source_type: 'github_commit',
      title: subject,
      days_ago: Math.max(0, (newest - Date.parse(date!)) / dayMs),
      content: text,
      repository,
      trailers,
      paths: files!.trim().split('\n').filter(Boolean).slice(0, maxPaths),
      labels: [],
    }
  })
}
