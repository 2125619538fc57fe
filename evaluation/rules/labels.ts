import { readFile } from 'node:fs/promises'
import type { Category } from '#core/domain/kinds.ts'
import { fingerprint, type Mirrors } from '../mirrors.ts'

/** A rules file by somebody else, with labels for some of its lines; stored in `tuning.json` and `held-out.json`. */
interface LabeledFile {
  repository: string
  commit: string
  path: string
  license: string
  /** "LINE FINGERPRINT none" or "LINE FINGERPRINT CATEGORY,CATEGORY", with " negated" if the rule forbids. */
  lines: readonly string[]
}

export interface LineLabel {
  /** Counted from 1. */
  line: number
  text: string
  /** The categories that are right or acceptable; empty if the line is not a rule. */
  categories: readonly Category[]
  negated: boolean
}

export interface ReadFile {
  name: string
  repository: string
  text: string
  labels: readonly LineLabel[]
}

/** The files of one half with their text. Throws if a line is not the one that was labeled. */
export async function readHalf(half: string, mirrors: Mirrors): Promise<ReadFile[]> {
  const files: LabeledFile[] = JSON.parse(
    await readFile(new URL(`../data/rules/${half}.json`, import.meta.url), 'utf8'),
  )
  return Promise.all(
    files.map(async ({ repository, commit, path, lines }) => {
      const name = `${repository} ${path}`
      const text = await mirrors.readText(repository, commit, path)
      const written = text.split('\n')
      const labels = lines.map((label): LineLabel => {
        const [line, print, categories, negated] = label.split(' ')
        const found = written[Number(line) - 1] ?? ''
        if (fingerprint(found) !== print) throw new Error(`${name}: line ${line} is not the one that was labeled`)
        return {
          line: Number(line),
          text: found.trim(),
          categories: categories === 'none' ? [] : (categories!.split(',') as Category[]),
          negated: negated === 'negated',
        }
      })
      return { name, repository, text, labels }
    }),
  )
}
