import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { organizationList } from '../../../lib/admin/admin.ts'
import type { Row } from '../../../lib/core/api/pages.ts'
import type { SearchedListStore } from '../../../lib/core/lists/searched-list.ts'
import {
  organizationChoice,
  searchOrganizations,
} from '../../../lib/organizations/organization-choices.ts'
import { $organizationsWords } from '../../../lib/organizations/words/organizations.words.yaml'
import { Picker } from '../../../ui/Picker.tsx'

/**
 * The row of a list with an id; of a long list also one that is not loaded.
 * @returns undefined where there is no such row, or not yet
 */
export function useRow<Item extends Row>(
  { $list, find }: SearchedListStore<Item>,
  id: string | number | null | undefined,
): Item | undefined {
  const list = useStore($list)
  const [found, setFound] = useState<Item>()
  const isWanted = (row: Item) => String(row.id) === String(id)
  const loaded = list?.rows.find(isWanted)
  const isMissing = Boolean(id) && list?.isLong === true && loaded === undefined
  useEffect(() => {
    if (!isMissing) return
    let isOver = false
    void find(id ?? '').then((row) => {
      if (!isOver) setFound(row)
    })
    return () => {
      isOver = true
    }
  }, [find, id, isMissing])
  return loaded ?? (found !== undefined && isWanted(found) ? found : undefined)
}

interface OrganizationPickerProps {
  readonly placeholder: string
  readonly initialId?: string | number | null | undefined
  readonly required?: boolean
  readonly problem?: string | undefined
  readonly onChoose?: (id: string) => void
}

/** Chooses an organization; the field is `organization_id`, empty if none is chosen. */
export function OrganizationPicker({ initialId, onChoose, ...props }: OrganizationPickerProps) {
  const words = useStore($organizationsWords)
  const [firstId] = useState(initialId)
  const first = useRow(organizationList, firstId)
  return (
    <Picker
      {...props}
      // The name of an organization that is not among the loaded ones comes later.
      key={first?.name}
      label={words.one}
      name="organization_id"
      search={searchOrganizations}
      initial={organizationChoice(firstId, first)}
      onChoose={(choice) => onChoose?.(choice?.id ?? '')}
    />
  )
}
