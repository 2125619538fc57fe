import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { changeFound, type ItemChange, type ItemHit, undoing } from '../../api/item-search.ts'
import { type Category, kindNames, kinds, pluralize } from '../../api/words.ts'
import { BlastRadiusDialog, useBlastRadius } from '../../items/blast-radius.tsx'
import { SelectionBar } from '../../items/bulk-bar.tsx'
import { settle } from '../../items/optimistic.ts'
import { notifyError } from '../../ui/notify.tsx'
import { notifyUndo } from '../../ui/undo.ts'
import { useOrganization } from '../../ui/use-organization.ts'
import { ReplaceDialog } from './replace-dialog.tsx'

/** Any agent of the organization may have one of the items in its prompt. */
const everyAgent = () => true

const flags = [
  { label: 'Hide', set: { hidden: true }, done: 'hidden' },
  { label: 'Show', set: { hidden: false }, done: 'shown' },
  { label: 'Approve', set: { status: 'approved' }, done: 'approved' },
  { label: 'Reject', set: { status: 'rejected' }, done: 'rejected' },
] as const

interface BulkEditProps {
  /** The selected items. */
  items: readonly ItemHit[]
  onClear: () => void
}

/** Changes all selected items at once: says first which prompts change, and offers one Undo for all of them. */
export function BulkEdit({ items, onClear }: BulkEditProps) {
  const { id: orgId } = useOrganization()
  const client = useQueryClient()
  const { confirm, question } = useBlastRadius(everyAgent)
  const [isReplacing, { open, close }] = useDisclosure(false)

  const change = async (changes: ItemChange[], done: string) => {
    try {
      if (!(await confirm(changes.map(({ updatedAt: _, ...planned }) => planned)))) return
      const changed = await changeFound(orgId, changes)
      onClear()
      notifyUndo(`${pluralize(changes.length, 'item')} ${done}`, async () => {
        await changeFound(orgId, undoing(changed))
        await settle(client)
      })
    } catch (error) {
      notifyError(error as Error)
    }
    await settle(client)
  }
  const set = (fields: Omit<ItemChange, 'id'>, chosen = items) =>
    chosen.map(({ id, updated_at }) => ({ id, updatedAt: updated_at, ...fields }))

  return (
    <>
      {items.length > 0 && (
        <SelectionBar count={items.length} onClear={onClear}>
          {flags.map(({ label, set: fields, done }) => (
            <Button key={label} size="compact-sm" variant="light" onClick={() => change(set(fields), done)}>
              {label}
            </Button>
          ))}
          <CategoryMenu
            items={items}
            onChoose={(category, chosen, title) => change(set({ category }, chosen), `moved to ${title}`)}
          />
          <Button size="compact-sm" variant="light" onClick={open}>
            Replace…
          </Button>
        </SelectionBar>
      )}
      {isReplacing && (
        <ReplaceDialog
          items={items}
          onClose={close}
          onReplace={(replaced) => {
            close()
            const changes = replaced.map(({ item, statement }) => ({
              id: item.id,
              updatedAt: item.updated_at,
              statement,
            }))
            return change(changes, 'reworded')
          }}
        />
      )}
      <BlastRadiusDialog question={question} reaches={everyAgent} />
    </>
  )
}

interface CategoryMenuProps {
  items: readonly ItemHit[]
  onChoose: (category: Category, items: ItemHit[], title: string) => void
}

/** The categories of each kind among the items; a choice leaves items of the other kind as they are. */
const CategoryMenu = ({ items, onChoose }: CategoryMenuProps) => (
  <Menu position="top">
    <Menu.Target>
      <Button size="compact-sm" variant="light" rightSection={<IconChevronDown size={14} />}>
        Category
      </Button>
    </Menu.Target>
    <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
      {kindNames.map((kind) => {
        const ofKind = items.filter((item) => item.kind === kind)
        if (ofKind.length === 0) return null
        return [
          <Menu.Label key={kind}>{pluralize(ofKind.length, kind, kinds[kind].plural)} to</Menu.Label>,
          ...kinds[kind].categories.map(({ id, title }) => (
            <Menu.Item key={id} onClick={() => onChoose(id, ofKind, title)}>
              {title}
            </Menu.Item>
          )),
        ]
      })}
    </Menu.Dropdown>
  </Menu>
)
