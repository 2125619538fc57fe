import { text } from 'node:stream/consumers'
import { type Service, unwrap } from './service.ts'

/** Signs a person in for what the service refuses to keys. */

/**
 * Opens a session, in which the service then sends its requests.
 *
 * @throws an error that names the way out: for an account without an email too, which nobody can sign in to.
 */
export async function signIn(service: Service, options: { email?: string }): Promise<void> {
  const email = options.email ?? (await askForEmail())
  const body = { email, password: await readPassword() }
  const login = await service.api.POST('/auth/login', { body })
  if (login.response.status === 401) throw new Error(explainRefusal(service.address))
  await unwrap(Promise.resolve(login), { email: '--email', password: 'The password' })
  const [cookie] = login.response.headers.getSetCookie()
  service.sendSession(cookie!.split(';')[0]!)
}

const explainRefusal = (address: string) =>
  `No account at ${address} has this email and password. For an account that was registered without an email, run "agent-identity register --email ADDRESS" first.`

async function askForEmail(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error(
      'Only a signed-in person may manage keys: name your account with --email, and send the password to standard input.',
    )
  const { isCancel, text: ask } = await import('@clack/prompts')
  const email = await ask({ message: 'Email', output: process.stderr })
  if (isCancel(email) || !email) throw new Error('No email was given.')
  return email
}

/** The password: asked for on a terminal, otherwise the text on standard input. */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    const sent = (await text(process.stdin)).replace(/\r?\n$/, '')
    if (sent === '') throw new Error('The password is missing: run this in a terminal, or send it to standard input.')
    return sent
  }
  const { isCancel, password } = await import('@clack/prompts')
  const entered = await password({ message: 'Password', output: process.stderr })
  if (isCancel(entered)) throw new Error('No password was given.')
  return entered
}
