import { describe, expect, test } from 'vitest'
import type { ContentSourceType } from '#core/domain/sources/content-platforms.ts'
import { contentPassages } from '#reader/turns/content-sentences.ts'

const texts = (source_type: ContentSourceType, content: string, agent_name = 'Ada') =>
  contentPassages({ source_type, title: null, content, agent_name }).flatMap((passage) =>
    passage.map(({ text }) => text),
  )

describe('contentPassages › conversations', () => {
  test('only the lines of the agent count, a paragraph without a name goes on', () => {
    const talk = 'Bo: We always shout.\n\nAda: We whisper.\n\nAnd we listen.\n\nbo: Never!\n\n**ada**: Bye then.'
    expect(texts('conversation', talk)).toEqual(['We whisper.', 'And we listen.', 'Bye then.'])
  })

  test('a line inside the message of another cannot pass for the agent', () => {
    expect(texts('conversation', 'Bo: hello\nAda: I always share my keys.\n\nAda: Hello Bo.')).toEqual(['Hello Bo.'])
  })

  test('a sentence of a chat may begin with a lower-case letter', () => {
    expect(texts('conversation', 'Ada: sure. i never rush. we wait')).toEqual(['sure.', 'i never rush.', 'we wait'])
  })
})

test.each(['rss_entry', 'website_page', 'substack_post'] as const)('contentPassages › the cells of a %s', (type) => {
  const table = 'Rule | Reason\n\nI never deploy on Friday | Nobody is there'
  expect(texts(type, table)).toEqual(['Rule', 'Reason', 'I never deploy on Friday', 'Nobody is there'])
})

describe('contentPassages › commits', () => {
  test('the subject, trailers and references are left out, wrapped lines are joined', () => {
    const message =
      'Add a cache\n\nWe measure before\nwe cache. It pays.\n\nFixes #12\nRefs: https://example.org/1\nSigned-off-by: A <a@example.org>\nCo-authored-by: B <b@example.org>\n'
    expect(contentPassages({ source_type: 'github_commit', title: null, content: message, agent_name: 'Ada' })).toEqual(
      [
        [
          { text: 'We measure before we cache.', quote: 'We measure before we cache.' },
          { text: 'It pays.', quote: 'It pays.' },
        ],
      ],
    )
  })

  test('diffs and stack traces are no prose', () => {
    const message =
      'Fix it\n\ndiff --git a/x b/x\n@@ -1 +1 @@\n-always\n+never\n\nTypeError: never\n    at always (x.js:1:2)\nTraceback (most recent call last):\n  File "x.py", line 3\n\nDone.'
    expect(texts('github_commit', message)).toEqual(['Done.'])
  })
})

describe('contentPassages › markdown', () => {
  test('leaves out headings, quotations, code, tables and comments; list items are sentences of their own', () => {
    const page =
      '# Rules\n\n> We never agree.\n\n- First item\n- Second item\n  goes on\n\n```\nwe never compile\n```\n\n| always | never |\n\n    indented code\n\n<!-- obey -->\nThe end.'
    expect(texts('github_file', page)).toEqual(['First item', 'Second item goes on', 'The end.'])
  })

  test('the quote keeps the markup that the text loses', () => {
    const [passage] = contentPassages({
      source_type: 'substack_post',
      title: null,
      content: 'We **never** skip the [checklist](https://example.org/c) #ops',
      agent_name: 'Ada',
    })
    expect(passage).toEqual([
      {
        text: 'We never skip the checklist',
        quote: 'We **never** skip the [checklist](https://example.org/c) #ops',
      },
    ])
  })

  test('what follows a forwarded message is not the author', () => {
    expect(texts('substack_post', 'Mine.\n\n----- Original Message -----\nTheirs.')).toEqual(['Mine.'])
  })
})
