import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $locale } from '../../lib/messages/i18n.ts'
import { localizedPath } from '../../lib/navigation/localized-path.ts'
import { Logo } from '../../ui/Logo.tsx'
import { LoneSwitch } from '../language/LoneSwitch.tsx'
import lone from '../session/LoneScreen.module.css'
import styles from '../sign-in/LoginScreen.module.css'

/** The frame of a page for those who are not signed in, like the sign-in form's. */
export function Entrance({ children }: { readonly children: ReactNode }) {
  // The way to the front page follows a switch of the language.
  const locale = useStore($locale)
  return (
    <main className={lone.screen}>
      <LoneSwitch />
      <a href={localizedPath('/', locale)} className={styles.home}>
        <Logo />
      </a>
      {children}
    </main>
  )
}
