import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { GatewayKey } from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { ExpiryModal } from './ExpiryModal.tsx'
import { IssuedKeys } from './IssuedKeys.tsx'
import { IssueKeyForm } from './IssueKeyForm.tsx'
import { KeyRow } from './KeyRow.tsx'
import styles from './Keys.module.css'

/** The gateway keys of an organization, and a form for a new one (A468). */
export function Keys({ keys }: { readonly keys: readonly GatewayKey[] }) {
  const words = useStore($connectWords)
  const [edited, setEdited] = useState<GatewayKey>()
  return (
    <section className={styles.keys} aria-labelledby="connect-keys">
      <h3 id="connect-keys">{words.keys}</h3>
      <p className={styles.hint}>{keys.length === 0 ? words.noKeys : words.keysHint}</p>
      {keys.length > 0 && (
        <ul aria-labelledby="connect-keys" className={styles.list} ref={keepRowFocus}>
          {keys.map((key) => (
            <KeyRow key={key.id} gatewayKey={key} onExpiry={() => setEdited(key)} />
          ))}
        </ul>
      )}
      <IssuedKeys />
      <IssueKeyForm />
      {edited !== undefined && (
        <ExpiryModal gatewayKey={edited} onClose={() => setEdited(undefined)} />
      )}
    </section>
  )
}
