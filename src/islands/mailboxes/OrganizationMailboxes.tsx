import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { displayMoment } from '../../lib/core/i18n/format.ts'
import {
  type OrganizationMailboxes as Mailboxes,
  organizationMailboxes,
  reasonOf,
  removeCredential,
  retryCredential,
} from '../../lib/mailboxes/mailbox-credential.ts'
import { $organizationMailboxesWords } from '../../lib/mailboxes/words/organization-mailboxes.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { EmailAddress } from '../../ui/EmailAddress.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { useLookAgain } from '../core/parts/use-look-again.ts'
import { EnterCredential } from './EnterCredential.tsx'
import styles from './OrganizationMailboxes.module.css'

interface OrganizationMailboxesProps {
  /** Of the users, for the check. */
  readonly addresses: readonly string[]
}

/** While mailboxes are being connected. */
const lookAgainMs = 2000

/** The credential for all mailboxes of the own organization, where the server can watch mailboxes. */
export function OrganizationMailboxes({ addresses }: OrganizationMailboxesProps) {
  const words = useStore($organizationMailboxesWords)
  const resource = useStore(organizationMailboxes.$resource)
  const data = resource.status === 'loaded' ? resource.data : undefined
  const isWaiting = data?.credential?.state === 'active' && data.waiting > 0
  useLookAgain(organizationMailboxes, isWaiting, lookAgainMs)
  if (addresses.length === 0 || data?.is_offered === false) return null
  return (
    <section className={styles.section} aria-labelledby="mailboxes-title">
      <h2 className="heading" id="mailboxes-title">
        {words.title}
      </h2>
      <Loaded isQuiet store={organizationMailboxes} loading={words.loading} failed={words.failed}>
        {(mailboxes) => <Content mailboxes={mailboxes} addresses={addresses} />}
      </Loaded>
    </section>
  )
}

interface ContentProps extends OrganizationMailboxesProps {
  readonly mailboxes: Mailboxes
}

function Content({ mailboxes, addresses }: ContentProps) {
  const words = useStore($organizationMailboxesWords)
  const [isEntering, setEntering] = useState(false)
  const end = () => setEntering(false)
  const { credential, refusal } = mailboxes
  const kind = credential?.kind
  if (isEntering) return <EnterCredential addresses={addresses} kind={kind} onEnd={end} />
  const enter = (text: string) => (
    <Button variant="secondary" onClick={() => setEntering(true)}>
      {text}
    </Button>
  )
  if (credential === null) {
    return (
      <>
        <p className={styles.text}>{words.text}</p>
        <div>{enter(words.setUp)}</div>
      </>
    )
  }
  const isRefused = credential.state === 'refused'
  return (
    <>
      <p className={styles.text}>
        {words.usedSince({
          login: credential.login,
          host: credential.host,
          time: displayMoment(credential.kept_at),
        })}
      </p>
      {isRefused ? (
        <div className={styles.refused}>
          <p>{words.refused({ host: credential.host })}</p>
          {refusal !== '' && <p>{refusal}</p>}
        </div>
      ) : (
        <Standing mailboxes={mailboxes} />
      )}
      <div className="row">
        {(isRefused || mailboxes.failing_count > 0) && (
          <Button variant="secondary" onClick={() => void retryCredential()}>
            {words.retry}
          </Button>
        )}
        {enter(words.enterAnew)}
        <Button variant="plain" onClick={() => void removeCredential()}>
          {words.remove}
        </Button>
      </div>
    </>
  )
}

function Standing({ mailboxes }: { readonly mailboxes: Mailboxes }) {
  const words = useStore($organizationMailboxesWords)
  const { watched, waiting, own, elsewhere, failing_count, failing } = mailboxes
  return (
    <>
      {waiting > 0 && (
        <Progress
          text={words.connecting}
          done={watched}
          total={watched + waiting}
          onStop={undefined}
        />
      )}
      <ul className={styles.facts}>
        <li>{words.watched(watched)}</li>
        {own > 0 && <li>{words.own(own)}</li>}
        {elsewhere > 0 && <li>{words.elsewhere(elsewhere)}</li>}
      </ul>
      {failing_count > 0 && (
        <div>
          <h3>{words.failing(failing_count)}</h3>
          <ul className={styles.failing}>
            {(failing ?? []).map((mailbox) => (
              <li key={mailbox.address}>
                <EmailAddress address={mailbox.address} /> <span>{reasonOf(mailbox)}</span>
              </li>
            ))}
          </ul>
          {failing_count > (failing ?? []).length && <p className={styles.text}>{words.more}</p>}
        </div>
      )}
    </>
  )
}
