import { z } from 'zod'

/** Schemas for the used parts of GitHub's answers. A server that stands in for GitHub may send anything. */

const License = z.object({ spdx_id: z.string().nullish() }).nullish()
const Signature = z
  .object({ name: z.string().nullish(), email: z.string().nullish(), date: z.string().nullish() })
  .nullish()

export const AccountAnswer = z.object({ login: z.string(), id: z.number() })

export const RepositoryAnswer = z.object({
  full_name: z.string(),
  private: z.boolean(),
  default_branch: z.string(),
  license: License,
})

export const OwnRepositoryAnswers = z.array(
  RepositoryAnswer.extend({
    owner: z.object({ login: z.string() }),
    name: z.string(),
    description: z.string().nullable().default(null),
    html_url: z.string(),
    pushed_at: z.string().nullable().default(null),
  }),
)

export const CommitAnswers = z.array(
  z.object({
    sha: z.string(),
    html_url: z.string(),
    commit: z.object({ message: z.string(), author: Signature, committer: Signature }),
    author: z.object({ login: z.string().nullish(), type: z.string().nullish() }).nullish(),
  }),
)

/** A single commit; GitHub lists up to 300 of its files at once. */
export const CommitFilesAnswer = z.object({ files: z.array(z.object({ filename: z.string() })).default([]) })

/** Pull requests among issues, comments and review comments: the used fields of each. */
export const RemarkAnswers = z.array(
  z.object({
    id: z.number(),
    html_url: z.string(),
    title: z.string().nullish(),
    body: z.string().nullish(),
    user: z.object({ login: z.string() }).nullish(),
    created_at: z.string(),
    updated_at: z.string(),
    pull_request: z.unknown().optional(),
  }),
)

/** The newest commit of a branch, if there is one. */
export const HeadAnswer = z.array(z.object({ sha: z.string(), commit: z.object({ committer: Signature }) }))

export const TreeAnswer = z.object({
  tree: z.array(
    z.object({ path: z.string(), type: z.string(), mode: z.string(), sha: z.string(), size: z.number().optional() }),
  ),
  truncated: z.boolean(),
})

export const FileAnswer = z.object({ content: z.string(), encoding: z.string() })

/** The SPDX name of a repository's license; null if GitHub does not recognize it. */
export const spdxName = (license: { spdx_id?: string | null } | null | undefined): string | null =>
  license?.spdx_id && license.spdx_id !== 'NOASSERTION' ? license.spdx_id : null
