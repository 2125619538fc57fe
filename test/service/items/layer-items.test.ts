import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kindNames, kinds } from '#core/domain/kinds.ts'
import { type Service, startService, type Tenant } from '../../support/service.ts'

let service: Service
let tenant: Tenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.register()
})
afterAll(() => service.stop())

const nobody = '019a3c51-7e04-7d9a-9c5e-4b1f0a2d6e11'
const layers = ['organizations', 'groups'] as const
const cases = layers.flatMap((layer) => kindNames.map((kind) => [layer, kinds[kind].plural, kind] as const))

describe.each(cases)('/%s/{id}/%s', (layer, plural, kind) => {
  const [category, second] = kinds[kind].categories
  const otherCategory = kind === 'belief' ? 'ownership' : 'axiom'
  /** The address of a new owner's items, and of a neighbor's in the same organization. */
  const setUp = async (own = tenant) => `/${layer}/${layer === 'groups' ? await own.group() : own.orgId}/${plural}`
  const unique = () => `Statement ${Math.random()}`

  test('five operations, each with the item as the specification shows it', async () => {
    const path = await setUp()
    const statement = unique()
    const { status, body } = await tenant.post(path, { category, statement: ` “${statement}” ` })
    expect(status).toBe(201)
    const item = {
      id: expect.any(String),
      org_id: tenant.orgId,
      ...(layer === 'groups' && { group_id: path.split('/')[2] }),
      category,
      statement: `"${statement}"`,
      starred: false,
      hidden: false,
      status: 'pending',
      origin: 'manual',
      approved_by: null,
      display_order: 0,
      n_count: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    }
    expect(body).toEqual(item)

    const updated = await tenant.patch(`${path}/${body.id}`, { category: second, displayOrder: 3, status: 'approved' })
    expect([updated.status, updated.body]).toEqual([
      200,
      { ...item, category: second, display_order: 3, status: 'approved', approved_by: tenant.userId },
    ])
    expect((await tenant.post(`${path}/${body.id}/star`)).body).toMatchObject({ id: body.id, starred: true })
    expect((await tenant.post(`${path}/${body.id}/hide`)).body).toMatchObject({ id: body.id, hidden: true })
    const listed = (await tenant.get(`${path}?category=${second}&starred=true&hidden=true&status=approved`)).body
    expect(listed).toMatchObject({ data: [{ id: body.id }], count: 1, next_steps: expect.any(Array) })
    expect((await tenant.get(listed.next_steps[0].path)).status).toBe(200)
    expect(await tenant.delete(`${path}/${body.id}`)).toMatchObject({ status: 200, body: { success: true } })
    expect((await tenant.delete(`${path}/${body.id}`)).status).toBe(404)
  })

  test('409 for a duplicate, on create, on update, and for nineteen of 20 at the same moment', async () => {
    const path = await setUp()
    const statement = unique()
    const answers = await Promise.all(Array.from({ length: 20 }, () => tenant.post(path, { category, statement })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    const other = (await tenant.post(path, { category, statement: unique() })).body.id
    expect((await tenant.patch(`${path}/${other}`, { statement })).status).toBe(409)
    expect((await tenant.post(path, { category: second, statement })).status).toBe(201)
  })

  test('an item is found only below its own owner', async () => {
    const path = await setUp()
    const { id } = (await tenant.post(path, { category, statement: unique() })).body
    const elsewhere = [
      `/groups/${await tenant.group()}/${plural}`,
      ...(layer === 'groups' ? [`/organizations/${tenant.slug}/${plural}`] : []),
      `${path.replace(plural, plural === 'beliefs' ? 'responsibilities' : 'beliefs')}`,
    ]
    for (const wrong of elsewhere) {
      expect((await tenant.patch(`${wrong}/${id}`, { starred: true })).status).toBe(404)
      expect((await tenant.delete(`${wrong}/${id}`)).status).toBe(404)
      expect((await tenant.post(`${wrong}/${id}/star`)).status).toBe(404)
    }
    expect((await tenant.get(path)).body.data.find((item: any) => item.id === id).starred).toBe(false)
  })

  test('404 for an owner of another tenant, in the words for one that does not exist', async () => {
    const other = await service.register()
    const foreign = await setUp(other)
    const missing = `/${layer}/${nobody}/${plural}`
    const { id } = (await other.post(foreign, { category, statement: unique() })).body
    for (const path of [foreign, missing, `/${layer}/!/${plural}`]) {
      const answers = [
        await tenant.get(path),
        await tenant.post(path, { category, statement: 'X' }),
        await tenant.patch(`${path}/${id}`, { starred: true }),
        await tenant.delete(`${path}/${id}`),
        await tenant.post(`${path}/${id}/star`),
        await tenant.post(`${path}/${id}/hide`),
      ]
      for (const { status, body } of answers) {
        expect([status, body]).toEqual([
          404,
          { error: layer === 'groups' ? 'Group not found' : 'Organization not found', code: 'not_found' },
        ])
      }
    }
  })

  test.each([
    ['category', { statement: 'A' }],
    ['category', { category: otherCategory, statement: 'A' }],
    ['statement', { category }],
    ['statement', { category, statement: ' ' }],
  ])('400 that names %s for %j', async (field, input) => {
    const { status, body } = await tenant.post(await setUp(), input)
    expect([status, body.error]).toEqual([400, expect.stringContaining(field)])
  })
})
