import { randomBytes } from 'node:crypto'
import type { Answer, Service } from './service.ts'

/** Forms as browsers and curl send them. */

export type Part = [name: string, value: string | Buffer]

/** A multipart/form-data body; a Buffer is sent as a file. */
export function formOf(parts: Part[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `----form${randomBytes(8).toString('hex')}`
  const pieces = parts.flatMap(([name, value]) => {
    const file = typeof value === 'string' ? '' : '; filename="export.zip"\r\nContent-Type: application/zip'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]
  })
  const payload = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** Sends a form. Without a key it is no one's. */
export async function sendForm(
  { app }: Service,
  key: string | undefined,
  path: string,
  parts: Part[],
): Promise<Pick<Answer, 'status' | 'body'>> {
  const { payload, headers } = formOf(parts)
  const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const url = `/api/v1${path}`
  const answer = await app.inject({ method: 'POST', url, payload, headers: { ...headers, ...authorization } })
  return { status: answer.statusCode, body: answer.json() }
}
