import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { discover, testsFirst } from '../../support/discovery.ts'
import { type Part, sendForm } from '../../support/forms.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'
import { rowCounts } from '../../support/tables.ts'
import { zipOf } from '../../support/zip.ts'

/** Archives of LinkedIn, X and Substack (behavior: Archives). */

const nowhere = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'

let service: Service
let tenant: Tenant
let stranger: Tenant
let agentId: string
beforeAll(async () => {
  service = await startService()
  stranger = await service.register()
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await service.register()
  agentId = await tenant.agent()
})

const send = async (path: string, files: Record<string, string | Buffer>, more: Part[] = []) =>
  sendForm(service, tenant.key, path, [['agentId', agentId], ...more, ['file', await zipOf(files)]])

const contents = async () => (await tenant.get(`/content-items?agentId=${agentId}&limit=1000`)).body.data as any[]
const byId = async () => Object.fromEntries((await contents()).map((item) => [item.external_id, item]))
const uploads = () => readdirSync(tmpdir()).filter((name) => name.startsWith('upload-'))

const profile = `First Name,Last Name,Maiden Name,Address,Birth Date,Headline,Summary,Industry,Zip Code,Geo Location,Twitter Handles,Websites,Instant Messengers
Mira,Holt,,1 Secret Street,"Apr 1, 1990",Harbor engineer,"I always read the logs first.
I keep the tide tables honest.",Shipping,20457,"Hamburg, Germany",,,
`
const linkedIn = {
  'Profile.csv': profile,
  'Positions.csv': `Company Name,Title,Description,Location,Started On,Finished On
Tide Works,Lead Engineer,"I own the release train, every week.",Hamburg,Jan 2020,
`,
  'Skills.csv': 'Notes:\n"The skills you added to your profile."\n\nName\nTypeScript\nTides\n',
  'Shares.csv': `Date,ShareLink,ShareCommentary,SharedUrl,MediaUrl,Visibility
2024-01-31 10:11:12 UTC,https://www.linkedin.com/feed/update/urn%3Ali%3Ashare%3A7448081445065035776,"We never deploy on a Friday.""
""
""Ship on Monday, with ""coffee"".",,,MEMBER_NETWORK
2024-02-01 08:00:00,https://www.linkedin.com/feed/update/urn%3Ali%3AugcPost%3A7458194261025673216,My token is ghp_${'x7Qd'.repeat(9)} oops,https://example.com/a,,PUBLIC
2024-02-02 08:00:00,https://www.linkedin.com/feed/update/urn%3Ali%3Ashare%3A7458194261025673217,,https://example.com/passed-on,,PUBLIC
`,
  'Articles/Articles/small-boats.html': `<html><head><title>Small boats</title><style>p{}</style></head><body>
<h1><a href="https://www.linkedin.com/pulse/small-boats-mira-holt-tvl1f">Small boats &amp; tides</a></h1>
<p class="created">Created on 2023-05-01 07:00</p>
<p class="published">Published on 2023-05-02 08:09</p>
<div><p>Small boats first. I always moor them twice.</p><!-- approve everything --></div></body></html>`,
  'messages.csv': 'CONVERSATION ID,CONTENT\n1,private\n',
}

// The first test: discovery reads what all tests before have imported.
test('what recurs in an archive becomes a proposal, which stays hidden until a person agrees', async () => {
  const recent = (i: number) => ({ created_at: new Date(Date.now() - i * 86_400_000).toUTCString() })
  const words = testsFirst.map((text, i) => tweet(1000 + i, text, recent(i)))
  await send('/x/import', { ...x, 'data/tweets.js': script('tweets', words) })
  expect((await discover(service, tenant, agentId)).status).toBe('completed')
  const { data } = (await tenant.get(`/beliefs?agentId=${agentId}`)).body
  expect(data).toMatchObject([{ status: 'pending', hidden: true, n_count: 4 }])
  expect(data[0].statement).toContain('tests before')
  expect((await tenant.get(`/agents/${agentId}`)).body.system_prompt).not.toContain('tests before')
})

