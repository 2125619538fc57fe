import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDueJobs } from '../../../server/jobs/worker.ts'
import { imageModel } from '../../../server/outside/models/images.ts'
import { type FakeImages, pictureReply, png, startImages } from '../../fakes/images.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

/** avatarPrompt, avatar_url and the pictures behind it (behavior: Avatars). */

const publicUrl = 'https://identity.example.com'
let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService({ PUBLIC_URL: publicUrl })
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await service.register()
})

const read = async (id: string) => (await tenant.get(`/agents/${id}`)).body
const load = (url: string, headers = {}, from = service) =>
  from.app.inject({ method: 'GET', url: url.slice(publicUrl.length), headers })
const painted = async (prompt: string) => {
  const id = await tenant.agent({ avatarPrompt: prompt })
  await runDueJobs(service.deps)
  return { id, url: (await read(id)).avatar_url as string }
}

describe('an avatar', () => {
  test('is asked for at creation, answered without waiting, and drawn by a job', async () => {
    const { body } = await tenant.post('/agents', { name: 'Ada', avatarPrompt: 'A calm owl' })
    expect(body.avatar_url).toBeNull()
    expect(body).not.toHaveProperty('avatar_prompt')
    await runDueJobs(service.deps)
    const agent = await read(body.id)
    expect(agent.avatar_url).toMatch(/^https:\/\/identity\.example\.com\/avatars\/[0-9a-f]{64}\.svg$/)
    expect((await tenant.get('/agents')).body.data[0].avatar_url).toBe(agent.avatar_url)
    const job = (await tenant.get(`/jobs?agentId=${body.id}&jobType=avatar`)).body.data[0]
    expect(job).toMatchObject({ status: 'completed', result: { avatar_url: agent.avatar_url } })
  })

  test('is served to anybody, for ever, and cannot run anything', async () => {
    const { url } = await painted('A calm owl')
    const answer = await load(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toMatch(/^<svg /)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
    const again = await load(url, { 'if-none-match': answer.headers.etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await service.app.inject({ method: 'HEAD', url: url.slice(publicUrl.length) })).statusCode).toBe(200)
  })

  test('opens as a picture in a browser, not as a page of the dashboard', async () => {
    const { url } = await painted('A calm owl')
    expect((await load(url, { accept: 'text/html' })).headers['content-type']).toBe('image/svg+xml')
  })

  test('changes with the prompt: the PATCH names the job, the old address is gone', async () => {
    const { id, url } = await painted('A calm owl')
    const { status, body } = await tenant.patch(`/agents/${id}`, { avatarPrompt: 'A quick fox' })
    expect([status, body.avatar_url]).toEqual([200, url])
    expect((await tenant.get(`/jobs/${body.avatar_job_id}`)).body).toMatchObject({ type: 'avatar', status: 'queued' })
    await runDueJobs(service.deps)
    const { avatar_url } = await read(id)
    expect(avatar_url).not.toBe(url)
    expect((await load(avatar_url)).statusCode).toBe(200)
    expect((await load(url)).statusCode).toBe(404)
  })

  test('is the same for the same prompt, and another for another agent', async () => {
    const { id, url } = await painted('A calm owl')
    await tenant.patch(`/agents/${id}`, { avatarPrompt: 'A calm owl' })
    await runDueJobs(service.deps)
    expect((await read(id)).avatar_url).toBe(url)
    expect((await painted('A calm owl')).url).not.toBe(url)
  })

  test('goes with a null prompt and with its agent', async () => {
    const cleared = await painted('A calm owl')
    const deleted = await painted('A calm owl')
    const { body } = await tenant.patch(`/agents/${cleared.id}`, { avatarPrompt: null })
    expect(body.avatar_url).toBeNull()
    expect(body).not.toHaveProperty('avatar_job_id')
    await tenant.delete(`/agents/${deleted.id}`)
    expect((await load(cleared.url)).statusCode).toBe(404)
    expect((await load(deleted.url)).statusCode).toBe(404)
  })

  test('stays when something else changes, and no job is started', async () => {
    const { id, url } = await painted('A calm owl')
    const { body } = await tenant.patch(`/agents/${id}`, { name: 'Grace' })
    expect(body.avatar_url).toBe(url)
    expect(body).not.toHaveProperty('avatar_job_id')
  })

  test('is not asked for by a prompt of white space', async () => {
    const id = await tenant.agent({ avatarPrompt: '  ' })
    expect((await tenant.get(`/jobs?agentId=${id}`)).body.count).toBe(0)
  })

  test.each(['a'.repeat(64), `${'a'.repeat(64)}.svg`, `${'a'.repeat(64)}.exe`, '..%2Fsecret', 'x.svg'])(
    'is 404 with an error at /avatars/%s',
    async (file) => {
      const answer = await load(`${publicUrl}/avatars/${file}`)
      expect(answer.statusCode).toBe(404)
      expect(Object.keys(answer.json())).toEqual(['error', 'code'])
    },
  )
})

describe('an image endpoint', () => {
  let images: FakeImages
  let painting: Service
  beforeAll(async () => {
    images = await startImages()
    const endpoint = { baseUrl: images.url, apiKey: 'secret', model: 'painter-1', timeoutMs: 2000 }
    const avatarGenerator = imageModel(endpoint, { backoffMs: 1, now: Date.now })
    painting = await startService({ PUBLIC_URL: publicUrl }, { avatarGenerator })
  })
  afterAll(async () => {
    await painting.stop()
    await images.stop()
  })
  const paint = async (reply: FakeImages['reply']) => {
    images.reply = reply
    images.requests.length = 0
    const owner = await painting.register()
    const id = await owner.agent({ avatarPrompt: 'A calm owl' })
    await runDueJobs(painting.deps)
    const job = (await owner.get(`/jobs?agentId=${id}`)).body.data[0]
    return { url: (await owner.get(`/agents/${id}`)).body.avatar_url, job }
  }

  test('paints what the prompt says', async () => {
    const { url } = await paint(() => pictureReply())
    expect(images.requests[0]).toMatchObject({ model: 'painter-1', prompt: 'A calm owl', n: 1 })
    expect(images.keys[0]).toBe('Bearer secret')
    const answer = await load(url, {}, painting)
    expect(answer.headers['content-type']).toBe('image/png')
    expect(answer.rawPayload.equals(png)).toBe(true)
  })

  test('may answer with an address of its own', async () => {
    const { url } = await paint(() => ({ status: 200, body: { data: [{ url: `${images.url}/picture.png` }] } }))
    expect((await load(url, {}, painting)).rawPayload.equals(png)).toBe(true)
  })

  test('cannot make the service load from private addresses', async () => {
    const { url, job } = await paint(() => ({
      status: 200,
      body: { data: [{ url: 'http://169.254.169.254/latest/meta-data' }] },
    }))
    expect(url).toBeNull()
    expect(job.error).toMatch(/^The image model /)
  })

  test.each([
    ['a script in the place of a picture', () => pictureReply(Buffer.from('<svg onload="alert(1)"/>'))],
    ['nothing', () => ({ status: 200, body: { data: [] } })],
    ['another shape', () => ({ status: 200, body: { pictures: 1 } })],
    ['500', () => ({ status: 500, body: { error: { message: 'secret stack' } } })],
    ['half an answer', () => 'cut' as const],
    ['20 MB', () => pictureReply(Buffer.concat([png, Buffer.alloc(20_000_000)]))],
  ])('that answers %s leaves the agent without an avatar and says why', async (_, reply) => {
    const { url, job } = await paint(reply)
    expect(url).toBeNull()
    expect(job).toMatchObject({ status: 'running', attempts: 1, stage: 'waiting for attempt 2 of 3' })
    expect(job.error).toMatch(/^The image model [a-z ]+/)
    expect(job.error).not.toContain('secret')
  })
})
