import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { copyNamed } from '../../../lib/gateways/connect-files.ts'
import { $organizationScimWords } from '../../../lib/scim/words/organization-scim.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import styles from './CopyField.module.css'

interface CopyFieldProps {
  readonly label: string
  readonly hint?: string
  /** How the notice names it, where that is not the label. */
  readonly name?: string
  readonly value: string
  /** The accessible name of the button. */
  readonly copyLabel: string
  /** The field is what comes next, and on a phone it would be out of sight. */
  readonly takesFocus?: boolean
}

/** A text to copy; it is selected where the browser does not allow copying. */
export function CopyField(props: CopyFieldProps) {
  const { label, hint, name = label, value, copyLabel, takesFocus = false } = props
  const words = useStore($organizationScimWords)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    input.current?.focus()
    // Above the notice.
    input.current?.scrollIntoView({ block: 'center' })
  }, [takesFocus])
  async function copy() {
    if (!(await copyNamed(name, value))) input.current?.select()
  }
  return (
    <div className={styles.copied}>
      <Field label={label} hint={hint}>
        {(control) => (
          <input
            {...control}
            ref={input}
            readOnly
            dir="ltr"
            value={value}
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
