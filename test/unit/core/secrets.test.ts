import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactSecrets } from '#core/domain/text/secrets.ts'
import type { tokenShapes } from '#core/domain/text/token-shapes.ts'
import { growthOf, linearGrowth } from '../../support/growth.ts'

// Joined here so that no scanner takes this file for a leak.
const chars = (length: number) => 'a1B2c3D4e5F6g7H8'.repeat(10).slice(0, length)
const hex = (length: number) => '0a1b2c3d4e5f6789'.repeat(10).slice(0, length)
const upper = (length: number) => 'A1B2C3D4E5F6G7H8'.repeat(10).slice(0, length)
const jwtHead = 'eyJhbGciOiJIUzI1NiJ9'

const examples: Record<keyof typeof tokenShapes, string[]> = {
  'age identity': [`AGE-SECRET-${'KEY-1'}${upper(58)}`],
  'AWS access key': [`AKIA${upper(16)}`, `ASIA${'ABCDEFGHIJKLMNOP'}`],
  'Databricks token': [`dapi${hex(32)}`, `dapi${hex(32)}-2`],
  'DigitalOcean token': [`dop_${'v1_'}${hex(64)}`],
  'Discord bot token': [`MTk4${chars(22)}.${chars(6)}.${chars(38)}`],
  'Discord webhook': [`https://discord.com/api/${'webhooks'}/123456789012345678/${chars(68)}`],
  'Doppler token': [`dp.${'pt'}.${chars(43)}`],
  'Figma token': [`figd_${chars(20)}-${chars(20)}`],
  'GitHub token': [`ghp_${chars(36)}`, `gho_${chars(36)}`],
  'GitHub fine-grained token': [`github_${'pat'}_${chars(22)}_${chars(59)}`],
  'GitLab token': [`glpat-${chars(20)}`],
  'Google API key': [`AIza${chars(35)}`],
  'Google client secret': [`GOCSPX-${chars(28)}`],
  'Google access token': [`ya29.${chars(60)}`],
  'Groq key': [`gsk_${chars(52)}`],
  'Hugging Face token': [`hf_${'aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH'}`],
  JWT: [
    [jwtHead, 'eyJzdWIiOiIxMjM0In0', 'c2lnbmF0dXJlLWhlcmU'].join('.'),
    [jwtHead, 'e30', 'c2lnbmF0dXJlLWhlcmU'].join('.'),
  ],
  'key of this service': [`ais_${chars(40)}`],
  'Linear key': [`lin_${'api'}_${chars(40)}`],
  'Notion token': [`ntn_${chars(46)}`, `secret_${chars(43)}`],
  'npm token': [`npm_${chars(36)}`],
  'PyPI token': [`pypi-${'AgEI'}${chars(120)}`],
  'SendGrid key': [`SG.${chars(22)}.${chars(43)}`],
  'Shopify token': [`shpat_${hex(32)}`, `shpss_${hex(32)}`],
  'sk- key': [`sk-${'proj-a1B2c3d4'.repeat(3)}`, `sk-ant-${'api03'}-${chars(90)}`, `sk-${chars(48)}`],
  'Slack token': [
    `xoxb-${'123456789012-abcdefABCDEF'}`,
    `xoxc-${'123456789012-123456789012'}-${hex(40)}`,
    `xoxs-${'123456789012-123456789012'}-${hex(40)}`,
    `xapp-1-A012ABCD-${'123456789012'}-${hex(64)}`,
  ],
  'Slack webhook': [`https://hooks.slack.com/${'services'}/T00000000/B00000000/${chars(24)}`],
  'Stripe key': [`sk_${'live'}_${chars(24)}`, `rk_${'live'}_${chars(24)}`],
  'Stripe webhook secret': [`whsec_${chars(32)}`],
  'Telegram bot token': [`123456789:AA${chars(33)}`],
  'Twilio key': [`SK${hex(32)}`],
  'Vault token': [`hvs.${chars(90)}`],
  'xAI key': [`xai-${chars(80)}`],
  '1Password secret key': [`A3-${upper(6)}-${upper(11)}-${upper(5)}-${upper(5)}-${upper(5)}`],
  'Adafruit key': [`aio_abcd12${chars(22)}`],
  'Airtable token': [`pat${chars(14)}.${hex(64)}`],
  'Alibaba access key': [`LTAI${chars(20)}`],
  'Artifactory token': [`AKCp${chars(69)}`, `cmVmd${chars(59)}`],
  'Atlassian token': [`ATATT3${chars(80)}`],
  'Azure client secret': [`${chars(3)}8Q~${chars(34)}`],
  'Bedrock key': [`ABSK${chars(120)}=`],
  'Brevo key': [`xkeysib-${hex(64)}-${chars(16)}`],
  'ClickHouse key': [`4b1d${chars(38)}`],
  'Clojars token': [`CLOJARS_${chars(60)}`],
  'Cloudflare origin key': [`v1.0-${hex(24)}-${hex(146)}`],
  'Docker token': [`dckr_${'pat'}_${chars(27)}`],
  'Dropbox token': [`sl.${chars(135)}`],
  'Duffel token': [`duffel_${'live'}_${chars(43)}`],
  'Dynatrace token': [`dt0c01.${upper(24)}.${upper(64)}`],
  'EasyPost key': [`EZAK${chars(54)}`, `EZTK${chars(54)}`],
  'Facebook token': [`EAAM${chars(120)}`],
  'Flutterwave key': [`FLWSECK_${'TEST'}-${hex(32)}-X`],
  'Fly.io token': [`fo1_${chars(43)}`, `fm2_${chars(120)}`],
  'Frame.io token': [`fio-u-${chars(64)}`],
  'GitLab session': [`_gitlab_session=${hex(32)}`],
  'GitLab runner token': [`GR1348941${chars(20)}`],
  'Grafana token': [`glc_${chars(64)}`, `glsa_${chars(32)}_${hex(8)}`, `eyJrIjoi${chars(80)}`],
  'Harness token': [`pat.${chars(22)}.${chars(24)}.${chars(20)}`],
  'Heroku key': [`HRKU-${chars(40)}`],
  'Infracost key': [`ico-${chars(32)}`],
  'Mailchimp key': [`${hex(32)}-us12`],
  'Mailgun key': [`key-${hex(32)}`, `pubkey-${hex(32)}`],
  'MaxMind key': [`${chars(6)}_${chars(29)}_mmk`],
  'New Relic key': [`NRAK-${upper(27)}`, `NRJS-${hex(19)}`],
  'Octopus key': [`API-${upper(26)}`],
  'OpenShift token': [`sha256~${chars(43)}`],
  'Perplexity key': [`pplx-${chars(48)}`],
  'Plaid token': [`access-${'sandbox'}-${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`],
  'PlanetScale token': [`pscale_${'tkn'}_${chars(43)}`],
  'Postman key': [`PMAK-${hex(24)}-${hex(34)}`],
  'Prefect key': [`pnu_${chars(36)}`],
  'Pulumi token': [`pul-${hex(40)}`],
  'ReadMe key': [`rdme_${hex(70)}`],
  'RubyGems key': [`rubygems_${hex(48)}`],
  'Scalingo token': [`tk-us-${chars(48)}`],
  'Sentry token': [`sntrys_eyJ${chars(80)}_${chars(43)}`, `sntryu_${hex(64)}`],
  'SettleMint token': [`sm_${'pat'}_${chars(16)}`],
  'Shippo token': [`shippo_${'live'}_${hex(40)}`],
  'SonarQube token': [`squ_${hex(40)}`],
  'Sourcegraph token': [`sgp_${hex(16)}_${hex(40)}`, `sgp_${hex(40)}`],
  'Square token': [`sq0atp-${chars(22)}`, `EAAA${chars(60)}`],
  'Supabase key': [`sbp_${hex(40)}`],
  'Teams webhook': [
    `https://acme.webhook.office.com/${'webhookb2'}/${hex(8)}-${hex(4)}@${hex(8)}/IncomingWebhook/${hex(32)}`,
  ],
  'Terraform token': [`${chars(14)}.atlasv1.${chars(65)}`],
  'Typeform token': [`tfp_${chars(44)}`],
  'X bearer token': [`${'A'.repeat(22)}${chars(80)}`],
  'Yandex key': [`AQVN${chars(36)}`, `t1.${chars(20)}.${chars(86)}`],
}

