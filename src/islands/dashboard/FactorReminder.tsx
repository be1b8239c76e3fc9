import { useStore } from '@nanostores/react'
import { $requiredFactorWords } from '../../lib/account/words/required-factor.words.yaml'
import { displayDate } from '../../lib/core/i18n/format.ts'
import { pathOf } from '../../lib/core/navigation/router.ts'
import styles from './FactorReminder.module.css'

/** Tells a user without a second factor from when on one is required. */
export function FactorReminder({ dueAt }: { readonly dueAt: string }) {
  const words = useStore($requiredFactorWords)
  return (
    <p className={styles.reminder}>
      {words.due({ date: displayDate(dueAt).text })} <a href={pathOf('account')}>{words.add}</a>
    </p>
  )
}
