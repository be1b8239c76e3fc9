import { useStore } from '@nanostores/react'
import { $ownPasswordWords } from '../../lib/account/words/own-password.words.yaml'
import { Gate } from '../core/session/Gate.tsx'
import { PasswordForm } from './parts/PasswordForm.tsx'

/** Shown instead of the dashboard until a password that another person set is replaced. */
export function OwnPassword() {
  const words = useStore($ownPasswordWords)
  return (
    <Gate title={words.title} text={words.text}>
      {/* The page's calls were refused meanwhile, so it begins again. */}
      <PasswordForm onDone={() => location.reload()} />
    </Gate>
  )
}