describe('tokens of providers', () => {
  test.each(Object.entries(examples).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'redacts a %s and leaves the words around it: %s',
    (_, secret) => {
      expect(redactSecrets(`before ${secret} after`)).toBe('before [redacted] after')
      expect(redactSecrets(`(${secret}), "${secret}"`)).toBe('([redacted]), "[redacted]"')
    },
  )
})

describe('private keys', () => {
  const begin = (kind: string) => `-----BEGIN ${kind}${'PRIVATE KEY'}-----`
  const end = (kind: string) => `-----END ${kind}${'PRIVATE KEY'}-----`

  test.each(['', 'RSA ', 'OPENSSH ', 'EC ', 'ENCRYPTED '])('redacts a whole %skey', (kind) => {
    expect(redactSecrets(`a ${begin(kind)}\nMIIEpAIBAAKCAQEA\n${end(kind)} b`)).toBe('a [redacted] b')
  })

  test('redacts one that was cut off, and a beginning alone', () => {
    expect(redactSecrets(`${begin('')}\n${'MIIE'.repeat(16)}\n${'abcd'.repeat(16)}`)).toBe('[redacted]')
    expect(redactSecrets(`It begins with ${begin('')} and then base64.`)).toBe(
      'It begins with [redacted] and then base64.',
    )
  })
})

