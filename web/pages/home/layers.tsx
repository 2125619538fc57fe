import { Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { overviewQuery } from '../../api/overview.ts'
import { layerNames, layers } from '../../api/words.ts'
import { chartColor } from '../../chart-colors.ts'
import { Legend } from '../../ui/figure.tsx'
import { useOrganization } from '../../ui/use-organization.ts'
import { LayerTree } from './layer-tree.tsx'

/** Layers as nested boxes: each agent inside the group and organization that it inherits from. */
export function LayersPage() {
  const { id, slug, name } = useOrganization()
  const { data } = useSuspenseQuery(overviewQuery(id))
  const [search, setSearch] = useState('')
  const words = useDeferredValue(search.trim().toLowerCase())
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        Each box passes its items on to the boxes inside it. The bar of an agent shows how many items come from each
        layer, before overrides and duplicates are removed. Select a name to open its page, or use the arrow keys to
        move between boxes.
      </Text>
      <Legend
        series={layerNames.map((layer) => ({
          key: layer,
          label: layers[layer].title,
          color: chartColor(layers[layer].color),
        }))}
      />
      <TextInput
        aria-label="Find a group or agent"
        placeholder="Find a group or agent"
        leftSection={<IconSearch size={16} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        maw={360}
      />
      <LayerTree layers={data.layers} words={words} name={name} org={slug} />
    </Stack>
  )
}
