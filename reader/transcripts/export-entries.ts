import { type Fields, isFields } from '../json-text.ts'

/** Finds the messages of a chat export in JSON, whatever wraps them. */

const listKeys = [
  'messages',
  'chat_messages',
  'conversation',
  'conversations',
  'turns',
  'contents',
  'utterances',
  'chunks',
  'comments',
  'items',
  'value',
  'data',
]
const wrapperKeys = ['chunkedPrompt', 'results', 'result', 'data', 'thread', 'chat']
const maxDepth = 4

/** The messages in the order of the export; empty if there are none. */
export function exportedEntries(value: unknown, depth = 0): Fields[] {
  if (depth > maxDepth) return []
  if (Array.isArray(value))
    return value.filter(isFields).flatMap((entry) => innerEntries(entry, depth) ?? pairOf(entry))
  return isFields(value) ? (innerEntries(value, depth) ?? []) : []
}

/** The messages that an object wraps; undefined for a message. */
function innerEntries(value: Fields, depth: number): Fields[] | undefined {
  if (isFields(value.mapping)) return branchOf(value.mapping, value.current_node)
  if (Array.isArray(value.input) && Array.isArray(value.output))
    return exportedEntries([...value.input, ...value.output], depth + 1)
  const key = listKeys.find((key) => Array.isArray(value[key]) && value[key].some(isFields))
  if (key !== undefined) return exportedEntries(value[key], depth + 1)
  if (Array.isArray(value.segments)) return segmentsOf(value.segments)
  const wrapper = wrapperKeys.find((key) => isFields(value[key]))
  const inner = wrapper === undefined ? [] : (innerEntries(value[wrapper] as Fields, depth + 1) ?? [])
  return inner.length > 0 ? inner : undefined
}

/** The segments of a recording by Whisper, whose texts begin with a space. */
const segmentsOf = (segments: unknown[]) =>
  segments.filter(isFields).map((each) => ({ ...each, text: String(each.text ?? '').trim() }))

const pairs = [
  ['instruction', 'output'],
  ['prompt', 'completion'],
  ['prompt', 'response'],
  ['question', 'answer'],
] as const

/**
 * A question with its answer as two messages, and `{ "Ada": "hello" }` as one; any other entry is returned unchanged.
 */
function pairOf(entry: Fields): Fields[] {
  const pair = pairs.find((keys) => keys.every((key) => typeof entry[key] === 'string'))
  if (pair) {
    const [asked, answered] = pair
    const more = typeof entry.input === 'string' && entry.input !== '' ? `\n\n${entry.input}` : ''
    return [
      { role: 'user', content: `${entry[asked]}${more}` },
      { role: 'assistant', content: entry[answered] },
    ]
  }
  const [only, ...others] = Object.entries(entry)
  const isNamed =
    only && others.length === 0 && typeof only[1] === 'string' && !/^(?:content|text|message|value)$/.test(only[0])
  return isNamed ? [{ name: only[0], content: only[1] }] : [entry]
}

const timeKeys = ['timestamp_ms', 'created_at', 'timestamp', 'ts'] as const

/** The oldest message first: some exports begin with the newest. */
export function inOrder(entries: Fields[]): Fields[] {
  const key = timeKeys.find((key) => entries.every((entry) => Number.isFinite(Number(entry[key] ?? Number.NaN))))
  if (key === undefined || entries.length < 2) return entries
  const times = entries.map((entry) => Number(entry[key]))
  const isNewestFirst = times[0]! > times.at(-1)! && times.every((time, at) => at === 0 || time <= times[at - 1]!)
  return isNewestFirst ? entries.toReversed() : entries
}

/** The branch of a message tree that ends in the current node, else in the last node without children. */
function branchOf(mapping: Fields, current: unknown): Fields[] {
  const nodes = new Map(Object.entries(mapping).filter((entry): entry is [string, Fields] => isFields(entry[1])))
  const leaf = [...nodes.keys()].findLast((id) => {
    const { children } = nodes.get(id)!
    return !Array.isArray(children) || children.length === 0
  })
  const branch: Fields[] = []
  const seen = new Set<string>()
  let id = typeof current === 'string' && nodes.has(current) ? current : leaf
  while (id !== undefined && !seen.has(id)) {
    seen.add(id)
    const node: Fields | undefined = nodes.get(id)
    if (isFields(node?.message)) branch.push(node.message)
    id = typeof node?.parent === 'string' ? node.parent : undefined
  }
  return branch.reverse()
}
