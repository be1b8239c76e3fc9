import { useStore } from '@nanostores/react'
import { formatMoney } from '../../../lib/format/money.ts'
import { $adminMessages } from '../../../lib/messages/admin.ts'

/** The billing tab's content. The tab is disabled, so this is never mounted (R219-R221). */
export function BillingPanel({ totalRevenue }: { readonly totalRevenue: number }) {
  const messages = useStore($adminMessages)
  return (
    <dl>
      <dt>{messages.billingRate}</dt>
      <dt>{messages.billingRevenue}</dt>
      <dd>{formatMoney(totalRevenue)}</dd>
    </dl>
  )
}
