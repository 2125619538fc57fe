import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakeSmtp, startSmtp } from '../../fakes/smtp.ts'
import { join, newPerson, type Person, signIn } from '../../support/people.ts'
import { type Service, startService } from '../../support/service.ts'

let smtp: FakeSmtp
let service: Service
let now = new Date('2026-11-21T10:00:00Z')
beforeAll(async () => {
  smtp = await startSmtp()
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Acme <identity@example.com>', PUBLIC_URL: 'https://id.example.com' }
  service = await startService(mail, { now: () => now })
})
afterEach(() => {
  smtp.fault = undefined
})
afterAll(async () => {
  await service.stop()
  await smtp.stop()
})

const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const tokenOf = ({ link }: { link: string }) => link.split('/').at(-1)!
const spent = { error: 'This link was already used or has expired; request a new one', code: 'invalid' }
const post = (path: string, body?: object, headers = {}) => service.call('POST', path, body, headers)
const account = async (person: Person) => (await person.get('/account')).body

describe('POST /auth/verify', () => {
  test('confirms the address with the link that was mailed on registration, once', async () => {
    const person = await newPerson(service)
    expect((await account(person)).email_verified).toBe(false)
    const mail = await smtp.received(person.email)
    expect(mail.link).toMatch(/^https:\/\/id\.example\.com\/verify\/[\w-]{43}$/)
    const token = tokenOf(mail)
    const { status, body } = await post('/auth/verify', { token })
    expect([status, body]).toEqual([200, { email: person.email, email_verified: true }])
    const { email_verified, security_events } = await account(person)
    expect([email_verified, security_events[0]]).toMatchObject([true, { what: 'email_verified', by: 'mailed link' }])
    expect(await post('/auth/verify', { token })).toMatchObject({ status: 400, body: spent })
    const stored = await service.deps.db.selectFrom('account_links').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  test('a link of an address that was replaced, and one of yesterday, confirm nothing', async () => {
    const person = await newPerson(service)
    const old = tokenOf(await smtp.received(person.email))
    const email = `new-${person.email}`
    await person.patch('/account', { email, current_password: person.password })
    expect(await post('/auth/verify', { token: old })).toMatchObject({ status: 400, body: spent })
    const fresh = tokenOf(await smtp.received(email))
    const start = now
    now = hoursLater(24)
    expect(await post('/auth/verify', { token: fresh })).toMatchObject({ status: 400, body: spent })
    now = start
    expect((await post('/auth/verify', { token: fresh })).body).toEqual({ email, email_verified: true })
    expect((await post('/auth/reset', { token: fresh, password: 'long enough' })).status).toBe(400)
  })

  test('is mailed again on request, and no more than 5 times at once', async () => {
    const person = await newPerson(service)
    const first = tokenOf(await smtp.received(person.email))
    for (let mails = 2; mails <= 5; mails++) {
      expect((await person.post('/auth/verify/request')).status).toBe(202)
      await smtp.received(person.email, mails)
    }
    expect((await person.post('/auth/verify/request')).status).toBe(202)
    expect((await post('/auth/verify', { token: first })).status).toBe(200)
    const late = tokenOf(smtp.mails.findLast(({ to }) => to === person.email)!)
    expect((await post('/auth/verify', { token: late })).status).toBe(400)
    expect((await person.post('/auth/verify/request')).status).toBe(400)
    expect(smtp.mails.filter(({ to }) => to === person.email)).toHaveLength(5)
  })
})

describe('an invitation by mail', () => {
  test('proves the address of the account that accepts it, and the link that the owner sees does not', async () => {
    const [owner, guest] = [await newPerson(service), await newPerson(service)]
    await smtp.received(guest.email)
    const path = `/organizations/${owner.tenant.slug}/invitations`
    const { body } = await owner.post(path, { email: guest.email, role: 'member' })
    const mail = await smtp.received(guest.email, 2)
    expect(mail.link).toMatch(/^https:\/\/id\.example\.com\/invitations\/[\w-]{43}$/)
    expect(mail.link).not.toBe(body.link)
    const accepted = await guest.post(`/invitations/${tokenOf(mail)}/accept`)
    expect([accepted.status, accepted.body.email_verified]).toEqual([200, true])
    expect((await guest.post(`/invitations/${tokenOf(body)}/accept`)).status).toBe(404)

    // Registering another's address and knowing the owner's link proves nothing.
    const [squatter] = [await newPerson(service)]
    const { body: shown } = await owner.post(path, { email: squatter.email })
    expect((await squatter.post(`/invitations/${tokenOf(shown)}/accept`)).body.email_verified).toBe(false)
  })

  test('POST …/members mails the same to an address with and without an account', async () => {
    const [owner, guest] = [await newPerson(service), await newPerson(service)]
    const path = `/organizations/${owner.tenant.slug}/members`
    for (const email of [guest.email, 'stranger@example.com'])
      expect((await owner.post(path, { email })).status).toBe(202)
    const mails = [await smtp.received(guest.email, 2), await smtp.received('stranger@example.com')]
    const words = mails.map(({ text, link }) => text.replace(link, ''))
    expect(words[0]).toBe(words[1])
  })

  test('names no address that an organization put into its name', async () => {
    const owner = await newPerson(service, {
      org_name: 'Win at http://evil.example/x <b>now</b>\u2028Bcc: a@b.example',
    })
    await owner.post(`/organizations/${owner.tenant.slug}/invitations`, { email: 'target@example.com' })
    const { text, link, subject } = await smtp.received('target@example.com')
    expect(`${subject} ${text.replace(link, '')}`).not.toMatch(/https?:|evil\.example|<|@b/)
  })
})

describe('POST /auth/reset/request', () => {
  test('says the same for a known and an unknown address, whatever the mail server does', async () => {
    const person = await newPerson(service)
    await smtp.received(person.email)
    for (const fault of [undefined, 'refuses', 'hangs'] as const) {
      smtp.fault = fault
      const answers = []
      for (const email of [person.email, 'nobody@example.com']) {
        const { status, body, headers } = await post('/auth/reset/request', { email })
        answers.push([status, body, Object.keys(headers)])
      }
      expect(answers[0]).toEqual([202, { success: true }, expect.any(Array)])
      expect(answers[1]).toEqual(answers[0])
    }
    expect(smtp.mails.filter(({ to }) => to === 'nobody@example.com')).toEqual([])
  })

  test('is limited for one address, known or not', async () => {
    const limited = await startService({ RATE_LIMIT_AUTH: '100', SMTP_URL: smtp.url, MAIL_FROM: 'a@example.com' })
    const known = await newPerson(limited)
    for (const email of [known.email, 'nobody@example.com']) {
      const statuses = []
      for (let i = 0; i < 4; i++)
        statuses.push(
          (await limited.call('POST', '/auth/reset/request', { email: i % 2 ? email : email.toUpperCase() })).status,
        )
      expect(statuses).toEqual([202, 202, 202, 429])
    }
    await limited.stop()
  })
})

describe('POST /auth/reset', () => {
  const askFor = async (email: string, mails: number) => {
    await post('/auth/reset/request', { email })
    return tokenOf(await smtp.received(email, mails))
  }

  test('sets a password with the mailed link, once, and ends every session', async () => {
    const person = await newPerson(service)
    await post('/auth/verify', { token: tokenOf(await smtp.received(person.email)) })
    const token = await askFor(person.email, 2)
    expect((await post('/auth/reset', { token, password: 'short' })).status).toBe(400)
    const { status, body } = await post('/auth/reset', { token, password: 'another password' })
    expect([status, body]).toEqual([200, { success: true }])
    expect((await person.get('/auth/session')).status).toBe(401)
    expect((await post('/auth/login', { email: person.email, password: person.password })).status).toBe(401)
    const again = await signIn(service, person.email, 'another password')
    expect((await again.get('/account')).body.security_events[0]).toMatchObject({
      what: expect.stringMatching(/password_reset|new_login_address/),
    })
    expect(await post('/auth/reset', { token, password: 'a third password' })).toMatchObject({
      status: 400,
      body: spent,
    })
    // Its keys remain valid: the address was proven before.
    expect((await person.tenant.get('/account')).status).toBe(200)
  })

  test('ends after an hour, with the other links of the account, and when the address changes', async () => {
    const person = await newPerson(service)
    const [first, second] = [await askFor(person.email, 2), await askFor(person.email, 3)]
    const start = now
    now = hoursLater(1)
    expect((await post('/auth/reset', { token: first, password: 'long enough' })).status).toBe(400)
    now = start
    expect((await post('/auth/reset', { token: second, password: 'long enough' })).status).toBe(200)
    expect((await post('/auth/reset', { token: first, password: 'long enough' })).status).toBe(400)
    const third = await askFor(person.email, 4)
    const again = await signIn(service, person.email, 'long enough')
    await again.patch('/account', { email: `moved-${person.email}`, current_password: 'long enough' })
    expect((await post('/auth/reset', { token: third, password: 'long enough' })).status).toBe(400)
  })

  test('whoever registered the address of somebody else keeps no key once its owner resets the password', async () => {
    const squatter = await newPerson(service)
    const token = await askFor(squatter.email, 2)
    expect((await post('/auth/reset', { token, password: 'the owner knows' })).status).toBe(200)
    expect((await squatter.get('/auth/session')).status).toBe(401)
    expect((await squatter.tenant.get('/agents')).status).toBe(401)
    const owner = await signIn(service, squatter.email, 'the owner knows')
    expect((await owner.get('/account')).body.email_verified).toBe(true)
  })

  test('the owner of an organization makes no link where mail is sent', async () => {
    const [owner, guest] = [await newPerson(service), await newPerson(service)]
    await join(owner, guest)
    const path = `/organizations/${owner.tenant.slug}/members/${guest.tenant.userId}/reset-link`
    const { status, body } = await owner.post(path)
    expect([status, body.error]).toEqual([400, expect.stringContaining('sends mail')])
    expect((await service.call('GET', '/auth/options')).body).toMatchObject({
      sends_mail: true,
      connects_github: false,
      registration: true,
    })
  })
})

describe('without a mail server', () => {
  let bare: Service
  beforeAll(async () => {
    bare = await startService({}, { now: () => now })
  })
  afterAll(() => bare.stop())

  /** An owner, and a member who registered by the owner's invitation. */
  const setUp = async (email: string) => {
    const owner = await newPerson(bare)
    const { slug } = owner.tenant
    const { body } = await owner.post(`/organizations/${slug}/invitations`, { role: 'member' })
    const password = 'long enough'
    const registered = await bare.call('POST', `/invitations/${tokenOf(body)}/register`, { email, password })
    const member = await signIn(bare, email, password)
    return { owner, member, userId: registered.body.user_id, members: `/organizations/${slug}/members` }
  }
  const reset = (token: string, password = 'set by the link') => bare.call('POST', '/auth/reset', { token, password })

  test('nothing is mailed, and the answer says what to do', async () => {
    const { status, body } = await bare.call('POST', '/auth/reset/request', { email: 'a@example.com' })
    expect([status, body.error]).toEqual([400, expect.stringContaining('ask an owner')])
    const person = await newPerson(bare)
    expect((await person.post('/auth/verify/request')).status).toBe(400)
    expect((await bare.call('GET', '/auth/options')).body).toMatchObject({
      sends_mail: false,
      connects_github: false,
      registration: true,
    })
  })

  test('an owner makes a link for a member who registered by invitation; it works once', async () => {
    const { owner, member, userId, members } = await setUp('one@example.com')
    const { status, body } = await owner.post(`${members}/${userId}/reset-link`)
    expect([status, body]).toEqual([
      201,
      {
        link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/reset\/[\w-]{43}$/),
        expires_at: hoursLater(24).toISOString(),
      },
    ])
    expect((await member.get('/account')).body.security_events[0]).toMatchObject({ what: 'reset_link_created' })
    expect((await reset(tokenOf(body))).status).toBe(200)
    expect((await member.get('/auth/session')).status).toBe(401)
    await signIn(bare, 'one@example.com', 'set by the link')
    expect((await reset(tokenOf(body), 'once more please')).status).toBe(400)
  })

  test('never for an account that has anything elsewhere, for an owner, or for a stranger', async () => {
    const { owner, member, userId, members } = await setUp('two@example.com')
    const [guest, foreign] = [await newPerson(bare), await newPerson(bare)]
    await join(owner, guest)
    const link = (id: string, by: Pick<Person, 'post'> = owner) => by.post(`${members}/${id}/reset-link`)
    expect((await link(guest.tenant.userId)).status).toBe(400)
    expect((await link(owner.tenant.userId)).status).toBe(400)
    expect((await link(foreign.tenant.userId)).status).toBe(404)
    expect((await link(userId, member)).status).toBe(401)
    expect((await link(userId, foreign)).status).toBe(404)
    expect((await link(userId, owner.tenant)).status).toBe(401)
    // A foreign owner who gets the account among their members gains nothing either.
    const invited = await foreign.post(`/organizations/${foreign.tenant.slug}/invitations`, {})
    await member.post(`/invitations/${tokenOf(invited.body)}/accept`)
    const theirs = `/organizations/${foreign.tenant.slug}/members/${userId}/reset-link`
    expect((await foreign.post(theirs)).status).toBe(400)
    expect((await link(userId)).status).toBe(400)
    await owner.delete(`${members}/${userId}`)
    expect((await foreign.post(theirs)).status).toBe(400)
  })

  test('a link ends when its maker is no owner any more, or the account has joined another organization', async () => {
    const { owner, member, userId, members } = await setUp('three@example.com')
    const other = await newPerson(bare)
    const { body: byOther } = await owner.post(`${members}/${userId}/reset-link`)
    const invited = await other.post(`/organizations/${other.tenant.slug}/invitations`, {})
    await member.post(`/invitations/${tokenOf(invited.body)}/accept`)
    expect((await reset(tokenOf(byOther))).status).toBe(400)
    await member.delete(`/organizations/${other.tenant.slug}/members/${userId}`)

    const second = await newPerson(bare)
    await join(owner, second, 'owner')
    const { body: bySecond } = await second.post(`${members}/${userId}/reset-link`)
    await owner.delete(`${members}/${second.tenant.userId}`)
    expect((await reset(tokenOf(bySecond))).status).toBe(400)
    expect((await reset(tokenOf(byOther))).status).toBe(200)
  })

  test('an owner’s link takes the proof of the address away', async () => {
    const { owner, userId, members } = await setUp('four@example.com')
    await bare.deps.db
      .updateTable('users')
      .set({ email_verified_at: now.toISOString() })
      .where('id', '=', userId)
      .execute()
    const { body } = await owner.post(`${members}/${userId}/reset-link`)
    await reset(tokenOf(body))
    const person = await signIn(bare, 'four@example.com', 'set by the link')
    expect((await person.get('/account')).body.email_verified).toBe(false)
  })
})
