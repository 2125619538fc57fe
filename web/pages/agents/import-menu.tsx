import { Button, Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'

/** Leads to the pages that add many items at once. */
export function ImportMenu(params: { org: string; agentId: string }) {
  const navigate = useNavigate()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default">Import…</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => navigate({ to: paths.import, params })}>Rules file</Menu.Item>
        <Menu.Item onClick={() => navigate({ to: paths.recommendations, params })}>Recommendations</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
