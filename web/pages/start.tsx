import { Button, Card, Radio, Stack, Stepper, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, Suspense, useState } from 'react'
import { api, ask } from '../api/client.ts'
import { identityKeys } from '../api/identity.ts'
import type { Agent } from '../api/queries.ts'
import { FormError, textsOf } from '../forms/form.tsx'
import { RulesImport } from '../forms/rules-import.tsx'
import { StarterRoleForm } from '../forms/starter-role.tsx'
import { paths } from '../paths.ts'
import { Loading } from '../ui/failure.tsx'
import { Page } from '../ui/page.tsx'
import { useOrganization } from '../ui/use-organization.ts'
import { useSave } from '../ui/use-save.ts'

const beginnings = {
  role: {
    step: 'Role',
    label: 'A starter role',
    description: 'Choose from engineering, product and business; every statement is shown before it is taken',
  },
  rules: {
    step: 'Rules',
    label: 'A rules file that I have',
    description: 'Paste CLAUDE.md, AGENTS.md or a prompt; every rule is shown before it is imported',
  },
  nothing: { step: undefined, label: 'Nothing', description: 'Write beliefs and responsibilities yourself' },
} as const
type Beginning = keyof typeof beginnings

/** From nothing to an agent with its prompt. */
export function StartPage() {
  const { id: orgId, slug } = useOrganization()
  const navigate = useNavigate()
  const [agent, setAgent] = useState<Pick<Agent, 'id' | 'name' | 'job_title' | 'description'>>()
  const [beginning, setBeginning] = useState<Beginning>('role')
  const { step } = beginnings[beginning]
  const open = (id: string) => navigate({ to: paths.agent, params: { org: slug, agentId: id } })
  const create = useSave(
    ({ name, jobTitle }: { name: string; jobTitle: string | null }) =>
      ask(api.POST('/agents', { body: { orgId, name, jobTitle } })),
    {
      changes: identityKeys,
      silent: true,
      onSuccess: (created) => (step ? setAgent(created) : open(created.id)),
    },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { name = '', role } = textsOf(event.currentTarget)
    create.mutate({ name, jobTitle: role || null })
  }
  return (
    <Page title="New agent" description="Who it is, what it believes, what it is here to do.">
      <Card withBorder maw={720} p="lg">
        <Stepper
          active={agent ? 1 : 0}
          size="xs"
          iconSize={26}
          wrap={false}
          mb="lg"
          allowNextStepsSelect={false}
          styles={{ stepBody: { marginInlineStart: 6 }, stepLabel: { whiteSpace: 'nowrap' } }}
        >
          <Stepper.Step label="Name" allowStepSelect={false} />
          {step && <Stepper.Step label={step} allowStepSelect={false} />}
          <Stepper.Step label="Prompt" allowStepSelect={false} />
        </Stepper>
        {agent ? (
          <Stack>
            {beginning === 'role' ? (
              <Suspense fallback={<Loading />}>
                <StarterRoleForm agent={agent} onApplied={() => open(agent.id)} />
              </Suspense>
            ) : (
              <RulesImport agentId={agent.id} onImported={() => open(agent.id)} />
            )}
            <Text size="sm">
              The agent exists already.{' '}
              <Button variant="transparent" size="compact-sm" onClick={() => open(agent.id)}>
                Go on without
              </Button>
            </Text>
          </Stack>
        ) : (
          <form onSubmit={submit}>
            <Stack>
              <TextInput label="Name" name="name" placeholder="Ada" required maxLength={200} autoFocus />
              <TextInput label="Role" name="role" placeholder="Backend engineer" maxLength={200} />
              <Radio.Group label="Begin with" value={beginning} onChange={setBeginning}>
                <Stack gap="xs" mt="xs">
                  {Object.entries(beginnings).map(([value, { label, description }]) => (
                    <Radio key={value} value={value} label={label} description={description} />
                  ))}
                </Stack>
              </Radio.Group>
              <FormError error={create.error} />
              <Button type="submit" loading={create.isPending} style={{ alignSelf: 'flex-start' }}>
                Create agent
              </Button>
            </Stack>
          </form>
        )}
      </Card>
    </Page>
  )
}
