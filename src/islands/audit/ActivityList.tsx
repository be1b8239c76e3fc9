import { useStore } from '@nanostores/react'
import { useState } from 'react'
import {
  type AuditEntry,
  activity,
  exportActivity,
  exportedEntries,
} from '../../lib/audit/activity.ts'
import { $activityMessages } from '../../lib/audit/words/activity.words.yaml'
import { formatCount } from '../../lib/core/i18n/format.ts'
import type { Paged } from '../../lib/core/lists/paged-resource.ts'
import { $dashboardMessages } from '../../lib/core/words/dashboard.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Table } from '../../ui/Table.tsx'
import { ActivityEntry } from './ActivityEntry.tsx'
import styles from './ActivityList.module.css'
import { ActivityRow } from './ActivityRow.tsx'

interface ActivityListProps {
  readonly paged: Extract<Paged<AuditEntry, string>, { readonly status: 'loaded' }>
}

/** The entries, newest first, with the way to more of them and to a file. */
export function ActivityList({ paged }: ActivityListProps) {
  const messages = useStore($activityMessages)
  const words = useStore($dashboardMessages)
  const [opened, setOpened] = useState<AuditEntry>()
  const [isExporting, setExporting] = useState(false)
  const { rows, hasMore, pending, isMoreFailed } = paged
  async function runExport() {
    setExporting(true)
    await exportActivity()
    setExporting(false)
  }
  return (
    <section aria-label={messages.list} aria-busy={pending === 'rows'}>
      <div className={styles.head}>
        <p role="status">{messages.shown(rows.length)}</p>
        <p className={styles.limit}>
          {messages.exportLimit({ count: formatCount(exportedEntries) })}
        </p>
        <Button
          variant="secondary"
          size="small"
          pending={isExporting}
          onClick={() => void runExport()}
        >
          {isExporting ? messages.exporting : messages.export}
        </Button>
      </div>
      <Table
        label={messages.list}
        className={styles.table}
        columns={[
          { label: messages.when, sorted: 'descending' },
          { label: messages.who },
          { label: messages.what },
          { label: messages.about },
          { label: messages.organization },
          { label: messages.details, isLabelHidden: true },
        ]}
        total={rows.length}
        rows={rows}
        rowKey={({ id }) => id}
        row={(entry) => <ActivityRow entry={entry} onOpen={() => setOpened(entry)} />}
      />
      {isMoreFailed && (
        <p className={styles.problem} role="alert">
          {messages.moreFailed}
        </p>
      )}
      {hasMore && (
        <div className={styles.more}>
          <Button
            variant="secondary"
            pending={pending === 'more'}
            onClick={() => void activity.more()}
          >
            {pending === 'more'
              ? messages.loadingMore
              : isMoreFailed
                ? words.tryAgain
                : messages.more}
          </Button>
        </div>
      )}
      {opened !== undefined && (
        <ActivityEntry entry={opened} onClose={() => setOpened(undefined)} />
      )}
    </section>
  )
}
