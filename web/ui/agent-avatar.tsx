import { Avatar } from '@mantine/core'

/** The picture of an agent, if it has one; its name is shown next to it. */
export function AgentAvatar({ agent: { avatar_url } }: { agent: { avatar_url: string | null } }) {
  if (!avatar_url) return null
  return <Avatar src={avatar_url} alt="" radius="md" />
}
