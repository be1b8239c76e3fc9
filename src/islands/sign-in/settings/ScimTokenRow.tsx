import { useStore } from '@nanostores/react'
import { displayDate, displayTime } from '../../../lib/core/i18n/format.ts'
import {
  $scimChanges,
  nameOfToken,
  revokeToken,
  type ScimToken,
} from '../../../lib/scim/organization-scim.ts'
import { $organizationScimWords } from '../../../lib/scim/words/organization-scim.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { FactRow } from '../../core/facts/FactRow.tsx'

/** A token with its state; one that is revoked has no button. */
export function ScimTokenRow({ token }: { readonly token: ScimToken }) {
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
