import { useStore } from '@nanostores/react'
import { useState } from 'react'
import {
  type AuditEntry,
  activity,
  exportActivity,
  exportedEntries,
} from '../../lib/audit/activity.ts'
import { $activityWords } from '../../lib/audit/words/activity.words.yaml'
import { formatCount } from '../../lib/core/i18n/format.ts'
import type { Paged } from '../../lib/core/lists/paged-resource.ts'
import { Button } from '../../ui/Button.tsx'
import { Table } from '../../ui/Table.tsx'
import { MoreRows } from '../core/lists/MoreRows.tsx'
import { ActivityEntry } from './ActivityEntry.tsx'
import styles from './ActivityList.module.css'
import { ActivityRow } from './ActivityRow.tsx'

interface ActivityListProps {
  readonly paged: Extract<Paged<AuditEntry, string>, { readonly status: 'loaded' }>
}

/** The entries, newest first, with the way to more of them and to a file. */
export function ActivityList({ paged }: ActivityListProps) {
  const activityWords = useStore($activityWords)
  const [opened, setOpened] = useState<AuditEntry>()
  const [isExporting, setExporting] = useState(false)
  const { rows, hasMore, pending, failure } = paged
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
        total={rows.length}
        rows={rows}
        rowKey={({ id }) => id}
        row={(entry) => <ActivityRow entry={entry} onOpen={() => setOpened(entry)} />}
      />
      {hasMore && (
        <MoreRows isPending={pending === 'more'} failure={failure} onMore={activity.more} />
      )}
      {opened !== undefined && (
        <ActivityEntry entry={opened} onClose={() => setOpened(undefined)} />
      )}
    </section>
  )
}
