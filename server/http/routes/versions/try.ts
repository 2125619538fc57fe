import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#core/base/errors.ts'
import { trialEndings } from '#core/domain/language.ts'
import { prepareTrial } from '../../../features/versions/try-prompt.ts'
import { contextOf } from '../../access/auth.ts'
import { errorBody } from '../../answers/errors.ts'
import { eventStreams, eventStreamType } from '../../answers/event-stream.ts'
import { AgentId, AnyText, Line, responses, Words } from '../../requests/schemas.ts'
import { Type } from '../../requests/type.ts'
import { LabelName, VersionNumber } from '../../resources/versions.ts'
import type { Routes } from '../../routes.ts'

/** Trying a prompt with the language model of the service (behavior: Try). */
export const tryRoutes: Routes = (deps) => async (app) => {
  const sendEvents = eventStreams(app as unknown as FastifyInstance)
  app.post(
    '/agents/:agentId/try',
    {
      config: { access: 'read', agentKeys: true },
      schema: {
        tags: ['Agent identity'],
        summary: 'Try the prompt',
        description: `Sends a message to the language model under the agent's prompt: the live one, or that of a \`version\`, a \`label\`, or the variant of a \`seed\`. The answer is a stream of server-sent events, each a JSON object with a \`type\`: \`start\` (\`model\`, \`version\`), \`text\` (\`text\`, the next piece of the answer), and last either \`end\` (\`finish_reason\`: ${trialEndings.join(', ')}; \`input_tokens\` and \`output_tokens\`, null if the model does not count them; \`ms\`, the milliseconds since the start) or \`error\` (\`error\`, \`code\`). The model's work ends when the client closes the connection. Neither the message nor the answer is stored or logged.`,
        params: Type.Object({ agentId: AgentId }),
        body: Type.Object({
          message: Words(8000, 'May I merge this on a Friday?', { description: 'at most 8,000 characters' }),
          version: Type.Optional(VersionNumber),
          label: Type.Optional(LabelName),
          seed: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 2 ** 32 - 1,
              description: 'draws a variant of the live prompt',
              examples: [42],
            }),
          ),
          model: Type.Optional(
            Line(200, 'qwen3:8b', { description: 'one of `GET /language-model`; the first one if absent' }),
          ),
        }),
        response: {
          ...responses(200, Type.String(), [400, 401, 404, 409]),
          200: {
            description: 'the answer as it is written',
            content: {
              [eventStreamType]: {
                schema: AnyText(
                  'data: {"type":"start","model":"qwen3:8b","version":7}\n\ndata: {"type":"text","text":"No."}\n\n',
                ),
              },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const trial = await prepareTrial(contextOf(request, deps), request.params.agentId, request.body)
      return sendEvents(reply as unknown as FastifyReply, ({ send, end }) => {
        const started = deps.now().getTime()
        const gone = new AbortController()
        send({ type: 'start', model: trial.model, version: trial.version })
        trial
          .run(gone.signal, (text) => send({ type: 'text', text }))
          .then(
            (ended) => send({ type: 'end', ...ended, ms: deps.now().getTime() - started }),
            (error: unknown) => {
              if (!gone.signal.aborted) send({ type: 'error', ...failureOf(error, request) })
            },
          )
          .finally(end)
        return () => gone.abort()
      })
    },
  )
}

/** The last event of a stream that fails, since its status is already sent. */
function failureOf(error: unknown, request: { id: string; log: { error: (line: object, text: string) => void } }) {
  if (error instanceof AppError) return errorBody(error.code, error.message)
  request.log.error({ err: error, reqId: request.id }, 'unexpected error')
  return errorBody('internal', 'Internal error')
}
