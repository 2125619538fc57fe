import { Command, Option } from 'commander'
import { readCredentials } from '../credentials.ts'
import { chooseAddress } from '../service.ts'
import { applySettings, dataDirOption } from '../settings.ts'

export const mcp = new Command('mcp')
  .description('serve MCP over stdio: a bridge to a service (--url), or the embedded database itself')
  .addOption(new Option('--url <url>', 'address of a service').env('AGENT_IDENTITY_URL'))
  .addOption(new Option('--key <key>', 'API key, or what login has stored').env('AGENT_IDENTITY_API_KEY'))
  .option(...dataDirOption)
  .option('--toolsets <names>', 'which tools, separated by commas (identity,review)')
  .option('--read-only', 'only tools that change nothing', false)
  .action(async ({ url, key, toolsets, readOnly, dataDir }, command) => {
    if (url === undefined || dataDir !== undefined) {
      applySettings({ dataDir })
      const { serveLocalMcp } = await import('../../server/local-mcp.ts')
      // The key of the environment is for a service.
      const isGiven = command.getOptionValueSource('key') === 'cli'
      await serveLocalMcp({ key: isGiven ? key : undefined, toolsets, readOnly })
    } else {
      const { address } = chooseAddress({ url })
      const known = key ?? readCredentials().keys[address]
      if (!known) throw new Error(`There is no key for ${address}. Run "agent-identity login --url ${address}"`)
      const { connectBridge } = await import('../../server/mcp/bridge.ts')
      const { serveOverStdio } = await import('../../server/mcp/stdio.ts')
      await serveOverStdio(await connectBridge({ url: address, key: known, toolsets, readOnly }))
    }
    process.exit(0)
  })
