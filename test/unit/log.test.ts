import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog } from '../../server/log.ts'

/** Opening the log takes over the warnings of the process, which other tests share. */
let listeners: NodeJS.WarningListener[]
beforeEach(() => {
  listeners = process.listeners('warning')
})
afterEach(() => {
  process.removeAllListeners('warning')
  for (const listener of listeners) process.on('warning', listener)
})

test('errors and warnings are logged by name, message and stack, whatever else they carry', () => {
  const lines: string[] = []
  const log = openLog({ logLevel: 'info' }, { write: (line) => lines.push(line) })
  const request = { rawHeaders: ['authorization', 'Bearer ais_live'], command: { args: ['a password'] } }
  const cause = Object.assign(new Error('The connection was reset'), { request })
  log.error({ err: Object.assign(new TypeError('No answer', { cause }), { request }) }, 'request failed')
  log.warn(Object.assign(new AggregateError([cause], 'No address answers'), { emitter: request }))
  const warning = Object.assign(new Error('11 close listeners added'), { emitter: request })
  process.emit('warning', Object.assign(warning, { name: 'MaxListenersExceededWarning' }))
  const errors = lines.map((line) => JSON.parse(line).err)
  expect(errors.map((error) => Object.keys(error))).toEqual(Array(3).fill(['name', 'message', 'stack']))
  expect(errors.map(({ name, message }) => [name, message])).toEqual([
    ['TypeError', 'No answer: The connection was reset'],
    ['AggregateError', 'No address answers'],
    ['MaxListenersExceededWarning', '11 close listeners added'],
  ])
  expect(errors[0].stack).toContain('caused by: Error: The connection was reset')
  expect(lines.join()).not.toMatch(/ais_live|a password/)
})

test('what is thrown without being an error is logged as text', () => {
  const lines: string[] = []
  openLog({ logLevel: 'info' }, { write: (line) => lines.push(line) }).error({ err: 'away' }, 'request failed')
  expect(JSON.parse(lines[0]!)).toMatchObject({ err: 'away', msg: 'request failed' })
})