describe('secrets that are known by their place', () => {
  test.each([
    ['password=hunter22', 'password=[redacted]'],
    ['DB_PASSWORD = "two words"', 'DB_PASSWORD = [redacted]'],
    ['"api_key": "abc-def"', '"api_key": [redacted]'],
    ['{\\"password\\": \\"letmein\\"}', '{\\"password\\": [redacted]}'],
    ['client-secret: 9f8e7d6c5b', 'client-secret: [redacted]'],
    ['dbPassword: "letmein"', 'dbPassword: [redacted]'],
    ['SMTP_PASS=letmein', 'SMTP_PASS=[redacted]'],
    ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG', 'AWS_SECRET_ACCESS_KEY=[redacted]'],
    ['?access_token=abcdef&page=2', '?access_token=[redacted]&page=2'],
    ["config['api_token'] = 'abcdef'", "config['api_token'] = [redacted]"],
    ["'password' => 'letmein',", "'password' => [redacted],"],
    ['password=12345678', 'password=[redacted]'],
    ['pin: 1234, "password": "1234", api_key=123456', 'pin: 1234, "password": [redacted], api_key=[redacted]'],
    ['postgres://app:$3cret@db/main', 'postgres://app:[redacted]@db/main'],
    ['I set (password=hunter2).', 'I set (password=[redacted]).'],
    ['password: hunter2', 'password: [redacted]'],
    ['**Password:** hunter2', '**Password:** [redacted]'],
    ['API key: 9f8e7d6c5b', 'API key: [redacted]'],
    ['Passwort: Geheim123!x', 'Passwort: [redacted]'],
    ['The password is Tr0ub4dor&3.', 'The password is [redacted]'],
    ['Das Passwort lautet Geheim123!x', 'Das Passwort lautet [redacted]'],
    ['the password for the staging server is now hunter2', 'the password for the staging server is now [redacted]'],
    ['Password for staging: hunter2', 'Password for staging: [redacted]'],
    ['deploy --token a1b2c3d4e5 now', 'deploy --token [redacted] now'],
    ['Authorization: Bearer abcdefghij0123456789', 'Authorization: Bearer [redacted]'],
    [`Authorization: Basic ${'dXNlcjpwYXNz'}`, 'Authorization: Basic [redacted]'],
    [`-H "Authorization: Basic ${'dXNlcjpwYXNzd29yZA'}=="`, '-H "Authorization: Basic [redacted]"'],
    ['Cookie: session=a1b2c3d4; theme=dark', 'Cookie: [redacted]'],
    ['curl -s -u ada:hunter2 https://db.acme.io', 'curl -s -u ada:[redacted] https://db.acme.io'],
    ['postgres://app:s3cret@db/main', 'postgres://app:[redacted]@db/main'],
    ['redis://:hunter2@cache:6379', 'redis://:[redacted]@cache:6379'],
    ['mysql://app:p@ss@db/main', 'mysql://app:[redacted]@db/main'],
    [`git clone https://${'a1b2c3d4e5f6a7b8c9d0'}@github.com/a/b`, 'git clone https://[redacted]@github.com/a/b'],
    [
      `AccountName=acme;AccountKey=${'a1B2c3D4'.repeat(10)}==;Suffix=x`,
      'AccountName=acme;AccountKey=[redacted];Suffix=x',
    ],
    [`https://acme.blob/x?sv=2024&sig=${'a1B2c3D4%2F'.repeat(4)}%3D`, 'https://acme.blob/x?sv=2024&sig=[redacted]'],
  ])('redacts the value in %s', (text, expected) => {
    expect(redactSecrets(text)).toBe(expected)
  })

  test.each([
    ...['password: see the wiki', 'password: required', 'Password: at least 8 characters', 'password: min. 12 chars'],
    ...['the password is stored hashed', 'The password is argon2id-hashed.', 'The token is base64-encoded.'],
    ...['The token is refreshed every hour.', 'the secret is 32-byte', 'secret: ask ops@acme.io for it'],
    ...['max_token=4096', 'tokens = 30000', 'max_tokens: 128_000', 'token: 30s', 'tokenizer=fast', 'secretary=Anna'],
    ...[
      'token: string',
      'token: Option<String>;',
      'password: z.string().min(8)',
      'token?: AccessToken',
      '"token": "string"',
    ],
    ...[
      'const token = process.env.TOKEN',
      'const token = await fetchToken(1)',
      'token = parser.next()',
      'let token = next',
    ],
    ...['password=$PASSWORD', `password=\${PASSWORD}`, 'token: <your token>', 'curl -u ada:$PASSWORD https://x.io'],
    ...[
      'type Props = { secret: string }',
      'if (token === expected) return',
      'token_type=bearer',
      'secret_name=api-secret',
    ],
    ...[
      'token_file=/run/secrets/token',
      'postgres://app:$PASSWORD@db/main',
      'https://medium.com/@ada/my-story-1234567',
    ],
    ...[
      'Rename sk-button to task-button',
      'sk-learn-compatible-estimators',
      'Authorization: Basic authentication is off',
    ],
    ...[
      'We use bearer authentication-for-every-request',
      'Set the api_token =\nThen restart the service',
      'Cookie: none',
      '[src/token.ts:64](https://x.io/a/token.ts#L64)',
    ],
    ...['Our token budget: 4k tokens', 'I keep secrets: never in code', 'SKU, SK-II and AKIA are no keys'],
  ])('leaves %s alone', (text) => {
    expect(redactSecrets(text)).toBe(text)
  })
})