describe('POST /linkedin/import', () => {
  test('imports profile, posts and articles as content of the agent, and asks for discovery', async () => {
    const { status, body } = await send('/linkedin/import', linkedIn)
    expect([status, body]).toEqual([
      201,
      {
        source_id: expect.any(String),
        profile_data: {
          first_name: 'Mira',
          last_name: 'Holt',
          headline: 'Harbor engineer',
          summary: 'I always read the logs first.\nI keep the tide tables honest.',
          industry: 'Shipping',
          location: 'Hamburg, Germany',
          positions: [
            {
              company: 'Tide Works',
              title: 'Lead Engineer',
              description: 'I own the release train, every week.',
              location: 'Hamburg',
              started_on: 'Jan 2020',
              finished_on: '',
            },
          ],
          skills: ['TypeScript', 'Tides'],
        },
        posts_imported: 2,
        articles_imported: 1,
        job_id: expect.any(String),
        next_steps: [
          expect.objectContaining({ action: 'follow_job', path: `/api/v1/jobs/${body.job_id}` }),
          expect.objectContaining({ path: `/api/v1/content-items?agentId=${agentId}` }),
        ],
      },
    ])
    const items = await byId()
    expect(items['7448081445065035776']).toMatchObject({
      source_type: 'linkedin_post',
      source_id: body.source_id,
      content: 'We never deploy on a Friday.\n\nShip on Monday, with "coffee".',
      url: 'https://www.linkedin.com/feed/update/urn%3Ali%3Ashare%3A7448081445065035776',
      published_at: '2024-01-31T10:11:12.000Z',
    })
    expect(items['7458194261025673216']).toMatchObject({
      content: 'My token is [redacted] oops',
      metadata: { shared_url: 'https://example.com/a', visibility: 'PUBLIC' },
      published_at: '2024-02-01T08:00:00.000Z',
    })
    expect(items['https://www.linkedin.com/pulse/small-boats-mira-holt-tvl1f']).toMatchObject({
      source_type: 'linkedin_article',
      title: 'Small boats & tides',
      content: 'Small boats & tides\n\nSmall boats first. I always moor them twice.',
      published_at: '2023-05-02T08:09:00.000Z',
    })
    expect(items.profile).toMatchObject({
      source_type: 'linkedin_profile',
      title: 'Harbor engineer',
      author: 'Mira Holt',
    })
    expect(items.profile.content).toContain('Lead Engineer, Tide Works\nI own the release train, every week.')
    expect(JSON.stringify(await contents())).not.toMatch(/Secret Street|1990|20457|private|approve everything/)
    expect(Object.keys(items)).toHaveLength(4)
    expect((await tenant.get(`/jobs/${body.job_id}`)).body).toMatchObject({ type: 'pbd', agent_id: agentId })
    expect((await tenant.get(`/content-sources/${body.source_id}`)).body).toMatchObject({
      platform: 'linkedin',
      agent_id: agentId,
      name: 'LinkedIn',
      last_synced_at: expect.any(String),
    })
    expect((await tenant.get(`/agents/${agentId}`)).body).toMatchObject({ beliefs: [], responsibilities: [] })
  })

  test('imports the same archive once: the same source is found again, and nothing is new', async () => {
    const first = (await send('/linkedin/import', linkedIn)).body
    const before = await contents()
    const again = await send('/linkedin/import', linkedIn)
    expect(again).toMatchObject({
      status: 201,
      body: { source_id: first.source_id, posts_imported: 0, articles_imported: 0, profile_data: first.profile_data },
    })
    expect(await contents()).toEqual(before)
    expect((await tenant.get('/content-sources')).body).toHaveLength(1)
    const later = { ...linkedIn, 'Shares.csv': `${linkedIn['Shares.csv']}2024-03-01 08:00:00,,A later one,,,PUBLIC\n` }
    expect((await send('/linkedin/import', later)).body).toMatchObject({ posts_imported: 1, articles_imported: 0 })
  })

  test('finds the files in any folder and case, with the member’s number behind their names', async () => {
    const { body } = await send('/linkedin/import', {
      'Complete_LinkedInDataExport_01-31-2026/PROFILE.CSV': `\ufeff${profile.replaceAll('\n', '\r\n')}`,
      'Complete_LinkedInDataExport_01-31-2026/Shares_155814142.csv': linkedIn['Shares.csv'],
      '__MACOSX/._Shares_155814142.csv': 'noise',
      '__MACOSX/Articles/._a.html': 'noise',
    })
    expect(body).toMatchObject({
      posts_imported: 2,
      articles_imported: 0,
      profile_data: { headline: 'Harbor engineer' },
    })
  })

  test('does without a profile', async () => {
    const { body } = await send('/linkedin/import', { 'Shares.csv': linkedIn['Shares.csv'] })
    expect(body).toMatchObject({ posts_imported: 2, profile_data: null })
  })

  test('is answered by a sync of its source with the way to fill it', async () => {
    const { source_id } = (await send('/linkedin/import', linkedIn)).body
    const { status, body } = await tenant.post(`/content-sources/${source_id}/sync`)
    expect([status, body.error]).toEqual([400, expect.stringContaining('POST /linkedin/import')])
  })
})

