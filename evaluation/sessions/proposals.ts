import type { ExtractedObservation } from '#core/domain/language.ts'
import { defaultPromotionSettings, isPromotable } from '#core/domain/similar/signals.ts'
import { sureScore } from '#core/domain/similar/sure-score.ts'
import { needsWording } from '#core/domain/wording.ts'
import { builtinEmbedder } from '#reader/embedding/embedding.ts'
import { builtinLanguage } from '#reader/engine.ts'
import { isRule } from '#reader/turns/turn-rules.ts'
import usable from '../data/sessions/usable-statements.json' with { type: 'json' }
import type { LabeledItem } from '../labels.ts'
import { fingerprint } from '../mirrors.ts'
import { discover, type Signal } from '../pipeline.ts'
import { calibrateFolds, leaveOwnersOut, readFolds } from './folds.ts'
import { carries, type ReadTurn } from './score.ts'
import { fitSureScore } from './sure-score.ts'
import { readPrepared } from './train-rules.ts'

const forms = ['sessions', 'conversations'] as const
const scores = [Number.POSITIVE_INFINITY, 0.7, 0.65, 0.6, sureScore, 0.5, 0.45, 0.4]

/**
 * Evaluates what people would review: `npm run eval -- proposals --mirrors DIR`. All turns of a project, read with weights
 * fitted without its owner, are told to one agent, in sessions or in published conversations, and what is said once is
 * proposed from each of several scores on.
 */
export async function evaluateProposals(args: readonly string[]): Promise<void> {
  const { turns, others } = await readPrepared(args)
  const read = readFolds(calibrateFolds(leaveOwnersOut(turns, others)))
  console.log(`One session or conversation is enough from a score of ${fitSureScore(read)}, by these folds`)
  await printProposals(read, args.includes('--statements'))
}

/** @param lists prints each right proposal too, with whether it stands and is labeled as usable */
async function printProposals(read: readonly ReadTurn[], lists: boolean): Promise<void> {
  const projects = [...Map.groupBy(read, ({ turn }) => turn.repository).values()]
  const recurring = new Set(projects.flatMap(recurringGroups))
  for (const form of forms) {
    const signals = await Promise.all(projects.map((project) => gather(project, form)))
    const rows = scores.map((from) => {
      const proposals = signals.map((all) =>
        all.filter((signal) => isPromotable(signal, defaultPromotionSettings, from)).map(judge),
      )
      const all = proposals.flat()
      const right = all.filter(({ verdict }) => verdict === 'right').length
      const wrong = all.filter(({ verdict }) => verdict === 'wrong').length
      const counts = proposals.map(({ length }) => length).sort((a, b) => a - b)
      const found = new Set(all.flatMap(({ group }) => (recurring.has(group!) ? [group] : [])))
      const figures = { proposals: all.length, right, wrong, share: (right / (right + wrong)).toFixed(2) }
      const use = usableOf(all)
      return [`from ${from}`, { ...figures, median: counts[counts.length >> 1], recurring: found.size, ...use }]
    })
    console.log(`Told in ${form} of ${projects.length} projects, in which ${recurring.size} rules recur`)
    console.table(Object.fromEntries(rows))
    if (lists) for (const line of signals.flat().flatMap(lineOf)) console.log(line)
  }
}

/** A right proposal with the fingerprint of its statement, its label, and whether it waits for an edit. */
function lineOf(signal: Judged): string[] {
  const { verdict, statement } = judge(signal)
  if (verdict !== 'right' || !isPromotable(signal, defaultPromotionSettings, least)) return []
  const label = needsWording(statement) ? 'edit' : (labelOf(statement) ?? 'UNJUDGED')
  return [`${fingerprint(statement)} ${label} ${statement}`]
}

const least = Math.min(...scores)
const labels: Partial<Record<string, boolean>> = usable
/** Whether somebody would approve the statement as it is, by our label; undefined where it has none. */
const labelOf = (statement: string): boolean | undefined => labels[fingerprint(statement)]

