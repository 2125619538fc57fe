import { unprocessable } from '#core/base/errors.ts'
import { type Category, categories, itemStatuses, kindNames, kindOf, kinds } from '../kinds.ts'
import { exportPaths } from './export-paths.ts'
import { emptyReading, type Format, notKept, type ReadItem, type SourceItem } from './format.ts'
import { type Fields, fieldsOf, listOf, parseJson, textOf } from './parse.ts'

/** Our own format: the agent's own layer with every field, hidden and rejected items included. */
export const ownJson: Format = {
  write: ({ agent, items, marker }) => {
    const { id, name, description, job_title, location, timezone, identity_markers, avatar_url } = agent
    const fields = {
      format: 'agent-identity',
      version: 1,
      exported: marker,
      agent: { id, name, description, job_title, location, timezone, identity_markers, avatar_url },
      ...Object.fromEntries(kindNames.map((kind) => [kinds[kind].plural, items.filter((item) => item.kind === kind)])),
    }
    return { files: [{ path: exportPaths.json[0], content: inLines(fields) }], lost: [] }
  },
  read: (file) => {
    const fields = parseJson(file)
    if (!isOwn(fields)) throw unprocessable(`The file ${file.path} must be an export in the format json`)
    const items = kindNames.flatMap((kind) =>
      listOf(fields[kinds[kind].plural]).map((item) => {
        const read = itemOf(item)
        if (!read || kindOf(read.category) !== kind)
          throw unprocessable(
            `The file ${file.path} has one of its ${kinds[kind].plural} without a statement or valid category`,
          )
        return read
      }),
    )
    const profile = Object.keys(fieldsOf(fields.agent)).length > 0 ? ['agent'] : []
    return { ...emptyReading(), items, lost: notKept(profile, 'the profile of the agent stays as it is') }
  },
}

/** Writes each item on a line of its own, so that version control shows the changed ones. */
const inLines = (fields: Record<string, unknown>): string => {
  const entries = Object.entries(fields).map(([key, value]) => {
    const isItems = Array.isArray(value) && value.length > 0
    const text = isItems ? `[\n    ${value.map(lineOf).join(',\n    ')}\n  ]` : JSON.stringify(value)
    return `  ${JSON.stringify(key)}: ${text}`
  })
  return `{\n${entries.join(',\n')}\n}\n`
}

const lineOf = ({ kind, scope, ...item }: SourceItem): string => JSON.stringify(item)

export const isOwn = (fields: Fields): boolean => fields.format === 'agent-identity'

function itemOf(item: Fields): (ReadItem & { category: Category }) | undefined {
  const statement = textOf(item.statement)
  const category = categories.find((name) => name === item.category)
  if (statement === '' || !category) return undefined
  const { display_order, n_count } = item
  return {
    statement,
    category,
    starred: item.starred === true,
    own: {
      hidden: item.hidden === true,
      status: itemStatuses.find((status) => status === item.status) ?? 'pending',
      display_order: Number.isFinite(display_order) ? Math.max(-1e15, Math.min(1e15, display_order as number)) : 0,
      n_count: Number.isInteger(n_count) ? Math.max(1, Math.min(2_147_483_647, n_count as number)) : 1,
    },
  }
}
