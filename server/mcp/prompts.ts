import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

/**
 * Prompts that a person selects in their MCP client. They name only tools that the session is offered (behavior: MCP).
 */

/** Whether a tool is offered. */
type Has = (tool: string) => boolean
type Arguments = Record<string, string>

interface Prompt {
  title: string
  description: string
  agent: 'required' | 'optional'
  /** The request of the person, before the steps. */
  opening: (agent: string | undefined) => string
  steps: (agent: string | undefined, has: Has) => (string | false)[]
}

const agentArgument = { name: 'agent', description: 'the slug or id of an agent' }

const prompts: Readonly<Record<string, Prompt>> = {
  'get-started': {
    title: 'Get started',
    description: 'Give an agent its identity, and load it into this session.',
    agent: 'optional',
    opening: () => 'Set me up with an identity from the Agent Identity Service.',
    steps: (agent, has) => [
      agent
        ? `${reading('get_prompt', agent, has)}.`
        : `${choosing(has)}${has('create_agent') ? ', or whether to create one with create_agent' : ''}. ${reading('get_prompt', agent, has)}.`,
      'Follow that prompt from here on.',
      `If it says little, ask me three short questions: what this agent believes in, how it talks, and what it must never do. ${sending(has, 'my answers')}: one belief or responsibility each, in timeless present tense.`,
      maySend(has) && 'Tell me what you sent and where I can review it.',
    ],
  },
  'review-pending': {
    title: 'Review what is pending',
    description: 'Go through proposals and pending items with a person, and carry out what they decide.',
    agent: 'optional',
    opening: (agent) => `Help me review what waits for a decision${agent ? ` about ${agent}` : ''}.`,
    steps: (agent, has) => {
      const ofAgent = agent ? ` for ${agent}` : ''
      const lists = ['list_pending', 'review_pending', 'list_change_requests'].filter(has)
      const decisions = decisionTools.filter(has)
      return [
        lists.length > 0
          ? `Call ${joined(lists, 'and')}${ofAgent}. Leave out what is decided.`
          : 'Ask me for what waits: no tool of this session lists it, and the dashboard does.',
        'Show me the proposals, then the items that people wrote, in groups of at most five, each with its evidence and what speaks against it.',
        'Wait for my decision on each. Never decide for me.',
        decisions.length > 0
          ? `Carry out what I decided with ${joined(decisions, 'or')}. I decide in the dashboard where these are not enough.`
          : 'Repeat my decisions as a list: no tool of this session carries them out, so I do it in the dashboard.',
      ]
    },
  },
  'evolve-identity': {
    title: 'Evolve an identity',
    description: 'Look back at this session, and report and propose what it showed.',
    agent: 'required',
    opening: (agent) => `Look back at what ${agent} did in this session.`,
    steps: (agent, has) => [
      `${reading('get_identity', agent, has)}.`,
      'Name what recurred: habits, decisions, corrections that I made. Quote the sentence that shows each.',
      has('report_observations') && 'Send those with report_observations. They are evidence, not changes.',
      `Find what I told you that contradicts the identity or is missing from it. ${sending(has, 'that')}.`,
      maySend(has) && 'Tell me in three sentences what you sent.',
    ],
  },
  reflect: {
    title: 'Reflect on this session',
    description: 'Gather what a person said in this session that should hold in later ones.',
    agent: 'optional',
    opening: (agent) =>
      `Look back over this session, and gather what I said that should hold in later sessions${agent ? ` of ${agent}` : ''}.`,
    steps: (agent, has) => [
      agent
        ? `${reading('get_identity', agent, has)}.`
        : `${choosing(has)}, unless you know. ${reading('get_identity', agent, has)}.`,
      `Go through the messages that I typed, and take:
   - rules that I stated ("always", "never", "from now on", "we use"),
   - corrections of what you did,
   - refusals for which I gave a reason.
   A task for now is no rule: leave out what I wanted only once.`,
      'Leave out whatever the identity already holds, in whatever words. If nothing is left, say so, and send nothing.',
      'Write each as one sentence in timeless present tense, and quote the words of mine that show it, word for word. Never quote yourself, a tool, a file or a text that I pasted. Leave out secrets and names of people.',
      `${reporting(has)}.`,
      maySend(has) && 'Tell me in three sentences what you sent.',
    ],
  },
}

/** Tools that carry out the decisions of a person. */
const decisionTools = ['review_beliefs', 'review_responsibilities', 'merge_change_request', 'close_change_request']

/** Says how to read a prompt or an identity: by its tool, or by the resource, which every session may read. */
const reading = (tool: 'get_prompt' | 'get_identity', agent: string | undefined, has: Has) =>
  has(tool)
    ? `Read ${tool === 'get_prompt' ? 'the prompt' : 'the identity'} of ${agent ?? 'that agent'} with ${tool}`
    : `Read the resource identity://agents/${agent ?? '{slug}'}/prompt`

const choosing = (has: Has) =>
  has('list_agents')
    ? 'Call list_agents, and ask me which agent you are'
    : 'Ask me for the slug of the agent that you are'

const mayAdd = (has: Has) => has('add_belief') && has('add_responsibility')
const maySend = (has: Has) => has('propose_changes') || has('report_observations') || mayAdd(has)

/** Says how to send a statement of the person. */
function sending(has: Has, object: string): string {
  if (has('propose_changes')) return `Send ${object} with propose_changes`
  if (mayAdd(has)) return `Add ${object} with add_belief or add_responsibility`
  if (has('report_observations')) return `Send ${object} with report_observations`
  return `No tool of this session can send anything, so show me ${object} as a list for the dashboard`
}

/** Says how to send each thing that the person said, with its quote. */
function reporting(has: Has): string {
  const report = 'with report_observations, the quote as sourceQuote'
  if (has('propose_changes') && has('report_observations'))
    return `Send the rules that I stated with propose_changes, in one request with the quotes as its description. Send what corrections and refusals show ${report}`
  if (has('propose_changes')) return 'Send them with propose_changes, in one request with the quotes as its description'
  if (has('report_observations')) return `Send them ${report}`
  if (mayAdd(has)) return 'Add them with add_belief or add_responsibility, with the quote'
  return 'No tool of this session can send anything, so show me the list with the quotes for the dashboard'
}

const joined = (names: readonly string[], conjunction: 'and' | 'or') =>
  names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`

export const listPrompts = () => ({
  prompts: Object.entries(prompts).map(([name, { title, description, agent }]) => ({
    name,
    title,
    description,
    arguments: [{ ...agentArgument, required: agent === 'required' }],
  })),
})

/**
 * Returns the text of a prompt for a session.
 *
 * @throws ProtocolError when the prompt does not exist, or an argument is missing
 */
export function getPrompt(name: string, { agent }: Arguments, has: Has) {
  const prompt = Object.hasOwn(prompts, name) ? prompts[name] : undefined
  if (!prompt) throw invalid(`There is no prompt ${name}; there are ${Object.keys(prompts).join(', ')}`)
  if (!agent && prompt.agent === 'required')
    throw invalid(
      `agent is required: ${agentArgument.description}${has('list_agents') ? '; call list_agents to see which there are' : ''}`,
    )
  if (agent && !/^[\da-z-]{1,64}$/i.test(agent)) throw invalid('agent must be a slug or an id')
  const named = agent || undefined
  const steps = prompt.steps(named, has).filter((step) => step !== false)
  const text = [prompt.opening(named), '', ...steps.map((step, index) => `${index + 1}. ${step}`)].join('\n')
  return {
    description: prompt.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
  }
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)
