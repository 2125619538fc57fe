import { Command } from 'commander'
import { jsonLinesOption } from '../output.ts'
import { chooseDestination, chooseKey } from '../service/address.ts'
import { applySettings, dataDirOption } from '../service/settings.ts'

export const mcp = new Command('mcp')
  .description('serve MCP over stdio: a bridge to a service (--url), or the embedded database itself')
  .option('--url <url>', 'address of a service (AGENT_IDENTITY_URL)')
  .option('--key <key>', 'API key (AGENT_IDENTITY_API_KEY, or the one that login has stored for the address)')
  .option(...dataDirOption)
  .option('--toolsets <names>', 'which tools, separated by commas (identity,review)')
  .option('--read-only', 'only tools that change nothing', false)
  .option(...jsonLinesOption)
  .action(async ({ url, key, toolsets, readOnly, dataDir }) => {
    // The agent-identity.json of a folder that a tool happens to open must not decide where its texts go.
    const named = url || process.env.AGENT_IDENTITY_URL
    if (!named || dataDir !== undefined) {
      applySettings({ dataDir })
      const { serveLocalMcp } = await import('../../server/start/local-mcp.ts')
      await serveLocalMcp({ key, toolsets, readOnly })
    } else {
      const destination = chooseDestination({ url })
      const known = chooseKey({ key }, destination)
      const { connectBridge } = await import('../../server/mcp/bridge.ts')
      const { serveOverStdio } = await import('../../server/mcp/stdio.ts')
      await serveOverStdio(await connectBridge({ url: destination.address, key: known, toolsets, readOnly }))
    }
    process.exit(0)
  })
