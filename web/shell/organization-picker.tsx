import { Button, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { organizationsQuery } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { useOrganization } from '../ui/use-organization.ts'
import classes from './shell.module.css'

const NewOrganization = lazy(() =>
  import('./new-organization.tsx').then(({ NewOrganization }) => ({ default: NewOrganization })),
)

/** Shows the current organization; switches to another one or creates one. */
export function OrganizationPicker() {
  const { data } = useSuspenseQuery(organizationsQuery)
  const { slug, name } = useOrganization()
  const navigate = useNavigate()
  const [isOpen, { open, close }] = useDisclosure(false)
  const [wasOpened, setWasOpened] = useState(false)
  const go = (org: string) => navigate({ to: paths.organization, params: { org } })
  const makeNew = () => {
    setWasOpened(true)
    open()
  }
  const goToNew = (org: string) => {
    close()
    return go(org)
  }
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            fullWidth
            justify="space-between"
            miw={0}
            px={8}
            aria-label={`Organization: ${name}`}
            leftSection={<span className={classes.initial} data-initial={[...name][0]?.toUpperCase()} />}
            rightSection={<IconChevronDown size={14} />}
            classNames={{ label: classes.name }}
          >
            <Text size="sm" fw={650} truncate>
              {name}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="60vh" maw={320} style={{ overflowY: 'auto' }}>
          {data.map(({ organization }) => (
            <Menu.Item
              key={organization.id}
              aria-current={organization.slug === slug || undefined}
              rightSection={organization.slug === slug && <IconCheck size={16} />}
              onClick={() => go(organization.slug)}
            >
              {organization.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={16} />} onClick={makeNew}>
            New organization
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {wasOpened && (
        <Suspense>
          <NewOrganization isOpen={isOpen} onClose={close} onCreated={goToNew} />
        </Suspense>
      )}
    </>
  )
}
