import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { copyNamed } from '../../lib/gateways/connect-files.ts'
import { $issuedKeys, keyScopes } from '../../lib/gateways/connect-keys.ts'
import { $connectWords } from '../../lib/gateways/words/connect.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import styles from './IssuedKeys.module.css'

/** The keys that were issued since the panel opened; nothing shows them again. */
export function IssuedKeys() {
  const keys = useStore($issuedKeys)
  return keyScopes.map((scope) => {
    const secret = keys[scope]
    return secret === undefined ? null : <IssuedKey key={secret} scope={scope} secret={secret} />
  })
}

interface IssuedKeyProps {
  readonly scope: 'report' | 'flags'
  readonly secret: string
}

function IssuedKey({ scope, secret }: IssuedKeyProps) {
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
  const label = scope === 'report' ? words.issuedReport : words.issuedFlags
  return (
    <div className={styles.issued}>
      <Field label={label} hint={words.issuedHint}>
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
      <Button
        variant="secondary"
        label={scope === 'report' ? words.copyReport : words.copyFlags}
        onClick={() => void copy()}
      >
        {words.copy}
      </Button>
    </div>
  )
}
