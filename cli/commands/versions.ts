import type { Schemas } from '../../clients/typescript/src/index.ts'
import { pluralize, print, table } from '../output.ts'
import { serviceCommand, unwrap, withService } from '../service/service.ts'
import { wholeNumber } from './option-values.ts'

export const versions = serviceCommand('versions')
  .description('list the versions of a prompt, print one, or show what changed')
  .argument('<agent>', 'slug or id')
  .argument('[number]', 'the version to print', wholeNumber())
  .option('--since <number>', 'show how the version differs from this one instead', wholeNumber())
  .option('--limit <number>', 'how many to list; 20 by default', wholeNumber(), 20)
  .action((agentId, version, options) =>
    withService(options, async ({ api }) => {
      if (version === undefined && options.since !== undefined)
        throw new Error('--since compares with a version: name it as [number]')
      if (version === undefined) {
        const params = { path: { agentId }, query: { limit: options.limit } }
        const list = await unwrap(api.GET('/agents/{agentId}/prompt-versions', { params }))
        return print(options, list, () => table(list.data.map(versionLine)))
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

const versionLine = ({ version, created_at, tokens, items, live, labels }: Schemas['PromptVersion']) => [
  String(version),
  created_at.slice(0, 16).replace('T', ' '),
  pluralize(items, 'item'),
  pluralize(tokens, 'token'),
  [...(live ? ['live'] : []), ...labels].join(', '),
]
