import { Option } from 'commander'
import type { Schemas } from '../../clients/typescript/src/index.ts'
import { print, table } from '../output.ts'
import { type Service, serviceCommand, unwrap, withService } from '../service/service.ts'
import { versionOrLive } from './option-values.ts'

export const label = serviceCommand('label')
  .description('list the labels of an agent, or pin one to a version of its prompt')
  .argument('<agent>', 'slug or id')
  .argument('[label]', 'the label to set, such as production')
  .argument('[version]', 'its number, or live for the present prompt, which is the default', versionOrLive)
  .option('--reason <text>', 'why, for the history')
  .addOption(new Option('--rollback', 'return to the version before the last move').conflicts(['remove', 'history']))
  .addOption(new Option('--remove', 'take the label away').conflicts('history'))
  .option('--history', 'list the moves of the label')
  .action((agentId, name, version, options) =>
    withService(options, async ({ api }) => {
      if (name === undefined) return listLabels(api, agentId, options)
      const path = { agentId, label: name }
      const body = options.reason === undefined ? {} : { reason: options.reason }
      if (options.history) return listMoves(api, path, options)
      if (options.remove) {
        const removed = await unwrap(api.DELETE('/agents/{agentId}/labels/{label}', { params: { path }, body }))
        return print(options, removed, () => `Took ${name} away.`)
      }
      const moved = options.rollback
        ? api.POST('/agents/{agentId}/labels/{label}/rollback', { params: { path }, body })
        : api.PUT('/agents/{agentId}/labels/{label}', {
            params: { path },
            body: { version: version ?? 'live', ...body },
          })
      const state = await unwrap(moved, { version: '[version]', label: '[label]', reason: '--reason' })
      print(options, state, () => `${name} is version ${state.version}.`)
    }),
  )

type Api = Service['api']

async function listLabels(api: Api, agentId: string, options: { json?: boolean }) {
  const list = await unwrap(api.GET('/agents/{agentId}/labels', { params: { path: { agentId } } }))
  print(options, list, () => (list.count === 0 ? 'No label is set.' : table(list.data.map(labelLine))))
}

type Label = Omit<Schemas['PromptLabel'], 'actor'> & { actor: { name: string } }

const labelLine = ({ label, version, behind, stale, actor, moved_at }: Label) => [
  label,
  `version ${version}`,
  behind === 0 ? 'current' : `${behind} behind${stale ? ', stale' : ''}`,
  `${actor.name}, ${moved_at.slice(0, 10)}`,
]

async function listMoves(api: Api, path: { agentId: string; label: string }, options: { json?: boolean }) {
  const moves = await unwrap(api.GET('/agents/{agentId}/labels/{label}/history', { params: { path } }))
  print(options, moves, () =>
    table(
      moves.data.map(({ at, from, to, actor, reason }) => [
        at.slice(0, 16).replace('T', ' '),
        `${from ?? 'none'} → ${to ?? 'none'}`,
        actor.name,
        reason ?? '',
      ]),
    ),
  )
}
