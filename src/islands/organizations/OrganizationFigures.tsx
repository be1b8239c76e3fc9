import { useStore } from '@nanostores/react'
import { type MouseEvent, useState } from 'react'
import { formatMoney } from '../../lib/core/format/money.ts'
import { displayDate, displayMonth, formatCount } from '../../lib/core/i18n/format.ts'
import { filteredPath } from '../../lib/core/navigation/admin-paths.ts'
import {
  type IssuedReceipt,
  linkToReceipt,
  type OrganizationPage,
  organizationReceipts,
  setUpOf,
} from '../../lib/organizations/organization-page.ts'
import { $organizationPageWords } from '../../lib/organizations/words/organization-page.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { openInNewTab } from '../../ui/new-tab.ts'
import { historyLink } from '../audit/history-link.ts'
import { LoadedRows } from '../core/lists/LoadedRows.tsx'
import { Counters } from '../core/parts/Counters.tsx'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { ReceiptModal } from '../receipts/ReceiptModal.tsx'
import styles from './OrganizationFigures.module.css'
import { OrganizationThreats } from './OrganizationThreats.tsx'

/** The receipts that were issued; each opens in a new tab by a new link. */
function Receipts({ receipts }: { readonly receipts: readonly IssuedReceipt[] }) {
  const words = useStore($organizationPageWords)
  const [blocked, setBlocked] = useState<string>()
  if (receipts.length === 0) return <p className={styles.none}>{words.noReceipts}</p>
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
            {receipts.map((receipt) => (
              <Row key={receipt.id} receipt={receipt} onOpen={() => void open(receipt.id)} />
            ))}
          </tbody>
        </table>
      </section>
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

/** The steps that are left, the attacks on an organization, what its mail came to, and its receipts. */
export function OrganizationFigures({ page }: { readonly page: OrganizationPage }) {
  const words = useStore($organizationPageWords)
  const can = useStore($capabilities)
  const [isIssuing, setIssuing] = useState(false)
  const { organization, users } = page
  const id = String(organization.id)
  return (
    <div className={styles.figures}>
      <SetUp steps={setUpOf(page)} />
      <OrganizationThreats page={page} />
      <div>
        <Counters
          layout="across"
          counters={[
            [
              words.activeUsers,
              formatCount(users.active),
              words.usersCaption({ total: formatCount(users.total) }),
            ],
            [words.invited, formatCount(users.invited)],
            [words.keys, formatCount(page.gateway_keys)],
            [words.scans, formatCount(organization.total_scans)],
          ]}
        />
        <div className={styles.links}>
          <a href={filteredPath('users', { organization: id })}>{words.showUsers}</a>
          {users.invited > 0 && (
            <a href={filteredPath('users', { organization: id, need: 'invitation' })}>
              {words.showInvited}
            </a>
          )}
          {can.has('activity') && (
            <LazyPart part={historyLink} props={{ filter: { organization_id: id } }} />
          )}
        </div>
      </div>
      <div>
        <div className={styles.head}>
          <h2 id="receipts-title">{words.receipts}</h2>
          <Button variant="secondary" size="small" onClick={() => setIssuing(true)}>
            {words.newReceipt}
          </Button>
        </div>
        <LoadedRows
          store={organizationReceipts}
          loading={words.receiptsLoading}
          failed={words.receiptsFailed}
        >
          {({ rows }) => <Receipts receipts={rows} />}
        </LoadedRows>
      </div>
      <div>
        <h2 id="months-title">{words.months}</h2>
        <Months months={page.months ?? []} />
      </div>
      {isIssuing && (
        <ReceiptModal
          chosen={organization}
          onClose={() => {
            setIssuing(false)
            void organizationReceipts.reload()
          }}
        />
      )}
    </div>
  )
}

type Month = NonNullable<OrganizationPage['months']>[number]

function Months({ months }: { readonly months: readonly Month[] }) {
  const words = useStore($organizationPageWords)
  if (months.length === 0) return <p className={styles.none}>{words.noMonths}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label={words.months} tabIndex={0}>
      <table className={styles.table} aria-labelledby="months-title">
        <thead>
          <tr>
            <th scope="col">{words.month}</th>
            <th scope="col">{words.scans}</th>
            <th scope="col">{words.threats}</th>
            <th scope="col">{words.cost}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, safe, suspicious, malicious, cost }) => (
            <tr key={month}>
              <th scope="row">{monthText(month)}</th>
              <td>{formatCount(safe + suspicious + malicious)}</td>
              <td>{formatCount(suspicious + malicious)}</td>
              <td>{formatMoney(cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The middle of a month is in it in every time zone. */
function monthText(month: string): string {
  return displayMonth(`${month}-15T12:00:00Z`)
}

/** The steps before a new organization is protected; nothing once all of them are done. */
function SetUp({ steps }: { readonly steps: ReturnType<typeof setUpOf> }) {
  const words = useStore($organizationPageWords)
  if (steps.length === 0) return null
  const titles = { connect: words.connect, invite: words.invite, judge: words.judgeStep }
  return (
    <section className={styles.setUp} aria-labelledby="set-up-title">
      <h2 id="set-up-title">{words.setUp}</h2>
      <ol>
        {steps.map(({ name, isDone, href }) => (
          <li key={name} data-done={isDone}>
            <span className={styles.mark}>{isDone && <Icon name="check" />}</span>
            <div>
              {isDone ? (
                <p>
                  {titles[name]}
                  <span className={styles.state}>{words.isDone}</span>
                </p>
              ) : (
                <a href={href} onClick={keepFocus}>
                  {titles[name]}
                </a>
              )}
              {!isDone && <p>{words[`${name}Hint`]}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The link is gone when the tab opens that it leads to. */
function keepFocus(event: MouseEvent<HTMLElement>): void {
  event.currentTarget.closest<HTMLElement>('[role=tabpanel]')?.focus()
}
