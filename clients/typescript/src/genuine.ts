import { AgentGoneError, AgentIdentityError, foreignAnswer, KeyRevokedError } from './errors.ts'
import { retryAfterMs } from './retry-after.ts'

/**
 * Distinguishes answers of the service from those of servers in between. A hotel's network or a sign-in proxy answers
 * any request with 200 and a page of its own, which must never be mistaken for a prompt.
 */

/** The types of all successful answers of the API. */
const ownTypes = /^(?:application\/(?:json|x-ndjson|yaml|zip)|text\/markdown|image\/(?:svg\+xml|png|jpeg|webp))(?:;|$)/i

/**
 * Returns the response when the service sent it. The bodies of JSON, Markdown and YAML are read and checked.
 *
 * @throws AgentIdentityError for a redirect, which the service never sends to clients and which would take the request
 * and its key elsewhere, and for a success that is of another type, empty, or cut off.
 */
export async function requireGenuine(request: Request, response: Response): Promise<Response> {
  const { status, headers } = response
  const refuse = async (reason: string) => {
    if (!response.bodyUsed) await response.body?.cancel().catch(() => undefined)
    return foreignAnswer(request, status, reason)
  }
  // Browsers hide where a redirect leads.
  if (response.type === 'opaqueredirect') throw await refuse('it redirects to another address')
  if (status >= 300 && status < 400 && status !== 304) {
    throw await refuse(`it redirects to ${headers.get('Location') ?? 'another address'}`)
  }
  if (!response.ok) return response
  const type = headers.get('Content-Type') ?? ''
  if (!ownTypes.test(type)) throw await refuse(`it sent ${type || 'nothing'}`)
  if (request.method === 'HEAD') return response
  const [, kind] = /^(?:application|text)\/(json|yaml|markdown)/i.exec(type) ?? []
  if (kind === undefined) return response
  const text = await readText(response.clone())
  if (kind.toLowerCase() === 'json') {
    if (!isCollection(text)) throw await refuse('its JSON is incomplete, or no object')
  } else {
    const etag = headers.get('ETag')
    // The ETag of `GET /agents/{agentId}/files` names a revision instead.
    const isOfFile = /^(?:W\/)?"file-/.test(etag ?? '')
    if (!isOfFile && !(await isHashOf(text, etag))) throw await refuse('its text does not match its ETag')
  }
  return response
}

/**
 * The error that a response reports: the service's own sentence, or one that names the status. Gateways answer 401 and
 * 404 too; such an answer is an outage, because its type or its fields are not those of the service.
 */
export async function errorOf(response: Response): Promise<AgentIdentityError> {
  const { status, headers } = response
  const { error, code: kind, ...others } = parseObject(await response.text().catch(() => '')) ?? {}
  const message = typeof error === 'string' ? error : `The service returned an error (${status}).`
  const code = typeof kind === 'string' ? kind : undefined
  const isOwn =
    typeof error === 'string' &&
    (kind === undefined || code !== undefined) &&
    Object.keys(others).length === 0 &&
    /^application\/json(?:;|$)/i.test(headers.get('Content-Type') ?? '')
  const ErrorClass = isOwn ? classOf(status, code) : AgentIdentityError
  return new ErrorClass(status, message, { code: isOwn ? code : undefined, retryAfterMs: retryAfterMs(response) })
}

function classOf(status: number, code: string | undefined): typeof AgentIdentityError {
  if (status === 401 || status === 403) return KeyRevokedError
  // An address that is no route of the service has another code: it says nothing about the agent.
  return status === 404 && code === 'not_found' ? AgentGoneError : AgentIdentityError
}

/** @throws AgentIdentityError when the response ends early */
export const readText = (response: Response): Promise<string> =>
  response.text().catch((cause: unknown) => {
    throw new AgentIdentityError(0, 'The response of the Agent Identity Service ended early.', { cause })
  })

/**
 * Whether an `ETag` is the SHA-256 of the text, which proves that nothing in between cut or replaced it. Proxies that
 * compress mark it as weak or add a suffix.
 */
export async function isHashOf(text: string, etag: string | null): Promise<boolean> {
  const [, expected] = /^(?:W\/)?"([0-9a-f]{64})(?:[-;]\w+)?"$/.exec(etag ?? '') ?? []
  if (expected === undefined) return false
  // Browsers offer hashes only to pages of https and localhost.
  if (!globalThis.crypto?.subtle) return true
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return expected === Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether a text is a JSON object or list: some routes answer with a bare list. */
function isCollection(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

/** The fields of a JSON object; undefined for anything else. */
export function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
