import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Category } from '#core/domain/kinds.ts'
import labels from '../data/sessions/labels.json' with { type: 'json' }
import type { Mirrors } from '../mirrors.ts'
import { type LogSource, turnsOf } from './more-turns.ts'
import { textsOf } from './transcripts.ts'

/** A standing rule that a person typed: what they would want held in later sessions. */
export interface LabeledRule {
  /** Stands word for word in the turn. */
  quote: string
  /** The same rule in other words of the turn. */
  also?: string
  /** `recurrence`: a task by its words, but the person asks for the same manner of work again and again. */
  how: 'explicit' | 'implied' | 'recurrence'
  categories: readonly Category[]
  /** The same rule of the same person has the same name. */
  group?: string
}

/** A turn that a person typed, with its label. `unsure` counts on neither side. */
export interface LabeledTurn {
  repository: string
  /** First 12 hex digits of the SHA-1 of the text. */
  hash: string
  /** Repositories of one owner have the same people. */
  owner: string
  session: string
  person: string
  at: string
  text: string
  /** Only known of the turns of `labels-more.json`. */
  language?: string
  label: 'none' | 'unsure' | 'rule'
  rules: readonly LabeledRule[]
}

interface LabeledSession {
  session: string
  person: string
  /** Git objects that hold the transcript. */
  files: string[]
  /** First 12 hex digits of the SHA-1 of the text, time, label. */
  turns: string[]
  rules?: (LabeledRule & { turn: string })[]
}

/** Identifies a text without storing it: the first 12 hex digits of its SHA-1. */
const textHash = (text: string) => createHash('sha1').update(text).digest('hex').slice(0, 12)

/** The turns of `labels.json` with their text, rebuilt from mirrors, in order of repository and time. */
export async function readTurns(mirrors: Mirrors): Promise<LabeledTurn[]> {
  const turns: LabeledTurn[] = []
  for (const { repository, sessions } of labels as { repository: string; sessions: LabeledSession[] }[])
    for (const session of sessions) turns.push(...(await turnsIn(mirrors, repository, session)))
  return turns
}

async function turnsIn(
  mirrors: Mirrors,
  repository: string,
  { session, person, files, turns, rules = [] }: LabeledSession,
): Promise<LabeledTurn[]> {
  const texts = new Map<string, string>()
  for (const file of files)
    for (const text of textsOf(await mirrors.git(repository, 'cat-file', 'blob', file))) texts.set(textHash(text), text)
  const owner = repository.split('/')[0]!
  return turns.map((row) => {
    const [hash, at, label] = row.split(' ') as [string, string, LabeledTurn['label']]
    const text = texts.get(hash)
    if (text === undefined) throw new Error(`${repository} has no turn ${hash} of session ${session} anymore`)
    const stated = rules.filter(({ turn }) => turn === hash)
    return { repository, hash, owner, session, person, at, text, label, rules: stated }
  })
}

interface MoreLabels {
  sources: LogSource[]
  turns: { uuid: string; language: string; label: LabeledTurn['label']; rules?: LabeledRule[] }[]
}

/** The turns of `labels-more.json`, which many owners typed in eleven languages, and each owner few of them. */
export async function readMoreTurns(mirrors: Mirrors): Promise<LabeledTurn[]> {
  const file = readFileSync(new URL('../data/sessions/labels-more.json', import.meta.url), 'utf8')
  const { sources, turns }: MoreLabels = JSON.parse(file)
  const labeled = new Map(turns.map((turn) => [turn.uuid, turn]))
  return (await turnsOf(mirrors, sources)).flatMap(({ repo, uuid, session, person, at, text }) => {
    const found = labeled.get(uuid)
    if (!found) return []
    const { language, label, rules = [] } = found
    return [
      {
        repository: repo,
        hash: textHash(text),
        owner: repo.split('/')[0]!,
        session,
        person,
        at: at ?? '',
        text,
        language,
        label,
        rules,
      },
    ]
  })
}
