import {
  Alert,
  Badge,
  Button,
  Container,
  FileButton,
  Group,
  List,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  Title,
} from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type Answer, api, ask } from '../api/client.ts'
import { type Category, categories, kindNames, kinds, pluralize } from '../api/words.ts'
import { FormError } from '../forms/form.tsx'
import { LostLines } from '../forms/lost-lines.tsx'
import { paths } from '../paths.ts'
import { keepRules } from '../ui/kept-rules.ts'
import { TextLink } from '../ui/links.tsx'
import { notify } from '../ui/notify.tsx'
import { Page } from '../ui/page.tsx'

type Analysis = Answer<'/public/analyze', 'post'>

/** Analyzes a rules file for anyone, signed in or not; a button takes it along to a new agent. */
export function AnalyzePage() {
  const [text, setText] = useState('')
  const [filename, setFilename] = useState<string>()
  const analyze = useMutation({
    mutationFn: (content: string) =>
      ask(api.POST('/public/analyze', { body: { content, ...(filename && { filename }) } })),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    analyze.mutate(text)
  }
  const choose = async (file: File | null) => {
    if (!file) return
    setFilename(file.name)
    setText(await file.text())
  }
  return (
    <Container component="main" size="md" py="xl">
      <Page
        title="Analyze a rules file"
        description="See what your CLAUDE.md, AGENTS.md or prompt says. No account, and nothing is stored."
        actions={<TextLink to={paths.signIn}>Sign in</TextLink>}
      >
        <form onSubmit={submit}>
          <Stack>
            <Textarea
              label="Rules"
              placeholder={'# Rules\n- Always run the tests before you push\n- Never commit secrets'}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autosize
              minRows={8}
              maxRows={20}
              required
            />
            <FormError error={analyze.error} />
            <Group gap="xs">
              <Button type="submit" loading={analyze.isPending}>
                Analyze
              </Button>
              <FileButton onChange={choose} accept=".md,.txt,.mdc,.cursorrules,text/*">
                {(props) => (
                  <Button variant="default" leftSection={<IconFileText size={16} />} {...props}>
                    Choose a file
                  </Button>
                )}
              </FileButton>
            </Group>
          </Stack>
        </form>
        {analyze.data && <Findings analysis={analyze.data} content={analyze.variables} />}
      </Page>
    </Container>
  )
}

const titleOf = (id: Category) => categories.find((category) => category.id === id)!.title

function Findings({ analysis, content }: { analysis: Analysis; content: string }) {
  const { tokens, gaps, contradictions, duplicates, suggestions } = analysis
  return (
    <Stack gap="lg" role="region" aria-label="Findings">
      <Group justify="space-between">
        <Text role="status">
          {pluralize(analysis.beliefs.length + analysis.responsibilities.length, 'rule')},{' '}
          {pluralize(tokens.total, 'token')}: {tokens.rules} in rules, {tokens.other} in everything else
        </Text>
        <KeepButton content={content} />
      </Group>
      {suggestions.length > 0 && (
        <Alert title="Suggestions">
          <List size="sm">
            {suggestions.map(({ action, reason }) => (
              <List.Item key={action}>{reason}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {kindNames.map((kind) => (
          <Paper key={kind} withBorder p="md" component="section" aria-label={kinds[kind].title}>
            <Title order={2} size="h4" mb="sm">
              {kinds[kind].title}
            </Title>
            <Stack gap="xs">
              {analysis[kinds[kind].plural].length === 0 && <Text size="sm">None found</Text>}
              {analysis[kinds[kind].plural].map(({ category, statement }) => (
                <Group key={`${category} ${statement}`} gap="xs" align="flex-start" wrap="nowrap">
                  <Text size="sm" style={{ flex: 1, overflowWrap: 'anywhere' }}>
                    {statement}
                  </Text>
                  <Badge variant="default">{titleOf(category)}</Badge>
                </Group>
              ))}
            </Stack>
          </Paper>
        ))}
      </SimpleGrid>
      {gaps.length > 0 && <Text size="sm">Nothing about: {gaps.map(titleOf).join(', ')}</Text>}
      <Pairs title="Contradictions" pairs={contradictions} />
      <Pairs title="Duplicates" pairs={duplicates} />
      <LostLines {...analysis} />
    </Stack>
  )
}

function Pairs({ title, pairs }: { title: string; pairs: { a: string; b: string }[] }) {
  if (pairs.length === 0) return null
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      <List size="sm" spacing="xs">
        {pairs.map(({ a, b }) => (
          <List.Item key={`${a} ${b}`}>
            {a} <Text span>/</Text> {b}
          </List.Item>
        ))}
      </List>
    </section>
  )
}

/** Leads to a new agent, after signing in or up. */
function KeepButton({ content }: { content: string }) {
  const navigate = useNavigate()
  const keep = () => {
    if (keepRules(content)) navigate({ to: paths.keepAnalyzed })
    else notify('This file is too large for the browser to keep. Sign in and import it there')
  }
  return <Button onClick={keep}>Keep as an agent</Button>
}
