import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { AdminSummary } from '../../lib/admin/admin.ts'
import { isLongTotal, shareOf } from '../../lib/admin/system-overview.ts'
import { $adminWords } from '../../lib/admin/words/admin.words.yaml'
import { $attacksWords } from '../../lib/admin/words/attacks.words.yaml'
import { formatMoney } from '../../lib/core/format/money.ts'
import { formatCount, formatPercent } from '../../lib/core/i18n/format.ts'
import { filteredPath, organizationPath } from '../../lib/core/navigation/admin-paths.ts'
import { draftOf } from '../../lib/core/ui-state/drafts.ts'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { lazy } from '../../ui/lazy-component.ts'
import { Counters } from '../core/parts/Counters.tsx'
import { LazyPart, usePartSoon } from '../core/parts/LazyPart.tsx'
import { ShareBar } from '../core/parts/ShareBar.tsx'
import { useOpened } from '../core/parts/use-opened.ts'
import { SilentGateways } from '../gateways/SilentGateways.tsx'
import { reportModal } from '../support-requests/report-modal.ts'
import styles from './AdminScreen.module.css'

interface AttacksProps {
  readonly attacks: NonNullable<AdminSummary['attacks']>
}

/** Which organization needs attention, and why, in one sentence and its list. */
function Attacks({ attacks: { count, attacked } }: AttacksProps) {
  const words = useStore($attacksWords)
  const named = attacked ?? []
  const [first] = named
  if (count === 0 || first === undefined) {
    return (
      <p className={styles.calm}>
        <Icon name="check" />
        {words.none}
      </p>
    )
  }
  const share = shareOf(named)
  const more = count - named.length
  return (
    <section className={styles.attacks} aria-labelledby="attacks-title">
      <h2 id="attacks-title">
        {/* One text, because letters of two are set apart. */}
        {words.sentence(count) + (count === 1 ? words.itIs : words.startWith)}
        <a href={organizationPath(String(first.id))}>
          <bdi>{first.name}</bdi>
        </a>
        {words.against({
          recent: formatCount(first.recent ?? 0),
          usual: formatCount(first.usual ?? 0),
        })}
      </h2>
      {count > 1 && (
        <ol className={styles.list}>
          {named.map(({ id, name, recent, usual }) => (
            <li key={id}>
              <a href={organizationPath(String(id))}>
                <bdi>{name}</bdi>
              </a>
              <svg className={styles.bar} aria-hidden="true">
                <rect width={share(recent)} height="100%" rx="3" />
                <line x1={share(usual)} x2={share(usual)} y2="100%" />
              </svg>
              <span className={styles.figures}>
                <strong>{formatCount(recent ?? 0)}</strong>
                {words.usual({ usual: formatCount(usual ?? 0) })}
              </span>
            </li>
          ))}
        </ol>
      )}
      {more > 0 && (
        <a className={styles.more} href={filteredPath('organizations', { attacks: 'unusual' })}>
          {words.more(more)}
        </a>
      )}
    </section>
  )
}

/** The code of the dialog, which the overview opens and does not show first. */
const receiptModal = lazy(async () => (await import('../receipts/ReceiptModal.tsx')).ReceiptModal)

/** What needs a super admin, and mail by day: loaded after the figures of the overview. */
const needsYou = lazy(async () => (await import('../attention/NeedsYou.tsx')).NeedsYou)
const scansByDay = lazy(async () => (await import('../attention/ScansByDay.tsx')).ScansByDay)

const reportDraft = 'system report'

/** Which organization needs attention, totals (R222-R227), and buttons for receipts and reports. */
export function SystemOverview({ summary }: { readonly summary: AdminSummary }) {
  const words = useStore($adminWords)
  const can = useStore($capabilities)
  const receipt = useOpened('receipt')
  const report = useOpened('report', () => draftOf(reportDraft) !== undefined)
  usePartSoon(receiptModal)
  usePartSoon(reportModal)
  const { total_phishing_detected: phishing } = summary.system_performance
  const safe = Math.max(0, summary.total_scans - phishing)
  return (
    <>
      <Totals summary={summary}>
        {!can.has('attention') && <SilentGateways />}
        <section className={styles.performance} aria-labelledby="performance-title">
          <h2 id="performance-title">{words.performance}</h2>
          <ShareBar
            parts={[
              {
                tone: 'safe',
                count: safe,
                label: words.shareSafe(safe),
              },
              {
                tone: 'danger',
                count: phishing,
                label: words.sharePhishing(phishing),
              },
            ]}
          />
          <Counters
            layout="across"
            counters={[
              [words.detected, formatCount(phishing)],
              [
                words.rate,
                formatPercent(summary.system_performance.detection_rate),
                words.rateCaption,
              ],
              [words.averageCost, formatMoney(summary.system_performance.average_scan_cost)],
            ]}
          />
        </section>
        <section className={styles.actions} aria-labelledby="papers-title">
          <h2 id="papers-title">{words.actions}</h2>
          <Button variant="secondary" onClick={receipt.open}>
            {words.receipt}
          </Button>
          <Button variant="secondary" onClick={report.open}>
            {words.report}
          </Button>
        </section>
        {/* Below what is there first, which must not move when these come. */}
        {can.has('attention') && (
          <>
            <LazyPart part={needsYou} props={{}} />
            <LazyPart part={scansByDay} props={{}} />
          </>
        )}
      </Totals>
      {receipt.isOpen && <LazyPart part={receiptModal} props={{ onClose: receipt.close }} />}
      {report.isOpen && (
        <LazyPart part={reportModal} props={{ draft: reportDraft, onClose: report.close }} />
      )}
    </>
  )
}

interface TotalsProps {
  readonly summary: AdminSummary
  /** Content below the figures. */
  readonly children?: ReactNode
}

/** Also shown before any code has come (`FirstViews.tsx`). */
export function Totals({ summary, children }: TotalsProps) {
  const words = useStore($adminWords)
  const cards = [
    [words.totalUsers, summary.total_users, words.totalUsersCaption],
    [words.totalOrganizations, summary.total_organizations, words.totalOrganizationsCaption],
    [words.totalScans, summary.total_scans, words.totalScansCaption],
  ] as const
  return (
    <div className={styles.overview}>
      {summary.attacks && <Attacks attacks={summary.attacks} />}
      <ul className={styles.cards} data-long={cards.some(([, count]) => isLongTotal(count))}>
        {cards.map(([title, count, caption]) => (
          <li key={title}>
            <h2>{title}</h2>
            <strong>{formatCount(count)}</strong>
            <p className="soft">{caption}</p>
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}
