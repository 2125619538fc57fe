import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Secrets of every kind that the service meets, for a test that looks for them afterwards. */

export const letters = (name: string, length: number) =>
  createHash('sha512')
    .update(name)
    .digest('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, length)
const secret = (name: string) => `${name}-${letters(name, 32)}`

/** Settings that hold a secret. The names are joined so that no scanner takes this file for a leak. */
export const settings = {
  SECRET_KEY: secret('secret-key'),
  ADMIN_TOKEN: secret('admin'),
  METRICS_TOKEN: secret('metrics'),
  CRON_SECRET: secret('cron'),
  LLM_API_KEY: secret('llm'),
  IMAGE_API_KEY: secret('image'),
  GITHUB_TOKEN: secret('github'),
  GITHUB_CLIENT_SECRET: secret('github-client'),
  OIDC_CLIENT_SECRET: secret('oidc'),
}
export const mailPassword = letters('mail', 24)

/** Tokens as people paste them into text, by the shape that their provider gives them. */
export const pasted = {
  github: `ghp_${letters('ghp', 36)}`,
  githubFine: `github_pat_${letters('pat', 22)}_${letters('pat2', 59)}`,
  githubApp: `ghs_${letters('ghs', 36)}`,
  openai: `sk-proj-${letters('openai', 48)}`,
  anthropic: `sk-ant-api03-${letters('anthropic', 80)}`,
  aws: `AKIA${letters('aws', 40).toUpperCase().slice(0, 16)}`,
  slack: `xoxb-${'123456789012'}-${'123456789012'}-${letters('slack', 24)}`,
  stripe: `sk_live_${letters('stripe', 24)}`,
  google: `AIza${letters('google', 35)}`,
  npm: `npm_${letters('npm', 36)}`,
  gitlab: `glpat-${letters('gitlab', 20)}`,
  sendgrid: `SG.${letters('sendgrid', 22)}.${letters('sendgrid2', 43)}`,
  jwt: `eyJ${letters('jwt', 30)}.eyJ${letters('jwt2', 40)}.${letters('jwt3', 43)}`,
  huggingface: `hf_${letters('hf', 34)}`,
}
/** Sentences in which only the words before a secret tell that it is one. */
export const spoken = {
  password: letters('pw', 14),
  address: letters('address', 18),
  assigned: letters('assigned', 30),
  bearer: letters('bearer', 40),
  basic: letters('basic', 24),
  cookie: letters('cookie', 32),
  curl: letters('curl', 20),
}
export const sentences = [
  ...Object.entries(pasted).map(([name, token]) => `Always deploy ${name} with ${token} only`),
  `Always log in, the password is ${spoken.password}9!`,
  `Always connect to postgres://app:${spoken.address}@db.example.com/app`,
  `Always set API_KEY=${spoken.assigned} before tests`,
  `Always send Authorization: Bearer ${spoken.bearer}`,
  `Always send Authorization: Basic ${spoken.basic}==`,
  `Always send Cookie: session=${spoken.cookie}`,
  `Always run curl -u admin:${spoken.curl} https://example.com`,
]

export const connection = {
  xKey: secret('x-key'),
  xSecret: secret('x-secret'),
  xToken: secret('x-token'),
  xMore: secret('x-more'),
}
export const githubConnection = `ghp_${letters('connection', 36)}`
export const accountPassword = secret('account-password')
export const wrongPassword = secret('wrong-password')
export const foreignKey = secret('foreign-key')
export const inAddress = secret('in-an-address')

/** A server that repeats in its error everything that it was sent, and hears webhooks. */
export async function startEcho() {
  const heard: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    if (request.headers['webhook-id']) heard.push(`${JSON.stringify(request.headers)} ${text}`)
    const said = JSON.stringify({ error: { message: `refused: ${JSON.stringify(request.headers)}` } })
    response.writeHead(request.headers['webhook-id'] ? 204 : 401, { 'content-type': 'application/json' }).end(said)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async () => void server.close()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, stop }
}
