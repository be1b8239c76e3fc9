import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { connectMailbox, type FoundServer, findServer, signIn } from '../../lib/account/mailbox.ts'
import { $mailboxWords } from '../../lib/account/words/mailbox.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Tick } from '../../ui/Choices.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './Mailbox.module.css'
import { AddressField, SendOrBack, ServerFields } from './ServerFields.tsx'

/** Two steps: the address, and then the password for the server that was found. */
export function ConnectMailbox({ addresses }: { readonly addresses: readonly string[] }) {
  const [found, setFound] = useState<FoundServer>()
  if (found === undefined) return <AddressForm addresses={addresses} onFound={setFound} />
  const back = () => setFound(undefined)
  if (found.needs === 'unsupported') return <Unsupported provider={found.provider} onBack={back} />
  const Form = found.needs === 'sign-in' ? SignInForm : PasswordForm
  return <Form found={found} onBack={back} />
}

interface AddressFormProps {
  readonly addresses: readonly string[]
  readonly onFound: (found: FoundServer) => void
}

function AddressForm({ addresses, onFound }: AddressFormProps) {
  const words = useStore($mailboxWords)
  const { pending, field, onSubmit } = useForm((form) => findServer(form, onFound))
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <AddressField addresses={addresses} field={field} label={words.address} />
      <div>
        <Button type="submit" pending={pending}>
          {pending ? words.finding : words.find}
        </Button>
      </div>
    </form>
  )
}

interface UnsupportedProps {
  readonly provider: string
  readonly onBack: () => void
}

function Unsupported({ provider, onBack }: UnsupportedProps) {
  const words = useStore($mailboxWords)
  return (
    <>
      <p className={styles.note}>{words.unsupported({ provider })}</p>
      <div>
        <Button variant="secondary" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </>
  )
}

interface FoundProps {
  readonly found: FoundServer
  readonly onBack: () => void
}

function PasswordForm({ found, onBack }: FoundProps) {
  const words = useStore($mailboxWords)
  const { pending, field, onSubmit } = useForm(connectMailbox)
  const { provider, help } = found
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <Facts found={found} />
      {!found.is_found && <p className={styles.note}>{words.guessed}</p>}
      {provider !== '' && found.needs === 'app-password' && (
        <p className={styles.note}>
          {words.appPassword({ provider })}{' '}
          {help !== null && (
            <a href={help} target="_blank" rel="noreferrer">
              {words.makeAppPassword}
            </a>
          )}
        </p>
      )}
      <PasswordField
        {...field('password')}
        required
        label={words.password}
        hint={words.passwordHint}
        autoComplete="current-password"
      />
      <Tick name="knows_senders" label={words.knowsSenders} hint={words.knowsSendersHint} />
      <ServerFields found={found} field={field} />
      <SendOrBack
        isPending={pending}
        label={pending ? words.connecting : words.connect}
        onBack={onBack}
      />
    </form>
  )
}

/** The password stays with the provider, whose page opens. */
function SignInForm({ found, onBack }: FoundProps) {
  const words = useStore($mailboxWords)
  const { pending, field, onSubmit } = useForm(signIn)
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <Facts found={found} />
      <p className={styles.note}>{words.signInText}</p>
      <Tick name="knows_senders" label={words.knowsSenders} hint={words.knowsSendersHint} />
      <ServerFields found={found} field={field} />
      <SendOrBack
        isPending={pending}
        label={pending ? words.signingIn : words.signIn}
        onBack={onBack}
      />
    </form>
  )
}

function Facts({ found: { address, host } }: { readonly found: FoundServer }) {
  const words = useStore($mailboxWords)
  return (
    <>
      <input hidden readOnly name="address" autoComplete="username" value={address} />
      <p>
        <bdi className={styles.address}>{address}</bdi>
        <span className="soft">{words.found({ host })}</span>
      </p>
    </>
  )
}
