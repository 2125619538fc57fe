import { credentialsFile, formerKeyNote, readCredentials, storeKey } from '../files/credentials.ts'
import { print } from '../output.ts'
import { chooseDestination, confirmDestination } from '../service/address.ts'
import { openService, serviceCommand, unwrap } from '../service/service.ts'
import { readPassword } from '../service/sign-in.ts'
import { words } from './option-values.ts'

export const register = serviceCommand('register')
  .description('create an account with an organization, and store its key')
  .option(
    '--email <address>',
    'for signing in; the password is asked for, or read from standard input. An account without an email gets this one',
    words,
  )
  .option('--organization <name>', 'name of the organization', words)
  .option('--replace', 'also where a key is stored already; that one is kept in the same file')
  .action(async (options) => {
    const destination = chooseDestination(options)
    const { address } = destination
    await confirmDestination(destination)
    const known = readCredentials().keys[address]
    const { email, organization: name } = options
    if (known && !options.replace) return addEmail(address, known, options)
    const account = email === undefined ? {} : { email, password: await readPassword() }
    const service = await openService(address, '')
    try {
      const body = { ...account, ...(name && { org_name: name }) }
      const { key, organization, warning } = await unwrap(service.api.POST('/register', { body }), fields)
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
        ...(email === undefined && warning
          ? [
              `"agent-identity register --email ADDRESS" adds an email and a password, for the page at ${address}. Without them the account cannot be recovered if its key is lost.`,
            ]
          : []),
        '"agent-identity agents --new NAME" creates an agent.',
      ])
    } finally {
      await service.close()
    }
  })

const keep = (key: string) => `Keep it yourself, and store it with "agent-identity login": ${key}`

const registeredAlready = (address: string, key: string) =>
  `A key for ${address} is stored already (it ends with ${key.slice(-4)}). Work with its organization, or register another one with --replace: the stored key then stays under "former" in ${credentialsFile()}.`

/** Names of the fields, as people know them. */
const fields = { email: '--email', password: 'The password', orgName: '--organization', org_name: '--organization' }

/** Gives an email and a password to the account of a stored key, which nobody can sign in to without them. */
async function addEmail(address: string, key: string, options: { email?: string; json?: boolean }): Promise<void> {
  const { email } = options
  if (email === undefined) throw new Error(registeredAlready(address, key))
  const service = await openService(address, key)
  try {
    const { has_email: hasEmail } = await unwrap(service.api.GET('/account'))
    if (hasEmail) throw new Error(registeredAlready(address, key))
    const body = { email, password: await readPassword() }
    const account = await unwrap(service.api.PATCH('/account', { body }), fields)
    print(options, account, () => `The account of the stored key can sign in at ${address} with ${email} now.`)
  } finally {
    await service.close()
  }
}
