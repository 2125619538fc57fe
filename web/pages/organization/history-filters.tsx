import { Box, Button, Group, Select, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { useOrganization } from '../../ui/use-organization.ts'
import { type HistorySearch, historyLayers } from './history-search.ts'
import { type Names, recordTypes } from './history-words.ts'
import { keysQuery } from './keys.tsx'
import { membersQuery } from './members.tsx'

/** Returns the id of the person or key in the address, where a key also goes by its label or last characters. */
export function useActor({ person, key }: HistorySearch): string | undefined {
  const { id: orgId } = useOrganization()
  const { data: keys } = useSuspenseQuery(keysQuery(orgId))
  if (key === undefined) return person
  return keys.find(({ id, label, key_hint }) => [id, label, key_hint].includes(key))?.id ?? key
}

/** The people and keys whose changes can be chosen. */
export function useActors() {
  const { id: orgId } = useOrganization()
  const { data: members } = useSuspenseQuery(membersQuery(orgId))
  const { data: keys } = useSuspenseQuery(keysQuery(orgId))
  return {
    people: members.data.map(({ user_id, display_name }) => ({ value: user_id, label: display_name })),
    keys: keys.map(({ id, label, key_hint }) => ({ value: id, label: `${label ?? 'Unnamed'} …${key_hint}` })),
  }
}

interface Choice {
  value: string
  label: string
}

/** Somebody who left, or something that is deleted, can still be in the address. */
const withChosen = (choices: readonly Choice[], chosen: string | undefined): Choice[] =>
  chosen === undefined || choices.some(({ value }) => value === chosen)
    ? [...choices]
    : [...choices, { value: chosen, label: 'The chosen one' }]

interface FiltersProps extends Pick<Names, 'agents' | 'groups'> {
  search: HistorySearch
}

/** The filters of the history, which stand in the address. */
export function HistoryFilters({ search, agents, groups }: FiltersProps) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const { people, keys } = useActors()
  const actor = useActor(search)
  const [isOpen, { toggle }] = useDisclosure(false)
  const count = Object.values(search).filter((value) => value !== undefined).length
  const set = (changes: { [Name in keyof HistorySearch]: string | null }) =>
    navigate({
      to: paths.history,
      params: { org: slug },
      replace: true,
      search: Object.fromEntries(Object.entries({ ...search, ...changes }).filter(([, value]) => value)),
    })
  const choices = (records: readonly { id: string; name: string }[]) =>
    records.map(({ id, name }) => ({ value: id, label: name }))
  const select = (label: string, placeholder: string, data: Choice[], value: string | undefined) => ({
    label,
    placeholder,
    data: withChosen(data, value),
    value: value ?? null,
    clearable: true,
    searchable: true,
    w: 160,
  })
  return (
    <>
      <Button
        variant="default"
        size="xs"
        hiddenFrom="sm"
        aria-expanded={isOpen}
        onClick={toggle}
        style={{ alignSelf: 'flex-start' }}
      >
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <Box visibleFrom={isOpen ? undefined : 'sm'}>
        <Group gap="sm" align="flex-end">
          <Select
            {...select('Person', 'Anybody', people, search.person)}
            onChange={(person) => set({ person, key: null })}
          />
          <Select
            {...select('Key', 'Any key', keys, search.key === undefined ? undefined : actor)}
            onChange={(key) => set({ key, person: null })}
          />
          <Select
            {...select('Layer', 'All layers', [...historyLayers], search.layer)}
            onChange={(layer) => set({ layer })}
          />
          <Select
            {...select('Agent', 'All agents', choices(agents), search.agent)}
            onChange={(agent) => set({ agent })}
          />
          <Select
            {...select('Group', 'All groups', choices(groups), search.group)}
            onChange={(group) => set({ group })}
          />
          <Select {...select('Kind', 'Everything', recordTypes, search.kind)} onChange={(kind) => set({ kind })} />
          <TextInput
            type="date"
            label="From"
            value={search.from ?? ''}
            onChange={(event) => set({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="To"
            value={search.to ?? ''}
            onChange={(event) => set({ to: event.currentTarget.value })}
          />
        </Group>
      </Box>
    </>
  )
}
