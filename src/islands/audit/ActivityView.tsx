import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import {
  type AuditEntry,
  activity,
  auditActions,
  chosenOf,
  noFilter,
  searchOrganizations,
  searchUsers,
} from '../../lib/audit/activity.ts'
import { $activityWords } from '../../lib/audit/words/activity.words.yaml'
import { $activityActionsWords } from '../../lib/audit/words/activity-actions.words.yaml'
import { $dashboardWords } from '../../lib/core/words/dashboard.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { FilterSelect } from '../core/filters/FilterSelect.tsx'
import { FailedLoad } from '../core/parts/FailedLoad.tsx'
import { ViewPage } from '../core/parts/ViewPage.tsx'
import { ActivityList } from './ActivityList.tsx'
import styles from './ActivityView.module.css'
import '../../ui/date-field.css'

const pickers = [
  ['target_id', 'target', searchUsers],
  ['actor_id', 'actor', searchUsers],
  ['organization_id', 'organization', searchOrganizations],
] as const

/** The filters; all of them are in the address. On a narrow window a button unfolds them. */
function ActivityFilters({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const activityWords = useStore($activityWords)
  const actions = useStore($activityActionsWords)
  const words = useStore($dashboardWords)
  const query = useStore(activity.$query)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const count = Object.keys(query).length
  return (
    <search className={styles.filters} aria-label={activityWords.filters}>
      <div className={styles.unfold}>
        <button
          type="button"
          className="button"
          data-variant="secondary"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? words.filters : words.filtersActive(count)}
        </button>
      </div>
      <div id={id} className={styles.fields} data-open={isOpen}>
        {pickers.map(([name, label, search]) => {
          const chosen = chosenOf(name, query[name], entries)
          return (
            <Picker
              // Another choice by a link or Back, or its name that was not known before.
              key={`${name} ${chosen?.id} ${chosen?.label}`}
              label={activityWords[label]}
              name={name}
              placeholder={activityWords.all}
              search={search}
              initial={chosen}
              onChoose={(choice) => activity.ask({ [name]: choice?.id ?? '' })}
            />
          )
        })}
        <FilterSelect
          label={activityWords.action}
          all={activityWords.all}
          values={auditActions}
          labels={actions}
          value={query.action ?? ''}
          onChoose={(action) => activity.ask({ action })}
        />
        {(['from', 'to'] as const).map((name) => (
          <Field key={name} label={activityWords[name]}>
            {(control) => (
              <input
                {...control}
                type="date"
                value={query[name] ?? ''}
                max="9999-12-31"
                onChange={(event) => activity.ask({ [name]: event.currentTarget.value })}
              />
            )}
          </Field>
        ))}
      </div>
      {count > 0 && (
        <div className={styles.clear}>
          <Button variant="plain" size="small" onClick={() => activity.ask(noFilter)}>
            {activityWords.clear}
          </Button>
        </div>
      )}
    </search>
  )
}

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
