import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Call } from './tenant.ts'

/** Calls a service through its HTTP stack, without a port. */
export const callOf =
  (app: Pick<FastifyInstance, 'inject'>): Call =>
  async (method, path, body, headers = {}) => {
    const options: InjectOptions = {
      method,
      url: /^\/(api|healthz|readyz|metrics|llms\.txt|\.well-known)/.test(path) ? path : `/api/v1${path}`,
    }
    const isForm = body instanceof FormData
    options.headers = { ...(body !== undefined && !isForm && { 'content-type': 'application/json' }), ...headers }
    const isWritten = typeof body === 'string' || Buffer.isBuffer(body) || isForm
    if (body !== undefined) options.payload = isWritten ? body : JSON.stringify(body)
    const response = await app.inject(options)
    const isJson = /\bjson/.test(String(response.headers['content-type']).replace('x-ndjson', ''))
    return {
      status: response.statusCode,
      body: isJson && response.body !== '' ? response.json() : response.body,
      text: response.body,
      headers: response.headers as Record<string, string>,
    }
  }