test('redacting twice changes nothing', () => {
  const pieces = [
    ...[
      'password',
      'api_key',
      'is',
      ' ',
      '=',
      ': ',
      '"',
      "'",
      '\\',
      '&',
      '@',
      'https://',
      'a:',
      '--token ',
      'curl -u ',
    ],
    ...['hunter2', 'sk-', 'Bearer ', 'Cookie: a=', '[redacted]', '\n', 'x'.repeat(20), 'a1B2c3D4e5'],
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
      const once = redactSecrets(parts.join(''))
      expect(redactSecrets(once)).toBe(once)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ...[
    'sk-',
    'eyJ-',
    'eyJaaaaaaaa.',
    'password ',
    'password=',
    'password is ',
    'token: ',
    'curl -u ',
    'curl ',
    'a:',
    'a.a-',
  ],
  ...[
    'https://',
    'a://b:',
    'bearer ',
    'cookie: a=',
    'Cookie: a=b ',
    '--token ',
    `-----BEGIN ${'PRIVATE KEY'}-----`,
    'SG.',
  ],
  ...[
    '"',
    'password="',
    '\\',
    ' ',
    '\n',
    'x',
    '_',
    'api key',
    'aB',
    '1',
    '12345678:',
    'secret for a ',
    'AAAAAAAAAAAAAAAAAAAAAAAA.',
  ],
])('a hostile text of %j takes time in proportion to its length', async (piece) => {
  const redact = (length: number) => redactSecrets(piece.repeat(length / piece.length))
  expect(await growthOf(redact, 300_000)).toBeLessThan(linearGrowth)
})
