import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $locale } from '../../lib/core/i18n/i18n.ts'
import { localizedPath } from '../../lib/core/navigation/localized-path.ts'
import { Logo } from '../../ui/Logo.tsx'
import { LoneScreen } from '../core/session/LoneScreen.tsx'
import styles from './LoginScreen.module.css'

/** The frame of a page for those who are not signed in, like the sign-in form's. */
export function Entrance({ children }: { readonly children: ReactNode }) {
  // The way to the front page follows a switch of the language.
  const locale = useStore($locale)
  return (
    <LoneScreen>
      <a href={localizedPath('/', locale)} className={styles.home}>
        <Logo />
      </a>
      {children}
    </LoneScreen>
  )
}