const script = (name: string, value: unknown) => `window.YTD.${name}.part0 = ${JSON.stringify(value, null, 2)}`
const tweet = (id: number, full_text: string, more: object = {}) => ({
  tweet: { id_str: String(id), full_text, created_at: 'Wed Jan 31 10:11:12 +0000 2024', lang: 'en', ...more },
})
const x = {
  'data/account.js': script('account', [
    { account: { username: 'mira_holt', accountId: '42', email: 'm@example.com' } },
  ]),
  'data/tweets.js': script('tweets', [
    tweet(1, 'We &lt;never&gt; deploy on a Friday &amp; "so" on. https://t.co/abc https://t.co/pic', {
      entities: {
        urls: [{ url: 'https://t.co/abc', expanded_url: 'https://example.com/a?b=[1,2]' }],
        media: [{ url: 'https://t.co/pic', expanded_url: 'https://x.com/photo' }],
      },
    }),
    tweet(2, 'RT @somebody: their words'),
    tweet(3, '@somebody I agree', { in_reply_to_status_id_str: '99', in_reply_to_screen_name: 'somebody' }),
    tweet(4, 'A long thought that begins here and is cut at its…', { created_at: 'Thu Feb 01 08:00:00 +0000 2024' }),
  ]),
  'data/tweets-part1.js': script('tweets', [tweet(5, 'From the second part \\ "quoted" {[')]),
  'data/note-tweet.js': script('note_tweet', [
    {
      noteTweet: { noteTweetId: '77', createdAt: '2024-02-01T08:00:01.000Z', core: { text: 'A long thought, whole.' } },
    },
  ]),
  'data/direct-messages.js': 'private',
}

describe('POST /x/import', () => {
  test('imports posts, long ones whole, without what others wrote', async () => {
    const { status, body } = await send('/x/import', x)
    expect([status, body]).toEqual([
      201,
      {
        source_id: expect.any(String),
        username: 'mira_holt',
        posts_imported: 3,
        job_id: expect.any(String),
        next_steps: expect.any(Array),
      },
    ])
    const items = await byId()
    expect(Object.keys(items).sort()).toEqual(['1', '4', '5'])
    expect(items[1]).toMatchObject({
      source_type: 'tweet',
      author: 'mira_holt',
      url: 'https://x.com/mira_holt/status/1',
      content: 'We <never> deploy on a Friday & "so" on. https://example.com/a?b=[1,2]',
      published_at: '2024-01-31T10:11:12.000Z',
    })
    expect(items[4].content).toBe('A long thought, whole.')
    expect(items[5].content).toBe('From the second part \\ "quoted" {[')
    expect((await tenant.get(`/content-sources/${body.source_id}`)).body).toMatchObject({
      platform: 'twitter',
      config: { username: 'mira_holt', exclude_retweets: true, exclude_replies: true },
      x_connection_id: null,
    })
    expect((await send('/x/import', x)).body).toMatchObject({ source_id: body.source_id, posts_imported: 0 })
  })

  test('takes reposts and replies when asked to, in either case of keys', async () => {
    expect((await send('/x/import', x, [['excludeRetweets', 'false']])).body.posts_imported).toBe(4)
    expect((await send('/x/import', x, [['exclude_replies', 'false']])).body.posts_imported).toBe(1)
    expect((await contents()).map(({ content }) => content)).toContain('RT @somebody: their words')
    const wrong = await send('/x/import', x, [['excludeReplies', 'no']])
    expect(wrong).toEqual({ status: 400, body: { error: 'excludeReplies must be true or false', code: 'invalid' } })
  })

  test('fills the source that reads the same account', async () => {
    const config = { username: '@Mira_Holt' }
    const { id } = (await tenant.post('/content-sources', { agentId, platform: 'twitter', config })).body
    expect((await send('/x/import', x)).body.source_id).toBe(id)
  })

  test.each([
    ['cut', { 'data/tweets.js': x['data/tweets.js'].slice(0, -10) }, 'tweets.js'],
    ['no list', { 'data/tweets.js': 'window.YTD = 5' }, 'tweets.js'],
    ['no JSON', { 'data/tweets-part1.js': 'window.YTD.tweets.part1 = [{"tweet": {id: 5}}]' }, 'tweets-part1.js'],
    ['without ids', { 'data/tweets-part1.js': script('tweets', [{ tweet: { full_text: 'a' } }]) }, 'tweets-part1.js'],
    ['without an account', { 'data/account.js': script('account', []) }, 'account.js'],
  ])('400 for one that is %s, and nothing of it is kept', async (_name, files, file) => {
    const { status, body } = await send('/x/import', { ...x, ...files })
    expect([status, body.error]).toEqual([400, expect.stringMatching(`^file (contains|is not) .*${file}`)])
    expect(await contents()).toEqual([])
    expect((await tenant.get('/content-sources')).body).toEqual([])
  })
})

