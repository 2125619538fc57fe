import { Command, Option } from 'commander'
import { applySettings, dataDirOption } from '../settings.ts'

export const mcp = new Command('mcp')
  .description('serve MCP over stdio: a bridge to a service (--url), or the embedded database itself')
  .addOption(new Option('--url <url>', 'address of a service').env('AGENT_IDENTITY_URL'))
  .addOption(new Option('--key <key>', 'an API key').env('AGENT_IDENTITY_API_KEY'))
  .option(...dataDirOption)
  .option('--toolsets <names>', 'which tools, separated by commas (identity,review)')
  .option('--read-only', 'only tools that change nothing', false)
  .action(async ({ url, key, toolsets, readOnly, dataDir }) => {
    if (url === undefined || dataDir !== undefined) {
      applySettings({ dataDir })
      const { serveLocalMcp } = await import('../../server/local-mcp.ts')
      await serveLocalMcp({ key, toolsets, readOnly })
    } else {
      if (key === undefined) throw new Error('--url needs a key: --key, or AGENT_IDENTITY_API_KEY')
      const { connectBridge } = await import('../../server/mcp/bridge.ts')
      const { serveOverStdio } = await import('../../server/mcp/stdio.ts')
      await serveOverStdio(await connectBridge({ url, key, toolsets, readOnly }))
    }
    process.exit(0)
  })
