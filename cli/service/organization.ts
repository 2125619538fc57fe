import { type Service, unwrap } from './service.ts'

/**
 * Returns the id of the organization with the slug, or of the first one of the key.
 *
 * @throws Error naming the slugs where there is no such organization.
 */
export async function chooseOrganization({ api }: Service, slug?: string): Promise<string> {
  const { data } = await unwrap(api.GET('/organizations'))
  const chosen = data.find(({ organization }) => slug === undefined || organization.slug === slug)
  if (chosen) return chosen.organization.id
  const slugs = data.map(({ organization }) => organization.slug).join(', ')
  throw new Error(`--organization must be one of yours: ${slugs || 'you have none'}.`)
}
