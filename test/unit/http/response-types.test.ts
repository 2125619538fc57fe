import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify } from 'fastify'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { Id, Integer, List, Nullable, OneOf, responses, Timestamp } from '../../../server/http/requests/schemas.ts'

const Body = Type.Object({ id: Id, size: Integer(), kind: OneOf(['a', 'b']), made_at: Nullable(Timestamp) })
const body = { id: '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11', size: 1, kind: 'a', made_at: null } as const
const schema = { response: responses(201, Body, [404]) }

test('an answer that its schema describes compiles, and what the schema does not name stays here', async () => {
  const app = fastify().withTypeProvider<TypeBoxTypeProvider>()
  app.get('/one', { schema }, (_request, reply) => {
    reply.status(201)
    return { ...body, password_hash: 'x' }
  })
  const answer = await app.inject('/one')
  expect([answer.statusCode, answer.json()]).toEqual([201, body])
})

test('an answer of another shape does not compile: an error that is expected here and missing fails the check', async () => {
  const app = fastify().withTypeProvider<TypeBoxTypeProvider>()
  // @ts-expect-error a field of another type
  app.get('/field', { schema }, async () => ({ ...body, size: 'one' }))
  // @ts-expect-error a word that is not in the list
  app.get('/word', { schema }, async () => ({ ...body, kind: 'c' }))
  // @ts-expect-error a date, which is text on the wire and in the database
  app.get('/date', { schema }, async () => ({ ...body, made_at: new Date() }))
  // @ts-expect-error a missing field
  app.get('/missing', { schema }, (_request, reply) => {
    reply.status(201)
    return { id: body.id, size: 1, kind: body.kind }
  })
  // @ts-expect-error a field that is missing in a list
  app.get('/list', { schema: { response: responses(200, List(Body)) } }, async () => ({ data: [{ id: '' }], count: 1 }))
  // @ts-expect-error a status that the schema does not name
  app.get('/status', { schema }, (_request, reply) => reply.status(200).send(body))
  // @ts-expect-error the body of another status
  app.get('/error', { schema }, (_request, reply) => reply.status(404).send(body))
  expect((await app.inject('/missing')).statusCode).toBe(500)
})
