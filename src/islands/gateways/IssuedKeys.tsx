import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { copyNamed } from '../../lib/gateways/connect-files.ts'
import {
  type IssuedKeys as Issued,
  type KeyScope,
  keyScopes,
  keysAsText,
} from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { $operatorKeysWords } from '../../lib/gateways/words/operator-keys.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { CopyField } from '../core/parts/CopyField.tsx'
import styles from './IssuedKeys.module.css'

interface IssuedKeysProps {
  readonly keys: Issued
  readonly isForOperator: boolean
}

/** The keys that were issued since the panel opened; nothing shows them again. */
export function IssuedKeys({ keys, isForOperator }: IssuedKeysProps) {
  const words = useStore($connectWords)
  const { issuedHint } = useStore(isForOperator ? $operatorKeysWords : $connectWords)
  const issued = keyScopes.flatMap((scope) => {
    const secret = keys[scope]
    return secret === undefined ? [] : [{ scope, secret }]
  })
  if (issued.length === 0) return null
  return (
    <div className={styles.issued}>
      <p>{issuedHint}</p>
      {issued.map(({ scope, secret }) => (
        <CopyField
          key={secret}
          {...labelsOf(scope, words)}
          name={words.keyName}
          value={secret}
          takesFocus
        />
      ))}
      {issued.length > 1 && <CopyAll text={keysAsText(keys)} />}
    </div>
  )
}

/** One press for all keys; their text stands here where the browser does not allow copying. */
function CopyAll({ text }: { readonly text: string }) {
  const words = useStore($connectWords)
  const [isShown, setShown] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // After the fields, whose focus it takes: all keys are copied more often than one.
    button.current?.focus()
    button.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <>
      <Button ref={button} onClick={async () => setShown(!(await copyNamed(words.allKeys, text)))}>
        {words.copyAll}
      </Button>
      {isShown && (
        <textarea
          ref={(area) => area?.select()}
          className={styles.text}
          aria-label={words.allKeys}
          readOnly
          dir="ltr"
          rows={4}
          value={text}
        />
      )}
    </>
  )
}

function labelsOf(scope: KeyScope, words: ReturnType<typeof $connectWords.get>) {
  if (scope === 'report') return { label: words.issuedReport, copyLabel: words.copyReport }
  if (scope === 'flags') return { label: words.issuedFlags, copyLabel: words.copyFlags }
  if (scope === 'join') return { label: words.issuedJoin, copyLabel: words.copyJoin }
  return { label: words.issuedAnalyse, copyLabel: words.copyAnalyse }
}