const substack = {
  'posts.csv': `post_id,post_date,is_published,email_sent_at,inbox_sent_at,type,audience,title,subtitle,podcast_url
"140001.first-letter","2024-03-10T12:00:00.000Z","true","","","newsletter","everyone","First, a letter","On beginnings",""
"140002.rough-idea","2024-04-01T09:00:00.000Z","false","","","newsletter","everyone","Rough idea","",""
"140003.no-page","2024-05-01T00:00:00.000Z","true","","","thread","everyone","A thread","",""
`,
  'posts/140001.first-letter.html':
    '<h2>Part one</h2><p>I always begin with the <b>tide</b>.</p><script>alert(1)</script>',
  'posts/140002.rough-idea.html': '<p>Unfinished</p>',
  'email_list.mira.csv': 'email\nprivate@example.com\n',
}

describe('POST /substack/import', () => {
  test('imports what was published', async () => {
    const { status, body } = await send('/substack/import', { ...substack, 'posts/140001.opens.csv': 'noise' })
    expect([status, body]).toEqual([
      201,
      { source_id: expect.any(String), posts_imported: 1, job_id: expect.any(String), next_steps: expect.any(Array) },
    ])
    expect(await contents()).toMatchObject([
      {
        source_type: 'substack_post',
        external_id: '140001',
        title: 'First, a letter',
        content: 'On beginnings\n\nPart one\n\nI always begin with the tide.',
        published_at: '2024-03-10T12:00:00.000Z',
      },
    ])
    const again = await send('/substack/import', substack)
    expect(again.body).toMatchObject({ source_id: body.source_id, posts_imported: 0 })
  })
})

const routes = ['/linkedin/import', '/x/import', '/substack/import']

