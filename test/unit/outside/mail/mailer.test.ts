import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mail } from '#core/domain/requests/mails.ts'
import { type Mailer, newMailer } from '../../../../server/outside/mail/mailer.ts'
import { type FakeSmtp, startSmtp } from '../../../fakes/smtp.ts'

let smtp: FakeSmtp
let mailer: Mailer
let logged: string[]
beforeEach(async () => {
  smtp = await startSmtp()
  const lines: string[] = []
  logged = lines
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  mailer = newMailer({ url: smtp.url, from: 'Agent Identity <identity@example.com>' }, log)
})
afterEach(async () => {
  await mailer.close()
  await smtp.stop()
})

const link = `https://identity.example.com/reset/${'t'.repeat(43)}`
const mailTo = (to: string, kind: Mail['kind'] = 'invitation'): Mail => ({
  kind,
  to,
  subject: 'Hé',
  text: `At\n${link}\n`,
})
const send = (sender: string, mail: Mail | undefined) => mailer.send(sender, async () => mail)

test('a mail arrives whole, its long link on one line', async () => {
  send('a', mailTo('ada@example.com'))
  expect(await smtp.received('ada@example.com')).toMatchObject({ from: 'identity@example.com', link })
})

test('senders take turns: one with many waiting mails does not hold up another', async () => {
  for (let i = 0; i < 15; i++) send('many', mailTo(`many-${i}@example.com`))
  send('one', mailTo('one@example.com'))
  await smtp.received('one@example.com')
  await smtp.received('many-14@example.com')
  expect(smtp.mails.findIndex(({ to }) => to === 'one@example.com')).toBeLessThan(5)
})

test('what waits is bounded for one sender', async () => {
  smtp.fault = 'hangs'
  for (let i = 0; i < 30; i++) send('many', mailTo(`many-${i}@example.com`))
  expect(logged.filter((line) => line.includes('too many are waiting'))).toHaveLength(8)
})

test('one address gets at most 5 mails of a kind within an hour', async () => {
  for (let i = 0; i < 6; i++) send(`sender-${i}`, mailTo('ada@example.com'))
  send('last', mailTo('ada@example.com', 'reset'))
  await smtp.received('ada@example.com', 6)
  await expect.poll(() => logged.length).toBe(1)
  expect(smtp.mails).toHaveLength(6)
})

test('a server that is busy is asked again; one that refuses is not, and the log names no address', async () => {
  smtp.fault = 'busy'
  send('a', mailTo('ada@example.com'))
  await expect.poll(() => smtp.connections).toBe(1)
  await sleep(50)
  smtp.fault = undefined
  await smtp.received('ada@example.com')

  smtp.fault = 'refuses'
  send('a', mailTo('bea@example.com'))
  await expect.poll(() => logged.length).toBe(1)
  expect(logged[0]).toContain('550')
  expect(logged[0]).not.toContain('bea')
  expect(logged[0]).not.toContain(link)
})

test('a draft that fails or has nothing to say leaves the queue running', async () => {
  mailer.send('a', () => Promise.reject(new Error('no database')))
  send('b', undefined)
  send('c', mailTo('ada@example.com'))
  await smtp.received('ada@example.com')
})

test('closing does not wait for a server that hangs', async () => {
  smtp.fault = 'hangs'
  send('a', mailTo('ada@example.com'))
  await expect.poll(() => smtp.connections).toBe(1)
  await mailer.close()
  // A mail that was waited for would have been given up and sent again on another connection.
  expect(smtp.connections).toBe(1)
})
