import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatMoney } from '../../lib/core/format/money.ts'
import { displayDate, displayMonth } from '../../lib/core/i18n/format.ts'
import {
  type IssuedReceipt,
  linkToReceipt,
  organizationReceipts,
} from '../../lib/organizations/organization-page.ts'
import { $organizationPageWords } from '../../lib/organizations/words/organization-page.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { openInNewTab } from '../../ui/new-tab.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { MoreRows } from '../core/lists/MoreRows.tsx'
import { FailedLoad } from '../core/parts/FailedLoad.tsx'
import styles from './OrganizationFigures.module.css'

/** The receipts that were issued; each opens in a new tab by a new link. */
export function Receipts() {
  const words = useStore($organizationPageWords)
  const paged = useStore(organizationReceipts.$paged)
  const [blocked, setBlocked] = useState<string>()
  if (paged.status === 'loading') return <Spinner label={words.receiptsLoading} />
  if (paged.status === 'failed') {
    return (
      <FailedLoad
        title={words.receiptsFailed}
        error={paged.error}
        onRetry={organizationReceipts.reload}
      />
    )
  }
  if (paged.rows.length === 0) return <p className={styles.none}>{words.noReceipts}</p>
  const open = async (id: IssuedReceipt['id']) => setBlocked(await openInNewTab(linkToReceipt(id)))
  return (
    <>
      {blocked !== undefined && (
        <p role="status">
          {words.blocked}{' '}
          <a href={blocked} target="_blank" rel="noopener noreferrer">
            {words.openBlocked}
          </a>
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label={words.receipts} tabIndex={0}>
        <table className={styles.table} aria-labelledby="receipts-title">
          <thead>
            <tr>
              <th scope="col">{words.period}</th>
              <th scope="col">{words.amount}</th>
              <th scope="col">{words.issued}</th>
              <th scope="col">{words.number}</th>
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
        <MoreRows
          isPending={paged.pending === 'more'}
          failure={paged.failure}
          onMore={organizationReceipts.more}
        />
      )}
    </>
  )
}

interface RowProps {
  readonly receipt: IssuedReceipt
  readonly onOpen: () => void
}

function Row({ receipt, onOpen }: RowProps) {
  const words = useStore($organizationPageWords)
  const { id, month, is_supplement, issued_at, total_cost } = receipt
  const named = displayMonth(`${month}-15T12:00:00Z`)
  const issued = displayDate(issued_at)
  return (
    <tr>
      <th scope="row">
        <Button
          variant="plain"
          size="small"
          label={words.openReceipt({ number: String(id), month: named })}
          onClick={onOpen}
        >
          {is_supplement ? words.supplement({ month: named }) : named}
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
