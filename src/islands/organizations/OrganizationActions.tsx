import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { removeOrganization, setSuspended } from '../../lib/organizations/organization-actions.ts'
import type { Organization } from '../../lib/organizations/organization-form.ts'
import { $organizationActionsWords } from '../../lib/organizations/words/organization-actions.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { Button } from '../../ui/Button.tsx'

interface OrganizationActionsProps {
  readonly organization: Organization
  readonly onEdit: () => void
  readonly onDone: () => void
}

/** Edits, suspends and removes an organization, where the backend can do it. */
export function OrganizationActions(props: OrganizationActionsProps) {
  const { organization, onEdit, onDone } = props
  const words = useStore($organizationActionsWords)
  const can = useStore($capabilities)
  const [isBusy, setBusy] = useState(false)
  if (!can.has('organization-changes')) return null
  const isSuspended = organization.suspended_at !== null
  async function run(action: () => Promise<boolean>) {
    setBusy(true)
    const isDone = await action()
    setBusy(false)
    if (isDone) onDone()
  }
  return (
    <div className="modal-actions">
      <Button
        variant="danger"
        pending={isBusy}
        onClick={() => void run(() => removeOrganization(organization))}
      >
        {words.remove}
      </Button>
      <Button
        variant="secondary"
        pending={isBusy}
        onClick={() => void run(() => setSuspended(organization, !isSuspended))}
      >
        {isSuspended ? words.resume : words.suspend}
      </Button>
      <Button onClick={onEdit}>{words.edit}</Button>
    </div>
  )
}
