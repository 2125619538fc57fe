import { ok } from 'node:assert'
import { join } from 'node:path'
import type { ToolWith } from '../../cli/coding-tools/tools.ts'
import { newFolder, removeFolder } from '../../test/process/running.ts'
import { describeOutcome, drillTool, faultsOf, type Installation, installTools } from './coding-tools.ts'
import type { Drill } from './drill.ts'

/**
 * The repository as a marketplace of plugins, and its extensions: checked by the validators of the released tools, installed
 * from this folder into an empty home, alone and beside `agent-identity connect`.
 */

const root = join(import.meta.dirname, '../..')
const plugin = join(root, 'plugins/agent-identity')
const gemini = join(root, 'plugins/gemini')
const nameInMarketplace = 'agent-identity@agent-identity'

const installations: { [tool in ToolWith<'plugin'>]: Installation } = {
  'claude-code': {
    async install(use) {
      for (const folder of [root, plugin]) await use('claude', 'plugin', 'validate', '--strict', folder)
      await use('claude', 'plugin', 'marketplace', 'add', root)
      await use('claude', 'plugin', 'install', nameInMarketplace)
    },
    remove: (use) => use('claude', 'plugin', 'uninstall', nameInMarketplace),
  },
  copilot: {
    async install(use) {
      await use('copilot', 'plugin', 'marketplace', 'add', root)
      await use('copilot', 'plugin', 'install', nameInMarketplace)
    },
    remove: (use) => use('copilot', 'plugin', 'uninstall', nameInMarketplace),
  },
  gemini: {
    async install(use) {
      await use('gemini', 'extensions', 'validate', gemini)
      await use('gemini', 'extensions', 'install', gemini, '--consent')
    },
    remove: (use) => use('gemini', 'extensions', 'uninstall', 'agent-identity'),
  },
  qwen: {
    install: (use) => use('qwen', 'extensions', 'install', plugin, '--consent'),
    remove: (use) => use('qwen', 'extensions', 'uninstall', 'agent-identity'),
  },
}

const beside = (tool: string, { install, remove }: Installation): Installation => ({
  async install(use) {
    await install(use)
    await use('agent-identity', 'connect', tool)
  },
  async remove(use) {
    await use('agent-identity', 'disconnect', tool)
    await remove(use)
  },
})

export const plugins: Drill = {
  summary:
    'our plugins and extensions, installed in released coding tools, give the identity once, beside connect too (CODING_TOOLS=FOLDER: where the tools are installed)',
  async run() {
    const folder = newFolder()
    try {
      const installed = await installTools(folder, Object.keys(installations))
      const wrong: string[] = []
      const counts = new Map<string, number>()
      for (const [tool, installation] of Object.entries(installations)) {
        for (const connect of [false, true]) {
          const chosen = connect ? beside(tool, installation) : installation
          const outcome = await drillTool(tool, installed, join(folder, connect ? 'both' : 'alone'), chosen)
          console.log(describeOutcome({ ...outcome, connect }))
          const alone = counts.get(tool) ?? outcome.tools
          counts.set(tool, alone)
          wrong.push(...faultsOf(outcome))
          if (outcome.tools !== alone)
            wrong.push(`${tool} lists ${outcome.tools} of our tools beside connect, ${alone} alone`)
        }
      }
      ok(wrong.length === 0, wrong.join(', '))
      return `${Object.keys(installations).length} tools have the identity in their context once, with and without connect.`
    } finally {
      removeFolder(folder)
    }
  },
}
