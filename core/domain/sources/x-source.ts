import { badRequest } from '#core/base/errors.ts'
import { wholeNumber } from '#core/base/whole-number.ts'
import type { SourceDefinition } from './source-definition.ts'

/** The settings of an X account as a source (behavior: X). */
export interface XConfig {
  /** Without the `@`. */
  username: string
  exclude_retweets: boolean
  exclude_replies: boolean
  /** Maximum number of pages of posts per sync. */
  max_pages: number
}

const maxPages = 100

/** Applies a change to the settings. @throws 400 naming the invalid field. */
export function xConfig(changes: Partial<XConfig>, current?: XConfig): XConfig {
  const { username, exclude_retweets = true, exclude_replies = true, max_pages = 3 } = { ...current, ...changes }
  if (username === undefined) throw badRequest('config.username is required')
  return {
    username: accountName(username),
    exclude_retweets,
    exclude_replies,
    max_pages: wholeNumber('config.maxPages', max_pages, 1, maxPages),
  }
}

function accountName(text: string): string {
  const name = text.trim().replace(/^@/, '')
  if (!/^\w{1,15}$/.test(name)) throw badRequest('config.username must be the name of an X account, like ada_writes')
  return name
}

export const xSource = {
  title: 'X account',
  required: 'username',
  contentTypes: ['tweet'],
  fields: {
    username: { type: 'text', maxLength: 100, example: 'ada_writes' },
    exclude_retweets: { type: 'flag', default: true },
    exclude_replies: { type: 'flag', default: true },
    max_pages: { type: 'number', min: 1, max: maxPages, default: 3 },
  },
  settings: (changes, _rules, current) => xConfig(changes, current),
  nameOf: ({ username }) => `@${username}`,
} as const satisfies SourceDefinition<XConfig>
