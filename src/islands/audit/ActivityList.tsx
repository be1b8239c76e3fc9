import { useStore } from '@nanostores/react'
import { useState } from 'react'
import {
  type AuditEntry,
  activity,
  exportActivity,
  exportedEntries,
  nameOfActor,
  nameOfTarget,
  roleWords,
  wordsOf,
} from '../../lib/audit/activity.ts'
import {
  type ActivityFold,
  detailWords,
  foldSignIns,
  organizationOf,
  whatOf,
  whoOf,
} from '../../lib/audit/activity-detail.ts'
import { $activityWords } from '../../lib/audit/words/activity.words.yaml'
import { displayTime, formatCount } from '../../lib/core/i18n/format.ts'
import type { ShownRows } from '../../lib/core/lists/paged-resource.ts'
import { viewPath } from '../../lib/core/navigation/view.ts'
import { Button } from '../../ui/Button.tsx'
import { Clamped } from '../../ui/Clamped.tsx'
import { Cell, Table } from '../../ui/Table.tsx'
import { MoreRows } from '../core/lists/MoreRows.tsx'
import styles from './ActivityView.module.css'

/** All that is known about an entry, and what else was done by and to the same. */
function ActivityEntry({ entry }: { readonly entry: AuditEntry }) {
  const words = useStore($activityWords)
  const { actor_id, target_id, target_type, organization_id, organization_name } = entry
  const target = nameOfTarget(entry)
  const facts = [
    [words.who, nameOfActor(entry), actor_id],
    [words.role, roleWords(entry.actor_role), null],
    [words.about, target, target_id],
    [words.organization, organization_name ?? '', organization_id],
    [words.address, entry.address || words.erased, null],
    [words.detail, detailWords(entry), null],
  ] as const
  const links = [
    ...(actor_id === null
      ? []
      : [[words.ofActor({ name: nameOfActor(entry) }), { actor_id: String(actor_id) }] as const]),
    ...(target_id === null || target_type !== 'user'
      ? []
      : [[words.ofTarget({ name: target }), { target_id: String(target_id) }] as const]),
    ...(organization_id === null
      ? []
      : [
          [
            words.ofOrganization({ name: organization_name ?? words.removedOrganization }),
            { organization_id: String(organization_id) },
          ] as const,
        ]),
  ]
  return (
    <>
      <dl className={styles.activityEntryFacts}>
        {facts
          .filter(([, text, id]) => text !== '' || id !== null)
          .map(([label, text, id]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{text}</bdi>
                {id !== null && <span className={styles.id}>{words.id({ id: String(id) })}</span>}
              </dd>
            </div>
          ))}
      </dl>
      <ul className={styles.links}>
        {links.map(([text, query]) => (
          <li key={text}>
            <a href={viewPath('admin', 'activity', query)}>{text}</a>
          </li>
        ))}
      </ul>
    </>
  )
}

