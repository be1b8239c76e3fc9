import { useStore } from '@nanostores/react'
import { changePassword } from '../../../lib/account/account-password.ts'
import { $accountPasswordWords } from '../../../lib/account/words/account-password.words.yaml'
import { $session } from '../../../lib/sign-in/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { useForm } from '../../../ui/use-form.ts'
import styles from './Section.module.css'

/**
 * Changes the user's own password.
 * @param onDone called after the change
 */
export function PasswordForm({ onDone }: { readonly onDone?: () => void }) {
  const words = useStore($accountPasswordWords)
  const session = useStore($session)
  const { pending, field, onSubmit } = useForm(changePassword, onDone)
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
        required
        label={words.current}
        autoComplete="current-password"
      />
      <PasswordField
        {...field('password')}
        required
        label={words.new}
        hint={words.hint}
        autoComplete="new-password"
      />
      <div>
        <Button type="submit" pending={pending}>
          {pending ? words.saving : words.save}
        </Button>
      </div>
    </form>
  )
}
