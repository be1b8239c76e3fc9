import { useStore } from '@nanostores/react'
import { Button } from '../../src/ui/Button.tsx'
import { Field } from '../../src/ui/Field.tsx'
import type { Membership } from '../core/membership.ts'
import type { PolicyMembership } from '../core/policy.ts'
import { $extensionWords, type ExtensionWords } from '../words/extension.words.yaml'
import { $options, joinAccount, leaveAccount } from './store.ts'

/** The account that the extension has joined, or how to join it. */
export function AccountSection() {
  const words = useStore($extensionWords)
  const options = useStore($options)
  const membership = options?.membership
  return (
    <section aria-labelledby="account">
      <h2 id="account">{words.account}</h2>
      {options?.policy !== undefined && <p>{sayPolicy(options.policy, words)}</p>}
      {membership?.isEnded === true && <p className="options-ended">{words.ended}</p>}
      {membership === undefined || membership.isEnded ? (
        <Join server={membership?.server ?? options?.settings.server ?? ''} />
      ) : (
        <Joined membership={membership} />
      )}
    </section>
  )
}

function sayPolicy({ server, organization, isEnded }: PolicyMembership, words: ExtensionWords) {
  if (isEnded) return words.policyEnded
  if (organization === '') return words.policyWaits({ host: new URL(server).host })
  return words.policyJoined({ organization })
}

function Join({ server }: { readonly server: string }) {
  const words = useStore($extensionWords)
  const wrong = useStore($options)?.wrong
  return (
    <>
      <p>{words.accountText}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void joinAccount(new FormData(event.currentTarget))
        }}
      >
        <Field
          label={words.server}
          name="server"
          hint={words.serverHint}
          problem={wrong === 'server' ? words.serverWrong : undefined}
        >
          {(control) => (
            <input {...control} type="url" dir="ltr" autoComplete="off" defaultValue={server} />
          )}
        </Field>
        <Field
          label={words.code}
          name="code"
          problem={wrong === 'code' ? words.codeMissing : undefined}
        >
          {(control) => <input {...control} dir="ltr" autoComplete="off" spellCheck={false} />}
        </Field>
        <Button type="submit">{words.join}</Button>
      </form>
    </>
  )
}

function Joined({ membership }: { readonly membership: Membership }) {
  const words = useStore($extensionWords)
  const { name, organization, server } = membership
  const host = new URL(server).host
  return (
    <>
      <p>
        {words.joined({ name, host })}
        {organization !== '' && <small>{organization}</small>}
      </p>
      <Button variant="secondary" size="small" onClick={() => void leaveAccount(membership)}>
        {words.leave}
      </Button>
    </>
  )
}
