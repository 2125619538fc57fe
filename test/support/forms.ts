import type { Answer, Service } from './service.ts'

/** Sends forms like browsers and curl. */

export type Part = [name: string, value: string | Buffer]

/** A multipart/form-data body; a Buffer is sent as a file. */
export function formOf(parts: Part[]): FormData {
  const form = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new File([new Uint8Array(value)], 'export.zip', { type: 'application/zip' }))
  }
  return form
}

/** Sends a form, without an account if there is no key. */
export async function sendForm(
  { app }: Service,
  key: string | undefined,
  path: string,
  parts: Part[],
): Promise<Pick<Answer, 'status' | 'body'>> {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const url = `/api/v1${path}`
  const answer = await app.inject({ method: 'POST', url, payload: formOf(parts), headers })
  return { status: answer.statusCode, body: answer.json() }
}
