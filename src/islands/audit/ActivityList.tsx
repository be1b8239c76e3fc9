import { useStore } from '@nanostores/react'
import { useState } from 'react'
import {
  type AuditEntry,
  activity,
  exportActivity,
  exportedEntries,
} from '../../lib/audit/activity.ts'
import { foldSignIns } from '../../lib/audit/fold-sign-ins.ts'
import { $activityWords } from '../../lib/audit/words/activity.words.yaml'
import { formatCount } from '../../lib/core/i18n/format.ts'
import type { Paged } from '../../lib/core/lists/paged-resource.ts'
import { Button } from '../../ui/Button.tsx'
import { Table } from '../../ui/Table.tsx'
import { MoreRows } from '../core/lists/MoreRows.tsx'
import styles from './ActivityList.module.css'
import { ActivityRow } from './ActivityRow.tsx'

interface ActivityListProps {
  readonly paged: Extract<Paged<AuditEntry, string>, { readonly status: 'loaded' }>
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
