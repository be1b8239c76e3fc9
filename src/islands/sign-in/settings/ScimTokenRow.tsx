import { useStore } from '@nanostores/react'
import { displayDate, displayTime } from '../../../lib/core/i18n/format.ts'
import {
  $scimChanges,
  nameOfToken,
  revokeToken,
  type ScimToken,
} from '../../../lib/scim/organization-scim.ts'
import { $organizationScimMessages } from '../../../lib/scim/words/organization-scim.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { FactRow } from '../../core/parts/FactRow.tsx'

/** A token with its state; one that is revoked has no button. */
export function ScimTokenRow({ token }: { readonly token: ScimToken }) {
  const messages = useStore($organizationScimMessages)
  const isRevoking = useStore($scimChanges).has(token.id)
  const { created_at, last_used_at, revoked_at } = token
  const isRevoked = revoked_at !== null
  const name = nameOfToken(token)
  const facts = [
    messages.created({ time: displayDate(created_at).text }),
    last_used_at === null
      ? messages.neverUsed
      : messages.used({ time: displayTime(last_used_at).text }),
    ...(isRevoked ? [messages.revokedOn({ time: displayDate(revoked_at).text })] : []),
  ]
  return (
    <FactRow
      name={name}
      state={isRevoked ? messages.revoked : messages.valid}
      isOver={isRevoked}
      facts={facts}
    >
      {!isRevoked && (
        <Button
          variant="danger"
          size="small"
          pending={isRevoking}
          label={isRevoking ? messages.revoking : messages.revokeOne({ name })}
          onClick={() => void revokeToken(token)}
        >
          {isRevoking ? messages.revoking : messages.revoke}
        </Button>
      )}
    </FactRow>
  )
}
