import { ActionIcon, Button, Checkbox, Group, Menu, Popover, Stack, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { type AgentFilters, agentViews } from '../../api/agent-list.ts'
import { textsOf } from '../../forms/form.tsx'
import { agentColumns } from './agent-columns.tsx'

/** The views and the columns of the list of agents; saved views and hidden columns are this browser's alone. */

/** The columns that are shown, and those that are hidden. */
export function useColumns() {
  const [hidden, setHidden] = useLocalStorage<string[]>({ key: 'agent-columns-hidden', defaultValue: [] })
  return { columns: agentColumns.filter(({ id }) => !hidden.includes(id)), hidden, setHidden }
}

export const ColumnsMenu = ({ hidden, setHidden }: Pick<ReturnType<typeof useColumns>, 'hidden' | 'setHidden'>) => (
  <Popover position="bottom-end" trapFocus>
    <Popover.Target>
      <Button variant="default" rightSection={<IconChevronDown size={14} />}>
        Columns
      </Button>
    </Popover.Target>
    <Popover.Dropdown aria-label="Columns">
      <Stack gap="xs">
        {agentColumns.map(({ id, label }) => (
          <Checkbox
            key={id}
            label={label}
            checked={!hidden.includes(id)}
            onChange={(event) =>
              setHidden(event.currentTarget.checked ? hidden.filter((other) => other !== id) : [...hidden, id])
            }
          />
        ))}
      </Stack>
    </Popover.Dropdown>
  </Popover>
)

interface SavedView {
  name: string
  filters: AgentFilters
}

interface ViewsProps {
  orgId: string
  filters: AgentFilters
  /** Replaces all filters. */
  onChoose: (filters: AgentFilters) => void
}

const builtIn: SavedView[] = [
  { name: 'All', filters: {} },
  ...agentViews.map(({ value, label }) => ({ name: label, filters: { view: value } })),
]
const equal = (a: AgentFilters, b: AgentFilters) =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())

/** Chooses among the views that everybody has and those that were saved here, and saves the present filters as one. */
export function ViewsMenu({ orgId, filters, onChoose }: ViewsProps) {
  const [saved, setSaved] = useLocalStorage<SavedView[]>({ key: `agent-views ${orgId}`, defaultValue: [] })
  const [isNaming, setNaming] = useState(false)
  const present = [...builtIn, ...saved].find((view) => equal(view.filters, filters))
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { name = '' } = textsOf(event.currentTarget)
    setSaved([...saved.filter((view) => view.name !== name), { name, filters }])
    setNaming(false)
  }
  return (
    <Popover opened={isNaming} onChange={setNaming} trapFocus>
      <Menu position="bottom-start">
        <Popover.Target>
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={14} />}>
              View: {present?.name ?? 'not saved'}
            </Button>
          </Menu.Target>
        </Popover.Target>
        <Menu.Dropdown>
          {builtIn.map((view) => (
            <Menu.Item key={view.name} onClick={() => onChoose(view.filters)}>
              {view.name}
            </Menu.Item>
          ))}
          {saved.length > 0 && <Menu.Label>Saved in this browser</Menu.Label>}
          {saved.map((view) => (
            <Group key={view.name} gap={0} wrap="nowrap">
              <Menu.Item onClick={() => onChoose(view.filters)}>{view.name}</Menu.Item>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove the view ${view.name}`}
                onClick={() => setSaved(saved.filter(({ name }) => name !== view.name))}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </Group>
          ))}
          {!present && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setNaming(true)}>Save this view…</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Popover.Dropdown>
        <form onSubmit={save}>
          <Group gap="xs" align="flex-end">
            <TextInput label="Name of the view" name="name" required maxLength={60} data-autofocus />
            <Button type="submit">Save view</Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
