import { upperFirst } from '#core/base/strings.ts'

/** Actions whose addresses end in a verb: `POST /agents/{agentId}/regenerate-prompt` is `regenerateAgentPrompt`. */
const verbs = new Set(
  `accept analyze apply authorize backfill close dedup format hide import login logout merge preview process publish recommend
   regenerate register request reset restore scrape star sync try undo verify`.split(/\s+/),
)

/** The verbs of addresses where a POST does not create anything. */
const verbsOf: Record<string, string> = {
  consensus: 'detect',
  'dynamic-prompt': 'preview',
  'responsibility-gaps': 'find',
}

/** Singular words that end in s. */
const singulars = new Set(['consensus', 'metrics', 'options', 'parts', 'stats'])

/**
 * Names an operation, for the code that is generated from the OpenAPI document: `listAgents`, `getAgent`,
 * `createAgentDynamicPrompt`, `starBelief`, `bulkUpdateBeliefs`. Derived from the method and the address, so that the
 * name changes only when they do.
 */
export function operationId(method: string, path: string): string {
  const segments = path
    .replace(/^\/api\/v1/, '')
    .split('/')
    .filter(Boolean)
  const last = segments.at(-1) ?? ''
  const names = segments.flatMap((segment, index) => {
    if (isParameter(segment)) return []
    const next = segments[index + 1]
    return [next !== undefined && isParameter(next) ? singular(segment) : segment]
  })
  if (last === 'bulk') {
    return camel(['bulk', method === 'POST' ? 'create' : 'update', ...names.slice(0, -1)])
  }
  const [first = '', ...rest] = last.split('-')
  if (method === 'DELETE' && last === 'publish') return camel(['unpublish', ...names.slice(0, -1)])
  if (method === 'POST' && verbsOf[last]) return camel([verbsOf[last], ...names])
  if (method === 'POST' && verbs.has(first)) return camel([first, ...names.slice(0, -1), ...rest])
  const ofOne = [...names.slice(0, -1), singular(names.at(-1) ?? '')]
  switch (method) {
    case 'GET':
      return camel([isParameter(last) || singular(last) === last ? 'get' : 'list', ...names])
    case 'POST':
      return camel(['create', ...ofOne])
    case 'PATCH':
      return camel(['update', ...names])
    case 'PUT':
      return camel(['set', ...names])
    default:
      return camel(['delete', ...ofOne])
  }
}

/**
 * Names the body of an operation: `createAgent` takes `NewAgent`, `updateAgent`
 * `AgentChanges`, `dedupAgent` `DedupAgentInput`.
 */
export function bodyName(operation: string): string {
  const [verb, noun] = verbAndNoun(operation)
  if (verb === 'create') return `New${noun}`
  return verb === 'update' ? `${noun}Changes` : `${upperFirst(operation)}Input`
}

/**
 * Names the answer: `getAgent` and `createAgent` give `Agent`, `listAgents` `AgentList`,
 * `dedupAgent` `DedupAgentResult`.
 */
export function answerName(operation: string): string {
  const [verb, noun] = verbAndNoun(operation)
  if (verb === 'list') return `${singular(noun)}List`
  return verb ? noun : `${upperFirst(operation)}Result`
}

/** Names a parameter's values, if they are enumerated. */
export const parameterName = (operation: string, parameter: string) => upperFirst(operation) + upperFirst(parameter)

function verbAndNoun(operation: string): [string | undefined, string] {
  const [, verb, noun] = /^(get|list|create|update)?(.*)$/.exec(operation)!
  return [verb, noun!]
}

const isParameter = (segment: string) => /^[{:]/.test(segment)

export function singular(segment: string): string {
  const words = segment.split('-')
  const last = words.at(-1) ?? ''
  if (!last.endsWith('s') || singulars.has(last)) return segment
  return [...words.slice(0, -1), last.replace(/ies$/, 'y').replace(/s$/, '')].join('-')
}

function camel(names: string[]): string {
  const words = names.flatMap((name) => name.split(/[^A-Za-z0-9]+/)).filter(Boolean)
  return words.map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('')
}
