import { text } from 'node:stream/consumers'
import { credentialsFile, storeKey } from '../credentials.ts'
import { print } from '../output.ts'
import { chooseAddress, openService, serviceCommand, unwrap } from '../service.ts'

export const register = serviceCommand('register')
  .description('create an account with an organization, and store its key')
  .option(
    '--email <address>',
    'for signing in to the dashboard; the password is asked for, or read from standard input',
  )
  .option('--organization <name>', 'name of the organization')
  .action(async (options) => {
    const { address } = chooseAddress(options)
    const { email, organization: name } = options
    const account = email ? { email, password: await readPassword() } : {}
    const service = await openService(address, '')
    try {
      const body = { ...account, ...(name && { org_name: name }) }
      const { key, organization } = await unwrap(service.api.POST('/register', { body }))
      storeKey(address, key)
      print(options, { url: address, organization, stored: credentialsFile() }, () => [
        `Registered ${organization.name} at ${address}.`,
        `The key is stored in ${credentialsFile()}.`,
      ])
    } finally {
      await service.close()
    }
  })

async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '')
  const { isCancel, password } = await import('@clack/prompts')
  const given = await password({ message: 'Password' })
  if (isCancel(given)) throw new Error('No password was given.')
  return given
}
