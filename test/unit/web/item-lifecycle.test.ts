import { expect, test } from 'vitest'
import * as service from '#core/domain/identity/item-lifecycle.ts'
import { itemStatuses } from '#core/domain/kinds.ts'
import { hiddenAfter } from '../../../web/items/lifecycle.ts'

test('the page shows at once what the service makes of the hidden flag', () => {
  const changes = [undefined, ...itemStatuses].flatMap((status) =>
    [undefined, true, false].map((hidden) => ({ ...(status && { status }), ...(hidden !== undefined && { hidden }) })),
  )
  const rule = (after: typeof hiddenAfter) => changes.map((change) => ({ change, hidden: after(change) }))
  expect(changes).toHaveLength(12)
  expect(rule(hiddenAfter)).toEqual(rule(service.hiddenAfter))
})
