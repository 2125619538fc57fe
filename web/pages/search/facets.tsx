import { Anchor, Stack, Text, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { type Facets, itemStates, type SearchFilters } from '../../api/item-search.ts'
import { categories, layerNames, layers } from '../../api/words.ts'
import classes from './results.module.css'

interface FacetsProps {
  facets: Facets
  filters: SearchFilters
  onFilter: (changed: Filter) => void
}

/** A filter that is undefined is taken away. */
export type Filter = { [Name in keyof SearchFilters]: SearchFilters[Name] | undefined }

interface Choice {
  value: string
  label: string
  count: number
}

/** How many groups or agents are shown until somebody asks for the others. */
const shownNames = 8

/** The filters, each choice with the number of items that it would leave. */
export function FacetLists({ facets, filters, onFilter }: FacetsProps) {
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const named = (records: Facets['agents']) => records.map(({ id, name, count }) => ({ value: id, label: name, count }))
  const choose = (name: keyof SearchFilters) => (value: string | undefined) => onFilter({ [name]: value })
  const count = Object.keys(filters).filter((name) => name !== 'q').length
  return (
    <details className={classes.facets} open={isWide || undefined}>
      <summary className={classes.summary}>Filters{count > 0 && ` (${count})`}</summary>
      <Stack gap="sm" component="nav" aria-label="Filters">
        <Facet
          title="Layer"
          chosen={filters.layer}
          choices={layerNames.map((value) => ({ value, label: layers[value].title, count: facets.scope[value] }))}
          onChoose={choose('layer')}
        />
        <Facet title="Group" chosen={filters.group} choices={named(facets.groups)} onChoose={choose('group')} />
        <Facet title="Agent" chosen={filters.agent} choices={named(facets.agents)} onChoose={choose('agent')} />
        <Facet
          title="Category"
          chosen={filters.category}
          choices={categories.map(({ id, title }) => ({ value: id, label: title, count: facets.category[id] }))}
          onChoose={choose('category')}
        />
        <Facet
          title="Status"
          chosen={filters.state}
          choices={itemStates.map(({ value, label }) => ({ value, label, count: facets.state[value] }))}
          onChoose={choose('state')}
        />
      </Stack>
    </details>
  )
}

interface FacetProps {
  title: string
  chosen: string | undefined
  choices: Choice[]
  onChoose: (value: string | undefined) => void
}

function Facet({ title, chosen, choices, onChoose }: FacetProps) {
  const [showsAll, setShowsAll] = useState(false)
  const found = choices.filter(({ value, count }) => count > 0 || value === chosen)
  if (found.length === 0) return null
  const shown = showsAll ? found : found.filter(({ value }, index) => index < shownNames || value === chosen)
  return (
    <section aria-label={title}>
      <Text className={classes.facetTitle}>{title}</Text>
      {shown.map(({ value, label, count }) => (
        <UnstyledButton
          key={value}
          className={classes.choice}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value === chosen ? undefined : value)}
        >
          <span className={classes.choiceName} dir="auto" title={label}>
            {label}
          </span>{' '}
          <span className={classes.choiceCount}>{count.toLocaleString('en')}</span>
        </UnstyledButton>
      ))}
      {shown.length < found.length && (
        <Anchor component="button" type="button" size="xs" px={8} onClick={() => setShowsAll(true)}>
          {found.length - shown.length} more
        </Anchor>
      )}
    </section>
  )
}
