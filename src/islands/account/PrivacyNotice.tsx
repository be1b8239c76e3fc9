import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import { $privacyNoticeWords } from '../../lib/account/words/privacy-notice.words.yaml'
import { localizedPath } from '../../lib/core/navigation/localized-path.ts'
import { $layoutWords } from '../../lib/core/words/layout.words.yaml'
import { acceptPrivacyNotice, signOut } from '../../lib/sign-in/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Notices } from '../../ui/Notices.tsx'
import { useForm } from '../../ui/use-form.ts'
import { LoneSwitch } from '../core/session/LoneScreen.tsx'
import styles from './PrivacyNotice.module.css'

/**
 * Shown instead of the dashboard until it is accepted (R259-R272). There is nothing behind it, and
 * neither Escape nor the backdrop closes it; Logout is the alternative.
 */
export function PrivacyNotice() {
  const words = useStore($privacyNoticeWords)
  const layout = useStore($layoutWords)
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const [agreed, setAgreed] = useState(false)
  const { pending, onSubmit } = useForm(async () => {
    await acceptPrivacyNotice()
    return { status: 'kept' }
  })

  const pages = [
    ['/privacy-policy', words.readPolicy],
    ['/accuracy', words.howMeasured],
  ] as const

  const open = () => {
    if (dialog.current?.open !== false) return
    dialog.current.showModal()
    // The browser would scroll to the first button, past the heading.
    dialog.current.querySelector('h1')?.focus()
  }
  useEffect(open, [])

  return (
    <dialog
      ref={dialog}
      className={styles.notice}
      aria-labelledby={title}
      onCancel={(event) => event.preventDefault()}
      onClose={open}
    >
      <LoneSwitch />
      <Logo />
      <h1 id={title} tabIndex={-1}>
        {words.title}
      </h1>
      <p>{words.introduction}</p>
      <ul className={styles.points}>
        <li>{words.analysed}</li>
        <li>{words.malicious}</li>
        <li>{words.team}</li>
        <li>{words.encrypted}</li>
        <li>{words.rights}</li>
      </ul>
      <div className="close-row">
        {pages.map(([path, name]) => (
          <Button
            key={path}
            variant="secondary"
            size="small"
            onClick={() => window.open(localizedPath(path), '_blank', 'noopener')}
          >
            {name}
            <span className="visually-hidden"> ({words.newTab})</span>
          </Button>
        ))}
      </div>
      <form className={styles.form} onSubmit={onSubmit}>
        <div className={styles.actions}>
          <label className={styles.agreement}>
            <input
              type="checkbox"
              checked={agreed}
              onChange={(event) => setAgreed(event.currentTarget.checked)}
            />
            {words.agree}
          </label>
          <Button variant="plain" size="small" onClick={signOut}>
            {layout.logout}
          </Button>
          <Button variant="primary" type="submit" disabled={!agreed} pending={pending}>
            {agreed ? words.accept : words.acceptDisabled}
          </Button>
        </div>
      </form>
      <Notices />
    </dialog>
  )
}
