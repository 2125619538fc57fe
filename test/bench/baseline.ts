import { hash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fastify } from 'fastify'
import pg from 'pg'

/**
 * What the service is measured against, in a process of its own: bare Fastify routes on the bare drivers, without
 * authentication, limits or schemas. `/static` sends a body of the size that the query names, `/read` does one
 * primary-key read and `/insert` one durable insert on the same engine.
 */

const body = 'x'.repeat(200)
const table = 'create table if not exists bare (id text primary key, body text not null)'

const { read, insert } = process.env.DATABASE_URL
  ? await onPostgres(process.env.DATABASE_URL)
  : onSqlite(process.env.DATA_DIR!)

function onSqlite(folder: string) {
  mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(join(folder, 'bare.db'))
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; ${table}; delete from bare`)
  const select = db.prepare('select id, body from bare where id = ?')
  const add = db.prepare('insert into bare (id, body) values (?, ?)')
  return { read: (id: string) => select.get(id), insert: (id: string) => add.run(id, body) }
}

async function onPostgres(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 20 })
  await pool.query(`${table}; delete from bare`)
  const select = { name: 'read', text: 'select id, body from bare where id = $1' }
  const add = { name: 'insert', text: 'insert into bare (id, body) values ($1, $2)' }
  return {
    read: async (id: string) => (await pool.query({ ...select, values: [id] })).rows[0],
    insert: (id: string) => pool.query({ ...add, values: [id, body] }),
  }
}

await insert('one')
const app = fastify()
const bodies = new Map<number, Buffer>()
app.get<{ Querystring: { size: string } }>('/static', (request, reply) => {
  const size = Number(request.query.size)
  const bytes = bodies.get(size) ?? Buffer.from(JSON.stringify({ text: 'x'.repeat(size) }))
  bodies.set(size, bytes)
  return reply.type('application/json').send(bytes)
})
app.get('/read', async () => read('one'))
let inserted = 0
app.post('/insert', async () => {
  const id = hash('sha256', String(inserted++))
  await insert(id)
  return { id }
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
