import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldText } from '#core/domain/text/fold-text.ts'
import { type Service, startService } from '../../support/service.ts'

/** Searches fold texts in the database, the command folds them itself: a text means the same to both. */

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const texts = [
  'Never merge on RED',
  'Crème brûlée',
  'Cre\u0300me',
  'ÅNGSTRÖM',
  'İstanbul ve IĞDIR',
  'Größe, ÆSIR, Øre',
  'Ελληνικά ΜΈΤΡΑ',
  'Й и Ё',
  'ไทย',
  'हमेशा ज़रूर',
  '한국어',
  'ﬁne ﬂow',
  '日本語ガ',
  '👩🏽‍💻 é',
  '',
]

test('fold_text of the database gives what foldText gives', async () => {
  const values = sql.join(texts.map((text, at) => sql`(cast(${at} as integer), cast(${text} as text))`))
  const { rows } = await sql<{ folded: string }>`
    with texts (at, value) as (values ${values}) select fold_text(value) as folded from texts order by at
  `.execute(service.deps.db)
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText))
})
