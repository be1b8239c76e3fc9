import type { ReactNode } from 'react'
import { Arch } from '../../../ui/Arch.tsx'
import styles from './LoneScreen.module.css'
import { LoneSwitch } from './LoneSwitch.tsx'

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
