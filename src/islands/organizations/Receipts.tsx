import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatMoney } from '../../lib/core/format/money.ts'
import { displayDate, displayMonth } from '../../lib/core/i18n/format.ts'
import { $dashboardMessages } from '../../lib/core/words/dashboard.words.yaml'
import {
  type IssuedReceipt,
  linkToReceipt,
  organizationReceipts,
} from '../../lib/organizations/organization-page.ts'
import { $organizationPageMessages } from '../../lib/organizations/words/organization-page.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { openInNewTab } from '../../ui/new-tab.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import styles from './OrganizationFigures.module.css'

/** The receipts that were issued; each opens in a new tab by a new link (A781). */
export function Receipts() {
  const messages = useStore($organizationPageMessages)
  const dashboard = useStore($dashboardMessages)
  const paged = useStore(organizationReceipts.$paged)
  const [blocked, setBlocked] = useState<string>()
  if (paged.status === 'loading') return <Spinner label={messages.receiptsLoading} />
  if (paged.status === 'failed') {
    return (
      <StateMessage icon="warning" title={messages.receiptsFailed} isProblem>
        <Button onClick={() => void organizationReceipts.reload()}>{dashboard.tryAgain}</Button>
      </StateMessage>
    )
  }
  if (paged.rows.length === 0) return <p className={styles.none}>{messages.noReceipts}</p>
  const open = async (id: IssuedReceipt['id']) => setBlocked(await openInNewTab(linkToReceipt(id)))
  return (
    <>
      {blocked !== undefined && (
        <p role="status">
          {messages.blocked}{' '}
          <a href={blocked} target="_blank" rel="noopener noreferrer">
            {messages.openBlocked}
          </a>
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label={messages.receipts} tabIndex={0}>
        <table className={styles.table} aria-labelledby="receipts-title">
          <thead>
            <tr>
              <th scope="col">{messages.period}</th>
              <th scope="col">{messages.amount}</th>
              <th scope="col">{messages.issued}</th>
              <th scope="col">{messages.number}</th>
            </tr>
          </thead>
          <tbody>
            {paged.rows.map((receipt) => (
              <Row key={receipt.id} receipt={receipt} onOpen={() => void open(receipt.id)} />
            ))}
          </tbody>
        </table>
      </section>
      {paged.hasMore && (
        <Button
          variant="secondary"
          pending={paged.pending === 'more'}
          onClick={() => void organizationReceipts.more()}
        >
          {messages.moreReceipts}
        </Button>
      )}
    </>
  )
}

interface RowProps {
  readonly receipt: IssuedReceipt
  readonly onOpen: () => void
}

function Row({ receipt, onOpen }: RowProps) {
  const messages = useStore($organizationPageMessages)
  const { id, month, is_supplement, issued_at, total_cost } = receipt
  const named = displayMonth(`${month}-15T12:00:00Z`)
  const issued = displayDate(issued_at)
  return (
    <tr>
      <th scope="row">
        <Button
          variant="plain"
          size="small"
          label={messages.openReceipt({ number: String(id), month: named })}
          onClick={onOpen}
        >
          {is_supplement ? messages.supplement({ month: named }) : named}
        </Button>
      </th>
      <td>{formatMoney(total_cost)}</td>
      <td>
        <time dateTime={issued.machine}>{issued.text}</time>
      </td>
      <td>
        <bdi>{id}</bdi>
      </td>
    </tr>
  )
}
