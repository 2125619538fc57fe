/**
 * Rewrites the answers of an endpoint to the one shape that the SDK reads: the answer as text, whether it stands in the
 * content, in parts of it, in the arguments of a tool call, or in the reasoning alone. Errors with status 200 become
 * errors.
 */
export const completionsAsText =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init)
    if (!response.ok) return response
    const body = await response.text()
    const { status, statusText, headers } = response
    let completion: unknown
    try {
      completion = JSON.parse(body)
    } catch {
      return new Response(body, { status, statusText, headers })
    }
    const { error } = recordOf(completion)
    const { choices } = recordOf(completion)
    if (error && !Array.isArray(choices)) return new Response(body, { status: statusOf(error), headers })
    return new Response(JSON.stringify(plainCompletion(recordOf(completion))), { status, statusText, headers })
  }

type Json = Record<string, unknown>

const recordOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})

/** Gateways report the status of the system behind them in the body. */
const statusOf = (error: unknown): number => {
  const status = Number(recordOf(error).status ?? recordOf(error).code)
  return status >= 400 && status <= 599 ? status : 502
}

function plainCompletion({ choices, usage }: Json): Json {
  const choice = recordOf(Array.isArray(choices) ? choices[0] : undefined)
  if (!('message' in choice) && !('text' in choice)) return { choices: [] }
  const { refusal, ...message } = recordOf(choice.message)
  const content = [textOf(message.content ?? choice.text), ...argumentsOf(message)].filter((text) => text !== '')
  const answer =
    content.length > 0 || refusal ? content.join('\n') : textOf(message.reasoning_content ?? message.reasoning)
  const spent = recordOf(usage)
  return {
    choices: [
      {
        message: { role: 'assistant', content: answer, refusal: typeof refusal === 'string' ? refusal : null },
        finish_reason: finishOf(choice.finish_reason),
      },
    ],
    usage: {
      prompt_tokens: numberOf(spent.prompt_tokens),
      completion_tokens: numberOf(spent.completion_tokens),
      cost: numberOf(spent.cost),
    },
  }
}

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part) => (typeof part === 'string' ? part : recordOf(part).text))
    .filter((text) => typeof text === 'string')
    .join('')
}

/** The arguments of tool calls: some models answer so although they are offered no tools. */
const argumentsOf = ({ tool_calls, function_call }: Json): string[] =>
  [...(Array.isArray(tool_calls) ? tool_calls.map((call) => recordOf(call).function) : []), function_call].flatMap(
    (call) => {
      const { arguments: input } = recordOf(call)
      if (input === undefined || input === null) return []
      return [typeof input === 'string' ? input : JSON.stringify(input)]
    },
  )

const finishOf = (reason: unknown): string => {
  if (/length|max_?(?:output_?)?tokens/i.test(String(reason))) return 'length'
  return /filter|safety/i.test(String(reason)) ? 'content_filter' : 'stop'
}

const numberOf = (value: unknown): number => (Number.isFinite(Number(value)) ? Number(value) : 0)
