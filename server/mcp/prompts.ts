import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

/** Prompts that a person selects in their MCP client (behavior: MCP). */

const agent = { name: 'agent', description: 'the slug or id of an agent', required: true }

const prompts = {
  'get-started': {
    title: 'Get started',
    description: 'Give an agent its identity, and load it into this session.',
    arguments: [{ ...agent, required: false }],
    text: ({ agent }: Arguments) =>
      `Set me up with an identity from the Agent Identity Service.

1. ${agent ? `Read the prompt of ${agent} with get_prompt.` : 'Call list_agents. Ask me which agent you are, or whether to create one with create_agent.'}
2. Follow that prompt from here on.
3. If it says little, ask me three short questions: what this agent believes in, how it talks, and what it must never do.
   Send my answers with propose_changes, one belief or responsibility each, in timeless present tense.
4. Tell me what you proposed and where I can review it.`,
  },
  'review-pending': {
    title: 'Review what is pending',
    description: 'Go through proposals with a person, and carry out what they decide.',
    arguments: [{ ...agent, required: false }],
    text: ({ agent }: Arguments) =>
      `Help me review what waits for a decision${agent ? ` about ${agent}` : ''}.

1. Call list_pending${agent ? ` with agent ${agent}` : ''} and list_change_requests with status open.
2. Show me the proposals in groups of at most five, each with its evidence and what speaks against it.
3. Wait for my decision on each. Never decide for me.
4. Carry out what I decided with review_beliefs, review_responsibilities, merge_change_request or close_change_request.`,
  },
  'evolve-identity': {
    title: 'Evolve an identity',
    description: 'Look back at this session, and report and propose what it showed.',
    arguments: [agent],
    text: ({ agent }: Arguments) =>
      `Look back at what ${agent} did in this session.

1. Call get_identity with agent ${agent}.
2. Name what recurred: habits, decisions, corrections that I made. Quote the sentence that shows each.
3. Send those with report_observations. They are evidence, not changes.
4. Where something I told you contradicts the identity or is missing from it, propose it with propose_changes.
5. Tell me in three sentences what you sent.`,
  },
} as const

type Arguments = Record<string, string>
type Name = keyof typeof prompts

export const listPrompts = () => ({
  prompts: Object.entries(prompts).map(([name, { title, description, arguments: args }]) => ({
    name,
    title,
    description,
    arguments: [...args],
  })),
})

/** @throws ProtocolError when the prompt does not exist, or an argument is missing */
export function getPrompt(name: string, args: Arguments) {
  if (!Object.hasOwn(prompts, name))
    throw invalid(`There is no prompt ${name}; there are ${Object.keys(prompts).join(', ')}`)
  const { description, arguments: known, text } = prompts[name as Name]
  const missing = known.find((argument) => argument.required && !args[argument.name])
  if (missing)
    throw invalid(`${missing.name} is required: ${missing.description}; call list_agents to see which there are`)
  return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text: text(args) } }] }
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)
