import { useStore } from '@nanostores/react'
import { formatPercent } from '../../lib/core/i18n/format.ts'
import type { EmployeeDashboard } from '../../lib/employee/employee.ts'
import { mailShares } from '../../lib/employee/mail-shares.ts'
import { $employeeWords } from '../../lib/employee/words/employee.words.yaml'
import { ShareBar } from '../core/parts/ShareBar.tsx'

/** The shares of safe mail and phishing in a user's mail. */
export function MailShare({ dashboard }: { readonly dashboard: EmployeeDashboard }) {
  const words = useStore($employeeWords)
  const { safe, phishing } = mailShares(dashboard.safe_emails, dashboard.phishing_emails_caught)
  return (
    <ShareBar
      parts={[
        {
          tone: 'safe',
          count: safe,
          label: words.shareSafe({ percent: formatPercent(safe) }),
        },
        {
          tone: 'danger',
          count: phishing,
          label: words.sharePhishing({ percent: formatPercent(phishing) }),
        },
      ]}
    />
  )
}
