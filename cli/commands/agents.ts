import { print, table } from '../output.ts'
import { type Service, serviceCommand, unwrap, withService } from '../service.ts'

export const agents = serviceCommand('agents')
  .description('list the agents')
  .option('--new <name>', 'create an agent first')
  .action((options) =>
    withService(options, async (service) => {
      if (options.new) await unwrap(service.api.POST('/agents', { body: { name: options.new } }))
      const found = await allAgents(service)
      print(options, found, () =>
        found.length === 0
          ? 'There are no agents yet. "agent-identity agents --new NAME" creates one.'
          : table([
              ['agent', 'name', 'beliefs', 'responsibilities'],
              ...found.map((agent) => [
                ...[agent.slug, agent.name],
                ...[String(agent.belief_count), String(agent.responsibility_count)],
              ]),
            ]),
      )
    }),
  )

async function allAgents({ api }: Service) {
  const found = []
  let cursor: string | undefined
  do {
    const page = await unwrap(api.GET('/agents', { params: { query: { limit: 100, ...(cursor && { cursor }) } } }))
    found.push(...page.data)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return found
}