/**
 * Counts the right proposals that stand as they are (`needs_wording` is false) and those of them that a person would
 * approve unchanged, with their share. A statement without a label counts on neither side.
 */
function usableOf(proposals: readonly ReturnType<typeof judge>[]) {
  const stand = proposals.filter(({ verdict, statement }) => verdict === 'right' && !needsWording(statement))
  const judged = stand.filter(({ statement }) => labelOf(statement) !== undefined)
  const usable = judged.filter(({ statement }) => labelOf(statement)).length
  const share = (usable / judged.length).toFixed(2)
  return { stand: stand.length, unjudged: stand.length - judged.length, usable, 'usable share': share }
}

/** The rules that were labeled in three turns of two sessions or more. */
function recurringGroups(project: readonly ReadTurn[]): string[] {
  const said = project.flatMap(({ turn }) => turn.rules.flatMap(({ group }) => (group ? [{ turn, group }] : [])))
  return [...Map.groupBy(said, ({ group }) => group)].flatMap(([group, all]) =>
    new Set(all.map(({ turn }) => turn)).size >= 3 && new Set(all.map(({ turn }) => turn.session)).size >= 2
      ? [group]
      : [],
  )
}

type Judged = Signal & { turns: Map<LabeledItem, ReadTurn[]> }

/** The signals of a project. A session is told as reports of each turn, or as one conversation. */
async function gather(project: readonly ReadTurn[], form: (typeof forms)[number]): Promise<Judged[]> {
  const newest = Math.max(...project.map(({ turn }) => Date.parse(turn.at)))
  const contents = Map.groupBy(project, ({ turn }) => (form === 'sessions' ? turn.hash : turn.session))
  const turns = new Map(
    [...contents].map(([id, all]): [LabeledItem, ReadTurn[]] => {
      const { at, session } = all[0]!.turn
      const days_ago = (newest - Date.parse(at)) / 86_400_000
      const content = all.map(({ turn }) => turn.text).join('\n\n')
      const from =
        form === 'sessions' ? { source_type: 'session' as const, session } : { source_type: 'conversation' as const }
      return [{ id, title: null, days_ago, content, labels: [], ...from }, all]
    }),
  )
  const items = [...turns.keys()].sort((a, b) => b.days_ago - a.days_ago)
  const observe = async () =>
    items.map((item) =>
      turns
        .get(item)!
        .flatMap(({ findings }) =>
          findings
            .filter(({ score }) => isRule(score))
            .map(({ score, ...rule }): ExtractedObservation => ({ ...rule, confidence: score, told: true })),
        ),
    )
  const engine = { language: { ...builtinLanguage, observe }, embedder: builtinEmbedder }
  const signals = await discover(engine, { name: 'Agent', trade: '', patterns: [], items })
  return signals.map((signal) => ({ ...signal, turns }))
}

/** A proposal is right where more of its quotes carry a labeled rule than do not; quotes of unsure turns count on neither side. */
function judge({ observations, turns, statement = '' }: Judged) {
  const quotes = observations.map(({ quote, item }) => {
    const said = turns.get(item)!.filter(({ turn }) => turn.text.includes(quote))
    const rules = said.flatMap(({ turn }) => turn.rules.filter((rule) => carries(quote, rule)))
    return { rules, isUnsure: rules.length === 0 && said.some(({ turn }) => turn.label === 'unsure') }
  })
  const good = quotes.filter(({ rules }) => rules.length > 0).length
  const bad = quotes.filter(({ rules, isUnsure }) => rules.length === 0 && !isUnsure).length
  const groups = Map.groupBy(
    quotes.flatMap(({ rules }) => rules.flatMap(({ group }) => group ?? [])),
    (group) => group,
  )
  const [main] = [...groups].sort(([, a], [, b]) => b.length - a.length)
  const group = main && main[1].length * 2 >= quotes.length ? main[0] : undefined
  return { statement, verdict: good > bad ? 'right' : bad > 0 ? 'wrong' : 'unsure', group }
}
