import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { agentsFile, exportAgentsFile } from './agents-file.ts'
import { apiDocument, hashLine, pythonFolder, schemaFile } from './api-document.ts'
import { commandReference, commandReferenceFile } from './command-reference.ts'
import { pluginFiles } from './plugins.ts'
import { pythonOperations } from './python-operations.ts'

/**
 * Writes the clients' types of the API from the service's own OpenAPI document, the files of plugins that are made from
 * others, the reference of the command, and AGENTS.md.
 */

// openapi-typescript works only with TypeScript 5, so it gets a copy beside the version that checks this project.
const generator = ['--yes', '-p', 'typescript@5.9.3', '-p', 'openapi-typescript@7.13.0', 'openapi-typescript']

const files = {
  ...pluginFiles(),
  [commandReferenceFile]: commandReference(),
  [agentsFile]: exportAgentsFile(),
}
for (const [path, text] of Object.entries(files)) {
  const file = join(import.meta.dirname, '..', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
try {
  const document = await apiDocument()
  const source = join(folder, 'openapi.json')
  const target = join(folder, 'schema.ts')
  writeFileSync(source, JSON.stringify(document))
  execFileSync('npx', [...generator, source, '-o', target], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  writeFileSync(schemaFile, `// ${hashLine(document)}\n${readFileSync(target, 'utf8')}`)
  for (const [name, text] of Object.entries(pythonOperations(document, `# ${hashLine(document)}`))) {
    writeFileSync(join(pythonFolder, name), text)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
