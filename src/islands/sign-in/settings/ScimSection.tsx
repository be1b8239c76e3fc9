import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { displayDate, displayTime } from '../../../lib/core/i18n/format.ts'
import {
  $issuedToken,
  $scimChanges,
  makeToken,
  nameOfToken,
  organizationScim,
  revokeToken,
  type ScimToken,
  setInvitations,
} from '../../../lib/scim/organization-scim.ts'
import { $organizationScimWords } from '../../../lib/scim/words/organization-scim.words.yaml'
import { $capabilities } from '../../../lib/sign-in/capabilities.ts'
import { Button } from '../../../ui/Button.tsx'
import { FieldRow } from '../../../ui/FieldRow.tsx'
import { keepRowFocus } from '../../../ui/keep-row-focus.ts'
import { useForm } from '../../../ui/use-form.ts'
import { FactRow } from '../../core/facts/FactRow.tsx'
import { CopyField } from '../../core/parts/CopyField.tsx'
import type { SectionProps } from './PanelSection.tsx'
import { OrganizationData, PanelSection } from './PanelSection.tsx'
import styles from './SignInPanel.module.css'

/** How an identity provider keeps the users of an organization. */
export function ScimSection({ organizationId }: SectionProps) {
  const words = useStore($organizationScimWords)
  const can = useStore($capabilities)
  const listId = useId()
  return (
    <PanelSection title={words.title} text={words.text}>
      <OrganizationData organizationId={organizationId} store={organizationScim}>
        {({ base_address, sends_invitations, tokens }) => (
          <>
            <CopyField
              label={words.address}
              hint={words.addressHint}
              value={base_address}
              copyLabel={words.copyAddress}
            />
            <h4 id={listId}>{words.tokens}</h4>
            {tokens.length === 0 && <p>{words.noTokens}</p>}
            {tokens.length > 0 && (
              <ul aria-labelledby={listId} className="ruled" ref={keepRowFocus}>
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
  const words = useStore($organizationScimWords)
  const token = useStore($issuedToken)
  if (token === undefined) return null
  return (
    <div className={styles.issued}>
      <CopyField
        key={token}
        label={words.newToken}
        hint={words.newTokenHint}
        value={token}
        copyLabel={words.copyToken}
        takesFocus
      />
    </div>
  )
}

function MakeForm() {
  const words = useStore($organizationScimWords)
  const { pending, field, onSubmit } = useForm(makeToken)
  return (
    <FieldRow
      {...field('note')}
      label={words.note}
      hint={words.noteHint}
      action={pending ? words.making : words.make}
      pending={pending}
      onSubmit={onSubmit}
    >
      {(control) => <input {...control} autoComplete="off" spellCheck={false} />}
    </FieldRow>
  )
}

function Invitations({ isOn }: { readonly isOn: boolean }) {
  const words = useStore($organizationScimWords)
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
        {words.invite}
      </label>
      <p className="field-hint" id={hintId}>
        {words.inviteHint}
      </p>
    </div>
  )
}

/** A token with its state; one that is revoked has no button. */
function ScimTokenRow({ token }: { readonly token: ScimToken }) {
  const words = useStore($organizationScimWords)
  const isRevoking = useStore($scimChanges).has(token.id)
  const { created_at, last_used_at, revoked_at } = token
  const isRevoked = revoked_at !== null
  const name = nameOfToken(token)
  const facts = [
    words.created({ time: displayDate(created_at).text }),
    last_used_at === null ? words.neverUsed : words.used({ time: displayTime(last_used_at).text }),
    ...(isRevoked ? [words.revokedOn({ time: displayDate(revoked_at).text })] : []),
  ]
  return (
    <FactRow
      name={name}
      state={isRevoked ? words.revoked : words.valid}
      isOver={isRevoked}
      facts={facts}
    >
      {!isRevoked && (
        <Button
          variant="danger"
          size="small"
          pending={isRevoking}
          label={isRevoking ? words.revoking : words.revokeOne({ name })}
          onClick={() => void revokeToken(token)}
        >
          {isRevoking ? words.revoking : words.revoke}
        </Button>
      )}
    </FactRow>
  )
}
