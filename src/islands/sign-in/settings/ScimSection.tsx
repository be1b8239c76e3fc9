import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { $capabilities } from '../../../lib/core/session/capabilities.ts'
import {
  $issuedToken,
  $scimChanges,
  makeToken,
  organizationScim,
  setInvitations,
} from '../../../lib/scim/organization-scim.ts'
import { $organizationScimMessages } from '../../../lib/scim/words/organization-scim.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { CopyField } from '../../core/parts/CopyField.tsx'
import { OrganizationData } from './OrganizationData.tsx'
import { PanelSection } from './PanelSection.tsx'
import styles from './ScimSection.module.css'
import { ScimTokenRow } from './ScimTokenRow.tsx'
import type { SectionProps } from './section.ts'

/** How an identity provider keeps the users of an organization (A651). */
export function ScimSection({ organizationId }: SectionProps) {
  const messages = useStore($organizationScimMessages)
  const can = useStore($capabilities)
  const listId = useId()
  return (
    <PanelSection title={messages.title} text={messages.text}>
      <OrganizationData organizationId={organizationId} store={organizationScim}>
        {({ base_address, sends_invitations, tokens }) => (
          <>
            <CopyField
              label={messages.address}
              hint={messages.addressHint}
              value={base_address}
              copyLabel={messages.copyAddress}
            />
            <h4 id={listId}>{messages.tokens}</h4>
            {tokens.length === 0 && <p>{messages.noTokens}</p>}
            {tokens.length > 0 && (
              <ul aria-labelledby={listId} className={styles.tokens}>
                {tokens.map((token) => (
                  <ScimTokenRow key={token.id} token={token} />
                ))}
              </ul>
            )}
            <IssuedToken />
            <MakeForm />
            {can.has('invitations') && <Invitations isOn={sends_invitations} />}
          </>
        )}
      </OrganizationData>
    </PanelSection>
  )
}

/** Nothing shows the token again. */
function IssuedToken() {
  const messages = useStore($organizationScimMessages)
  const token = useStore($issuedToken)
  if (token === undefined) return null
  return (
    <div className={styles.issued}>
      <CopyField
        key={token}
        label={messages.newToken}
        hint={messages.newTokenHint}
        value={token}
        copyLabel={messages.copyToken}
        takesFocus
      />
    </div>
  )
}

function MakeForm() {
  const messages = useStore($organizationScimMessages)
  const { pending, field, onSubmit } = useForm(makeToken)
  return (
    <form className={styles.make} noValidate onSubmit={onSubmit}>
      <Field {...field('note')} label={messages.note} hint={messages.noteHint}>
        {(control) => <input {...control} autoComplete="off" spellCheck={false} />}
      </Field>
      <div className={styles.action}>
        <Button type="submit" pending={pending}>
          {pending ? messages.making : messages.make}
        </Button>
      </div>
    </form>
  )
}

function Invitations({ isOn }: { readonly isOn: boolean }) {
  const messages = useStore($organizationScimMessages)
  const isPending = useStore($scimChanges).has('invitations')
  const hintId = useId()
  return (
    <div>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={isOn}
          aria-disabled={isPending || undefined}
          aria-describedby={hintId}
          onChange={(event) => void setInvitations(event.currentTarget.checked)}
        />
        {messages.invite}
      </label>
      <p className="field-hint" id={hintId}>
        {messages.inviteHint}
      </p>
    </div>
  )
}
