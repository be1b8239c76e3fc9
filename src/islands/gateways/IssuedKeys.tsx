import { useStore } from '@nanostores/react'
import { $issuedKeys, type KeyScope, keyScopes } from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { CopyField } from '../core/parts/CopyField.tsx'
import styles from './IssuedKeys.module.css'

/** The keys that were issued since the panel opened; nothing shows them again. */
export function IssuedKeys({ hint }: { readonly hint: string }) {
  const words = useStore($connectWords)
  const keys = useStore($issuedKeys)
  return keyScopes.map((scope) => {
    const secret = keys[scope]
    return secret === undefined ? null : (
      <div key={secret} className={styles.issued}>
        <CopyField
          {...labelsOf(scope, words)}
          hint={hint}
          name={words.keyName}
          value={secret}
          takesFocus
        />
      </div>
    )
  })
}

function labelsOf(scope: KeyScope, words: ReturnType<typeof $connectWords.get>) {
  if (scope === 'report') return { label: words.issuedReport, copyLabel: words.copyReport }
  if (scope === 'flags') return { label: words.issuedFlags, copyLabel: words.copyFlags }
  return { label: words.issuedAnalyse, copyLabel: words.copyAnalyse }
}
