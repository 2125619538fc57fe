import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { oauthHeader } from '../../server/outside/x/oauth1.ts'

/** A small server that answers in the shapes of X's API, with faults that a test switches on. */

export interface FakePost {
  id: string
  text: string
  created_at?: string
  /** The kind of a post that is not one's own. */
  kind?: 'retweet' | 'reply'
  [key: string]: unknown
}

type XFault = { status: number; headers?: Record<string, string>; body?: string } | 'cut' | 'hang'

interface XRequest {
  path: string
  query: URLSearchParams
  authorization: string
}

export interface FakeX {
  url: string
  /** The posts of an account by its id, latest first. */
  posts: Map<string, FakePost[]>
  /** Ids by the names of accounts. */
  accounts: Map<string, string>
  requests: XRequest[]
  pageSize: number
  /** Intercepts every request; `nth` counts from 1. */
  fault: (request: XRequest, nth: number) => XFault | undefined
  stop(): Promise<void>
}

export const credentials = {
  consumerKey: 'xvz1evFS4wEEPTGEFPHBog',
  consumerSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
  token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
  tokenSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
}

/** Whether the request is signed with the credentials above. */
function isSigned(url: URL, authorization: string): boolean {
  const part = (name: string) => decodeURIComponent(new RegExp(`${name}="([^"]*)"`).exec(authorization)?.[1] ?? '')
  const stamp = { timestamp: Number(part('oauth_timestamp')), nonce: part('oauth_nonce') }
  return authorization === oauthHeader('GET', url, credentials, stamp)
}

export async function startX(): Promise<FakeX> {
  const fake: FakeX = {
    url: '',
    posts: new Map(),
    accounts: new Map(),
    requests: [],
    pageSize: 100,
    fault: () => undefined,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url!, fake.url)
    const request = {
      path: url.pathname,
      query: url.searchParams,
      authorization: incoming.headers.authorization ?? '',
    }
    fake.requests.push(request)
    const fault = fake.fault(request, fake.requests.length)
    if (fault === 'hang') return
    if (fault === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"data":[{"id":')
      setTimeout(() => response.destroy(), 5)
      return
    }
    if (fault) {
      response.writeHead(fault.status, fault.headers).end(fault.body ?? '{"title":"As the test asked"}')
      return
    }
    const [status, body] = isSigned(url, request.authorization)
      ? answer(fake, request)
      : [401, { title: 'Unauthorized' }]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

const missing = { errors: [{ title: 'Not Found Error', detail: 'Could not find user' }] }

function answer(fake: FakeX, { path, query }: XRequest): [number, unknown] {
  const name = /^\/2\/users\/by\/username\/(\w+)$/.exec(path)?.[1]
  if (name !== undefined) {
    const id = fake.accounts.get(name.toLowerCase())
    return [200, id === undefined ? missing : { data: { id, username: name } }]
  }
  const id = /^\/2\/users\/(\d+)\/tweets$/.exec(path)?.[1]
  const all = id === undefined ? undefined : fake.posts.get(id)
  if (!all) return [200, missing]
  const excluded = query.get('exclude')?.split(',') ?? []
  const since = BigInt(query.get('since_id') ?? 0)
  const until = query.has('until_id') ? BigInt(query.get('until_id')!) : undefined
  const found = all.filter(
    (post) =>
      !(post.kind === 'retweet' && excluded.includes('retweets')) &&
      !(post.kind === 'reply' && excluded.includes('replies')) &&
      BigInt(post.id) > since &&
      (until === undefined || BigInt(post.id) < until),
  )
  const first = Number(query.get('pagination_token')?.slice(1) ?? 0)
  const page = found.slice(first, first + fake.pageSize)
  const next = first + fake.pageSize < found.length ? { next_token: `p${first + fake.pageSize}` } : {}
  const meta = { result_count: page.length, ...next }
  return [200, page.length === 0 ? { meta } : { data: page.map(({ kind, ...post }) => post), meta }]
}
