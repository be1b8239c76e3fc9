import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { draftOf } from '../../lib/core/ui-state/drafts.ts'
import { $organizationAdminWords } from '../../lib/organizations/words/organization-admin.words.yaml'
import styles from './UserForm.module.css'

interface OrganizationAdminChoiceProps {
  /** Whether the edited user has the right. */
  readonly isGiven: boolean
  /** The name of the form's draft. */
  readonly draft: string
}

/** The right of a team lead to manage the own organization. */
export function OrganizationAdminChoice({ isGiven, draft }: OrganizationAdminChoiceProps) {
  const words = useStore($organizationAdminWords)
  const hint = useId()
  const drafted = draftOf(draft)?.fields
  const isDrafted = drafted?.offers_right !== undefined
  return (
    <div>
      {/* A checkbox that is not checked is not part of what a form sends. */}
      <input type="hidden" name="offers_right" value="yes" />
      <label className={styles.choice}>
        <input
          type="checkbox"
          name="manages_organization"
          defaultChecked={isDrafted ? drafted.manages_organization !== undefined : isGiven}
          aria-describedby={hint}
        />
        {words.choice}
      </label>
      <p className="field-hint" id={hint}>
        {words.hint}
      </p>
    </div>
  )
}
