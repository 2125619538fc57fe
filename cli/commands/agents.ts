import { print, printNote, table } from '../output.ts'
import { type Service, serviceCommand, unwrap, withService } from '../service/service.ts'
import { words } from './option-values.ts'

export const agents = serviceCommand('agents')
  .description('list the agents')
  .option('--new <name>', 'create an agent first', words)
  .action((options) =>
    withService(options, async (service) => {
      const body = { name: options.new }
      const created = options.new && (await unwrap(service.api.POST('/agents', { body }), { name: '--new' }))
      const found = await allAgents(service)
      if (created && found.some(({ id, name }) => name === created.name && id !== created.id))
        printNote(`Another agent is named ${created.name} too; commands know the new one as ${created.slug}.`)
      print(options, found, () =>
        found.length === 0
          ? 'There are no agents yet. "agent-identity agents --new NAME" creates one.'
          : table([
              ['agent', 'name', 'beliefs', 'responsibilities', 'pending'],
              ...found.map((agent) => [
                agent.slug,
                agent.name,
                String(agent.belief_count),
                String(agent.responsibility_count),
                String(agent.pending_count),
              ]),
            ]),
      )
    }),
  )

/** Every agent that the caller sees. */
export async function allAgents({ api }: Service) {
  const found = []
  let cursor: string | undefined
  do {
    const page = await unwrap(api.GET('/agents', { params: { query: { limit: 100, ...(cursor && { cursor }) } } }))
    found.push(...page.data)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return found
}
