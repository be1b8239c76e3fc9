import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { displayDate, displayTime } from '../../lib/core/i18n/format.ts'
import {
  $revokedKeys,
  coverOf,
  dayOf,
  type GatewayKey,
  nameOfKey,
  revokeKey,
  saveExpiry,
} from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { $operatorKeysWords } from '../../lib/gateways/words/operator-keys.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { FactRow } from '../core/facts/FactRow.tsx'
import '../../ui/date-field.css'
import { gatewayKeys, type KeyOwner } from '../../lib/gateways/connect-keys.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { FailedLoad } from '../core/parts/FailedLoad.tsx'
import styles from './Keys.module.css'

interface KeysProps {
  readonly keys: readonly GatewayKey[]
  readonly isForOperator?: boolean
  readonly children?: ReactNode
}

/** The gateway keys of an organization or of the operator. */
export function Keys({ keys, isForOperator = false, children }: KeysProps) {
  const words = useStore($connectWords)
  const operatorWords = useStore($operatorKeysWords)
  const Heading = isForOperator ? 'h2' : 'h3'
  const hint = isForOperator ? operatorWords.keysHint : words.keysHint
  const [edited, setEdited] = useState<GatewayKey>()
  return (
    <section className="stack" aria-labelledby="connect-keys">
      <Heading id="connect-keys">{words.keys}</Heading>
      <p className="soft">{keys.length === 0 ? words.noKeys : hint}</p>
      {keys.length > 0 && (
        <ul aria-labelledby="connect-keys" className="ruled" ref={keepRowFocus}>
          {keys.map((key) => (
            <KeyRow key={key.id} gatewayKey={key} onExpiry={() => setEdited(key)} />
          ))}
        </ul>
      )}
      {children}
      {edited !== undefined && (
        <ExpiryModal gatewayKey={edited} onClose={() => setEdited(undefined)} />
      )}
    </section>
  )
}

interface KeyRowProps {
  readonly gatewayKey: GatewayKey
  readonly onExpiry: () => void
}

/** A key with its state; one that is revoked has no buttons. */
function KeyRow({ gatewayKey, onExpiry }: KeyRowProps) {
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

interface ExpiryModalProps {
  readonly gatewayKey: GatewayKey
  readonly onClose: () => void
}

/** When a key ends. */
function ExpiryModal({ gatewayKey, onClose }: ExpiryModalProps) {
  const words = useStore($connectWords)
  return (
    <FormModal
      title={words.setExpiry}
      submit={(form) => saveExpiry(form, gatewayKey)}
      label={words.save}
      onClose={onClose}
    >
      {(field) => (
        <>
          <Field {...field('expires_at')} label={nameOfKey(gatewayKey)} hint={words.expiryEmpty}>
            {(control) => (
              <input {...control} type="date" defaultValue={dayOf(gatewayKey.expires_at)} />
            )}
          </Field>
        </>
      )}
    </FormModal>
  )
}

interface LoadedKeysProps {
  /** Undefined while no panel is open. */
  readonly isOf: (owner: KeyOwner | undefined) => boolean
  readonly children: (keys: readonly GatewayKey[]) => ReactNode
}

/** The keys of whose panel is open, once they are there. */
export function LoadedKeys({ isOf, children }: LoadedKeysProps) {
  const words = useStore($connectWords)
  const resource = useStore(gatewayKeys.$resource)
  if (resource.status === 'failed') {
    return <FailedLoad title={words.failed} error={resource.error} onRetry={gatewayKeys.reload} />
  }
  if (resource.status === 'loading' || !isOf(resource.data.owner)) {
    return <Spinner label={words.loading} />
  }
  const { keys } = resource.data
  if (keys === undefined) {
    return <StateMessage icon="info" title={words.unsupported} hint={words.unsupportedHint} />
  }
  return <div className={styles.panel}>{children(keys)}</div>
}
