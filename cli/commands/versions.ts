import { Option } from 'commander'
import { scopes } from '#core/domain/kinds.ts'
import { pluralize, print, table } from '../output.ts'
import { serviceCommand, unwrap, withService } from '../service/service.ts'
import { wholeNumber } from './option-values.ts'

export const versions = serviceCommand('versions')
  .description('list the versions of a prompt, print one, or show what changed')
  .argument('<agent>', 'slug or id')
  .argument('[number]', 'the version to print', wholeNumber())
  .option('--since <number>', 'show how the version differs from this one instead', wholeNumber())
  .addOption(new Option('--layer <layer>', 'list only versions before which this layer changed').choices(scopes))
  .option('--limit <number>', 'how many to list; 20 by default', wholeNumber(), 20)
  .action((agentId, version, options) =>
    withService(options, async ({ api }) => {
      if (version === undefined && options.since !== undefined)
        throw new Error('--since compares with a version: name it as [number]')
      if (version === undefined) {
        const params = {
          path: { agentId },
          query: { limit: options.limit, ...(options.layer && { layer: options.layer }) },
        }
        const list = await unwrap(api.GET('/agents/{agentId}/prompt-versions', { params }))
        return print(options, list, () =>
          list.data.length === 0 ? 'No version matches.' : table(list.data.map(versionLine)),
        )
      }
      if (options.since !== undefined) {
        const params = { path: { agentId }, query: { a: options.since, b: version } }
        const difference = await unwrap(api.GET('/agents/{agentId}/prompt-versions/diff', { params }))
        return print(options, difference, () => difference.unified.trimEnd() || 'The texts are equal.')
      }
      const params = { path: { agentId, version: String(version) } }
      const one = await unwrap(api.GET('/agents/{agentId}/prompt-versions/{version}', { params }))
      print(options, one, () => one.prompt.trimEnd())
    }),
  )

interface Change {
  actor: { type: unknown; name: string | null } | null
  action: string
  target: { name: string | null } | null
  layer: unknown
}

interface Version {
  version: number
  created_at: string
  tokens: number
  items: number
  live: boolean
  labels: string[]
  changes: Change[]
  changes_by_layer: Record<string, number>
}

const versionLine = ({ version, created_at, tokens, items, live, labels, ...rest }: Version) => [
  String(version),
  created_at.slice(0, 16).replace('T', ' '),
  pluralize(items, 'item'),
  pluralize(tokens, 'token'),
  [...(live ? ['live'] : []), ...labels].join(', '),
  changesLine(rest),
]

/** The newest change since the version before, and how many others there are. */
function changesLine({ changes: [newest], changes_by_layer }: Pick<Version, 'changes' | 'changes_by_layer'>): string {
  if (!newest) return ''
  const { actor, action, target, layer } = newest
  const others = Object.values(changes_by_layer).reduce((sum, count) => sum + count, -1)
  const line = `${actor?.name ?? actor?.type}: ${action} “${target?.name}” (${layer})`
  return others > 0 ? `${line} and ${pluralize(others, 'other')}` : line
}
