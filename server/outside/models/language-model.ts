import pMap from 'p-map'
import { unprocessable } from '#core/base/errors.ts'
import type { Requester } from '#core/base/requester.ts'
import { maxOfKind } from '#core/domain/identity/templates.ts'
import { type Category, kindNames, kindOf } from '#core/domain/kinds.ts'
import type { LanguageEngine, ReadableDefinition, Rule, Suggestion, SuggestionRequest } from '#core/domain/language.ts'
import { isGrounded, share, statementOf } from '#core/models/answer.ts'
import { ModelClient, orPartial, UnreadableAnswer } from '#core/models/client.ts'
import type { CallOptions, Endpoint } from '#core/models/endpoint.ts'
import { askByHalves, splitText } from '#core/models/parts.ts'
import { quoteFinder } from '#core/models/quotes.ts'
import { decomposeTask, readRulesTask, sameMeaningTask, suggestTask } from '#core/models/tasks.ts'
import { promptTrials } from '#core/models/trials.ts'
import { sanitizeInThread, surveyInThread } from '#reader/engine.ts'
import { mergeStatementsWith } from './merge.ts'
import { estimateReading, observeWith } from './observe.ts'
import { formatTranscriptWith } from './transcript.ts'
import { wordProseWith } from './word-prose.ts'

/** About 6,000 tokens of text, so that the answer fits into any model's output as well. */
const partLength = 24_000
const parallel = 4
/** The default (behavior: Reading with a language model). */
const defaultItemsPerRun = 2000
/** Maximum number of the agent's existing items that are shown to the model. */
const maxKnownStatements = 200
const maxKnownLength = 300

/**
 * The language tasks by any OpenAI-compatible endpoint. The model sees content as fenced data and has no tools; only
 * those parts of its answers are used that pass the checks: closed enums, lengths, and quotes that occur in the
 * content.
 */
export function languageModel(endpoint: Endpoint, options: CallOptions): LanguageEngine {
  const client = new ModelClient(endpoint, options)
  return {
    engine: endpoint.model,
    usage: client.usage,
    reading: { itemsPerRun: endpoint.itemsPerRun ?? defaultItemsPerRun, estimate: estimateReading },
    readRules: (text, requester) => readRules(client, text, requester),
    decompose: (definition, requester) => decompose(client, definition, requester),
    observe: (contents, requester) => observeWith(client, contents, requester),
    // The model finds habits; counting is left to code.
    survey: (commits, requester) => surveyInThread(commits, false, requester),
    sameMeaning: (a, b, requester) => sameMeaning(client, a, b, requester),
    mergeStatements: (statements, requester) => mergeStatementsWith(client, statements, requester),
    wordProse: wordProseWith(client, options.now),
    formatTranscript: (request, requester) => formatTranscriptWith(client, request, requester),
    suggestResponsibilities: (request, requester) => suggestResponsibilities(client, request, requester),
    trials: promptTrials(client, endpoint),
  }
}

/** @throws 422 when the model's answer is unreadable (behavior: Rules import). */
async function readRules(client: ModelClient, text: string, requester: Requester): Promise<Rule[]> {
  const parts = splitText(await sanitizeInThread(text, requester), partLength)
  const deadline = client.caller.deadline()
  try {
    const ask = (data: string) => client.ask({ task: readRulesTask, context: '', data, requester, deadline })
    const readPart = (part: string) => askByHalves(part, ask, ({ rules }, text) => grounded(rules, text))
    const rules = await pMap(parts, readPart, { concurrency: parallel })
    return distinct(rules.flat())
  } catch (error) {
    if (error instanceof UnreadableAnswer) throw unprocessable(`${error.message}, so no rule was read from content`)
    throw error
  }
}

/**
 * Only the beginning of a long definition is read: it describes one agent, and a dozen
 * statements of each kind are stored.
 */
async function decompose(
  client: ModelClient,
  { name, body }: ReadableDefinition,
  requester: Requester,
): Promise<Rule[]> {
  const deadline = client.caller.deadline()
  const data = `Name: ${name}\n\n${body}`.slice(0, partLength)
  const { rules } = await orPartial(client.ask({ task: decomposeTask, context: '', data, requester, deadline }))
  const found = distinct(grounded(rules, data))
  return kindNames.flatMap((kind) =>
    found
      .filter(({ type }) => type === kind)
      .slice(0, maxOfKind)
      .map(({ type, category, statement }) => ({ type, category, statement })),
  )
}

/** The rules that the text supports, as statements; imported rules are visible at once. */
function grounded(rules: { category: Category; statement: string; quote: string }[], text: string): Rule[] {
  const find = quoteFinder(text)
  return rules.flatMap(({ category, statement: wording, quote: copied }) => {
    const statement = statementOf(wording)
    const quote = find(copied)
    if (statement === undefined || !isGrounded(statement, text) || quote === undefined) return []
    return [{ type: kindOf(category), category, statement, quote }]
  })
}

const distinct = (rules: Rule[]): Rule[] => [
  ...new Map(rules.map((rule) => [`${rule.category} ${rule.statement}`, rule])).values(),
]

/** Without a readable answer the two stay separate, which a person can fix; no one would notice a wrong merge. */
async function sameMeaning(client: ModelClient, a: string, b: string, requester: Requester): Promise<boolean> {
  const deadline = client.caller.deadline()
  const data = `1. ${a}\n2. ${b}`
  try {
    return (await client.ask({ task: sameMeaningTask, context: '', data, requester, deadline })).same
  } catch (error) {
    if (error instanceof UnreadableAnswer) return false
    throw error
  }
}

async function suggestResponsibilities(
  client: ModelClient,
  { profile, statements, categories, limit }: SuggestionRequest,
  requester: Requester,
): Promise<Suggestion[]> {
  const question = {
    task: suggestTask,
    context: `Categories: ${categories.join(', ')}. At most ${limit} suggestions for each.\n`,
    data: [
      `Name: ${profile.name}`,
      `Job title: ${profile.job_title ?? 'unknown'}`,
      `Description: ${profile.description ?? 'none'}`,
      'Already laid down:',
      ...statements.slice(0, maxKnownStatements).map((statement) => `- ${statement.slice(0, maxKnownLength)}`),
    ].join('\n'),
    requester,
    deadline: client.caller.deadline(),
  }
  const { suggestions } = await orPartial(client.ask(question))
  return suggestions.flatMap(({ category, statement: wording, confidence }) => {
    const statement = statementOf(wording)
    return statement === undefined ? [] : [{ category, statement, confidence: share(confidence) }]
  })
}
