import { print } from '../output.ts'
import { serviceCommand, unwrap, withService } from '../service/service.ts'

export const observe = serviceCommand('observe')
  .description('report an observation about an agent; the next discovery reads it')
  .argument('<agent>', 'slug or id')
  .argument('<text>', 'the observation')
  .option('--quote <text>', 'the words that show it')
  .action((agentId, content, options) =>
    withService(options, async ({ api }) => {
      const body = { agentId, content, ...(options.quote && { sourceQuote: options.quote }) }
      const created = await unwrap(api.POST('/observations', { body }), { content: '<text>', sourceQuote: '--quote' })
      print(options, created, () => `Reported. "agent-identity discover ${agentId}" reads it now.`)
    }),
  )
