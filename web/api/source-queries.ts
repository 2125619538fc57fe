import { queryOptions } from '@tanstack/react-query'
import { type Answer, api, ask, upload } from './client.ts'

/** Where content comes from: sources, the connections that open them, and archives that people upload. */

export type Source = Answer<'/content-sources', 'get'>[number]
export type GithubConnection = Answer<'/github/connections', 'get'>[number]
export type XConnection = Answer<'/x-connections', 'get'>[number]

/** What a source's new content may change. */
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

/** Where a form starts signing in at GitHub; the service sends the browser there and then back to `redirect`. */
export const githubSignIn = (orgId: string, redirect: string) =>
  `/api/v1/github/oauth/authorize?${new URLSearchParams({ orgId, redirect })}`

/** Whether the service has a GitHub application to sign in with. */
export const githubSignInQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['connections', 'github-sign-in'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await fetch(githubSignIn(orgId, '/'))).ok,
  })

export type ArchivePlatform = 'linkedin' | 'x' | 'substack'
interface Imported {
  posts_imported: number
  /** LinkedIn's. */
  articles_imported?: number
  job_id: string | null
}

/** The form holds the file and the agent's id. */
export const importArchive = (platform: ArchivePlatform, form: FormData) =>
  upload<Imported>(`/${platform}/import`, form)
