import { useStore } from '@nanostores/react'
import { activity, noFilter } from '../../lib/audit/activity.ts'
import { $activityWords } from '../../lib/audit/words/activity.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { FailedLoad } from '../core/parts/FailedLoad.tsx'
import { ViewPage } from '../core/parts/ViewPage.tsx'
import { ActivityFilters } from './ActivityFilters.tsx'
import { ActivityList } from './ActivityList.tsx'

/** The audit trail: filters, entries in pages, a file of what is filtered. */
export function ActivityView() {
  const activityWords = useStore($activityWords)
  const paged = useStore(activity.$paged)
  const query = useStore(activity.$query)
  const isFiltered = Object.keys(query).length > 0
  const rows = paged.status === 'loaded' ? paged.rows : []
  return (
    <ViewPage screen="admin" view="activity" subtitle={activityWords.subtitle}>
      <ActivityFilters entries={rows} />
      {paged.status === 'loading' && <Spinner label={activityWords.loading} />}
      {paged.status === 'failed' && (
        <FailedLoad title={activityWords.failed} error={paged.error} onRetry={activity.reload} />
      )}
      {paged.status === 'loaded' && rows.length === 0 && (
        <StateMessage
          icon="search"
          title={isFiltered ? activityWords.noMatch : activityWords.none}
          {...(isFiltered ? { hint: activityWords.noMatchHint } : {})}
        >
          {isFiltered && (
            <Button variant="secondary" onClick={() => activity.ask(noFilter)}>
              {activityWords.clear}
            </Button>
          )}
        </StateMessage>
      )}
      {paged.status === 'loaded' && rows.length > 0 && (
        <ActivityList paged={paged} isOfOneAction={query.action !== undefined} />
      )}
    </ViewPage>
  )
}
