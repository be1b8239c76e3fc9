import { useStore } from '@nanostores/react'
import { displayDate, displayTime } from '../../lib/core/i18n/format.ts'
import {
  $revokedKeys,
  type GatewayKey,
  nameOfKey,
  revokeKey,
} from '../../lib/gateways/connect-keys.ts'
import { $connectMessages } from '../../lib/gateways/words/connect.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { FactRow } from '../core/parts/FactRow.tsx'

interface KeyRowProps {
  readonly gatewayKey: GatewayKey
  readonly onExpiry: () => void
}

/** A key with its state; one that is revoked has no buttons. */
export function KeyRow({ gatewayKey, onExpiry }: KeyRowProps) {
  const messages = useStore($connectMessages)
  const isRevoking = useStore($revokedKeys).has(gatewayKey.id)
  const { state, scope, note, networks } = gatewayKey
  const name = nameOfKey(gatewayKey)
  const facts = [
    messages[scope],
    ...factsOf(gatewayKey, messages),
    ...(networks === '' ? [] : [messages.from({ networks })]),
  ]
  return (
    <FactRow
      name={note || messages.unnamed}
      state={messages[state]}
      isOver={state !== 'valid'}
      facts={facts}
    >
      {state !== 'revoked' && (
        <>
          <Button
            variant="secondary"
            size="small"
            label={messages.setExpiryOne({ name })}
            onClick={onExpiry}
          >
            {messages.setExpiry}
          </Button>
          <Button
            variant="danger"
            size="small"
            pending={isRevoking}
            label={isRevoking ? messages.revoking : messages.revokeOne({ name })}
            onClick={() => void revokeKey(gatewayKey)}
          >
            {isRevoking ? messages.revoking : messages.revoke}
          </Button>
        </>
      )}
    </FactRow>
  )
}

function factsOf(key: GatewayKey, messages: ReturnType<typeof $connectMessages.get>): string[] {
  const { state, created_at, last_used_at, expires_at, revoked_at } = key
  const ends = state === 'expired' ? messages.expiredOn : messages.expiresOn
  return [
    messages.created({ time: displayDate(created_at).text }),
    last_used_at === null
      ? messages.neverUsed
      : messages.used({ time: displayTime(last_used_at).text }),
    ...(expires_at === null || state === 'revoked'
      ? []
      : [ends({ time: displayDate(expires_at).text })]),
    ...(revoked_at === null ? [] : [messages.revokedOn({ time: displayDate(revoked_at).text })]),
  ]
}
