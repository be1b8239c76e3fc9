import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $mailboxWords } from '../../lib/account/words/mailbox.words.yaml'
import {
  type CredentialServer,
  findCredentialServer,
  keepCredential,
} from '../../lib/mailboxes/mailbox-credential.ts'
import { $organizationMailboxesWords } from '../../lib/mailboxes/words/organization-mailboxes.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { useForm } from '../../ui/use-form.ts'
import { AddressField } from '../account/AddressField.tsx'
import { ServerFields } from '../account/ServerFields.tsx'
import styles from './OrganizationMailboxes.module.css'

interface EnterCredentialProps {
  readonly addresses: readonly string[]
  readonly onEnd: () => void
}

/** Two steps: a mailbox to check it with, and then the login for the server that was found. */
export function EnterCredential({ addresses, onEnd }: EnterCredentialProps) {
  const [found, setFound] = useState<CredentialServer>()
  if (found !== undefined) return <LoginForm found={found} onEnd={onEnd} />
  return <AddressForm addresses={addresses} onFound={setFound} onEnd={onEnd} />
}

interface AddressFormProps extends EnterCredentialProps {
  readonly onFound: (found: CredentialServer) => void
}

function AddressForm({ addresses, onFound, onEnd }: AddressFormProps) {
  const words = useStore($organizationMailboxesWords)
  const { find, finding, back } = useStore($mailboxWords)
  const { pending, field, onSubmit } = useForm((form) => findCredentialServer(form, onFound))
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <AddressField
        addresses={addresses}
        field={field}
        label={words.address}
        hint={words.addressHint}
      />
      <div className={styles.actions}>
        <Button type="submit" pending={pending}>
          {pending ? finding : find}
        </Button>
        <Button variant="plain" onClick={onEnd}>
          {back}
        </Button>
      </div>
    </form>
  )
}

interface LoginFormProps {
  readonly found: CredentialServer
  readonly onEnd: () => void
}

function LoginForm({ found, onEnd }: LoginFormProps) {
  const words = useStore($organizationMailboxesWords)
  const mailbox = useStore($mailboxWords)
  const { pending, field, onSubmit } = useForm(async (form) => {
    const submitted = await keepCredential(form)
    if (submitted.status === 'done') onEnd()
    return submitted
  })
  const { address, host, is_found } = found
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <input hidden readOnly name="address" value={address} />
      <p className={styles.text}>{is_found ? mailbox.found({ host }) : mailbox.guessed}</p>
      <Field {...field('login')} required label={words.login} hint={words.loginHint}>
        {(control) => (
          <input
            {...control}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        )}
      </Field>
      <PasswordField
        {...field('password')}
        required
        label={words.password}
        hint={words.passwordHint}
        autoComplete="new-password"
      />
      <ServerFields found={found} field={field} usernameLabel={words.name({ address })} />
      <div className={styles.actions}>
        <Button type="submit" pending={pending}>
          {pending ? words.keeping : words.keep}
        </Button>
        <Button variant="plain" onClick={onEnd}>
          {mailbox.back}
        </Button>
      </div>
    </form>
  )
}