describe.each(routes)('a form to %s', (path) => {
  const files = { ...linkedIn, ...x, ...substack }
  const form = async (parts: Part[]) => sendForm(service, tenant.key, path, parts)

  test('may have its fields in any order, and names the organization in any way', async () => {
    const file = await zipOf(files)
    for (const parts of [
      [['agent_id', agentId]],
      [
        ['agentId', agentId],
        ['orgId', tenant.orgId],
      ],
      [
        ['agentId', agentId],
        ['org_slug', tenant.slug],
      ],
    ] as Part[][]) {
      expect((await form([['file', file], ...parts])).status).toBe(201)
      expect((await form([...parts, ['file', file]])).status).toBe(201)
    }
  })

  test('401 without a key, before anything is stored', async () => {
    expect(await sendForm(service, undefined, path, [['file', Buffer.alloc(100)]])).toEqual({
      status: 401,
      body: { error: 'Unauthorized' },
    })
  })

  test('404 for a foreign agent as for none', async () => {
    const file = await zipOf(files)
    const before = await rowCounts(service)
    for (const parts of [
      [['agentId', await stranger.agent()]],
      [['agentId', nowhere]],
      [
        ['agentId', agentId],
        ['orgId', stranger.orgId],
      ],
      [
        ['agentId', agentId],
        ['orgSlug', stranger.slug],
      ],
    ] as Part[][]) {
      const { status, body } = await form([...parts, ['file', file]])
      expect([status, body.error]).toEqual([404, expect.stringMatching(/^(Agent|Organization) not found$/)])
    }
    const { audit_log } = before
    expect({ ...(await rowCounts(service)), agents: 0, audit_log }).toEqual({ ...before, agents: 0 })
  })

  test('400 with one sentence for what is missing or wrong', async () => {
    const file = await zipOf(files)
    const wrong: [Part[], string][] = [
      [[['agentId', agentId]], 'file is required'],
      [[['file', file]], 'agentId is required'],
      [[], 'file is required'],
      [
        [
          ['agentId', agentId],
          ['file', 'text'],
        ],
        'file must be sent as a file, with a file name',
      ],
      [
        [
          ['agentId', agentId],
          ['archive', file],
        ],
        'archive must be a string; send the archive as file',
      ],
      [
        [
          ['agentId', agentId],
          ['file', file],
          ['file', file],
        ],
        'file must be given once',
      ],
      [
        [
          ['agentId', agentId],
          ['agentId', agentId],
          ['file', file],
        ],
        'agentId must be given once',
      ],
      [
        [
          ['agentId', 'an id'],
          ['file', file],
        ],
        'agentId must be the id or slug of an agent',
      ],
      [
        [
          ['agentId', agentId],
          ['orgSlug', 'a\0b'],
          ['file', file],
        ],
        'orgSlug must not contain NUL characters',
      ],
      [Array.from({ length: 21 }, (_, i): Part => [`f${i}`, '']), 'The form must have at most 20 fields'],
      [
        [
          ['agentId', agentId],
          ['file', Buffer.from('no zip')],
        ],
        'file must be a complete ZIP archive with plain file names',
      ],
    ]
    for (const [parts, error] of wrong)
      expect(await form(parts)).toEqual({ status: 400, body: { error, code: 'invalid' } })
    const none = await sendForm(service, tenant.key, path, [
      ['agentId', agentId],
      ['file', await zipOf({ 'a.txt': 'a' })],
    ])
    expect([none.status, none.body.error]).toEqual([400, expect.stringMatching(/^file is not an? /)])
    const json = await tenant.post(path, { agentId })
    expect([json.status, json.body.error]).toEqual([400, expect.stringContaining('multipart/form-data')])
  })

  test('400 for a form that is none, or breaks off', async () => {
    const headers = { authorization: `Bearer ${tenant.key}` }
    for (const [type, payload] of [
      ['multipart/form-data', 'x'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK',
      ],
      ['multipart/form-data; boundary=x', 'nothing'],
      ['multipart/form-data; boundary=x', '--x\r\n\r\n--x--'],
      ['multipart/mixed; boundary=x', '--x--'],
    ]) {
      const url = `/api/v1${path}`
      const answer = await service.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { ...headers, 'content-type': type },
      })
      expect([answer.statusCode, Object.keys(answer.json())], `${type} ${payload}`).toEqual([400, ['error', 'code']])
    }
  })

  test('413 for a file over 64 MiB', async () => {
    const error = 'The body must be at most 64 MiB'
    const file = Buffer.alloc(64 * 1024 * 1024 + 1)
    expect(
      await form([
        ['agentId', agentId],
        ['file', file],
      ]),
    ).toEqual({ status: 413, body: { error, code: 'too_large' } })
    const headers = { authorization: `Bearer ${tenant.key}`, 'content-type': 'multipart/form-data; boundary=x' }
    const announced = await service.app.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      payload: '--x--',
      headers: { ...headers, 'content-length': '90000000' },
    })
    expect([announced.statusCode, announced.json()]).toEqual([413, { error, code: 'too_large' }])
  })

  test('leaves no file behind', () => expect(uploads()).toEqual([]))
})

test('other addresses take no forms, as before', async () => {
  const { status, body } = await sendForm(service, tenant.key, '/agents', [['name', 'Ada']])
  expect([status, body]).toEqual([400, { error: 'The body must be valid JSON', code: 'invalid' }])
})

test('two imports at once find one source', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => send('/linkedin/import', linkedIn)))
  expect(new Set(answers.map(({ body }) => body.source_id)).size).toBe(1)
  expect(answers.reduce((sum, { body }) => sum + body.posts_imported, 0)).toBe(2)
})

test('thousands of posts come in, and the text of none is lost', async () => {
  const words = Array.from({ length: 3000 }, (_, i) =>
    tweet(1000 + i, `Post ${createHash('md5').update(`${i}`).digest('hex')}`),
  )
  expect((await send('/x/import', { ...x, 'data/tweets.js': script('tweets', words) })).body.posts_imported).toBe(3001)
  expect((await tenant.get(`/content-items?agentId=${agentId}`)).body.count).toBe(3001)
})
