import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { confirmPassword, confirmWithPasskey } from '../../lib/account/confirm-password.ts'
import { $hasPasskey } from '../../lib/account/factors.ts'
import { $confirmPasswordWords } from '../../lib/account/words/confirm-password.words.yaml'
import { $dialogsWords } from '../../lib/core/words/dialogs.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { canUsePasskeys } from '../../lib/sign-in/passkeys.ts'
import { $session } from '../../lib/sign-in/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { useForm } from '../../ui/use-form.ts'
import { ConfirmAtProvider } from './ConfirmAtProvider.tsx'

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
