import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tiers } from '../../server/config.ts'
import { databaseUrl, runSql, startPostgres } from '../../test/support/postgres.ts'
import { type Seeded, type Size, seed } from './seed.ts'

/** The databases of a bench, in a new folder that is removed however the bench ends. */

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

type Environment = Record<string, string>
const limitsRaised: Environment = {
  ...Object.fromEntries(tiers.map((tier) => [`RATE_LIMIT_${tier.toUpperCase()}`, '1000000'])),
  QUOTA_ITEMS: '0',
  QUOTA_AGENTS: '0',
}

export interface Workspace {
  folder: string
  /** The environment for the service to use the database with the organizations. */
  environment: Environment
  /** One organization for each size. */
  tenants: Seeded[]
  /** Returns the environment for a process to use a new, empty database. */
  newDatabase(): Promise<Environment>
  close(): Promise<void>
}

/**
 * Opens a database with an organization of each size. If `keepSeeds` has stored one with these sizes in the folder
 * `BENCH_SEEDS`, the bench uses that, or a copy if it `writes`.
 */
export async function openWorkspace(
  engine: Engine,
  sizes: Size[],
  { writes }: { writes: boolean },
): Promise<Workspace> {
  const folder = mkdtempSync(join(tmpdir(), 'identity-bench-'))
  // A PostgreSQL server runs as another user.
  chmodSync(folder, 0o755)
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  process.on('exit', removeFolder)
  const stored = findStoredSeeds(process.env.BENCH_SEEDS, engine, sizes)
  let data = stored?.data ?? join(folder, 'data')
  if (stored && writes) {
    data = join(folder, 'data')
    // Not copied by Node, because the files of a server belong to another user.
    execFileSync('cp', ['-a', stored.data, data])
  }
  const postgres = engine === 'postgres' ? await startPostgres({ durable: true, folder: data }) : undefined
  const created: string[] = []
  const environmentOf = (name: string, dataDir: string): Environment => ({
    ...limitsRaised,
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    ...(postgres && { DATABASE_URL: databaseUrl(postgres.url, name) }),
  })
  const newDatabase = async () => {
    const name = `bench_${created.length}`
    if (postgres) await runSql(postgres.url, `create database ${name}`)
    created.push(name)
    return environmentOf(name, join(folder, name))
  }
  const close = async () => {
    for (const name of postgres ? created : []) await runSql(postgres!.url, `drop database ${name} with (force)`)
    await postgres?.stop({ keepData: true })
    removeFolder()
    process.off('exit', removeFolder)
  }
  try {
    const environment = environmentOf(seededName, postgres ? join(folder, seededName) : data)
    if (stored) return { folder, environment, tenants: stored.tenants, newDatabase, close }
    if (postgres) await runSql(postgres.url, `create database ${seededName}`)
    return { folder, environment, tenants: await seed(environment, sizes), newDatabase, close }
  } catch (error) {
    await close()
    throw error
  }
}

const seededName = 'seeded'

interface StoredSeeds {
  sizes: Size[]
  tenants: Seeded[]
}

const seedsFile = (folder: string, engine: Engine) => join(folder, `${engine}.json`)

function findStoredSeeds(folder: string | undefined, engine: Engine, wanted: Size[]) {
  if (!folder || !existsSync(seedsFile(folder, engine))) return undefined
  const { sizes, tenants }: StoredSeeds = JSON.parse(readFileSync(seedsFile(folder, engine), 'utf8'))
  const found = wanted.map(({ agentCount, itemsEach }) =>
    sizes.findIndex((size) => size.agentCount === agentCount && size.itemsEach === itemsEach),
  )
  if (found.includes(-1)) return undefined
  return { data: join(folder, engine), tenants: found.map((at) => tenants[at]!) }
}

/** Seeds a database into `folder`, for benches that run with `BENCH_SEEDS={folder}`. */
export async function keepSeeds(engine: Engine, folder: string, sizes: Size[]): Promise<void> {
  const data = join(folder, engine)
  mkdirSync(folder, { recursive: true })
  const postgres = engine === 'postgres' ? await startPostgres({ durable: true, folder: data }) : undefined
  try {
    if (postgres) await runSql(postgres.url, `create database ${seededName}`)
    const tenants = await seed(
      { DATA_DIR: data, ...(postgres && { DATABASE_URL: databaseUrl(postgres.url, seededName) }) },
      sizes,
    )
    writeFileSync(seedsFile(folder, engine), JSON.stringify({ sizes, tenants } satisfies StoredSeeds))
  } finally {
    await postgres?.stop({ keepData: true })
  }
}
