import type { Request, World } from '../support/operations.ts'
import { statementsOf } from './statements.ts'

/** Large requests of the survey, in place of the small examples of the API's description. */

/** The length of one message in characters. */
const messageLength = 3000

const firstCategory = { beliefs: 'principle', responsibilities: 'execution' }
export const entriesOf = (kind: keyof typeof firstCategory, from: number, count: number) =>
  statementsOf(from + (kind === 'beliefs' ? 1_000_000 : 2_000_000), count).map((statement, at) => ({
    category: firstCategory[kind],
    statement: `${statement}, case ${from + at}`,
    status: 'approved',
  }))

const talkOf = (at: number) =>
  statementsOf(3_000_000 + at, 60)
    .join('. ')
    .slice(0, messageLength)
export const messagesOf = ({ participantId }: Record<string, string>, from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ participantId, content: talkOf(from + at) }))
const transcriptOf = (messages: number) =>
  Array.from({ length: messages }, (_, at) => `${at % 2 ? 'Ada' : 'Human'}: ${talkOf(at)}`).join('\n')

type Change = Partial<Request> | (() => Promise<Partial<Request>>)

let made = 0
/** Returns the requests by operation; a function creates a new request for each call. */
export function largeRequests(
  { ids, person: { tenant } }: World,
  archive: Blob,
  agents: number,
): Record<string, Change[]> {
  const idsOf = async (path: string, count: number) =>
    (await tenant.get(`${path}${path.includes('?') ? '&' : '?'}limit=${count}`)).body.data.map(
      ({ id }: { id: string }) => id,
    )
  const bulk = (kind: 'beliefs' | 'responsibilities'): Record<string, Change[]> => ({
    [`GET /${kind}`]: [{ query: { agentId: ids.agentId!, limit: '500' } }],
    [`POST /${kind}/bulk`]: [
      async () => ({ body: { agentId: ids.agentId, [kind]: entriesOf(kind, 100_000 + 100 * made++, 100) } }),
    ],
    [`PATCH /${kind}/bulk`]: [
      async () => ({
        body: { ids: await idsOf(`/${kind}?agentId=${ids.agentId}`, 500), updates: { starred: made++ % 2 === 0 } },
      }),
    ],
  })
  const file = async (): Promise<Partial<Request>> => {
    const form = new FormData()
    form.set('agentId', ids.agentId!)
    form.set('file', archive, 'x.zip')
    return { body: form }
  }
  const newTalk = async (messages: number) => {
    const participants = [{ participantType: 'agent', agentId: ids.agentId }]
    const { body } = await tenant.post('/conversations', { participants })
    const path = { sessionId: body.id as string }
    const participantId = body.participants[0].id
    if (messages > 0)
      await tenant.post(`/conversations/${path.sessionId}/messages`, {
        messages: messagesOf({ participantId }, 0, messages),
      })
    return { path, participantId }
  }
  /** As many changes as a request may hold: half of them new statements, half edits. */
  const changes = async () => {
    const edited = await idsOf(`/beliefs?agentId=${ids.agentId}`, 250)
    const added = entriesOf('beliefs', 700_000 + 250 * made++, 250)
    return [
      ...added.map(({ category, statement }) => ({
        op: 'add',
        owner: { agentId: ids.agentId },
        kind: 'belief',
        category,
        statement,
      })),
      ...edited.map((id: string, at: number) => ({ op: 'edit', id, statement: `Edited ${made} times, case ${at}` })),
    ]
  }
  return {
    ...bulk('beliefs'),
    'POST /change-requests': [async () => ({ body: { title: 'Many changes', changes: await changes() } })],
    'POST /change-requests/{changeRequestId}/merge': [
      async () => {
        const { body } = await tenant.post('/change-requests', { title: 'Many changes', changes: await changes() })
        return { path: { changeRequestId: body.id }, body: {} }
      },
    ],
    'POST /public/analyze': [
      {
        body: {
          content: `- ${statementsOf(6_000_000, 60_000).join('\n- ')}`.slice(0, 3_900_000),
          filename: 'CLAUDE.md',
        },
      },
    ],
    ...bulk('responsibilities'),
    'GET /agents': [
      { query: { limit: '100', include: 'beliefs,responsibilities' } },
      { query: { limit: '20', offset: String(agents - 20) } },
    ],
    // The example requires reviews, so that all later writes would be refused.
    'PATCH /organizations/{orgId}': [async () => ({ body: { name: `Acme ${made++}` } })],
    'PATCH /agents/bulk': [
      async () => ({
        body: { agents: (await idsOf('/agents', 50)).map((id: string) => ({ id, location: `Berlin ${made++}` })) },
      }),
    ],
    // The example contains a label that no version has.
    'GET /agents/{agentId}/prompt': [{ query: {} }],
    'GET /search': [{ query: { q: 'disagree' } }, { query: { q: 'quetzalcoatl' } }],
    'POST /agents/{agentId}/import-claude-md': [
      async () => ({
        body: {
          content: statementsOf(4_000_000 + 1000 * made++, 1000)
            .map((line) => `- ${line}`)
            .join('\n'),
          status: 'pending',
        },
      }),
      {
        body: {
          content: statementsOf(5_000_000, 1000)
            .map((line) => `- ${line}`)
            .join('\n'),
          dryRun: true,
        },
      },
    ],
    'POST /conversations/{sessionId}/messages': [
      async () => {
        const { path, participantId } = await newTalk(0)
        return { path, body: { messages: messagesOf({ participantId }, 0, 1000) } }
      },
      async () => ({
        path: (await newTalk(0)).path,
        body: { format: true, rawText: transcriptOf(300), agentName: 'Ada' },
      }),
      async () => {
        const { path, participantId } = await newTalk(0)
        return { path, body: { participantId, content: talkOf(0) } }
      },
    ],
    'POST /conversations/format': [{ body: { rawText: transcriptOf(300), agentName: 'Ada' } }],
    'PATCH /conversations/{sessionId}': [
      async () => ({ path: (await newTalk(1000)).path, body: { status: 'completed' } }),
    ],
    'POST /x/import': [file],
    'POST /agents/{agentId}/dedup': [{ body: { dryRun: true } }, { body: { dryRun: false } }],
    'POST /organizations/{orgId}/merges/{mergeId}/undo': [
      async () => {
        const items = entriesOf('beliefs', 500_000 + 100 * made++, 50)
        const alike = items.map((item) => ({ ...item, statement: `${item.statement}!` }))
        await tenant.post('/beliefs/bulk', { agentId: ids.agentId, beliefs: [...items, ...alike] })
        const { body } = await tenant.post(`/agents/${ids.agentId}/dedup`, { dryRun: false })
        return { path: { orgId: ids.orgId!, mergeId: body.merge_id } }
      },
    ],
    'DELETE /organizations/{orgId}': [{ body: { confirmSlug: tenant.slug } }],
  }
}
