import { hash } from 'node:crypto'
import { fastify } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { connect } from '../../server/db/connect.ts'

/**
 * What the service is measured against, in a process of its own: bare Fastify routes without authentication, limits or
 * schemas. `/static` sends a body of the size that the query names, `/read` does one primary-key read and `/insert` one
 * durable insert on the same engine.
 */
const { db: database } = await connect(
  { databaseUrl: process.env.DATABASE_URL, dataDir: process.env.DATA_DIR! },
  console.error,
)
const db = database as unknown as Kysely<{ bare: { id: string; body: string } }>
await sql`create table if not exists bare (id text primary key, body text not null)`.execute(db)
await sql`delete from bare`.execute(db)
await db
  .insertInto('bare')
  .values({ id: 'one', body: 'x'.repeat(200) })
  .execute()

const app = fastify()
const bodies = new Map<number, string>()
app.get<{ Querystring: { size: string } }>('/static', (request, reply) => {
  const size = Number(request.query.size)
  const body = bodies.get(size) ?? JSON.stringify({ text: 'x'.repeat(size) })
  bodies.set(size, body)
  return reply.type('application/json').send(body)
})
app.get('/read', () => db.selectFrom('bare').selectAll().where('id', '=', 'one').executeTakeFirst())
let inserted = 0
app.post('/insert', async () => {
  const id = hash('sha256', String(inserted++))
  await db
    .insertInto('bare')
    .values({ id, body: 'x'.repeat(200) })
    .execute()
  return { id }
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