interface ActivityRowProps {
  readonly fold: ActivityFold
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** One action, or a fold of sign-ins: when, who, what and about whom; it opens in its place. */
function ActivityRow({ fold, isOpen, onToggle }: ActivityRowProps) {
  const words = useStore($activityWords)
  const [entry] = fold
  const isFolded = fold.length > 1
  const at = displayTime(entry.at)
  const what = whatOf(fold)
  const detail = isFolded ? '' : detailWords(entry)
  // Signing in is about the user who does it; the same name twice says nothing.
  const isOwn = entry.actor_id !== null && entry.actor_id === entry.target_id
  const target = isFolded || isOwn ? '' : nameOfTarget(entry)
  const organization = organizationOf(fold)
  return (
    <>
      <Cell part="detail" className={styles.when}>
        <time dateTime={at.machine}>{at.text}</time>
      </Cell>
      <Cell part="detail" className={styles.who}>
        <Clamped>{whoOf(fold)}</Clamped>
      </Cell>
      <Cell part="title" className={styles.what}>
        <p>
          <span className={styles.action}>{what}</span>
          {detail !== '' && <Clamped className={styles.more}>{detail}</Clamped>}
        </p>
      </Cell>
      <Cell part="detail" className={styles.about}>
        {target !== '' && <Clamped>{target}</Clamped>}
      </Cell>
      <Cell part="detail" className={styles.about}>
        {organization !== '' && <Clamped>{organization}</Clamped>}
      </Cell>
      <Cell part="actions">
        <Button
          variant="secondary"
          size="small"
          label={words.detailsOne({ what, when: at.text })}
          expanded={isOpen}
          onClick={onToggle}
        >
          {words.details}
        </Button>
      </Cell>
      {isOpen && (
        <Cell part="whole" className={styles.open}>
          {isFolded ? <SignInList entries={fold} /> : <ActivityEntry entry={entry} />}
        </Cell>
      )}
    </>
  )
}

/** The sign-ins of a folded row, each with what is known about it in one line. */
function SignInList({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const words = useStore($activityWords)
  return (
    <ul className={styles.list}>
      {entries.map((entry) => {
        const { id, at, actor_id, address } = entry
        const time = displayTime(at)
        const name = nameOfActor(entry)
        const facts = [wordsOf(entry.action), detailWords(entry), address || words.erased]
        return (
          <li key={id}>
            <time dateTime={time.machine}>{time.text}</time>
            <span>
              {actor_id === null ? (
                <bdi>{name}</bdi>
              ) : (
                <a href={viewPath('admin', 'activity', { actor_id: String(actor_id) })}>
                  <bdi>{name}</bdi>
                </a>
              )}
            </span>
            <span className={styles.facts}>{facts.filter((fact) => fact !== '').join(' · ')}</span>
          </li>
        )
      })}
    </ul>
  )
}

interface ActivityListProps {
  readonly paged: ShownRows<AuditEntry, string>
  /** Whether the user asked for sign-ins alone, which are then not folded. */
  readonly isOfOneAction: boolean
}

/** The entries, newest first, with the way to more of them and to a file. */
export function ActivityList({ paged, isOfOneAction }: ActivityListProps) {
  const activityWords = useStore($activityWords)
  const [opened, setOpened] = useState<string | number>()
  const [isExporting, setExporting] = useState(false)
  const { rows, hasMore, pending, failure } = paged
  const folds = isOfOneAction ? rows.map((row) => [row] as const) : foldSignIns(rows)
  async function runExport() {
    setExporting(true)
    await exportActivity()
    setExporting(false)
  }
  return (
    <section aria-label={activityWords.list} aria-busy={pending === 'rows'}>
      <div className={styles.head}>
        <p role="status">{activityWords.shown(rows.length)}</p>
        <p className={styles.limit}>
          {activityWords.exportLimit({ count: formatCount(exportedEntries) })}
        </p>
        <Button
          variant="secondary"
          size="small"
          pending={isExporting}
          onClick={() => void runExport()}
        >
          {isExporting ? activityWords.exporting : activityWords.export}
        </Button>
      </div>
      <Table
        label={activityWords.list}
        className={styles.table}
        columns={[
          { label: activityWords.when, sorted: 'descending' },
          { label: activityWords.who },
          { label: activityWords.what },
          { label: activityWords.about },
          { label: activityWords.organization },
          { label: activityWords.details, isLabelHidden: true },
        ]}
        total={folds.length}
        rows={folds}
        rowKey={([{ id }]) => id}
        row={(fold) => {
          const [{ id }] = fold
          const isOpen = id === opened
          return (
            <ActivityRow
              fold={fold}
              isOpen={isOpen}
              onToggle={() => setOpened(isOpen ? undefined : id)}
            />
          )
        }}
      />
      {hasMore && (
        <MoreRows isPending={pending === 'more'} failure={failure} onMore={activity.more} />
      )}
    </section>
  )
}
