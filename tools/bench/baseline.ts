import { hash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fastify } from 'fastify'
import pg from 'pg'
import { rowId } from './row-id.ts'

/**
 * Serves the baseline of the benches in a separate process: bare Fastify routes on the bare drivers, without
 * authentication, limits or schemas.
 *
 * `/static/{name}` sends the bytes of a file in `BARE_BODIES`, where the bench stores answers of the service; with the
 * header `if-none-match` it compares and answers 304. `/read` answers one row of 200 bytes as JSON. `/read/{id}`
 * answers the bytes of one of `BARE_ROWS` rows that are as long as the file `agent`; after `/store/{name}`,
 * `/read/{name}` answers a row with the bytes of that file. `/insert` does one durable insert.
 */

const small = 'x'.repeat(200)
const rows = Number(process.env.BARE_ROWS)
const readAnswer = (name: string) => readFileSync(join(process.env.BARE_BODIES!, name))

const agent = rows > 0 ? readAnswer('agent') : Buffer.alloc(0)

interface Bare {
  read(id: string): unknown
  readBytes(id: string): Buffer | Promise<Buffer>
  store(id: string, bytes: Buffer): unknown
  insert(id: string): unknown
}

const bare = process.env.DATABASE_URL ? await onPostgres(process.env.DATABASE_URL) : onSqlite(process.env.DATA_DIR!)

function onSqlite(folder: string): Bare {
  mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(join(folder, 'bare.db'))
  db.exec(`
    pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -8000;
    create table bare (id text primary key, body text not null);
    create table finished (id text primary key, body blob not null);
    begin
  `)
  const fill = db.prepare('insert into finished (id, body) values (?, ?)')
  for (let row = 0; row < rows; row++) fill.run(rowId(row), bytesOf(row))
  db.exec('commit; pragma wal_checkpoint(truncate)')
  const select = db.prepare('select id, body from bare where id = ?')
  const selectBytes = db.prepare('select body from finished where id = ?')
  const add = db.prepare('insert into bare (id, body) values (?, ?)')
  return {
    read: (id) => select.get(id),
    readBytes: (id) => {
      const body = selectBytes.get(id)!.body as Uint8Array<ArrayBuffer>
      return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    },
    store: (id, bytes) => fill.run(id, bytes),
    insert: (id) => add.run(id, small),
  }
}

async function onPostgres(connectionString: string): Promise<Bare> {
  const pool = new pg.Pool({ connectionString, max: 20 })
  await pool.query(`
    create table bare (id text primary key, body text not null);
    create table finished (id text primary key, body bytea not null)
  `)
  const fill = 'insert into finished (id, body) select * from unnest($1::text[], $2::bytea[])'
  for (let from = 0; from < rows; from += 500) {
    const numbers = Array.from({ length: Math.min(500, rows - from) }, (_, at) => from + at)
    await pool.query(fill, [numbers.map(rowId), numbers.map(bytesOf)])
  }
  await pool.query('vacuum analyze finished')
  const select = { name: 'read', text: 'select id, body from bare where id = $1' }
  const selectBytes = { name: 'readBytes', text: 'select body from finished where id = $1' }
  const add = { name: 'insert', text: 'insert into bare (id, body) values ($1, $2)' }
  return {
    read: async (id) => (await pool.query({ ...select, values: [id] })).rows[0],
    readBytes: async (id) => (await pool.query({ ...selectBytes, values: [id] })).rows[0].body,
    store: (id, bytes) => pool.query(fill, [[id], [bytes]]),
    insert: (id) => pool.query({ ...add, values: [id, small] }),
  }
}

/** Returns the body with a different beginning for each row, so that all rows differ. */
function bytesOf(row: number): Buffer {
  const own = Buffer.from(agent)
  own.write(rowId(row), 'latin1')
  return own
}

await bare.insert('one')
const app = fastify()
const answers = new Map<string, { bytes: Buffer; etag: string }>()
function answerOf(name: string) {
  const bytes = readAnswer(name)
  const answer = { bytes, etag: `"${hash('sha256', bytes)}"` }
  answers.set(name, answer)
  return answer
}
app.get<{ Params: { name: string } }>('/static/:name', (request, reply) => {
  const { bytes, etag } = answers.get(request.params.name) ?? answerOf(request.params.name)
  reply.header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.type('application/json').send(bytes)
})
app.get('/read', async () => bare.read('one'))
app.get<{ Params: { id: string } }>('/read/:id', async (request, reply) =>
  reply.type('application/json').send(await bare.readBytes(request.params.id)),
)
app.post<{ Params: { name: string } }>('/store/:name', async ({ params: { name } }) => {
  await bare.store(name, readAnswer(name))
  return { name }
})
let inserted = 0
app.post('/insert', async () => {
  const id = hash('sha256', String(inserted++))
  await bare.insert(id)
  return { id }
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
