import { text } from 'node:stream/consumers'
import { chooseDestination, confirmDestination } from '../address.ts'
import { credentialsFile, formerKeyNote, readCredentials, storeKey } from '../credentials.ts'
import { print } from '../output.ts'
import { openService, serviceCommand, unwrap } from '../service.ts'

export const register = serviceCommand('register')
  .description('create an account with an organization, and store its key')
  .option(
    '--email <address>',
    'for signing in to the dashboard; the password is asked for, or read from standard input',
  )
  .option('--organization <name>', 'name of the organization')
  .option('--replace', 'also where a key is stored already; that one is kept in the same file')
  .action(async (options) => {
    const destination = chooseDestination(options)
    const { address } = destination
    await confirmDestination(destination)
    const known = readCredentials().keys[address]
    if (known && !options.replace) throw new Error(registeredAlready(address, known))
    const { email, organization: name } = options
    const account = email ? { email, password: await readPassword() } : {}
    const service = await openService(address, '')
    try {
      const body = { ...account, ...(name && { org_name: name }) }
      const { key, organization, warning } = await unwrap(service.api.POST('/register', { body }))
      const former = await storeKey(address, key).catch((error: Error) => {
        // The key cannot be requested again.
        throw new Error(
          `${organization.name} is registered, but its key could not be stored (${error.message}). ${keep(key)}`,
        )
      })
      print(options, { url: address, organization, warning, stored: credentialsFile() }, () => [
        `Registered ${organization.name} at ${address}.`,
        `The key is stored in ${credentialsFile()}.`,
        ...(former === undefined ? [] : [formerKeyNote(address, former)]),
        ...(warning ? [warning] : []),
      ])
    } finally {
      await service.close()
    }
  })

const keep = (key: string) => `Keep it yourself, and store it with "agent-identity login": ${key}`

const registeredAlready = (address: string, key: string) =>
  `A key for ${address} is stored already (it ends with ${key.slice(-4)}). Work with its organization, or register another one with --replace: the stored key then stays under "former" in ${credentialsFile()}.`

async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '')
  const { isCancel, password } = await import('@clack/prompts')
  const entered = await password({ message: 'Password' })
  if (isCancel(entered)) throw new Error('No password was given.')
  return entered
}
