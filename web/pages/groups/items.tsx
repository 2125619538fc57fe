import { useMemo } from 'react'
import type { Owner } from '../../api/identity.ts'
import { ImportButton } from '../../import/import-button.tsx'
import { LayerEditor } from '../../items/layer-editor.tsx'
import { useGroup } from '../../ui/use-group.ts'

/** The items that every agent of a group inherits. */
export function GroupItemsPage() {
  const { id, name } = useGroup()
  const owner = useMemo((): Owner => ({ layer: 'group', id }), [id])
  return <LayerEditor layer="group" id={id} actions={<ImportButton owner={owner} name={name} />} />
}
