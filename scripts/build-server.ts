import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { withProgress } from '#core/base/progress.ts'
import manifest from '../package.json' with { type: 'json' }

/**
 * `node scripts/build-server.ts FOLDER`: the command with the whole service as plain JavaScript, one file for each of
 * its threads and chunks for what they share or load later. Packages listed in package.json under `dependencies` stay
 * outside, everything else is bundled, with its license in THIRD-PARTY.md (docs/explanation/decisions/034).
 */

const root = join(import.meta.dirname, '..')
const server = join(root, 'server')

/** The scripts of threads become entries: they are started by `new URL('./…-worker.ts', import.meta.url)`. */
const threads: Plugin = {
  name: 'threads',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(?:core|server)\/.*\.ts$/, code: scriptUrl() },
    handler(code, id) {
      return code.replace(scriptUrl(), (_, script) => {
        const file = join(dirname(id), script)
        const fileName = relative(server, file).replaceAll(/[/\\]/g, '-').replace(/\.ts$/, '.js')
        this.emitFile({ type: 'chunk', id: file, fileName })
        return `new URL('./${fileName}', import.meta.url)`
      })
    },
  },
}

/** Data that a module reads by `new URL('./….bin', import.meta.url)` is copied beside the chunks. */
const dataFiles: Plugin = {
  name: 'data-files',
  enforce: 'pre',
  transform: {
    filter: { id: /\/reader\/.*\.ts$/, code: dataUrl() },
    handler(code, id) {
      for (const [, file] of code.matchAll(dataUrl()))
        this.emitFile({ type: 'asset', fileName: file!, source: readFileSync(join(dirname(id), file!)) })
    },
  },
}

const piscina = dirname(fileURLToPath(import.meta.resolve('piscina')))

/** The pool starts a script of its own, which loads ours. */
const poolScript: Plugin = {
  name: 'pool-script',
  transform: {
    filter: { id: /piscina\/dist\/index\.js$/ },
    handler(code) {
      const fileName = 'piscina-worker.js'
      this.emitFile({ type: 'chunk', id: join(piscina, 'worker.js'), fileName })
      return code.replace("(__dirname, 'worker.js')", `(import.meta.dirname, '${fileName}')`)
    },
  },
}

function scriptUrl() {
  return /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g
}

function dataUrl() {
  return /new URL\('\.\/([\w-]+\.bin)', import\.meta\.url\)/g
}

const swaggerUi = dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui')))

/** The page of the reference reads files of the package, which are copied. */
const referenceFiles: Plugin = {
  name: 'reference-files',
  transform: {
    filter: { id: /\/reference-pages\.ts$/ },
    handler: (code) => code.replace(/import\.meta\.resolve\([^)]+\)/, "import.meta.resolve('./swagger-ui/index.js')"),
  },
  writeBundle({ dir }) {
    cpSync(join(swaggerUi, 'static'), join(dir!, 'swagger-ui/static'), { recursive: true })
  },
}

const folder = process.argv[2]!
// Atomically, because another start may be building the same.
mkdirSync(dirname(folder), { recursive: true })
const unfinished = mkdtempSync(join(dirname(folder), 'unfinished-'))
process.on('exit', () => rmSync(unfinished, { recursive: true, force: true }))
await withProgress('Building the server', () =>
  build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [threads, dataFiles, poolScript, referenceFiles],
    ssr: { noExternal: true, external: [...Object.keys(manifest.dependencies), 'pg-native', '@napi-rs/nice'] },
    build: {
      ssr: true,
      ssrEmitAssets: true,
      target: 'node22',
      minify: true,
      outDir: unfinished,
      emptyOutDir: true,
      copyPublicDir: false,
      license: { fileName: 'THIRD-PARTY.md' },
      rolldownOptions: {
        input: { cli: join(root, 'cli/main.ts') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  }),
)
if (!existsSync(folder)) renameSync(unfinished, folder)
