import { Alert, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { countedItems, itemSearchQuery, type SearchFilters, shownItems, type Totals } from '../../api/item-search.ts'
import { pluralize } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { Loading } from '../../ui/failure.tsx'
import { Page } from '../../ui/page.tsx'
import { useMayEdit, useOrganization } from '../../ui/use-organization.ts'
import { useSelection } from '../../ui/use-selection.ts'
import { BulkEdit } from './bulk-edit.tsx'
import { FacetLists, type Filter } from './facets.tsx'
import { HitRows } from './hit-rows.tsx'
import classes from './results.module.css'

const route = getRouteApi('/signed-in/o/$org/search')

/** One request per pause in typing. */
const typingMs = 200

/** Finds the items of all agents, groups and the organization by words, and changes many of them at once. */
export function SearchPage() {
  const { slug: org } = useOrganization()
  const filters: SearchFilters = route.useSearch()
  const navigate = useNavigate()
  const filter = (changed: Filter) => {
    const all = Object.entries({ ...filters, ...changed }).filter(([, value]) => value)
    navigate({ to: paths.search, params: { org }, search: Object.fromEntries(all), replace: true })
  }
  const { q = '' } = filters
  return (
    <Page title="Search" description="Beliefs and responsibilities of every agent, group and the organization">
      <WordsField key={org} words={q} onChange={(words) => filter({ q: words.trim() })} />
      {q.trim() === '' ? (
        <EmptyBox title="Search every layer">
          Type words that a belief or responsibility contains. What you find can be filtered, hidden, moved to another
          category or reworded at once.
        </EmptyBox>
      ) : (
        <Results org={org} filters={filters} onFilter={filter} />
      )}
    </Page>
  )
}

interface WordsFieldProps {
  words: string
  onChange: (words: string) => void
}

function WordsField({ words, onChange }: WordsFieldProps) {
  const [text, setText] = useState(words)
  const [shown, setShown] = useState(words)
  // A link or the back button brings other words.
  if (words !== shown) {
    setShown(words)
    if (words !== text.trim()) setText(words)
  }
  const search = useDebouncedCallback(onChange, typingMs)
  return (
    <TextInput
      aria-label="Words to find"
      placeholder="Words that an item contains"
      leftSection={<IconSearch size={16} />}
      value={text}
      maxLength={200}
      autoFocus={words === ''}
      onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
    />
  )
}

interface ResultsProps {
  org: string
  filters: SearchFilters
  onFilter: (changed: Filter) => void
}

function Results({ org, filters, onFilter }: ResultsProps) {
  const { id: orgId } = useOrganization()
  const { data: found, error } = useQuery(itemSearchQuery(orgId, filters))
  const mayEdit = useMayEdit()
  const { selected, select, selectAll, clear } = useSelection(found?.data ?? [])
  if (error && !found) return <Alert color="red">{error.message}</Alert>
  if (!found) return <Loading />
  const { data, count, facets, totals } = found
  const chosen = data.filter(({ id }) => selected.has(id))
  return (
    <div className={classes.page}>
      <FacetLists facets={facets} filters={filters} onFilter={onFilter} />
      <div className={classes.results}>
        <Group gap="sm" px={9} mih={34}>
          {mayEdit && (
            <Checkbox
              size="xs"
              label="Select all"
              checked={data.length > 0 && chosen.length === data.length}
              indeterminate={chosen.length > 0 && chosen.length < data.length}
              disabled={data.length === 0}
              onChange={(event) => (event.currentTarget.checked ? selectAll() : clear())}
            />
          )}
          <Text size="sm" c="dimmed" role="status">
            {[countText(count), ...otherTotals(totals, count)].join(' · ')}
          </Text>
        </Group>
        {data.length === 0 ? (
          <Text px={9} py="sm">
            No items match. Try fewer words, or take a filter away.
          </Text>
        ) : (
          <HitRows items={data} org={org} selected={selected} select={mayEdit ? select : undefined} />
        )}
        {count > data.length && (
          <Text size="sm" c="dimmed" px={9} py="sm">
            These are the first {shownItems}; filters reach the others.
          </Text>
        )}
      </div>
      <BulkEdit items={chosen} onClear={clear} />
    </div>
  )
}

const countText = (count: number) => (count === countedItems ? '1,000 items or more' : pluralize(count, 'item'))

/** "2 agents", "1 conversation": what else contains the words, which Ctrl K lists. */
function otherTotals({ item, agent, group, conversation, content }: Totals, count: number): string[] {
  const others = [
    [agent, 'agent', 'agents'],
    [group, 'group', 'groups'],
    [conversation, 'conversation', 'conversations'],
    [content, 'piece of content', 'pieces of content'],
  ] as const
  return [
    ...(item > count ? [`${countText(item)} without filters`] : []),
    ...others.filter(([found]) => found > 0).map(([found, one, many]) => pluralize(found, one, many)),
  ]
}
