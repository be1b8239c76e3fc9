import { useStore } from '@nanostores/react'
import { formatPercent } from '../../lib/core/i18n/format.ts'
import { type EmployeeDashboard, mailShares } from '../../lib/emails/employee.ts'
import { $employeeMessages } from '../../lib/emails/words/employee.words.yaml'
import { ShareBar } from '../core/parts/ShareBar.tsx'

/** The shares of safe mail and phishing in a user's mail. */
export function MailShare({ dashboard }: { readonly dashboard: EmployeeDashboard }) {
  const messages = useStore($employeeMessages)
  const { safe, phishing } = mailShares(dashboard)
  return (
    <ShareBar
      parts={[
        {
          tone: 'safe',
          count: safe,
          label: messages.shareSafe({ percent: formatPercent(safe) }),
        },
        {
          tone: 'danger',
          count: phishing,
          label: messages.sharePhishing({ percent: formatPercent(phishing) }),
        },
      ]}
    />
  )
}
