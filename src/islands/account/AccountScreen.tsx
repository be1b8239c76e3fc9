import { useStore } from '@nanostores/react'
import { $accountWords } from '../../lib/account/words/account.words.yaml'
import { Boundary } from '../../ui/Boundary.tsx'
import { Lazy } from '../../ui/Lazy.tsx'
import { ScreenTitle } from '../core/parts/ScreenTitle.tsx'
import { NotLoaded } from '../core/session/NotLoaded.tsx'
import styles from './AccountScreen.module.css'
import { accountSections } from './sections.ts'

/** Each section loads its own data. */
export const firstData = () => undefined

/** The user's own account. */
export function AccountScreen() {
  const words = useStore($accountWords)
  return (
    <>
      <ScreenTitle title={words.title} subtitle={words.subtitle} />
      <div className={styles.sections}>
        {Object.entries(accountSections).map(([name, part]) => (
          <Boundary key={name} fallback={<NotLoaded />}>
            <Lazy part={part} />
          </Boundary>
        ))}
      </div>
    </>
  )
}
