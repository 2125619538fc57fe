import '@mantine/spotlight/styles.layer.css'
import { Kbd } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import {
  IconFileText,
  IconLayoutSidebar,
  IconMessages,
  IconQuote,
  IconRobot,
  IconSearch,
  IconUsersGroup,
} from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Answer, api, ask } from '../api/client.ts'
import { layers, titleOf } from '../api/words.ts'
import { paths } from '../paths.ts'
import { useOrganization } from '../ui/use-organization.ts'

const [store, spotlight] = createSpotlight()

/** One request per pause in typing. */
const typingMs = 150
const shownPages = 5

type SearchHit = Answer<'/search', 'get'>['data'][number]

const pages = [
  { label: 'Home', to: paths.organization },
  { label: 'Agents', to: paths.agents },
  { label: 'New agent', to: paths.start },
  { label: 'Review', to: paths.inbox },
  { label: 'Change requests', to: paths.changeRequests },
  { label: 'Groups', to: paths.groups },
  { label: 'Fleet', to: paths.fleet },
  { label: 'Search', to: paths.search },
  { label: 'Discovery', to: paths.discovery },
  { label: 'History', to: paths.history },
  { label: 'Runs', to: paths.runs },
  { label: 'Library', to: paths.library },
  { label: 'Models and environments', to: paths.models },
  { label: 'Connect', to: paths.connect },
  { label: 'Organization items', to: paths.layer },
  { label: 'Organization consensus', to: paths.consensus },
  { label: 'Organization settings', to: paths.settings },
  { label: 'Members', to: paths.members },
  { label: 'API keys', to: paths.keys },
  { label: 'Connections', to: paths.connections },
  { label: 'Webhooks', to: paths.webhooks },
  { label: 'Your account', to: paths.account },
] as const

const sections = [
  { type: 'agent', label: 'Agents', Icon: IconRobot },
  { type: 'group', label: 'Groups', Icon: IconUsersGroup },
  { type: 'item', label: 'Beliefs and responsibilities', Icon: IconQuote },
  { type: 'conversation', label: 'Conversations', Icon: IconMessages },
  { type: 'content', label: 'Content', Icon: IconFileText },
] as const

const searchQuery = (orgId: string, q: string) =>
  queryOptions({
    queryKey: ['search', orgId, q],
    queryFn: () => ask(api.GET('/search', { params: { query: { orgId, q } } })).then(({ data }) => data),
  })

/**
 * Searches agents, groups, items of every layer, conversations, content and pages. Opens whenever `searches` increases.
 */
export function Search({ searches }: { searches: number }) {
  const { id: orgId, slug: org } = useOrganization()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const words = text.trim()
  const [asked] = useDebouncedValue(words, typingMs)
  const {
    data: found = [],
    error,
    isFetching,
  } = useQuery({ ...searchQuery(orgId, asked), enabled: asked !== '' && asked === words })
  useEffect(() => {
    if (searches > 0) spotlight.open()
  }, [searches])

  // The library selects the first entry when the text changes, but the results arrive later.
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (found.length === 0 || document.querySelector('[data-action][data-selected]')) return
    input.current?.dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowDown', bubbles: true }))
  }, [found])

  const foundPages = words === '' ? [] : pages.filter(({ label }) => label.toLowerCase().includes(words.toLowerCase()))
  const openAll = () => navigate({ to: paths.search, params: { org }, search: { q: words } })
  const open = (hit: SearchHit) => {
    const hash = `${hit.type}-${hit.id}`
    if (hit.type === 'agent') return navigate({ to: paths.agent, params: { org, agentId: hit.id } })
    if (hit.type === 'group') return navigate({ to: paths.group, params: { org, groupId: hit.id } })
    if (hit.type === 'conversation') return navigate({ to: paths.conversation, params: { org, sessionId: hit.id } })
    if (hit.type === 'content') return navigate({ to: paths.content, params: { org, agentId: hit.agent_id! }, hash })
    if (hit.agent_id) return navigate({ to: paths.agent, params: { org, agentId: hit.agent_id }, hash })
    if (hit.group_id) return navigate({ to: paths.group, params: { org, groupId: hit.group_id }, hash })
    return navigate({ to: paths.layer, params: { org }, hash })
  }
  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      attributes={{ content: { 'aria-label': 'Search' } }}
      maxHeight="70dvh"
      scrollable
    >
      <Spotlight.Search
        ref={input}
        placeholder="Agents, beliefs, content, pages…"
        leftSection={<IconSearch size={18} />}
        aria-label="Search"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || words === '') return
          event.preventDefault()
          spotlight.close()
          openAll()
        }}
      />
      <Spotlight.ActionsList>
        {foundPages.length > 0 && (
          <Spotlight.ActionsGroup label="Pages">
            {foundPages.slice(0, shownPages).map(({ label, to }) => (
              <Spotlight.Action
                key={to}
                label={label}
                leftSection={<IconLayoutSidebar size={18} />}
                onClick={() => navigate({ to, params: { org } })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {sections.map(({ type, label, Icon }) => {
          const hits = found.filter((hit) => hit.type === type)
          if (hits.length === 0) return null
          return (
            <Spotlight.ActionsGroup key={type} label={label}>
              {hits.map((hit) => (
                <Spotlight.Action
                  key={hit.id}
                  label={hit.text.trim().split('\n', 1)[0] || 'Untitled'}
                  description={aboutOf(hit)}
                  leftSection={<Icon size={18} />}
                  onClick={() => open(hit)}
                />
              ))}
            </Spotlight.ActionsGroup>
          )
        })}
        {/* Not before there are results: the library would select it first. */}
        {found.length > 0 && (
          <Spotlight.ActionsGroup label="Search">
            <Spotlight.Action
              label={`All results for “${words}”`}
              description="Filter and edit many items at once"
              leftSection={<IconSearch size={18} />}
              rightSection={<Kbd size="xs">Ctrl Enter</Kbd>}
              onClick={openAll}
            />
          </Spotlight.ActionsGroup>
        )}
        {found.length + foundPages.length === 0 && (
          <Spotlight.Empty>{error?.message ?? advice(words, isFetching || asked !== words)}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

const aboutOf = ({ type, category, scope, about }: SearchHit) => {
  if (type === 'item') return `${titleOf(category!)} · ${about ?? layers[scope!].title}`
  return type === 'content' ? `Content · ${about}` : (about ?? '')
}

function advice(words: string, isSearching: boolean): string {
  if (words === '') return 'Search by name, or by words in a belief, conversation or page.'
  return isSearching ? 'Searching…' : 'No results. Try fewer words.'
}
