import { describe, expect, test } from 'vitest'
import { readConfig } from '../server/config.ts'

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
