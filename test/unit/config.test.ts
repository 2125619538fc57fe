import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'

describe('ALLOWED_PRIVATE_HOSTS', () => {
  test.each([
    ['', []],
    ['10.1.2.3', [{ hostname: '10.1.2.3', port: null }]],
    [
      'Feeds.corp.internal:8080, [::1]:443',
      [
        { hostname: 'feeds.corp.internal', port: '8080' },
        { hostname: '[::1]', port: '443' },
      ],
    ],
    ['127.1', [{ hostname: '127.0.0.1', port: null }]],
  ])('%j is read', (value, hosts) => {
    expect(readConfig({ ALLOWED_PRIVATE_HOSTS: value }).allowedPrivateHosts).toEqual(hosts)
  })

  test.each([
    'http://a.example',
    'a.example/x',
    'a.example,',
    'a b',
    '*.corp.internal',
    '10.0.0.0/8',
    'a:99999',
    'user@a.example',
    '::1',
  ])('%j is refused in one line', (value) => {
    expect(() => readConfig({ ALLOWED_PRIVATE_HOSTS: value })).toThrow(
      `ALLOWED_PRIVATE_HOSTS must be host or host:port, comma-separated, such as feeds.corp.internal:8080, not "${value}"`,
    )
  })
})

describe('SMTP_URL and MAIL_FROM', () => {
  const url = 'smtps://user:secret@mail.example.com'
  test.each(['identity@example.com', 'Acme Identity <identity@example.com>'])('%j sends mail', (from) => {
    expect(readConfig({ SMTP_URL: url, MAIL_FROM: from }).mail).toEqual({ url, from })
  })

  test('without both, no mail is sent', () => {
    expect(readConfig({}).mail).toBeUndefined()
  })

  test.each([
    [{ SMTP_URL: url }, 'MAIL_FROM must be set too'],
    [{ MAIL_FROM: 'identity@example.com' }, 'SMTP_URL must be set too'],
    [{ SMTP_URL: 'https://user:secret@mail.example.com', MAIL_FROM: 'a@example.com' }, 'SMTP_URL must be'],
    [{ SMTP_URL: url, MAIL_FROM: 'nobody' }, 'MAIL_FROM must be'],
    [{ SMTP_URL: url, MAIL_FROM: 'a@example.com, b@example.com' }, 'MAIL_FROM must be'],
    [{ SMTP_URL: url, MAIL_FROM: 'A <a@example.com' }, 'MAIL_FROM must be'],
  ])('%j is refused in one line that does not repeat a password', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message)
    expect(() => readConfig(environment)).not.toThrow('secret')
  })
})
