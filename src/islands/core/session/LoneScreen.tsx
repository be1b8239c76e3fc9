import type { ReactNode } from 'react'
import { Arch } from '../../../ui/Arch.tsx'
import { lazy, useLazyExtra } from '../../../ui/lazy-component.ts'
import styles from './LoneScreen.module.css'

/** A screen without the frame of the dashboards: one card in the arch, and the language in the corner. */
export function LoneScreen({ children }: { readonly children: ReactNode }) {
  return (
    <main className={styles.screen}>
      <Arch />
      <LoneSwitch />
      {children}
    </main>
  )
}

const languageSwitch = lazy(
  async () => (await import('../language/LanguageSwitch.tsx')).LanguageSwitch,
)

/** The switch to the other language, in the corner of a screen without a header. */
export function LoneSwitch() {
  const Switch = useLazyExtra(languageSwitch)
  return <div className={styles.language}>{Switch && <Switch />}</div>
}
