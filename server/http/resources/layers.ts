import { AnyText, Id, Named, Nullable, Timestamp } from '../requests/schemas.ts'
import { Type } from '../requests/type.ts'

export const Group = Named('Group', {
  id: Id,
  org_id: Id,
  name: AnyText('Platform'),
  description: Nullable(AnyText('Keeps the lights on')),
  display_order: Type.Number({ examples: [0] }),
  manager_agent_id: Nullable(Id),
  created_at: Timestamp,
  updated_at: Timestamp,
})
