import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { displayMoment, displayTime } from '../../lib/core/i18n/format.ts'
import {
  type UserLink as Link,
  linkByHand,
  openUserLink,
  type UnlinkedIdentity,
  unlink,
  userLink,
} from '../../lib/users/user-link.ts'
import type { User } from '../../lib/users/users.ts'
import { $userLinkWords } from '../../lib/users/words/user-link.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { Fact, Facts } from '../core/facts/Facts.tsx'
import '../../ui/field-row.css'
import styles from './UserForm.module.css'

/** Whether a user signs in at the organization's provider; nothing where there is none. */
export function UserLink({ user }: { readonly user: User }) {
  const words = useStore($userLinkWords)
  const resource = useStore(userLink.$resource)
  useEffect(() => openUserLink(user), [user])
  if (resource.status === 'loading') return null
  const isFailed = resource.status === 'failed'
  if (!isFailed && (resource.data.user !== user || resource.data.state.kind === 'no-provider')) {
    return null
  }
  return (
    <section className={styles.link} aria-labelledby="user-link">
      <h3 className="heading" id="user-link">
        {words.title}
      </h3>
      {isFailed && <p>{words.failed}</p>}
      {!isFailed && resource.data.state.kind === 'linked' && (
        <Linked user={user} link={resource.data.state.link} />
      )}
      {!isFailed && resource.data.state.kind === 'unlinked' && (
        <LinkForm user={user} unlinked={resource.data.state.unlinked} />
      )}
    </section>
  )
}

function Linked({ user, link }: { readonly user: User; readonly link: Link }) {
  const words = useStore($userLinkWords)
  const [isPending, setPending] = useState(false)
  const used = link.last_used_at
  const facts = [
    [words.issuer, link.issuer],
    [words.subject, link.subject],
    [words.since, displayTime(link.created_at).text],
    [words.lastUsed, used ? displayMoment(used) : words.never],
  ] as const
  async function run() {
    setPending(true)
    await unlink(user)
    setPending(false)
  }
  return (
    <>
      <Facts>
        {facts.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </Facts>
      <div>
        <Button variant="danger" size="small" pending={isPending} onClick={() => void run()}>
          {words.unlink}
        </Button>
      </div>
    </>
  )
}

interface LinkFormProps {
  readonly user: User
  readonly unlinked: readonly UnlinkedIdentity[]
}

function LinkForm({ user, unlinked }: LinkFormProps) {
  const words = useStore($userLinkWords)
  const subject = useRef<HTMLInputElement>(null)
  const { pending, field, onSubmit } = useForm((form) => linkByHand(form, user))
  function choose(identity: UnlinkedIdentity) {
    if (subject.current === null) return
    subject.current.value = identity.subject
    subject.current.focus()
  }
  return (
    <>
      <p className="soft">{words.none}</p>
      {unlinked.length > 0 && (
        <ul aria-label={words.unknownHere} className={styles.unlinked}>
          {unlinked.map((identity) => {
            const name = identity.email || words.noEmail
            const time = displayMoment(identity.seen_at)
            return (
              <li key={identity.subject}>
                <bdi>{words.unlinkedIdentity({ email: name, time })}</bdi>
                <Button
                  variant="secondary"
                  size="small"
                  label={words.chooseOne({ name })}
                  onClick={() => choose(identity)}
                >
                  {words.choose}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        <Field {...field('subject')} label={words.subjectLabel} hint={words.subjectHint}>
          {(control) => (
            <input
              {...control}
              ref={subject}
              dir="ltr"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <div>
          <Button type="submit" variant="secondary" pending={pending}>
            {pending ? words.linking : words.link}
          </Button>
        </div>
      </form>
    </>
  )
}
