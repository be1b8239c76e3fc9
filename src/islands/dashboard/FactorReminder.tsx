import { useStore } from '@nanostores/react'
import { displayDate } from '../../lib/format/format.ts'
import { $requiredFactorMessages } from '../../lib/messages/required-factor.ts'
import { pathOf } from '../../lib/navigation/router.ts'
import styles from './FactorReminder.module.css'

/** Tells a user without a second factor from when on one is required (A547). */
export function FactorReminder({ dueAt }: { readonly dueAt: string }) {
  const messages = useStore($requiredFactorMessages)
  return (
    <p className={styles.reminder}>
      {messages.due({ date: displayDate(dueAt).text })}{' '}
      <a href={pathOf('account')}>{messages.add}</a>
    </p>
  )
}
