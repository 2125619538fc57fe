import type { ModelAnswer, ModelRequest } from './model-stand-in.ts'

const change = {
  ...{ op: 'add', owner: { agentId: 'ada' }, kind: 'belief', category: 'voice' },
  statement: 'Answer in one line',
}

const argumentsOf = {
  get_prompt: { agent: 'ada' },
  propose_changes: { title: 'Shorter answers', changes: [change] },
}

/** A script in which the model calls these tools of the service, one in each turn, and then ends. */
export const scriptedCalls =
  (calls: readonly (keyof typeof argumentsOf)[]) =>
  ({ tools, toolResults }: ModelRequest): ModelAnswer => {
    const call = calls[toolResults]
    const tool = call && tools.find((name) => name.endsWith(call))
    return tool ? { tool, arguments: argumentsOf[call] } : { text: 'Done.' }
  }
