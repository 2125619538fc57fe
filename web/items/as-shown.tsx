import { Stack, Text } from '@mantine/core'
import { ChangedMeanwhile, type StateHeader, writeSeen } from '../api/edit.ts'
import { changeItem, changeItems, type ItemFlags, identityOf, itemIn, type Owner, removeItem } from '../api/identity.ts'
import type { ResolvedItem } from '../api/words.ts'
import { confirmed } from '../ui/question.tsx'

/** A decision applies to the text that was shown: if the text has changed since, the person is asked first. */

export interface Shown {
  item: Pick<ResolvedItem, 'id' | 'category' | 'statement' | 'updated_at'>
  owner: Owner
}

/** The person saw the new text and canceled: not a failure. */
export class DecisionCanceled extends Error {}

/**
 * Sets flags of items; asks before deciding on text that changed since it was shown.
 *
 * @param readNow reads several items as they are now; without it, those of their owners are read.
 * @throws DecisionCanceled
 */
export async function changeShown(
  changes: (Shown & { set: ItemFlags })[],
  readNow = async (): Promise<Shown['item'][]> => {
    const owners = new Map(changes.map(({ owner }) => [`${owner.layer} ${owner.id}`, owner]))
    const identities = await Promise.all([...owners.values()].map(identityOf))
    return identities.flatMap(({ beliefs, responsibilities }) => [...beliefs, ...responsibilities])
  },
): Promise<void> {
  const [first] = changes
  if (!changes.some(({ set }) => set.status)) return changeItems(changes)
  const verb = first?.set.status === 'rejected' ? 'Reject' : 'Approve'
  if (first && changes.length === 1) {
    await asShown(first, verb, (header) => changeItem(first.item, first.set, header))
    return
  }
  const present = new Map((await readNow()).map((item) => [item.id, item]))
  const changed = changes.flatMap(({ item }) => {
    const theirs = present.get(item.id)
    return theirs && changedWords(item, theirs).length > 0 ? theirs : []
  })
  await requireConsent(changed, verb)
  await changeItems(changes)
}

/** Deletes an item, or hides it if the service keeps it. @throws DecisionCanceled */
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
      lost: (theirs) => changedWords(item, theirs),
    })
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error
    await requireConsent([error.theirs], verb)
    return asShown({ item: error.theirs, owner }, verb, write)
  }
}

const changedWords = (seen: Shown['item'], theirs: Shown['item']) =>
  (['statement', 'category'] as const).filter((field) => theirs[field] !== seen[field])

async function requireConsent(changed: Shown['item'][], verb: Verb) {
  if (changed.length === 0) return
  const isMeant = await confirmed({
    title: 'Changed by someone else',
    text: (
      <Stack gap="xs">
        Someone else changed this after you opened it. Current version:
        {changed.map(({ id, statement }) => (
          <Text key={id} size="sm" fw={600} component="blockquote" m={0}>
            {statement}
          </Text>
        ))}
      </Stack>
    ),
    yes: `${verb} anyway`,
    no: 'Cancel',
  })
  if (!isMeant) throw new DecisionCanceled()
}
