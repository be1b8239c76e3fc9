import type { ReactNode } from 'react'
import { localizedPath } from '../../lib/navigation/localized-path.ts'
import { Logo } from '../../ui/Logo.tsx'
import styles from '../sign-in/LoginScreen.module.css'

/** The frame of a page for those who are not signed in, like the sign-in form's. */
export function Entrance({ children }: { readonly children: ReactNode }) {
  return (
    <main className={styles.screen}>
      <a href={localizedPath('/')} className={styles.home}>
        <Logo />
      </a>
      {children}
    </main>
  )
}
