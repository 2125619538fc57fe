import { Button, Card, Radio, Stack, Stepper, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api, ask } from '../api/client.ts'
import { identityKeys } from '../api/identity.ts'
import { FormError, textsOf } from '../forms/form.tsx'
import { RulesImport } from '../forms/rules-import.tsx'
import { paths } from '../paths.ts'
import { Page } from '../ui/page.tsx'
import { useOrganization } from '../ui/use-organization.ts'
import { useSave } from '../ui/use-save.ts'

/** From nothing to an agent with its prompt. */
export function StartPage() {
  const { id: orgId, slug } = useOrganization()
  const navigate = useNavigate()
  const [agentId, setAgentId] = useState<string>()
  const [beginning, setBeginning] = useState('rules')
  const open = (id: string) => navigate({ to: paths.agent, params: { org: slug, agentId: id } })
  const create = useSave(
    ({ name, jobTitle }: { name: string; jobTitle: string | null }) =>
      ask(api.POST('/agents', { body: { orgId, name, jobTitle } })),
    {
      changes: identityKeys,
      silent: true,
      onSuccess: ({ id }) => (beginning === 'rules' ? setAgentId(id) : open(id)),
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
        <Stepper active={agentId ? 1 : 0} size="xs" iconSize={26} wrap={false} mb="lg" allowNextStepsSelect={false}>
          <Stepper.Step label="Name" allowStepSelect={false} />
          <Stepper.Step label="Rules" allowStepSelect={false} />
          <Stepper.Step label="Prompt" allowStepSelect={false} />
        </Stepper>
        {agentId ? (
          <Stack>
            <RulesImport agentId={agentId} onImported={() => open(agentId)} />
            <Text size="sm">
              The agent exists already.{' '}
              <Button variant="transparent" size="compact-sm" onClick={() => open(agentId)}>
                Go on without rules
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
                  <Radio
                    value="rules"
                    label="A rules file that I have"
                    description="Paste CLAUDE.md, AGENTS.md or a prompt; every rule is shown before it is imported"
                  />
                  <Radio value="nothing" label="Nothing" description="Write beliefs and responsibilities yourself" />
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
