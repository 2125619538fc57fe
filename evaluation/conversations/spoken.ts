import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { categories, kindNames } from '#core/domain/kinds.ts'
import type { LabeledAgent, LabeledItem, Pattern } from '../labels.ts'
import { fingerprint, type Mirrors } from '../mirrors.ts'

/**
 * Labeled lines of a speaker. The kind and category of a belief are left open: the evaluation judges whether it is
 * observed, and whether its wordings form one cluster.
 */
export interface Speaker {
  agent: LabeledAgent
  language: string
  /** Sentences that look like a belief of the speaker but are not: quotations, questions, jokes. */
  traps: readonly string[]
}

export type Half = 'tuning' | 'held-out'

export const patternsOf = (items: readonly LabeledItem[]): Pattern[] =>
  [...new Set(items.flatMap(({ labels }) => labels.map(({ pattern }) => pattern)))].map((id) => ({
    id,
    statement: id,
    kind: kindNames,
    categories,
  }))

/**
 * Beliefs invented for these sets, in the way people type; those of `strangers` and `second-strangers` by authors who
 * did not know the rules. A line is what the speaker says: `= belief:` states one, `~ belief:` gives one up, `!` is a
 * trap, `.` is small talk; `other:` is somebody else's line.
 */
export async function readPlanted(
  half: Half | `strangers-${Half}` | `plain-${Half}` | 'second-strangers-tuning' | 'sentences',
): Promise<Speaker[]> {
  const text = await readFile(join(import.meta.dirname, '../data/planted', `${half}.txt`), 'utf8')
  return text.split(/^@ /m).slice(1).map(readSpeaker)
}

function readSpeaker(text: string): Speaker {
  const [head = '', ...days] = text.split(/^# /m)
  const [name = '', language = ''] = head.trim().split(' ')
  const traps: string[] = []
  const ended = new Set<string>()
  const items = days.map((day): LabeledItem => {
    const [ago = '', ...lines] = day.trim().split('\n')
    const labels: { pattern: string; quote: string }[] = []
    const content = lines.map((line) => {
      if (line.startsWith('other: ')) return line
      const [, mark, belief, words = ''] = /^([=~!.]) (?:(?<=[=~] )(\S+): )?(.*)$/u.exec(line) ?? []
      if (mark === '=') labels.push({ pattern: belief!, quote: words })
      if (mark === '~') ended.add(belief!)
      if (mark === '~' || mark === '!') traps.push(words)
      return `${name}: ${words}`
    })
    return {
      id: `${name} ${ago}`,
      source_type: 'conversation',
      title: null,
      days_ago: Number(ago),
      content: content.join('\n\n'),
      labels,
    }
  })
  const patterns = patternsOf(items).map((pattern) => ({ ...pattern, ended: ended.has(pattern.id) }))
  return { agent: { name, trade: 'planted', patterns, items }, language, traps }
}

/** A turn as the set refers to it: `LINE FINGERPRINT SENTENCE=LABEL …`; label `*` is a belief stated once, `!…` a trap. */
interface RealSpeaker {
  name: string
  /** English if missing. */
  language?: string
  repository: string
  commit: string
  turns: Record<string, string[]>
}

const daysBetweenFiles = 7

/** Real talk of people. Files carry no common dates: they are dated a week apart, in the order of their names. */
export async function readReal(half: Half, mirrors: Mirrors): Promise<Speaker[]> {
  const people: RealSpeaker[] = JSON.parse(
    await readFile(join(import.meta.dirname, '../data/conversations', `${half}.json`), 'utf8'),
  )
  return Promise.all(people.map((person) => readPerson(person, mirrors)))
}

async function readPerson(
  { name, language = 'en', repository, commit, turns }: RealSpeaker,
  mirrors: Mirrors,
): Promise<Speaker> {
  const traps: string[] = []
  const paths = Object.keys(turns).sort()
  const items = await Promise.all(
    paths.map(async (path, at): Promise<LabeledItem> => {
      const lines = (await mirrors.readText(repository, commit, path)).split('\n')
      const labels: { pattern: string; quote: string }[] = []
      const said = turns[path]!.map((turn) => {
        const [number = '', hash, ...marks] = turn.split(' ')
        const line = lines[Number(number) - 1] ?? ''
        if (fingerprint(line) !== hash) throw new Error(`${repository} ${path}:${number} is not what was labeled`)
        const words = spokenIn(line)
        const sentences = words.split(/(?<=[.!?])\s+/)
        for (const mark of marks) {
          const [sentence, label] = mark.split('=') as [string, string]
          const quote = sentences[Number(sentence)]!
          if (label.startsWith('!')) traps.push(quote)
          else labels.push({ pattern: label === '*' ? `${path}:${number}:${sentence}` : label, quote })
        }
        return `${name}: ${words}`
      })
      return {
        id: path,
        source_type: 'conversation',
        title: null,
        days_ago: (paths.length - at) * daysBetweenFiles,
        content: said.join('\n\n'),
        labels,
      }
    }),
  )
  const agent = { name, trade: repository, patterns: patternsOf(items), items }
  return { agent, language, traps }
}

/** The text of a line of a transcript, without the speaker's name; transcripts in JSON have a text on each line. */
const spokenIn = (line: string): string => {
  const json = /^\s*"text": (".*"),?$/.exec(line)?.[1]
  return json === undefined ? line.replace(/^(?:\*\*[^*]+:\*\*|[A-Z]{2,3}:) /, '') : JSON.parse(json)
}
