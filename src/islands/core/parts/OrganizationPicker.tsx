import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { organizationList } from '../../../lib/admin/admin.ts'
import {
  organizationChoice,
  searchOrganizations,
} from '../../../lib/organizations/organization-choices.ts'
import { $organizationsWords } from '../../../lib/organizations/words/organizations.words.yaml'
import { Picker } from '../../../ui/Picker.tsx'
import { useRow } from './use-row.ts'

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
