import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { AddFlag } from './AddFlag.tsx'
import { FlagList } from './FlagList.tsx'
import styles from './FlagsPanel.module.css'

/** Flags management, the same on every dashboard (R156-R189). */
export function FlagsPanel() {
  return (
    <div className={styles.panel} ref={keepRowFocus}>
      <AddFlag />
      <FlagList />
    </div>
  )
}
