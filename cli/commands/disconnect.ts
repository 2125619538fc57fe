import { Command } from 'commander'
import { removeEdits } from '../coding-tools/connected-files.ts'
import { type ConnectOptions, chooseTool, chooseWhere, scopeOptions, toolArgument } from '../coding-tools/connection.ts'
import { refusalOfEdit } from '../coding-tools/exposed-files.ts'
import { rulesParts } from '../coding-tools/rules-file.ts'
import { editsOf, emptyConnection } from '../coding-tools/tool.ts'
import { codingTools } from '../coding-tools/tools.ts'
import { readJournal, writeJournal } from '../files/journal.ts'
import { print } from '../output.ts'

export const disconnect = scopeOptions(new Command('disconnect'))
  .description('remove everything that connect wrote for a coding tool')
  .addArgument(toolArgument)
  .option('--json', 'print JSON')
  .action(async (name, options: ConnectOptions & { json?: boolean }) => {
    const tool = chooseTool(name)
    const { title } = codingTools[tool]
    const where = chooseWhere(tool, options)
    const journal = readJournal()
    const settings = editsOf(codingTools[tool], emptyConnection(where)) ?? []
    const edits = [...settings, ...rulesParts(tool, where)]
    const own = edits.filter((edit) => refusalOfEdit(edit, where) === undefined)
    const { removed, shared, left: unreadable } = removeEdits(own, tool, journal)
    const refused = edits.map((edit) => refusalOfEdit(edit, where)).filter((reason) => reason !== undefined)
    const left = [...refused, ...unreadable]
    writeJournal(journal)
    print(options, { tool, scope: where.scope, files: removed, shared, left }, () => [
      ...removed.map((file) => `restored  ${file}`),
      ...shared.map(({ file, tools }) => `kept      ${file} for ${tools.join(', ')}`),
      ...left.map((reason) => `left      ${reason}`),
      removed.length + shared.length === 0 ? `${title} was not connected here.` : `${title} is disconnected.`,
    ])
    if (left.length > 0) process.exitCode = 1
  })
