import { Stack, Text } from '@mantine/core'
import { ChangedMeanwhile, type StateHeader, writeSeen } from '../api/edit.ts'
import { changeItem, changeItems, type ItemFlags, identityOf, itemIn, type Owner, removeItem } from '../api/identity.ts'
import type { ResolvedItem } from '../api/words.ts'
import { confirmed } from '../ui/question.tsx'

/** What somebody decides about an item counts for the words that they saw: others are asked about first. */

export interface Shown {
  item: Pick<ResolvedItem, 'id' | 'category' | 'statement' | 'updated_at'>
  owner: Owner
}

/** Somebody saw the new words and left the item as it is: no failure. */
export class DecisionCanceled extends Error {}

/** Sets flags of items; a decision only where their words are those that were shown. @throws DecisionCanceled */
export async function changeShown(changes: (Shown & { set: ItemFlags })[]): Promise<void> {
  const [first] = changes
  if (!changes.some(({ set }) => set.status)) return changeItems(changes)
  const verb = first?.set.status === 'rejected' ? 'Reject' : 'Approve'
  if (first && changes.length === 1) {
    await asShown(first, verb, (header) => changeItem(first.item, first.set, header))
    return
  }
  const owners = new Map(changes.map(({ owner }) => [`${owner.layer} ${owner.id}`, owner]))
  const identities = await Promise.all([...owners.values()].map(identityOf))
  const now = identities.flatMap(({ beliefs, responsibilities }) => [...beliefs, ...responsibilities])
  const present = new Map(now.map((item) => [item.id, item]))
  const changed = changes.flatMap(({ item }) => {
    const theirs = present.get(item.id)
    return theirs && otherWords(item, theirs).length > 0 ? theirs : []
  })
  await requireConsent(changed, verb)
  await changeItems(changes)
}

/** Deletes an item, or hides it where it is to stay. @throws DecisionCanceled */
export const removeShown = (shown: Shown) => asShown(shown, 'Delete', (header) => removeItem(shown.item, header))

type Verb = 'Approve' | 'Reject' | 'Delete'

async function asShown<Saved>(
  { item, owner }: Shown,
  verb: Verb,
  write: (header: StateHeader) => Promise<Saved>,
): Promise<Saved> {
  try {
    return await writeSeen(item, {
      write,
      read: async () => itemIn(await identityOf(owner), item.id),
      lost: (theirs) => otherWords(item, theirs),
    })
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error
    await requireConsent([error.theirs], verb)
    return asShown({ item: error.theirs, owner }, verb, write)
  }
}

const otherWords = (seen: Shown['item'], theirs: Shown['item']) =>
  (['statement', 'category'] as const).filter((field) => theirs[field] !== seen[field])

async function requireConsent(changed: Shown['item'][], verb: Verb) {
  if (changed.length === 0) return
  const isMeant = await confirmed({
    title: 'Changed meanwhile',
    text: (
      <Stack gap="xs">
        Somebody else changed what you saw. It says now:
        {changed.map(({ id, statement }) => (
          <Text key={id} size="sm" fw={600} component="blockquote" m={0}>
            {statement}
          </Text>
        ))}
      </Stack>
    ),
    yes: `${verb} it as it is now`,
    no: 'Leave it',
  })
  if (!isMeant) throw new DecisionCanceled()
}
