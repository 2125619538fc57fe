import type { Schemas } from '../../clients/typescript/src/index.ts'

type Line = Schemas['BlamedLine']
type Item = NonNullable<Line['item']>
type Entry = Schemas['BlameEntry']

const ways: Record<NonNullable<Item['origin']>, string> = {
  person: 'Written in a session',
  api: 'Written with a key',
  import: 'Imported',
  discovery: 'Discovered',
  consensus: 'Shared by several agents',
  bootstrap: 'Taken from a role',
  change_request: 'Proposed in a change request',
}

const layers: Record<Item['layer'], string> = { org: 'organization', group: 'group', agent: 'agent' }

const day = (time: string) => time.slice(0, 10)
const nameOf = (actor: Entry['actor']) => actor?.name ?? actor?.type ?? 'unknown'

/** One line among many: its number, who approved or created it, when and how, and the text. */
export function summarizeLine({ line, text, item }: Line): string {
  const who = item ? nameOf(item.approved_by ?? item.created_by) : ''
  const when = item ? day(item.approved_at ?? item.created_at) : ''
  return `${String(line).padStart(4)}  ${when.padEnd(10)}  ${who.slice(0, 20).padEnd(20)}  ${text}`.trimEnd()
}

/** All that is known of one line, as sentences and quotes. */
export function explainLine(blamed: Line): string[] {
  const { text, item, merged, sources, source_count, history, history_count } = blamed
  if (!item && history.length === 0) return [text, 'A heading or a part of the profile: no item stands behind it.']
  return [
    text,
    ...(item ? describeItem(item, sources[0]) : ['The item was deleted since; its history says by whom.']),
    ...merged.map(describeMerged),
    ...more(blamed.merged_count - merged.length, 'merged items'),
    ...sources.flatMap(describeSource),
    ...more(source_count - sources.length, 'sources'),
    ...history.map(describeEntry),
    ...more(history_count - history.length, 'changes'),
  ]
}

const more = (count: number, what: string) => (count > 0 ? [`  … and ${count} more ${what}`] : [])

function describeItem(item: Item, source: Line['sources'][number] | undefined): string[] {
  const from = source?.file ? ` from ${source.file}${source.line ? `:${source.line}` : ''}` : ''
  const way = item.origin === null ? 'Created' : `${ways[item.origin]}${from}`
  const by = item.created_by ? ` by ${nameOf(item.created_by)}` : ''
  const approval = item.approved_at
    ? `; approved${item.approved_by ? ` by ${nameOf(item.approved_by)}` : ''} on ${day(item.approved_at)}`
    : `; ${item.status}`
  return [
    `A ${item.category} of the ${layers[item.layer]} ${item.owner_name}`,
    `${way}${by} on ${day(item.created_at)}${approval}`,
  ]
}

/** From whom an item was merged: its owner where it still exists, and its author. */
function describeMerged({ statement, owner_name, created_by, merged_at }: Line['merged'][number]): string {
  const author = created_by && `by ${nameOf(created_by)}`
  const from = [owner_name && `of ${owner_name}`, author].filter(Boolean).join(' ')
  return `  merged on ${day(merged_at)}: “${statement ?? 'erased'}” ${from}`.trimEnd()
}

const mergedMark = (mergedFrom: string | null) => (mergedFrom === null ? '' : ' (merged)')

function describeSource({
  quote,
  source_type,
  title,
  url,
  published_at,
  checkpoint,
  session,
  file,
  line,
  created_at,
  merged_from,
}: Line['sources'][number]) {
  const parts = [
    session ? `${session.tool} session ${session.session}` : undefined,
    file ? `${file}${line ? `:${line}` : ''}` : undefined,
    url ?? title ?? undefined,
    checkpoint && `Entire-Checkpoint ${checkpoint}`,
    published_at ? day(published_at) : file ? day(created_at) : undefined,
  ].filter((part) => part !== undefined)
  const from = `${parts.length > 0 ? parts.join(', ') : source_type}${mergedMark(merged_from)}`
  return quote === null ? [`  ${from}`] : [`  “${quote}”`, `    ${from}`]
}

function describeEntry({ at, actor, action, before, after, merged_from }: Entry): string {
  const changes = Object.keys(before && after ? after : {}).map(
    (field) => `${field}: ${JSON.stringify(before?.[field])} → ${JSON.stringify(after?.[field])}`,
  )
  return `  ${at.slice(0, 16).replace('T', ' ')}  ${nameOf(actor)}  ${action}${mergedMark(merged_from)}  ${changes.join(', ')}`.trimEnd()
}
