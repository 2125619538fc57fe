import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Category } from '../../server/domain/kinds.ts'
import labels from './labels.json' with { type: 'json' }
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

/** The folder that follows `--mirrors` on the command line. */
export function mirrorsFolder(args: readonly string[]): string {
  const folder = args[args.indexOf('--mirrors') + 1]
  if (!args.includes('--mirrors') || folder === undefined)
    throw new Error('Missing --mirrors DIR, a folder of bare clones: DIR/OWNER+NAME/repo (see eval/README.md)')
  return folder
}

const maxBytes = 1024 * 1024 * 1024

function mirrorOf(mirrors: string, repository: string): string {
  const folder = join(mirrors, repository.replace('/', '+'), 'repo')
  const found = [join(folder, '.git'), folder].find((each) => existsSync(join(each, 'HEAD')))
  if (!found) throw new Error(`Missing mirror: git clone --mirror https://github.com/${repository} ${folder}`)
  return found
}

/** The turns of `labels.json` with their text, rebuilt from mirrors, in order of repository and time. */
export function readTurns(mirrors: string): LabeledTurn[] {
  const all = labels as { repository: string; sessions: LabeledSession[] }[]
  return all.flatMap(({ repository, sessions }) => {
    const mirror = mirrorOf(mirrors, repository)
    return sessions.flatMap((session) => {
      const texts = new Map<string, string>()
      for (const file of session.files) {
        const transcript = execFileSync('git', ['--git-dir', mirror, 'cat-file', 'blob', file], { maxBuffer: maxBytes })
        for (const text of textsOf(transcript.toString())) texts.set(textHash(text), text)
      }
      return session.turns.map((row) => {
        const [hash, at, label] = row.split(' ') as [string, string, LabeledTurn['label']]
        const text = texts.get(hash)
        if (text === undefined)
          throw new Error(`${repository} has no turn ${hash} of session ${session.session} anymore`)
        const rules = (session.rules ?? []).filter(({ turn }) => turn === hash)
        const owner = repository.split('/')[0]!
        return { repository, hash, owner, session: session.session, person: session.person, at, text, label, rules }
      })
    })
  })
}

interface MoreLabels {
  sources: LogSource[]
  turns: { uuid: string; language: string; label: LabeledTurn['label']; rules?: LabeledRule[] }[]
}

/** The turns of `labels-more.json`, which many owners typed in eight languages, and each owner few of them. */
export async function readMoreTurns(mirrors: string): Promise<(LabeledTurn & { language: string })[]> {
  const file = readFileSync(new URL('labels-more.json', import.meta.url), 'utf8')
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
