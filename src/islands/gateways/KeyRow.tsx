import { useStore } from '@nanostores/react'
import { displayDate, displayTime } from '../../lib/core/i18n/format.ts'
import {
  $revokedKeys,
  coverOf,
  type GatewayKey,
  nameOfKey,
  revokeKey,
} from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { FactRow } from '../core/facts/FactRow.tsx'

interface KeyRowProps {
  readonly gatewayKey: GatewayKey
  readonly onExpiry: () => void
}

/** A key with its state; one that is revoked has no buttons. */
export function KeyRow({ gatewayKey, onExpiry }: KeyRowProps) {
  const words = useStore($connectWords)
  const isRevoking = useStore($revokedKeys).has(gatewayKey.id)
  const { state, scope, note, networks } = gatewayKey
  const name = nameOfKey(gatewayKey)
  const facts = [
    words[scope],
    ...coverOf(gatewayKey),
    ...factsOf(gatewayKey, words),
    ...(networks === '' ? [] : [words.from({ networks })]),
  ]
  return (
    <FactRow
      name={note || words.unnamed}
      state={words[state]}
      isOver={state !== 'valid'}
      facts={facts}
    >
      {state !== 'revoked' && (
        <>
          <Button
            variant="secondary"
            size="small"
            label={words.setExpiryOne({ name })}
            onClick={onExpiry}
          >
            {words.setExpiry}
          </Button>
          <Button
            variant="danger"
            size="small"
            pending={isRevoking}
            label={isRevoking ? words.revoking : words.revokeOne({ name })}
            onClick={() => void revokeKey(gatewayKey)}
          >
            {isRevoking ? words.revoking : words.revoke}
          </Button>
        </>
      )}
    </FactRow>
  )
}

function factsOf(key: GatewayKey, words: ReturnType<typeof $connectWords.get>): string[] {
  const { state, created_at, last_used_at, expires_at, revoked_at } = key
  const ends = state === 'expired' ? words.expiredOn : words.expiresOn
  return [
    words.created({ time: displayDate(created_at).text }),
    last_used_at === null ? words.neverUsed : words.used({ time: displayTime(last_used_at).text }),
    ...(expires_at === null || state === 'revoked'
      ? []
      : [ends({ time: displayDate(expires_at).text })]),
    ...(revoked_at === null ? [] : [words.revokedOn({ time: displayDate(revoked_at).text })]),
  ]
}
