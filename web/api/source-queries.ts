import { queryOptions } from '@tanstack/react-query'
import { type Answer, api, ask, slowApi } from './client.ts'

/** The origins of content: sources, the connections they use, and uploaded archives. */

export type Source = Answer<'/content-sources', 'get'>[number]
export type GithubConnection = Answer<'/github/connections', 'get'>[number]
export type XConnection = Answer<'/x-connections', 'get'>[number]

/** Queries that new content of a source may change. */
export const sourceKeys = [['content-sources'], ['content'], ['jobs'], ['discovery']]

export const githubConnectionsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['connections', 'github', orgId],
    queryFn: () => ask(api.GET('/github/connections', { params: { query: { orgId } } })),
  })

export const xConnectionsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['connections', 'x', orgId],
    queryFn: () => ask(api.GET('/x-connections', { params: { query: { orgId } } })),
  })

/** Where a form starts signing in with GitHub; the service sends the browser there and then back to `redirect`. */
export const githubSignIn = (orgId: string, redirect: string) =>
  `/api/v1/github/oauth/authorize?${new URLSearchParams({ orgId, redirect })}`

export type ArchivePlatform = 'linkedin' | 'x' | 'substack'

interface Archive {
  agentId: string
  file: File
  /** Only for X. */
  excludeRetweets?: boolean
  excludeReplies?: boolean
}

export const importArchive = (platform: ArchivePlatform, { file, ...fields }: Archive) =>
  ask(
    slowApi.POST(`/${platform}/import`, {
      // The service reads the fields before the file. To the types, a file in a form is text.
      body: { ...fields, file: file as unknown as string },
      bodySerializer: formOf,
    }),
  )

export function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value instanceof Blob ? value : String(value))
  return form
}
