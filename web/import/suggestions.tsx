import { Anchor, Stack, Text, UnstyledButton } from '@mantine/core'
import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  recommendationsQuery,
  type StarterRole,
  starterRolesQuery,
  type TemplateRepository,
  templateRepositoriesQuery,
} from '../api/bootstrap-queries.ts'
import { agentQuery } from '../api/queries.ts'
import { pluralize } from '../api/words.ts'
import classes from './import.module.css'
import type { Rule } from './import-files.ts'
import { TemplateLibrary } from './template-library.tsx'

/** Rules that no file of the person has: of starter roles, and recommended for the role of an agent. */

const suggestion = (
  { category, statement }: Pick<Rule, 'category' | 'statement'>,
  file: string,
  reason: string,
  isTaken: boolean,
) => ({ category, statement, file, reason, isTaken, line: undefined, state: 'new' as const, isEdited: false })

type Suggested = ReturnType<typeof suggestion>
const numbered = (rules: Suggested[]): Rule[] => rules.map((rule, key) => ({ ...rule, key }))

/** Starter roles, the rules of one of which are shown for correction. */
export function StarterRoles({ onChoose }: { onChoose: (rules: Rule[]) => void }) {
  const { data: roles } = useSuspenseQuery(starterRolesQuery)
  const choose = ({ role, items }: StarterRole) =>
    onChoose(numbered(items.map((item) => suggestion(item, `starter:${role}`, '', true))))
  return (
    <ul aria-label="Starter roles" className={classes.roles}>
      {roles.map((role) => (
        <li key={role.role}>
          <UnstyledButton onClick={() => choose(role)}>
            <Text size="sm" fw={600}>
              {role.name}
            </Text>
            <Text size="xs" c="dimmed" lineClamp={2}>
              {role.description}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

interface RecommendationsProps {
  agentId: string
  /** Must not change, since recommendations are shown when it does. */
  onChoose: (rules: Rule[]) => void
}

/** Recommends rules for an agent's role and description, and lists the repositories that they come from. */
export function Recommendations({ agentId, onChoose }: RecommendationsProps) {
  const [{ data: agent }, { data: recommendations }, { data: repositories }] = useSuspenseQueries({
    queries: [agentQuery(agentId), recommendationsQuery(agentId), templateRepositoriesQuery],
  })
  useEffect(() => {
    const rules = recommendations.map((each) =>
      suggestion(each, each.source, `${Math.round(100 * each.confidence)}% confidence`, false),
    )
    onChoose(numbered(rules))
  }, [recommendations, onChoose])
  const sources = [...new Set(recommendations.map(({ source }) => source))]
  return (
    <Stack gap="sm">
      {!agent.job_title && !agent.description && (
        <Text size="sm">
          Recommendations fit the role and the description of an agent. {agent.name} has neither; add them in its
          profile.
        </Text>
      )}
      <Text size="sm" role="status">
        {recommendations.length === 0
          ? `Nothing new fits ${agent.name}. Add to its description, or read more repositories.`
          : `${pluralize(recommendations.length, 'rule')} recommended, from:`}
      </Text>
      <ul aria-label="Origins" className={classes.origins}>
        {sources.map((source) => (
          <li key={source}>
            <Origin source={source} repositories={repositories} />
          </li>
        ))}
      </ul>
      <TemplateLibrary repositories={repositories} />
    </Stack>
  )
}

/** The file that recommendations are from, with its license. */
function Origin({ source, repositories }: { source: string; repositories: TemplateRepository[] }) {
  if (source.startsWith('starter:')) return `Starter role: ${source.slice('starter:'.length).replaceAll('-', ' ')}`
  const colon = source.indexOf(':')
  const repository = repositories.find(({ repository }) => repository === source.slice(0, colon))
  if (!repository) return source
  const path = source
    .slice(colon + 1)
    .split('/')
    .map(encodeURIComponent)
    .join('/')
  return (
    <>
      <Anchor
        href={`${repository.url}/blob/HEAD/${path}`}
        target="_blank"
        rel="noreferrer"
        size="xs"
        underline="always"
      >
        {source}
      </Anchor>
      {` · ${repository.license ?? 'no license found'}`}
    </>
  )
}
