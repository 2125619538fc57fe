/** An account with its own organization, called with its key. */

/** A parsed answer; tests look into it freely. */
export interface Answer {
  status: number
  body: any
  text: string
  headers: Record<string, string>
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT'
export type Call = (method: Method, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

export interface Tenant {
  key: string
  orgId: string
  slug: string
  userId: string
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Creates an agent and returns its id. */
  agent(input?: object): Promise<string>
  group(input?: object): Promise<string>
}

/** Calls a service as the account that `POST /register` answered with. */
export function tenantOf(call: Call, { key, user_id, organization }: any): Tenant {
  const authorization = { authorization: `Bearer ${key}` }
  const created = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    if (status !== 201) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
    return body.id as string
  }
  const tenant: Tenant = {
    key,
    orgId: organization.id,
    slug: organization.slug,
    userId: user_id,
    get: (path, headers) => call('GET', path, undefined, { ...authorization, ...headers }),
    post: (path, body, headers) => call('POST', path, body, { ...authorization, ...headers }),
    patch: (path, body, headers) => call('PATCH', path, body, { ...authorization, ...headers }),
    put: (path, body, headers) => call('PUT', path, body, { ...authorization, ...headers }),
    delete: (path, body, headers) => call('DELETE', path, body, { ...authorization, ...headers }),
    agent: (input = {}) => created(tenant.post('/agents', { name: 'Ada', ...input })),
    group: (input = {}) => created(tenant.post('/groups', { name: 'Platform', ...input })),
  }
  return tenant
}
