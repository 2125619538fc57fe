import type { FastifyInstance, FastifyReply } from 'fastify'
import { HeadWatcher, readHeads } from '../../../features/audit/heads.ts'
import { contextOf } from '../../access/auth.ts'
import { eventStreams, eventStreamType } from '../../answers/event-stream.ts'
import { AnyText, Id, Integer, List, Named, responses } from '../../requests/schemas.ts'
import type { Routes } from '../../routes.ts'

const Heads = List(Named('AuditHead', { org_id: Id, seq: Integer(120) }))

/** How long a stream stays open, in milliseconds. The browser opens another one, for which its session is checked again. */
const openMs = 60_000

/** How the dashboard learns of changes that others make (behavior: Audit log). */
export const auditHeadRoutes: Routes = (deps) => async (app) => {
  const watcher = new HeadWatcher(deps.db, deps.log)
  const sendEvents = eventStreams(app as unknown as FastifyInstance, openMs)
  app.get(
    '/audit-log/heads',
    {
      config: { access: 'session' },
      schema: {
        tags: ['Audit log'],
        summary: 'Follow changes',
        description: `The number of the last audit entry of each of the caller's organizations that has one. With \`Accept: ${eventStreamType}\` the response is a stream of server-sent events for up to a minute: the present heads, then those that moved, within two seconds. Only for people who are signed in.`,
        response: {
          ...responses(200, Heads, [401, 429]),
          200: {
            description: 'the heads, or a stream of them',
            content: {
              'application/json': { schema: Heads },
              [eventStreamType]: {
                schema: AnyText(
                  'data: {"data":[{"org_id":"019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11","seq":121}],"count":1}\n\n',
                ),
              },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { caller } = contextOf(request, deps)
      const heads = await readHeads(deps.db, caller.orgIds)
      if (!request.headers.accept?.includes(eventStreamType)) return listOf(heads)
      return sendEvents(reply as unknown as FastifyReply, ({ send }) => {
        const stop = watcher.follow(
          { userId: caller.userId, orgIds: caller.orgIds, moved: (moved) => send(listOf(moved)) },
          heads,
        )
        send(listOf(heads))
        return stop
      })
    },
  )
}

const listOf = <Head extends object>(data: Head[]) => ({ data, count: data.length })
