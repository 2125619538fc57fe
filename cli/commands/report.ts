import type { Schemas } from '../../clients/typescript/src/index.ts'
import { pluralize, print, table, visibleLine } from '../output.ts'
import { type Service, serviceCommand, unwrap, withService } from '../service/service.ts'
import { wholeNumber } from './option-values.ts'

export const report = serviceCommand('report')
  .description('count the tokens of a prompt, and list items that repeat, contradict or had to be said again')
  .argument('<agent>', 'slug or id')
  .option('--budget <tokens>', 'the number of tokens that the prompt should not exceed', wholeNumber())
  .action((agentId, options) =>
    withService(options, async (service) => {
      const query = options.budget === undefined ? {} : { budget: options.budget }
      const params = { path: { agentId }, query }
      const answer = await unwrap(service.api.GET('/agents/{agentId}/prompt-report', { params }), {
        budget: '--budget',
      })
      const found = answer as Schemas['PromptReport']
      const needsItems = !options.json && found.suggestions.length > 0
      const items = needsItems ? await readItems(service, agentId) : new Map<string, Item>()
      print(options, found, () => [
        ...tokenLines(found, options.budget),
        ...(found.suggestions.length === 0
          ? ['No item repeats or contradicts another, and none is weak.']
          : found.suggestions.flatMap((suggestion) => suggestionLines(suggestion, items))),
      ])
    }),
  )

type Item = Pick<Schemas['ResolvedBelief'], 'id' | 'statement' | 'source'>

/** Reads the items by id: suggestions name more of them than the report shows. */
async function readItems({ api }: Service, agentId: string): Promise<Map<string, Item>> {
  const params = { path: { agentId } }
  const { beliefs, responsibilities } = await unwrap(api.GET('/agents/{agentId}/resolved-identity', { params }))
  return new Map([...beliefs, ...responsibilities].map((item) => [item.id, item as Item]))
}

function tokenLines({ tokens }: Schemas['PromptReport'], budget: number | undefined): string[] {
  const { total, tokenizer, by_layer, by_category } = tokens
  const left = budget === undefined ? undefined : budget - total
  const compared = left === undefined ? '' : `, ${Math.abs(left)} ${left < 0 ? 'over' : 'below'} the budget`
  return table([
    ['prompt', `${pluralize(total, 'token')} (${tokenizer})${compared}`],
    ['layers', countsIn(by_layer)],
    ['categories', countsIn(by_category)],
  ])
}

const countsIn = (counts: Record<string, number>) =>
  Object.entries(counts)
    .flatMap(([name, count]) => (count > 0 ? `${name} ${count}` : []))
    .join(', ') || 'no items'

function suggestionLines({ action, reason, ids, saves_tokens }: Schemas['ReportSuggestion'], items: Map<string, Item>) {
  const saved = saves_tokens > 0 ? ` (saves ${pluralize(saves_tokens, 'token')})` : ''
  const rows = ids.flatMap((id) => items.get(id) ?? []).map(({ source, statement }) => ['  ', source, statement])
  return [`${visibleLine(action)}: ${visibleLine(reason)}${saved}`, ...table(rows)]
}
