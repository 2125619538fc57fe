import { print } from '../output.ts'
import { serviceCommand, unwrap, withService } from '../service/service.ts'
import { wholeNumber } from './option-values.ts'

export const show = serviceCommand('show')
  .description('print the prompt of an agent; with --json the agent and its own items')
  .argument('<agent>', 'slug or id')
  .option('--max-tokens <number>', 'the digest of at most so many tokens instead (200 to 4000)', wholeNumber())
  .option('--label <label>', 'the version that carries this label')
  .option('--environment <slug>', 'the version that carries this environment as a label, else the live prompt')
  .action((agentId, options) =>
    withService(options, async ({ api }) => {
      const path = { agentId }
      if (options.json)
        return print(options, await unwrap(api.GET('/agents/{agentId}', { params: { path } })), () => '')
      const { maxTokens: max_tokens, label, environment } = options
      const query = { max_tokens, label, environment }
      const answer = api.GET('/agents/{agentId}/prompt', { params: { path, query }, parseAs: 'text' })
      const prompt = await unwrap(answer, { maxTokens: '--max-tokens', max_tokens: '--max-tokens' })
      print(options, prompt, () => prompt.trimEnd())
    }),
  )
