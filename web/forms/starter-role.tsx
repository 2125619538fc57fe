import { Button, Card, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { applyStatements, type StarterRole, starterRolesQuery } from '../api/bootstrap-queries.ts'
import { api, ask } from '../api/client.ts'
import { identityKeys } from '../api/identity.ts'
import type { Agent } from '../api/queries.ts'
import { pluralize } from '../api/words.ts'
import { useSave } from '../ui/use-save.ts'
import { FormError, LockedFields } from './form.tsx'
import { StatementChoice, useChoice } from './statement-choice.tsx'

interface StarterRoleFormProps {
  agent: Pick<Agent, 'id' | 'name' | 'job_title' | 'description'>
  onApplied: () => void
}

/** Adds an agent's first items from a starter role: choose a role, review its statements, add them. */
export function StarterRoleForm({ agent, onApplied }: StarterRoleFormProps) {
  const { data: roles } = useSuspenseQuery(starterRolesQuery)
  const [role, setRole] = useState<StarterRole>()
  if (role) return <Preview agent={agent} role={role} onBack={() => setRole(undefined)} onApplied={onApplied} />
  return (
    <Stack>
      <Text>What does {agent.name} do? You can review every statement before adding it.</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" component="ul" p={0} m={0} aria-label="Starter roles">
        {roles.map((each) => (
          <li key={each.role} style={{ display: 'contents' }}>
            <UnstyledButton onClick={() => setRole(each)}>
              <Card withBorder padding="sm" h="100%">
                <Text fw={600} size="sm">
                  {each.name}
                </Text>
                <Text size="sm" c="dimmed" lineClamp={3}>
                  {each.description}
                </Text>
              </Card>
            </UnstyledButton>
          </li>
        ))}
      </SimpleGrid>
    </Stack>
  )
}

interface PreviewProps extends StarterRoleFormProps {
  role: StarterRole
  onBack: () => void
}

function Preview({ agent, role, onBack, onApplied }: PreviewProps) {
  const choice = useChoice(role.items, true)
  const apply = useSave(
    async () => {
      const profile = {
        ...(!agent.job_title && { jobTitle: role.name }),
        ...(!agent.description && { description: role.description }),
      }
      await ask(api.PATCH('/agents/{agentId}', { params: { path: { agentId: agent.id } }, body: profile }))
      return applyStatements(agent.id, choice.selected)
    },
    { changes: identityKeys, silent: true, onSuccess: onApplied },
  )
  return (
    <LockedFields isSending={apply.isPending}>
      <Stack>
        <div>
          <Text fw={600}>{role.name}</Text>
          <Text size="sm" c="dimmed">
            {role.description}
          </Text>
        </div>
        <StatementChoice choice={choice} />
        <FormError error={apply.error} />
        <Group gap="xs">
          <Button
            onClick={() => apply.mutate(undefined)}
            loading={apply.isPending}
            disabled={choice.selected.length === 0}
          >
            Add {pluralize(choice.selected.length, 'statement')}
          </Button>
          <Button variant="default" onClick={onBack}>
            Choose another role
          </Button>
        </Group>
      </Stack>
    </LockedFields>
  )
}
