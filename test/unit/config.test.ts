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

describe('OIDC_…', () => {
  const needed = { OIDC_ISSUER: 'https://id.example.com/realms/acme', OIDC_CLIENT_ID: 'identity' }

  test('issuer and client are enough', () => {
    expect(readConfig(needed)).toMatchObject({
      passwordSignIn: true,
      oidc: {
        issuer: 'https://id.example.com/realms/acme',
        clientId: 'identity',
        clientSecret: undefined,
        scopes: 'openid profile email',
        name: 'id.example.com',
        organization: undefined,
        roleClaim: undefined,
      },
    })
    expect(readConfig({})).toMatchObject({ passwordSignIn: true, oidc: undefined })
  })

  test.each(['http://localhost:8080', 'http://127.0.0.2/x', 'http://[::1]:1', 'https://10.0.0.1'])(
    '%s may be an issuer',
    (issuer) => {
      expect(readConfig({ ...needed, OIDC_ISSUER: issuer }).oidc?.issuer).toBe(issuer)
    },
  )

  test.each([
    [{ ...needed, OIDC_ISSUER: 'http://id.example.com' }, 'OIDC_ISSUER must be an https address'],
    [{ ...needed, OIDC_ISSUER: 'http://127.0.0.1.example.com' }, 'OIDC_ISSUER must be'],
    [{ ...needed, OIDC_ISSUER: 'https://id.example.com/?a=b' }, 'OIDC_ISSUER must be'],
    [{ ...needed, OIDC_ISSUER: 'acme' }, 'OIDC_ISSUER must be'],
    [{ OIDC_ISSUER: needed.OIDC_ISSUER }, 'OIDC_ISSUER and OIDC_CLIENT_ID must be set together'],
    [{ OIDC_CLIENT_ID: 'identity' }, 'OIDC_ISSUER and OIDC_CLIENT_ID must be set together'],
    [{ OIDC_ORGANIZATION: 'acme' }, 'OIDC_ISSUER and OIDC_CLIENT_ID must be set together'],
    [{ ...needed, OIDC_SCOPES: 'profile email' }, 'OIDC_SCOPES must be scopes with openid among them'],
    [{ ...needed, OIDC_ORGANIZATION: 'Acme Inc' }, 'OIDC_ORGANIZATION must be the slug'],
    [{ ...needed, OIDC_ROLE_CLAIM: 'roles' }, 'OIDC_ORGANIZATION must be set too'],
    [{ PASSWORD_SIGN_IN: 'off' }, 'PASSWORD_SIGN_IN must be on without OIDC_ISSUER'],
  ])('%j is refused', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message)
  })
})
