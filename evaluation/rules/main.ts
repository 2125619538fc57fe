import type { Rule } from '#core/domain/language.ts'
import { cleanText } from '#core/domain/text/untrusted-text.ts'
import { readRatedRules } from '#reader/rules-files/rules.ts'
import { printCost } from '../cost.ts'
import type { Engine } from '../engine.ts'
import { openMirrors } from '../mirrors.ts'
import { markdownTable } from '../table.ts'
import { type LineLabel, type ReadFile, readHalf } from './labels.ts'

/**
 * Evaluates the reading of rules files: `npm run eval -- rules --mirrors DIR [--errors]`. The held-out half is for the
 * figures only; `--errors` looks at the other alone and lists its errors. For a configured engine, a passage within a
 * line stands for the line: models quote only the words that they need.
 */
export async function evaluateRules(args: readonly string[], engine?: Engine): Promise<void> {
  const mirrors = openMirrors(args)
  const table: Record<string, Record<string, string>> = {}
  const read = async ({ text }: ReadFile) =>
    engine ? engine.language.readRules(text, { org_id: 'evaluation' }) : readRatedRules(text)
  for (const half of args.includes('--errors') ? ['tuning'] : ['tuning', 'held-out']) {
    const files = await readHalf(half, mirrors)
    if (engine) {
      printCost(
        engine,
        'rules files',
        files.map(({ text }) => text),
      )
    }
    const judged: Judged[] = []
    for (const file of files) judged.push(judge(file, await read(file), engine ? quotesPart : quotesLine))
    if (half === 'tuning' && args.includes('--errors')) judged.forEach(printErrors)
    table[half] = measure(files, judged)
  }
  console.log(`Rules files read by ${engine?.language.engine ?? 'the built-in engine'}`)
  console.table(table)
  console.log(markdownTable('Rules files', table))
}

const negators =
  /\b(?:not|never|no|none|nothing|nor|neither|avoid\w*|without|cannot|refus\w+|forbid\w*|forbidden|prohibit\w*|nicht|nie|niemals|kein\w*|ohne|nunca|sin|jam\u00E1s|ne|pas|jamais|sans|ikke)\b|n['\u2019]t\b|[\u4E0D\u6CA1\u52FF\u7981\u65E0]|\u907F\u514D|\u306A\u3044|\u305A|\u307E\u305B\u3093/iu

interface Judged {
  file: ReadFile
  /** The rules read from labeled lines, with those lines. */
  outputs: { rule: Rule; of: LineLabel[] }[]
  missed: LineLabel[]
  inverted: { label: LineLabel; rules: Rule[] }[]
}

/** Whether a rule was read from a line; strings of JSON and YAML are quoted without their quotation marks. */
function quotesLine({ quote = '' }: Rule, line: string): boolean {
  const text = cleanText(line).trim()
  const lines = quote.split('\n').map((each) => each.trim())
  return lines.includes(text) || (/^"|: "/.test(text) && text.includes(quote.replace(/^- /, '')))
}

function quotesPart({ quote = '' }: Rule, line: string): boolean {
  const text = cleanText(line).trim()
  return quote
    .split('\n')
    .map((each) => each.trim())
    .some((each) => each !== '' && (text.includes(each) || each.includes(text)))
}

function judge(file: ReadFile, rules: readonly Rule[], quotes: typeof quotesLine): Judged {
  const outputs = rules
    .map((rule) => ({ rule, of: file.labels.filter(({ text }) => quotes(rule, text)) }))
    .filter(({ of }) => of.length > 0)
  const readFrom = (label: LineLabel) => outputs.filter(({ of }) => of.includes(label)).map(({ rule }) => rule)
  const demanded = file.labels.filter(({ categories }) => categories.length > 0)
  return {
    file,
    outputs,
    missed: demanded.filter((label) => readFrom(label).length === 0),
    inverted: demanded
      .map((label) => ({ label, rules: readFrom(label) }))
      .filter(({ label, rules }) => {
        const negative = rules.some(({ statement }) => negators.test(statement))
        return (
          rules.length > 0 &&
          (label.negated ? !negative : negative && !negators.test(rules.map(({ quote }) => quote).join(' ')))
        )
      }),
  }
}

const isRight = ({ of }: Judged['outputs'][number]) => of.some(({ categories }) => categories.length > 0)
const isAccepted = ({ rule, of }: Judged['outputs'][number]) =>
  of.some(({ categories }) => categories.includes(rule.category))

function measure(files: readonly ReadFile[], judged: readonly Judged[]): Record<string, string> {
  const labels = files.flatMap((file) => file.labels)
  const demanded = labels.filter(({ categories }) => categories.length > 0).length
  const outputs = judged.flatMap((each) => each.outputs)
  const right = outputs.filter(isRight)
  const missed = judged.reduce((sum, each) => sum + each.missed.length, 0)
  const share = (part: number, whole: number) => (whole === 0 ? '-' : (part / whole).toFixed(3))
  return {
    files: String(files.length),
    repositories: String(new Set(files.map(({ repository }) => repository)).size),
    'labeled lines': String(labels.length),
    'lines that are rules': String(demanded),
    precision: share(right.length, outputs.length),
    recall: share(demanded - missed, demanded),
    'category right or acceptable': share(right.filter(isAccepted).length, right.length),
    inverted: String(judged.reduce((sum, each) => sum + each.inverted.length, 0)),
  }
}

function printErrors({ file, outputs, missed, inverted }: Judged) {
  console.log(`\n${file.name}`)
  for (const output of outputs) {
    const { category, statement } = output.rule
    const from = output.of[0]!.line
    if (!isRight(output)) console.log(`  wrong    ${from} [${category}] ${statement}`)
    else if (!isAccepted(output))
      console.log(`  category ${from} [${category}] ${statement} (${output.of.map((label) => label.categories)})`)
  }
  for (const { line, text } of missed) console.log(`  missed   ${line} ${text}`)
  for (const { label, rules } of inverted)
    console.log(`  inverted ${label.line} ${label.text} -> ${rules.map(({ statement }) => statement).join(' | ')}`)
}
