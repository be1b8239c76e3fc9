import { useStore } from '@nanostores/react'
import {
  organizationChoice,
  searchOrganizations,
} from '../../../lib/organizations/organization-choices.ts'
import { $organizationsWords } from '../../../lib/organizations/words/organizations.words.yaml'
import { Picker } from '../../../ui/Picker.tsx'

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
  return (
    <Picker
      {...props}
      label={words.one}
      name="organization_id"
      search={searchOrganizations}
      initial={organizationChoice(initialId)}
      onChoose={(choice) => onChoose?.(choice?.id ?? '')}
    />
  )
}
