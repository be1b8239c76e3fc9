import { useStore } from '@nanostores/react'
import { changePassword } from '../../lib/account/account-password.ts'
import { $accountPasswordWords } from '../../lib/account/words/account-password.words.yaml'
import { $session } from '../../lib/sign-in/session.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './PasswordForm.module.css'

/**
 * Changes the user's own password.
 * @param onDone called after the change
 */
export function PasswordForm({ onDone }: { readonly onDone?: () => void }) {
  const accountPasswordWords = useStore($accountPasswordWords)
  const session = useStore($session)
  const { pending, field, onSubmit } = useForm(changePassword, onDone)
  const words = {
    showLabel: accountPasswordWords.show,
    hideLabel: accountPasswordWords.hide,
    required: true,
  }
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
        label={accountPasswordWords.current}
        autoComplete="current-password"
      />
      <PasswordField
        {...field('password')}
        {...words}
        label={accountPasswordWords.new}
        hint={accountPasswordWords.hint}
        autoComplete="new-password"
      />
      <div>
        <Button type="submit" pending={pending}>
          {pending ? accountPasswordWords.saving : accountPasswordWords.save}
        </Button>
      </div>
    </form>
  )
}
