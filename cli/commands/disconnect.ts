import { Command } from 'commander'
import { removeEdits } from '../connect/connected-files.ts'
import { type ConnectOptions, chooseTool, chooseWhere, scopeOptions, toolName } from '../connect/connection.ts'
import { readJournal, writeJournal } from '../connect/journal.ts'
import { rulesParts } from '../connect/rules-file.ts'
import { emptyConnection } from '../connect/tool.ts'
import { codingTools } from '../connect/tools.ts'
import { print } from '../output.ts'

export const disconnect = scopeOptions(new Command('disconnect'))
  .description('take out what connect has written for a coding tool')
  .argument('<tool>', Object.keys(codingTools).join(', '), toolName)
  .option('--json', 'print JSON')
  .action(async (name, options: ConnectOptions & { json?: boolean }) => {
    const tool = chooseTool(name)
    const where = chooseWhere(tool, options)
    const journal = readJournal()
    const settings = tool.edits(emptyConnection(where)) ?? []
    const edits = [...settings, ...rulesParts(tool, where)]
    const { removed, shared } = removeEdits(edits, name, journal)
    writeJournal(journal)
    print(options, { tool: name, scope: where.scope, files: removed, shared }, () => [
      ...removed.map((file) => `restored  ${file}`),
      ...shared.map(({ file, tools }) => `kept      ${file} for ${tools.join(', ')}`),
      removed.length + shared.length === 0 ? `${tool.title} was not connected here.` : `${tool.title} is disconnected.`,
    ])
  })
