import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { organizationList } from '../../lib/admin/admin.ts'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { $opened, closeOpened, newRow } from '../../lib/core/navigation/view.ts'
import { draftOf } from '../../lib/core/ui-state/drafts.ts'
import {
  $createdOrganizationId,
  industries,
  type Organization,
  organizationDraft,
} from '../../lib/organizations/organization-form.ts'
import {
  $foundOrganizations,
  $organizationFilter,
  $organizationSort,
  isSortedDescending,
  missingOrganizationSorts,
  type OrganizationSort,
  reverseOrganizations,
  sortOrganizations,
} from '../../lib/organizations/organizations.ts'
import { $organizationsWords } from '../../lib/organizations/words/organizations.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { Table } from '../../ui/Table.tsx'
import { ListFilter } from '../core/filters/ListFilter.tsx'
import { ListHead } from '../core/lists/ListHead.tsx'
import { longListEnd, longListNote } from '../core/lists/long-list.ts'
import { LazyPart, usePartSoon } from '../core/parts/LazyPart.tsx'
import { useRow } from '../core/parts/use-row.ts'
import { ReceiptModal } from '../receipts/ReceiptModal.tsx'
import { OrganizationForm } from './OrganizationForm.tsx'
import { OrganizationDetails, OrganizationRow } from './OrganizationRow.tsx'
import styles from './Organizations.module.css'
import { connectPanel } from './organization-actions.ts'

type Open =
  | { readonly kind: 'form' }
  | {
      readonly kind: 'details' | 'connect' | 'receipt' | 'edit'
      readonly organization: Organization
    }

/** The client organizations (R240-R246). */
export function Organizations() {
  const words = useStore($organizationsWords)
  const list = useStore(organizationList.$list)
  const rows = useStore($foundOrganizations)
  const { found, total } = list?.isLong ? list : { found: rows.length, total: list?.total ?? 0 }
  const isFailed = list?.isLong && list.failed === 'rows'
  const [open, setOpen] = useState<Open | undefined>(draftOf(organizationDraft) && { kind: 'form' })
  const created = useRow(organizationList, useStore($createdOrganizationId))
  usePartSoon(connectPanel)
  const opened = useStore($opened)
  const linked = useRow(organizationList, opened === newRow ? undefined : opened)
  const shown = open ?? (opened === undefined ? undefined : linkTo(opened, linked))
  function close() {
    setOpen(undefined)
    closeOpened()
  }
  return (
    <section aria-labelledby="organizations-title" ref={keepRowFocus}>
      <ListHead
        id="organizations-title"
        title={words.title}
        found={words.found({ found: formatCount(found), total: formatCount(total) })}
      >
        <Button onClick={() => setOpen({ kind: 'form' })}>{words.add}</Button>
      </ListHead>
      {created !== undefined && (
        <div className={styles.next} role="status">
          <p>{words.connectNext({ name: created.name })}</p>
          <Button size="small" onClick={() => setOpen({ kind: 'connect', organization: created })}>
            {words.connect}
          </Button>
        </div>
      )}
      {total > 0 && <OrganizationFilter />}
      {list?.isLong && (
        <LazyPart
          part={longListNote}
          props={{ list, missingSorts: missingOrganizationSorts.map((sort) => words[sort]) }}
        />
      )}
      {total === 0 && <StateMessage icon="home" title={words.none} hint={words.noneHint} />}
      {total > 0 && rows.length === 0 && !isFailed && (
        <StateMessage icon="search" title={words.noMatch} hint={words.noMatchHint} />
      )}
      {rows.length > 0 && !isFailed && (
        <OrganizationTable
          organizations={rows}
          total={total}
          onOpen={(kind, organization) => setOpen({ kind, organization })}
        />
      )}
      {list?.isLong && <LazyPart part={longListEnd} props={{ list, store: organizationList }} />}
      {shown?.kind === 'form' && <OrganizationForm onClose={close} />}
      {shown?.kind === 'edit' && <OrganizationForm editing={shown.organization} onClose={close} />}
      {(shown?.kind === 'details' || shown?.kind === 'connect') && (
        <OrganizationDetails
          organization={shown.organization}
          initialTab={shown.kind}
          onEdit={() => setOpen({ kind: 'edit', organization: shown.organization })}
          onClose={close}
        />
      )}
      {shown?.kind === 'receipt' && <ReceiptModal chosen={shown.organization} onClose={close} />}
    </section>
  )
}

/** The target of a link; undefined where there is no such organization, or not yet. */
function linkTo(opened: string, organization: Organization | undefined): Open | undefined {
  if (opened === newRow) return { kind: 'form' }
  return organization && { kind: 'details', organization }
}

function OrganizationFilter() {
  const words = useStore($organizationsWords)
  const { isReversed } = useStore($organizationFilter)
  const { sorts, sort } = useStore($organizationSort)
  return (
    <ListFilter
      $filter={$organizationFilter}
      names={['industry', 'gateway', 'attacks']}
      words={words}
      sorts={sorts}
      sort={sort}
      order={orderInWords({ sort, isReversed }, words)}
      onSort={sortOrganizations}
      onReverse={reverseOrganizations}
    >
      {(select) => (
        <>
          {select('industry', words.industry, industries, words)}
          {select('gateway', words.gateway, ['silent'], { silent: words.silentOnes })}
          {select('attacks', words.attacks, ['unusual'], { unusual: words.unusualOnes })}
        </>
      )}
    </ListFilter>
  )
}

function orderInWords(
  { sort, isReversed }: { readonly sort: OrganizationSort; readonly isReversed: boolean },
  words: ReturnType<typeof $organizationsWords.get>,
): string {
  if (sort === 'byName') return isReversed ? words.zToA : words.aToZ
  if (sort === 'byCreated') return isReversed ? words.oldestFirst : words.newestFirst
  return isReversed ? words.lowestFirst : words.highestFirst
}

interface OrganizationTableProps {
  readonly organizations: readonly Organization[]
  readonly total: number
  readonly onOpen: (kind: 'details' | 'receipt', organization: Organization) => void
}

/** The organizations as rows of a table, or as cards on a phone. */
function OrganizationTable({ organizations, total, onOpen }: OrganizationTableProps) {
  const words = useStore($organizationsWords)
  const { isReversed } = useStore($organizationFilter)
  const { sort } = useStore($organizationSort)
  const direction = isSortedDescending(sort, isReversed) ? 'descending' : 'ascending'
  const sortedBy = (by: OrganizationSort) => (by === sort ? direction : undefined)
  return (
    <Table
      label={words.title}
      className={styles.organizations}
      columns={[
        { label: words.one, sorted: sortedBy('byName') },
        { label: words.industry },
        { label: words.byThreats, isNumber: true, sorted: sortedBy('byThreats') },
        { label: words.byScans, isNumber: true, sorted: sortedBy('byScans') },
        { label: words.byCost, isNumber: true, sorted: sortedBy('byCost') },
        { label: words.byCreated, sorted: sortedBy('byCreated') },
        { label: words.actions, isLabelHidden: true },
      ]}
      total={total}
      rows={organizations}
      rowKey={(organization) => organization.id}
      name={(organization) => organization.name}
      row={(organization) => (
        <OrganizationRow
          organization={organization}
          onDetails={() => onOpen('details', organization)}
          onReceipt={() => onOpen('receipt', organization)}
        />
      )}
    />
  )
}
