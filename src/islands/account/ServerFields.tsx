import { useStore } from '@nanostores/react'
import type { FoundServer } from '../../lib/account/mailbox.ts'
import { $mailboxWords } from '../../lib/account/words/mailbox.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { Form } from '../../ui/use-form.ts'
import styles from './Mailbox.module.css'

interface AddressFieldProps {
  readonly addresses: readonly string[]
  readonly field: Form['field']
  readonly label: string
  readonly hint?: string
}

/** One of the addresses whose mailboxes can be watched. */
export function AddressField({ addresses, field, ...texts }: AddressFieldProps) {
  return (
    <Field {...field('address')} {...texts}>
      {(control) => (
        <select {...control}>
          {addresses.map((address) => (
            <option key={address}>{address}</option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface ServerFieldsProps {
  readonly found: Pick<FoundServer, 'is_found' | 'host' | 'port' | 'security' | 'username'>
  readonly field: Form['field']
  /** Says whose user name it is, where it is not the reader's. */
  readonly usernameLabel?: string
}

/** Open where something has to be corrected. */
export function ServerFields({ found, field, usernameLabel }: ServerFieldsProps) {
  const words = useStore($mailboxWords)
  const names = ['host', 'port', 'username'] as const
  const isWrong = names.some((name) => field(name).problem !== undefined)
  return (
    <details className={styles.server} open={!found.is_found || isWrong || undefined}>
      <summary>{words.server}</summary>
      <div className={styles.fields}>
        <TextField {...field('host')} required label={words.host} initial={found.host} />
        <TextField {...field('port')} required label={words.port} initial={String(found.port)} />
        <Field {...field('security')} label={words.security}>
          {(control) => (
            <select {...control} defaultValue={found.security}>
              <option value="tls">TLS</option>
              <option value="starttls">STARTTLS</option>
            </select>
          )}
        </Field>
        <TextField
          {...field('username')}
          required
          label={usernameLabel ?? words.username}
          initial={found.username}
        />
      </div>
    </details>
  )
}

interface SendOrBackProps {
  readonly isPending: boolean
  readonly label: string
  readonly onBack: () => void
}

export function SendOrBack({ isPending, label, onBack }: SendOrBackProps) {
  const words = useStore($mailboxWords)
  return (
    <div className="row">
      <Button type="submit" pending={isPending}>
        {label}
      </Button>
      <Button variant="plain" onClick={onBack}>
        {words.back}
      </Button>
    </div>
  )
}
