import type { Answer, Call, Tenant } from './tenant.ts'

/** People who sign in with email and password and call the service with a cookie, as the dashboard does. */

/** The API that people call: a service in this process, or one in another. */
export interface Callable {
  call: Call
  register(input?: object): Promise<Tenant>
}

export interface Person {
  tenant: Tenant
  email: string
  password: string
  cookie: string
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** Headers that a browser adds to a request from the service's own pages. */
const sameOrigin = { 'sec-fetch-site': 'same-origin' }

let people = 0

/** Registers an account with email and password and signs it in. */
export async function newPerson(service: Callable, input: object = {}): Promise<Person> {
  const email = `person-${++people}@example.com`
  const password = 'correct horse battery staple'
  const tenant = await service.register({ email, password, ...input })
  return { ...(await signIn(service, email, password)), tenant, email, password }
}

/** Invites a person by the link alone, and accepts for them. */
export async function join(owner: Person, guest: Person, role: 'owner' | 'member' | 'viewer' = 'member') {
  const invited = await owner.post(`/organizations/${owner.tenant.orgId}/invitations`, { role })
  const token = invited.body.link.split('/').at(-1)
  const { status, text, body } = await guest.post(`/invitations/${token}/accept`)
  if (status !== 200) throw new Error(`accepting answered ${status}: ${text}`)
  return body
}

export async function signIn(service: Callable, email: string, password: string) {
  const answer = await service.call('POST', '/auth/login', { email, password })
  if (answer.status !== 200) throw new Error(`login answered ${answer.status}: ${answer.text}`)
  const cookie = cookieOf(answer)
  const headers = { cookie, ...sameOrigin }
  return {
    cookie,
    get: (path: string, more = {}) => service.call('GET', path, undefined, { cookie, ...more }),
    post: (path: string, body?: unknown, more = {}) => service.call('POST', path, body, { ...headers, ...more }),
    patch: (path: string, body?: unknown, more = {}) => service.call('PATCH', path, body, { ...headers, ...more }),
    put: (path: string, body?: unknown, more = {}) => service.call('PUT', path, body, { ...headers, ...more }),
    delete: (path: string, body?: unknown, more = {}) => service.call('DELETE', path, body, { ...headers, ...more }),
  }
}

/** The `session=…` pair that an answer sets. */
export const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0]!
