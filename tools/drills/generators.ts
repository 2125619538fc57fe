import { equal, ok } from 'node:assert'
import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { call, newFolder, type Running, removeFolder, start } from '../../test/process/running.ts'
import type { Drill } from './drill.ts'
import { limitsOff } from './ledger.ts'
import { commandsFolder, installedVersion, installPackages, interpreter, type Registry } from './packages.ts'

/**
 * Released generators of clients, each run on the OpenAPI document of a running service. A small program uses the generated
 * code: it creates an agent and a belief, lists the beliefs and prints the sentence of an error.
 */

const run = promisify(execFile)

interface Generator {
  registry: Registry
  packages: string[]
  /** Makes the folder `client` from `openapi.json`. */
  command: string[]
  /** Matches each type in the generated code. */
  types: RegExp
}

/** The folder of the same name has the generator's settings and the program that uses its code. */
const generators: Record<string, Generator> = {
  'openapi-typescript': {
    registry: 'npm',
    // It works only with TypeScript 5.
    packages: ['openapi-typescript', 'openapi-fetch', 'typescript@5', '@types/node'],
    command: ['openapi-typescript', 'openapi.json', '--output', 'client/schema.ts'],
    types: /^ {8}[A-Z]\w+: /gm,
  },
  'hey-api': {
    registry: 'npm',
    packages: ['@hey-api/openapi-ts', 'typescript@5', '@types/node'],
    command: ['openapi-ts'],
    types: /^export type /gm,
  },
  'openapi-python-client': {
    registry: 'PyPI',
    // It formats its code by ruff, and warns without.
    packages: ['openapi-python-client', 'ruff'],
    command: [
      ...['openapi-python-client', 'generate', '--path', 'openapi.json', '--fail-on-warning'],
      ...['--meta', 'none', '--output-path', 'client', '--overwrite'],
    ],
    types: /^class /gm,
  },
  'datamodel-code-generator': {
    registry: 'PyPI',
    packages: ['datamodel-code-generator', 'pydantic[email]', 'httpx'],
    command: [
      ...['datamodel-codegen', '--input', 'openapi.json', '--input-file-type', 'openapi', '--formatters', 'builtin'],
      ...['--output-model-type', 'pydantic_v2.BaseModel', '--output', 'client/models.py'],
    ],
    types: /^class /gm,
  },
}

interface Outcome {
  generator: string
  version: string
  warnings: number
  files: number
  types: number
  /** Compilers that accepted the code and the program. */
  compiles: string
  /** Sentence of the error that the program read. */
  error: string
}

const importEach = `import importlib, pkgutil
for module in pkgutil.walk_packages(["client"], "client."): importlib.import_module(module.name)`

/** Compiles the generated code and the program by everything that its users compile with; returns the names of that. */
async function compile(
  registry: Registry,
  sources: string[],
  use: (command: string, ...rest: string[]) => Promise<string>,
) {
  if (registry === 'PyPI') {
    await use('python', '-m', 'compileall', '-q', 'client')
    await use('python', '-c', importEach)
    return 'compileall, imports'
  }
  const code = ['program.js', ...sources]
  const options = [
    ...['--strict', '--allowJs', '--checkJs', '--skipLibCheck', '--types', 'node'],
    ...['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'],
  ]
  await use('tsc', ...options, '--module', 'esnext', '--moduleResolution', 'bundler', '--noEmit', ...code)
  await use('tsc', ...options, '--module', 'nodenext', '--outDir', 'compiled', ...code)
  return 'bundler, nodenext'
}

async function drillGenerator(name: string, installed: string, service: Running, document: string): Promise<Outcome> {
  const { registry, packages, command, types } = generators[name]!
  const folder = join(installed, name)
  await installPackages(registry, packages, folder)
  // Inside the folder of the packages, as a project has it, so that the code finds them.
  const project = join(folder, 'project')
  rmSync(project, { recursive: true, force: true })
  cpSync(join(import.meta.dirname, 'generators', name), project, { recursive: true })
  writeFileSync(join(project, 'openapi.json'), document)
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  mkdirSync(join(project, 'client'))

  const { key } = (await call(service, 'POST', '/register', {})).body
  const PATH = [commandsFolder(registry, folder), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH, SERVICE_URL: service.url, API_KEY: key }
  const use = async (file: string, ...rest: string[]) => {
    try {
      const { stdout, stderr } = await run(file, rest, { cwd: project, env, timeout: 300_000 })
      return stdout + stderr
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string }
      throw new Error(`${name}: ${file} failed: ${stdout}${stderr}`, { cause: error })
    }
  }
  const [file, ...rest] = command
  const printed = await use(file!, ...rest)
  const sources = globSync('client/**/*.{ts,py}', { cwd: project })
  const count = (source: string) => readFileSync(join(project, source), 'utf8').match(types)?.length ?? 0
  const compiles = await compile(registry, sources, use)
  const script = registry === 'npm' ? 'compiled/program.js' : 'program.py'
  return {
    generator: name,
    version: await installedVersion(registry, packages[0]!, folder),
    warnings: printed.match(/^.*(warn|⚠|deprecat).*$/gim)?.length ?? 0,
    ...{ files: sources.length, types: sources.reduce((sum, source) => sum + count(source), 0), compiles },
    error: (await use(interpreter(registry, folder), script)).trim(),
  }
}

export const generatedClients: Drill = {
  summary:
    'released generators make clients from the OpenAPI document that compile and call the service (GENERATORS=FOLDER: where they are installed)',
  async run() {
    const folder = newFolder()
    const installed = process.env.GENERATORS || join(folder, 'installed')
    mkdirSync(join(folder, 'service'))
    const service = await start(join(folder, 'service'), limitsOff)
    try {
      const document = await (await fetch(`${service.url}/openapi.json`)).text()
      const outcomes: Outcome[] = []
      for (const name of Object.keys(generators)) {
        outcomes.push(await drillGenerator(name, installed, service, document))
      }
      console.table(outcomes)
      for (const { generator, error } of outcomes) equal(error, 'Agent not found', generator)
      const warned = outcomes.filter(({ warnings }) => warnings > 0).map(({ generator }) => generator)
      ok(warned.length === 0, `warnings: ${warned.join(', ')}`)
      return `${outcomes.length} generated clients compiled without warnings and called the service.`
    } finally {
      await service.stop()
      removeFolder(folder)
    }
  },
}
