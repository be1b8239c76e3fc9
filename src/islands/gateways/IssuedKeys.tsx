import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { copyNamed } from '../../lib/gateways/connect-files.ts'
import { $issuedKeys, type KeyScope, keyScopes } from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import styles from './IssuedKeys.module.css'

/** The keys that were issued since the panel opened; nothing shows them again. */
export function IssuedKeys({ hint }: { readonly hint: string }) {
  const keys = useStore($issuedKeys)
  return keyScopes.map((scope) => {
    const secret = keys[scope]
    return secret === undefined ? null : <IssuedKey key={secret} {...{ scope, secret, hint }} />
  })
}

interface IssuedKeyProps {
  readonly scope: KeyScope
  readonly secret: string
  readonly hint: string
}

function IssuedKey({ scope, secret, hint }: IssuedKeyProps) {
  const words = useStore($connectWords)
  const input = useRef<HTMLInputElement>(null)
  // The key is what comes next, and on a phone it would be out of sight.
  useEffect(() => {
    input.current?.focus()
    // Above the notice.
    input.current?.scrollIntoView({ block: 'center' })
  }, [])
  async function copy() {
    if (!(await copyNamed(words.keyName, secret))) input.current?.select()
  }
  const { label, copyLabel } = labelsOf(scope, words)
  return (
    <div className={styles.issued}>
      <Field label={label} hint={hint}>
        {(control) => (
          <input
            {...control}
            ref={input}
            readOnly
            dir="ltr"
            value={secret}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </Field>
      <Button variant="secondary" label={copyLabel} onClick={() => void copy()}>
        {words.copy}
      </Button>
    </div>
  )
}

function labelsOf(scope: KeyScope, words: ReturnType<typeof $connectWords.get>) {
  if (scope === 'report') return { label: words.issuedReport, copyLabel: words.copyReport }
  if (scope === 'flags') return { label: words.issuedFlags, copyLabel: words.copyFlags }
  return { label: words.issuedAnalyse, copyLabel: words.copyAnalyse }
}
