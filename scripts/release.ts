import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sha256Hex } from '#core/base/hash.ts'
import { version } from '#core/base/version.ts'
import manifest from '../package.json' with { type: 'json' }

/**
 * Makes the files of a release: `npm run release [FOLDER]` after `npm run changelog`. The tarball is built from the commit
 * that is checked out; the SBOM is npm's own, with the packages that the build takes in.
 */

const root = join(import.meta.dirname, '..')
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  }).trim()

const folder = resolve(process.argv[2] ?? join(root, 'release'))
const problems = problemsOf()
if (problems.length > 0) {
  for (const problem of problems) console.error(problem)
  process.exit(1)
}
mkdirSync(folder, { recursive: true })
const [packed] = JSON.parse(run('npm', 'pack', '--json', '--pack-destination', folder)) as { filename: string }[]
const tarball = packed!.filename
const sbom = `${manifest.name}-${version}.cdx.json`
const provenance = `${manifest.name}-${version}.intoto.json`
write(sbom, run('npm', 'sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'))
write(provenance, JSON.stringify(statementOf(tarball), null, 2))
write('SHA256SUMS', [tarball, sbom, provenance].map((name) => `${hashOf(name)}  ${name}`).join('\n'))
console.log(`${folder} has ${tarball}, ${sbom}, ${provenance} and SHA256SUMS.`)

/** Names all that keeps this commit from being a release, in a sentence each. */
function problemsOf(): string[] {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const waiting = readdirSync(join(root, 'changes')).filter((name) => name !== 'README.md')
  return [
    ...(run('git', 'status', '--porcelain') === '' ? [] : ['The working tree has changes: commit or remove them.']),
    ...(changelog.includes(`## [${version}]`)
      ? []
      : [`CHANGELOG.md has no section [${version}]: npm run changelog makes it.`]),
    ...(waiting.length === 0
      ? []
      : [`${waiting.length} files of changes/ are in no release: npm run changelog moves them.`]),
  ]
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), `${text}\n`)
}

function hashOf(name: string): string {
  return sha256Hex(readFileSync(join(folder, name)))
}

/** An in-toto statement with the predicate of SLSA 1: which commit the tarball was built from, and by which program. */
function statementOf(name: string) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name, digest: { sha256: hashOf(name) } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://docs.npmjs.com/cli/commands/npm-pack',
        externalParameters: { command: 'npm pack', version },
        resolvedDependencies: [{ uri: 'git+.', digest: { gitCommit: run('git', 'rev-parse', 'HEAD') } }],
      },
      runDetails: { builder: { id: `node ${process.version}` }, metadata: { finishedOn: new Date().toISOString() } },
    },
  }
}
