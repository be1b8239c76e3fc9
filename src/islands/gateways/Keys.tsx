import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import type { GatewayKey } from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { $operatorKeysWords } from '../../lib/gateways/words/operator-keys.words.yaml'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { ExpiryModal } from './ExpiryModal.tsx'
import { KeyRow } from './KeyRow.tsx'
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
    <section className={styles.keys} aria-labelledby="connect-keys">
      <Heading id="connect-keys">{words.keys}</Heading>
      <p className={styles.hint}>{keys.length === 0 ? words.noKeys : hint}</p>
      {keys.length > 0 && (
        <ul aria-labelledby="connect-keys" className={styles.list} ref={keepRowFocus}>
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
