import { useStore } from '@nanostores/react'
import { type ComponentProps, useRef, useState } from 'react'
import { $mailboxWords } from '../../lib/account/words/mailbox.words.yaml'
import {
  type CredentialKind,
  type CredentialServer,
  findCredentialServer,
  keepCredential,
  readKeyFile,
} from '../../lib/mailboxes/mailbox-credential.ts'
import { $organizationMailboxesWords } from '../../lib/mailboxes/words/organization-mailboxes.words.yaml'
import { Choices } from '../../ui/Choices.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { type Form, useForm } from '../../ui/use-form.ts'
import { AddressField, SendOrBack, ServerFields } from '../account/ServerFields.tsx'
import { FileDrop } from '../core/parts/FileDrop.tsx'
import styles from './OrganizationMailboxes.module.css'

interface EnterCredentialProps {
  readonly addresses: readonly string[]
  /** That of the credential which is replaced. */
  readonly kind: CredentialKind | undefined
  readonly onEnd: () => void
}

/** Two steps: a mailbox to check it with, and then the login for the place that was found. */
export function EnterCredential({ addresses, kind, onEnd }: EnterCredentialProps) {
  const [found, setFound] = useState<CredentialServer>()
  if (found === undefined) {
    return <AddressForm addresses={addresses} onFound={setFound} onEnd={onEnd} />
  }
  return <KindForm found={found} kind={kind ?? found.kind} onEnd={onEnd} />
}

interface AddressFormProps extends Omit<EnterCredentialProps, 'kind'> {
  readonly onFound: (found: CredentialServer) => void
}

function AddressForm({ addresses, onFound, onEnd }: AddressFormProps) {
  const words = useStore($organizationMailboxesWords)
  const { find, finding } = useStore($mailboxWords)
  const { pending, field, onSubmit } = useForm((form) => findCredentialServer(form, onFound))
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <AddressField
        addresses={addresses}
        field={field}
        label={words.address}
        hint={words.addressHint}
      />
      <SendOrBack isPending={pending} label={pending ? finding : find} onBack={onEnd} />
    </form>
  )
}

interface KindFormProps {
  readonly found: CredentialServer
  readonly kind: CredentialKind
  readonly onEnd: () => void
}

function KindForm({ found, kind, onEnd }: KindFormProps) {
  const words = useStore($organizationMailboxesWords)
  const [chosen, setChosen] = useState(kind)
  return (
    <div className={styles.form}>
      <Choices
        legend={words.kind}
        name="kind"
        chosen={chosen}
        onChoose={setChosen}
        choices={[
          { value: 'proxy', label: words.proxy, hint: words.proxyHint },
          { value: 'google', label: words.google, hint: words.googleHint },
          { value: 'microsoft', label: words.microsoft, hint: words.microsoftHint },
        ]}
      />
      <LoginForm key={chosen} found={found} kind={chosen} onEnd={onEnd} />
    </div>
  )
}

function LoginForm({ found, kind, onEnd }: KindFormProps) {
  const words = useStore($organizationMailboxesWords)
  const { pending, field, onSubmit } = useForm(async (form) => {
    const submitted = await keepCredential(form)
    if (submitted.status === 'done') onEnd()
    return submitted
  })
  const Fields = fieldsOf[kind]
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <input hidden readOnly name="address" value={found.address} />
      <Fields found={found} field={field} />
      <SendOrBack isPending={pending} label={pending ? words.keeping : words.keep} onBack={onEnd} />
    </form>
  )
}

interface FieldsProps {
  readonly found: CredentialServer
  readonly field: Form['field']
}

const fieldsOf = { proxy: ProxyFields, google: GoogleFields, microsoft: MicrosoftFields } as const

/** A name that no person reads as a word. */
const technical = {
  dir: 'ltr',
  autoComplete: 'off',
  autoCapitalize: 'off',
  spellCheck: false,
} as const

function TechnicalField(props: Omit<ComponentProps<typeof Field>, 'children'>) {
  return (
    <Field {...props} required>
      {(control) => <input {...control} {...technical} />}
    </Field>
  )
}

function ProxyFields({ found, field }: FieldsProps) {
  const words = useStore($organizationMailboxesWords)
  const mailbox = useStore($mailboxWords)
  const { address, host, is_found } = found
  return (
    <>
      <p className={styles.text}>{is_found ? mailbox.found({ host }) : mailbox.guessed}</p>
      <TechnicalField {...field('login')} label={words.login} hint={words.loginHint} />
      <PasswordField
        {...field('password')}
        required
        label={words.password}
        hint={words.passwordHint}
        autoComplete="new-password"
      />
      <ServerFields found={found} field={field} usernameLabel={words.name({ address })} />
    </>
  )
}

function GoogleFields({ field }: FieldsProps) {
  const words = useStore($organizationMailboxesWords)
  const input = useRef<HTMLTextAreaElement>(null)
  async function take(files: readonly File[]) {
    const text = await readKeyFile(files)
    if (text !== undefined && input.current !== null) input.current.value = text
  }
  return (
    <>
      <FileDrop
        accept=".json,application/json"
        words={{ choose: words.chooseFile, dropHere: words.dropFile, orDrop: words.orPaste }}
        onFiles={(files) => void take(files)}
      />
      <Field {...field('key_file')} required label={words.keyFile} hint={words.keyFileHint}>
        {(control) => <textarea {...control} {...technical} ref={input} rows={4} />}
      </Field>
    </>
  )
}

function MicrosoftFields({ field }: FieldsProps) {
  const words = useStore($organizationMailboxesWords)
  return (
    <>
      <TechnicalField {...field('tenant')} label={words.tenant} hint={words.tenantHint} />
      <TechnicalField {...field('client_id')} label={words.clientId} hint={words.clientIdHint} />
      <PasswordField
        {...field('client_secret')}
        required
        label={words.clientSecret}
        hint={words.clientSecretHint}
        words={{ show: words.showSecret, hide: words.hideSecret }}
        autoComplete="new-password"
      />
    </>
  )
}
