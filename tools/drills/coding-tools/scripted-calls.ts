import type { ModelAnswer, ModelRequest } from './model-stand-in.ts'

const change = {
  ...{ op: 'add', owner: { agentId: 'ada' }, kind: 'belief', category: 'voice' },
  statement: 'Answer in one line',
}

const argumentsOf = {
  get_prompt: { agent: 'ada' },
  propose_changes: { title: 'Shorter answers', changes: [change] },
}

/** The tool of Qwen Code by which a model asks for tools that it was not offered at first. */
const search = 'tool_search'

/** A script in which the model calls these tools of the service, one in each turn, and then ends. */
export function scriptedCalls(calls: readonly (keyof typeof argumentsOf)[]) {
  let searches = 0
  return ({ tools, text, toolResults }: ModelRequest): ModelAnswer => {
    const call = calls[toolResults - searches]
    // The result of a search names tools that are not in the list, and that can be called all the same.
    const [found] = searches > 0 ? (new RegExp(`mcp__[\\w-]+__${call}`).exec(text) ?? []) : []
    const tool = call && (tools.find((name) => name.endsWith(call)) ?? found)
    if (tool) return { tool, arguments: argumentsOf[call] }
    if (!call || searches > 0 || !tools.includes(search)) return { text: 'Done.' }
    searches++
    return { tool: search, arguments: { query: `select:mcp__agent-identity__${call}` } }
  }
}
