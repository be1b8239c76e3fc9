import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import {
  confirmPassword,
  confirmWithPasskey,
  openProviderWindow,
  type ProviderWindow,
} from '../../lib/account/confirm-password.ts'
import { $hasPasskey } from '../../lib/account/factors.ts'
import { $confirmAtProviderWords } from '../../lib/account/words/confirm-at-provider.words.yaml'
import { $confirmPasswordWords } from '../../lib/account/words/confirm-password.words.yaml'
import { $dialogsWords } from '../../lib/core/words/dialogs.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { canUsePasskeys } from '../../lib/sign-in/passkeys.ts'
import { followConfirmation } from '../../lib/sign-in/provider-window.ts'
import { $session } from '../../lib/sign-in/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Cause } from '../../ui/Cause.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { useForm } from '../../ui/use-form.ts'

interface ConfirmPasswordProps {
  readonly answer: (isConfirmed: boolean) => void
}

/** Asks for the password before an action that needs it, or at the provider. */
export function ConfirmPassword({ answer }: ConfirmPasswordProps) {
  const confirmPasswordWords = useStore($confirmPasswordWords)
  const words = useStore($dialogsWords)
  const session = useStore($session)
  const offered = useStore($capabilities)
  const { pending, field, onSubmit } = useForm(confirmPassword, () => answer(true))
  if (session.status === 'signed-in' && session.user.is_single_sign_on) {
    return <ConfirmAtProvider answer={answer} />
  }
  return (
    <Modal title={confirmPasswordWords.title} isOpen onDismiss={() => answer(false)}>
      <form noValidate onSubmit={onSubmit}>
        <p>{confirmPasswordWords.text}</p>
        <PasswordField
          {...field('password')}
          label={confirmPasswordWords.password}
          autoComplete="current-password"
          required
        />
        {/* Tells password managers whose password it is; after the field that a dialog focuses. */}
        <input
          hidden
          readOnly
          autoComplete="username"
          value={session.status === 'signed-in' ? session.user.username : ''}
        />
        {canUsePasskeys(offered) && <PasskeyButton answer={answer} />}
        <div className="modal-actions">
          <Button variant="secondary" onClick={() => answer(false)}>
            {words.cancel}
          </Button>
          <Button type="submit" pending={pending}>
            {pending ? confirmPasswordWords.confirming : confirmPasswordWords.confirm}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** For a user who has a passkey. */
function PasskeyButton({ answer }: ConfirmPasswordProps) {
  const words = useStore($confirmPasswordWords)
  const hasPasskey = useStore($hasPasskey)
  const [isPending, setPending] = useState(false)
  if (!hasPasskey) return null
  async function ask() {
    setPending(true)
    const isConfirmed = await confirmWithPasskey()
    setPending(false)
    if (isConfirmed) answer(true)
  }
  return (
    <div>
      <Button variant="secondary" pending={isPending} onClick={() => void ask()}>
        {words.usePasskey}
      </Button>
    </div>
  )
}

interface ConfirmAtProviderProps {
  readonly answer: (isConfirmed: boolean) => void
}

/** Asks users of single sign-on to prove at their provider who they are. */
function ConfirmAtProvider({ answer }: ConfirmAtProviderProps) {
  const confirmAtProviderWords = useStore($confirmAtProviderWords)
  const words = useStore($dialogsWords)
  const [state, setState] = useState<ProviderWindow>()
  const [isOpening, setOpening] = useState(false)
  useEffect(
    () =>
      followConfirmation((isConfirmed) => {
        if (isConfirmed) answer(true)
        else setState({ status: 'failed', text: $confirmAtProviderWords.get().notConfirmed })
      }),
    [answer],
  )
  async function ask() {
    setOpening(true)
    setState(await openProviderWindow())
    setOpening(false)
  }
  const label =
    state?.status === 'open' ? confirmAtProviderWords.again : confirmAtProviderWords.confirm
  return (
    <Modal title={confirmAtProviderWords.title} isOpen onDismiss={() => answer(false)}>
      {state?.status !== 'open' && <p>{confirmAtProviderWords.text}</p>}
      <div role="status">
        {state?.status === 'open' && <p>{confirmAtProviderWords.waiting}</p>}
        {state?.status === 'failed' && (
          <>
            <p>{state.text}</p>
            <Cause error={state.error} isAnswerShown />
          </>
        )}
        {state?.status === 'blocked' && (
          <p>
            {confirmAtProviderWords.blocked}{' '}
            <a href={state.url} target="_blank" rel="noreferrer">
              {confirmAtProviderWords.openHere}
            </a>
          </p>
        )}
      </div>
      <div className="modal-actions">
        <Button variant="secondary" onClick={() => answer(false)}>
          {words.cancel}
        </Button>
        <Button pending={isOpening} onClick={() => void ask()}>
          {isOpening ? confirmAtProviderWords.opening : label}
        </Button>
      </div>
    </Modal>
  )
}
