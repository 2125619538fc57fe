import { AppError } from '#core/base/errors.ts'

/**
 * Conditional requests (behavior: Conditional requests). The `ETag` of a record is its `updated_at` in quotes, so that
 * a client can form it for every entry of a list; documents made of several records have one of their own.
 */
export const etagOf = ({ updated_at }: { updated_at: string }): string => `"${updated_at}"`

/** The tags of an `If-Match` or `If-None-Match` header; `*` stands for any state that exists. */
function tagsIn(header: string): readonly string[] | '*' {
  if (header.trim() === '*') return '*'
  return header.match(/(?:W\/)?"[^"]*"/g) ?? []
}

/** Whether an `If-None-Match` header names this state; weak tags count too, since proxies that compress weaken them. */
export function isNamed(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const tags = tagsIn(header)
  return tags === '*' || tags.some((tag) => tag.replace(/^W\//, '') === etag)
}

/** The states that an `If-Match` header allows a write to change; undefined when it allows any. */
export function expectedTags(header: string | undefined): readonly string[] | undefined {
  const tags = header === undefined ? '*' : tagsIn(header)
  return tags === '*' ? undefined : tags
}

function refusalOf(expected: readonly string[]): string {
  if (expected.length === 0)
    return 'If-Match must be an ETag in double quotes as it was sent, several with commas between them, or *'
  // A proxy that compresses answers marks their tags as weak.
  const weak = expected.find((tag) => tag.startsWith('W/'))
  if (weak !== undefined)
    return `If-Match matches no weak ETag such as ${weak.slice(0, 100)}; send the updated_at of the record in double quotes, without W/`
  return 'This was changed after you read it (If-Match); read it again and retry'
}

/** @throws 412 when none of the present tags is expected: someone else wrote since the client read. */
export function requireExpected(expected: readonly string[] | undefined, ...present: (string | undefined)[]): void {
  if (expected === undefined || present.some((tag) => tag !== undefined && expected.includes(tag))) return
  throw new AppError('stale', refusalOf(expected))
}
