import { useStore } from '@nanostores/react'
import { changePassword } from '../../lib/account/account-password.ts'
import { $accountPasswordMessages } from '../../lib/account/words/account-password.words.yaml'
import { $session } from '../../lib/core/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './PasswordForm.module.css'

/**
 * Changes the user's own password.
 * @param onDone called after the change
 */
export function PasswordForm({ onDone }: { readonly onDone?: () => void }) {
  const messages = useStore($accountPasswordMessages)
  const session = useStore($session)
  const { pending, field, onSubmit } = useForm(changePassword, onDone)
  const words = { showLabel: messages.show, hideLabel: messages.hide, required: true }
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      {/* Tells password managers whose password it is. */}
      <input
        hidden
        readOnly
        autoComplete="username"
        value={session.status === 'signed-in' ? session.user.username : ''}
      />
      <PasswordField
        {...field('current_password')}
        {...words}
        label={messages.current}
        autoComplete="current-password"
      />
      <PasswordField
        {...field('password')}
        {...words}
        label={messages.new}
        hint={messages.hint}
        autoComplete="new-password"
      />
      <div>
        <Button type="submit" pending={pending}>
          {pending ? messages.saving : messages.save}
        </Button>
      </div>
    </form>
  )
}
