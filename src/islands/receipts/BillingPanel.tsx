import { useStore } from '@nanostores/react'
import { $adminWords } from '../../lib/admin/words/admin.words.yaml'
import { formatMoney } from '../../lib/core/format/money.ts'

/** The billing tab's content. The tab is disabled, so this is never mounted (R219-R221). */
export function BillingPanel({ totalRevenue }: { readonly totalRevenue: number }) {
  const words = useStore($adminWords)
  return (
    <dl>
      <dt>{words.billingRate}</dt>
      <dt>{words.billingRevenue}</dt>
      <dd>{formatMoney(totalRevenue)}</dd>
    </dl>
  )
}
