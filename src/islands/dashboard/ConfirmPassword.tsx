import { useStore } from '@nanostores/react'
import { $confirmPasswordMessages } from '../../lib/messages/confirm-password.ts'
import { $dialogMessages } from '../../lib/messages/dialogs.ts'
import { confirmPassword } from '../../lib/screens/confirm-password.ts'
import { $session } from '../../lib/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { useForm } from '../../ui/use-form.ts'

interface ConfirmPasswordProps {
  readonly answer: (isConfirmed: boolean) => void
}

/** Asks for the password before an action that needs it (A529). */
export function ConfirmPassword({ answer }: ConfirmPasswordProps) {
  const messages = useStore($confirmPasswordMessages)
  const words = useStore($dialogMessages)
  const session = useStore($session)
  const { pending, field, onSubmit } = useForm(confirmPassword, () => answer(true))
  return (
    <Modal title={messages.title} isOpen onDismiss={() => answer(false)}>
      <form noValidate onSubmit={onSubmit}>
        <p>{messages.text}</p>
        <PasswordField
          {...field('password')}
          label={messages.password}
          showLabel={messages.show}
          hideLabel={messages.hide}
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
        <div className="modal-actions">
          <Button variant="secondary" onClick={() => answer(false)}>
            {words.cancel}
          </Button>
          <Button type="submit" pending={pending}>
            {pending ? messages.confirming : messages.confirm}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
