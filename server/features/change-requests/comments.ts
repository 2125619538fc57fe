import { v7 as newId } from 'uuid'
import { conflict } from '#core/base/errors.ts'
import { maxComments } from '#core/domain/identity/change-requests.ts'
import { visibleText } from '#core/domain/text/visible-text.ts'
import { forNoKeyUpdate } from '../../db/locks.ts'
import type { ChangeRequest } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { findChangeRequest, namesOf, requireOwnRequest } from './find.ts'

/**
 * Adds a comment, also to a request that is decided.
 *
 * @throws 404; 401 for a key of one agent when the request also concerns others; 409 when the request has the maximum
 * number of comments.
 */
export async function commentOnChangeRequest(ctx: Ctx, id: string, text: string) {
  const request = await findChangeRequest(ctx, id)
  await requireOwnRequest(ctx, request)
  const { org_id } = request
  const { userId, keyHint } = ctx.caller
  const comment = {
    id: newId(),
    author_id: userId,
    author_key_hint: keyHint ?? null,
    text,
    created_at: ctx.now().toISOString(),
  }
  await ctx.db.transaction().execute(async (trx) => {
    // Serializes comments, so that concurrent ones count each other.
    await forNoKeyUpdate(trx)(
      trx.selectFrom('change_requests').select('id').where('org_id', '=', org_id).where('id', '=', id),
    ).execute()
    const last = await trx
      .selectFrom('change_request_comments')
      .select('id')
      .where('org_id', '=', org_id)
      .where('change_request_id', '=', id)
      .offset(maxComments - 1)
      .limit(1)
      .executeTakeFirst()
    if (last) throw conflict(`A change request has at most ${maxComments} comments`, 'limit_reached')
    await trx
      .insertInto('change_request_comments')
      .values({ ...comment, org_id, change_request_id: id })
      .execute()
  })
  const nameOf = await namesOf(ctx.db, [userId])
  return commentFields(comment, nameOf)
}

/** Lists the comments of a request, oldest first. */
export async function listComments({ db }: Ctx, { org_id, id }: ChangeRequest) {
  const comments = await db
    .selectFrom('change_request_comments')
    .select(['id', 'author_id', 'author_key_hint', 'text', 'created_at'])
    .where('org_id', '=', org_id)
    .where('change_request_id', '=', id)
    .orderBy('id')
    .execute()
  const nameOf = await namesOf(
    db,
    comments.map(({ author_id }) => author_id),
  )
  return comments.map((comment) => commentFields(comment, nameOf))
}

type Comment = { id: string; author_id: string; author_key_hint: string | null; text: string; created_at: string }

const commentFields = (
  { author_id, author_key_hint, text, ...comment }: Comment,
  nameOf: Awaited<ReturnType<typeof namesOf>>,
  // Cleans again on reading: an earlier version stored comments as they were sent.
) => ({
  ...comment,
  text: visibleText(text),
  author: { user_id: author_id, name: nameOf(author_id), key_hint: author_key_hint },
})
