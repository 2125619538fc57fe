import { credentialsFile, formerKeyNote, storeKey } from '../files/credentials.ts'
import { print } from '../output.ts'
import { chooseDestination, confirmDestination, environmentKey } from '../service/address.ts'
import { openService, serviceCommand, unwrap } from '../service/service.ts'

export const login = serviceCommand('login')
  .description('check an API key and store it for the other commands')
  .action(async (options) => {
    const destination = chooseDestination(options)
    const { address } = destination
    await confirmDestination(destination)
    const key = options.key || environmentKey(destination) || (await askForKey(address))
    const service = await openService(address, key)
    try {
      const { data } = await unwrap(service.api.GET('/organizations'))
      const organizations = data.map(({ organization }) => organization.name)
      const former = await storeKey(address, key)
      print(options, { url: address, organizations, stored: credentialsFile() }, () => [
        `Logged in at ${address} to ${organizations.join(', ')}.`,
        `The key is stored in ${credentialsFile()}.`,
        ...(former === undefined ? [] : [formerKeyNote(address, former)]),
      ])
    } finally {
      await service.close()
    }
  })

async function askForKey(address: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new Error(`A key for ${address} is missing: name one with --key, or set AGENT_IDENTITY_API_KEY.`)
  }
  const { isCancel, password } = await import('@clack/prompts')
  const key = await password({ message: `API key for ${address}` })
  if (isCancel(key) || !key) throw new Error('No key was given.')
  return key
}
