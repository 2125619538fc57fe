import { Card, Checkbox, Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface ReviewCardProps {
  id: string
  statement: string
  isSelected: boolean
  toggle: () => void
  children: ReactNode
}

/** A card of `useReviewList`, with the field that selects it. */
export const ReviewCard = ({ id, statement, isSelected, toggle, children }: ReviewCardProps) => (
  <li>
    <Card withBorder data-card={id} tabIndex={0} role="group" aria-label={statement} padding="sm">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Checkbox size="xs" mt={3} aria-label={`Select: ${statement}`} checked={isSelected} onChange={toggle} />
        {children}
      </Group>
    </Card>
  </li>
)
