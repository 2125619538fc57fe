import { Button, Group, Kbd, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { actorOf } from '../../api/audit-words.ts'
import { changesQuery, type Waiting, waitingQuery } from '../../api/waiting.ts'
import { formatDateTime, pluralize } from '../../api/words.ts'
import { paths } from '../../paths.ts'
import { EmptyBox } from '../../ui/empty-box.tsx'
import { Loading } from '../../ui/failure.tsx'
import { ButtonLink, PlainLink, TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { timeAgo } from '../../ui/time-before.ts'
import { useMayEdit, useOrganization } from '../../ui/use-organization.ts'
import { type Act, inActs, shortDeedOf } from '../organization/history-acts.ts'
import { FirstSteps } from './first-steps.tsx'
import classes from './home.module.css'
import { hiddenRows, hideRows, lastVisit } from './visits.ts'
import { rowsOf, type WaitingRow } from './waiting-rows.ts'

const HomeFigures = lazy(() => import('./home-figures.tsx').then(({ HomeFigures }) => ({ default: HomeFigures })))

/** The first page after signing in: what waits for a decision or a repair, and what changed since the last visit. */
export function HomePage() {
  const { id, slug, name } = useOrganization()
  const { data: waiting } = useSuspenseQuery(waitingQuery(id))
  const [showsFigures, figures] = useDisclosure(false)
  const { agents, items, clients } = waiting.figures
  const mayEdit = useMayEdit()
  const newAgent = mayEdit && (
    <ButtonLink to={paths.start} params={{ org: slug }} leftSection={<IconPlus size={16} />}>
      New agent
    </ButtonLink>
  )
  if (agents === 0) {
    return (
      <Page title={name}>
        <EmptyBox title="No agents yet" action={newAgent}>
          An agent has a name, beliefs and responsibilities. Start from a role, or paste an existing rules file such as
          CLAUDE.md or AGENTS.md. Its prompt is ready in a minute.
        </EmptyBox>
      </Page>
    )
  }
  return (
    <Page title={name} description={pluralize(agents, 'agent')} actions={newAgent}>
      <div className={classes.columns}>
        <Stack gap="lg">
          <FirstSteps steps={waiting.steps} org={slug} />
          <NeedsYou key={id} waiting={waiting} orgId={id} org={slug} />
        </Stack>
        <Changes key={id} orgId={id} org={slug} />
      </div>
      <Group gap="xs" className={classes.foot}>
        <Text size="xs">
          {pluralize(agents, 'agent')} · {pluralize(items, 'item')} · {pluralize(clients, 'client')} in 24 hours
        </Text>
        <Button size="compact-xs" variant="subtle" aria-expanded={showsFigures} onClick={figures.toggle}>
          {showsFigures ? 'Hide figures' : 'Show figures'}
        </Button>
      </Group>
      {showsFigures && (
        <Suspense fallback={<Loading />}>
          <HomeFigures />
        </Suspense>
      )}
    </Page>
  )
}

interface NeedsYouProps {
  waiting: Waiting
  orgId: string
  org: string
}

/** The rows: `j` and `k` move, Enter opens, `h` hides the focused row until tomorrow. */
function NeedsYou({ waiting, orgId, org }: NeedsYouProps) {
  const list = useRef<HTMLUListElement>(null)
  const [hidden, setHidden] = useState(() => hiddenRows(orgId))
  const hide = (ids: string[]) => {
    hideRows(orgId, ids)
    setHidden(ids)
  }
  const all = rowsOf(waiting, org)
  const rows = all.filter(({ id }) => !hidden.includes(id))
  useWindowEvent('keydown', (event) => {
    const target = event.target as HTMLElement
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (target.closest('[role=dialog], [role=menu], form, textarea, select, input')) return
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(target as HTMLAnchorElement)
    if (event.key === 'j') links[Math.min(at + 1, links.length - 1)]?.focus()
    else if (event.key === 'k') links[Math.max(at - 1, 0)]?.focus()
    else if (event.key === 'h' && rows[at]) {
      links[at + 1 < links.length ? at + 1 : at - 1]?.focus()
      hide([...hidden, rows[at].id])
    } else return
    event.preventDefault()
  })
  const hiddenCount = all.length - rows.length
  return (
    <section aria-labelledby="needs-you">
      <div className={classes.head}>
        <Title order={2} size="h5" id="needs-you">
          Needs you
        </Title>
        {rows.length > 0 && (
          <Text size="xs" c="dimmed" visibleFrom="sm">
            <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> move, <Kbd size="xs">h</Kbd> hides until tomorrow
          </Text>
        )}
      </div>
      {rows.length === 0 ? (
        <Text>Nothing waits.</Text>
      ) : (
        <ul ref={list} className={classes.list}>
          {rows.map((row) => (
            <li key={row.id}>
              <Row row={row} />
            </li>
          ))}
        </ul>
      )}
      {hiddenCount > 0 && (
        <UnstyledButton mt={6} onClick={() => hide([])}>
          <Text size="xs" c="dimmed" td="underline">
            Show {pluralize(hiddenCount, 'row')} hidden until tomorrow
          </Text>
        </UnstyledButton>
      )}
    </section>
  )
}

const Row = ({ row: { tone, title, about, to, params, search } }: { row: WaitingRow }) => (
  <PlainLink to={to} params={params} search={search} className={classes.row}>
    <span className={classes.dot} data-tone={tone} />
    <span className={classes.title}>{title}</span>{' '}
    <span className={classes.about} title={about}>
      {about}
    </span>
  </PlainLink>
)

/** How many acts are listed; History has the others. */
const actsShown = 12

/** The latest changes since the last visit, in short; History has them whole. */
function Changes({ orgId, org }: { orgId: string; org: string }) {
  const [since] = useState(() => lastVisit(orgId))
  const { data: entries } = useQuery(changesQuery(orgId, since))
  if (!entries) return null
  return (
    <section aria-labelledby="since">
      <div className={classes.head}>
        <Title order={2} size="h5" id="since">
          Since {formatDateTime(since)}
        </Title>
        <TextLink to={paths.history} params={{ org }} size="xs">
          History
        </TextLink>
      </div>
      {entries.length === 0 ? (
        <Text c="dimmed">No changes.</Text>
      ) : (
        <ul className={classes.list}>
          {inActs(entries)
            .slice(0, actsShown)
            .map((act) => (
              <li key={act.first.seq} className={classes.change}>
                <ChangeLink act={act} org={org} />
              </li>
            ))}
        </ul>
      )}
    </section>
  )
}

/** An act in short, which leads to the item or agent that it changed, else to its line in History. */
function ChangeLink({ act: { first, entries }, org }: { act: Act; org: string }) {
  const isHere = entries.length === 1 && first.agent_id !== null && !first.action.endsWith('.delete')
  const link = isHere
    ? { to: paths.agent, params: { org, agentId: first.agent_id! }, hash: `item-${first.target?.id}` }
    : { to: paths.history, params: { org }, hash: `change-${first.seq}` }
  return (
    <PlainLink {...link} title={formatDateTime(first.at)}>
      <b>{actorOf(first)}</b> {shortDeedOf({ first, entries })} · {timeAgo(first.at, Date.now())}
    </PlainLink>
  )
}
