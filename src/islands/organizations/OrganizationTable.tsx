import { useStore } from '@nanostores/react'
import {
  $organizationFilter,
  isSortedDescending,
  type OrganizationSort,
} from '../../lib/organizations/organization-filter.ts'
import type { Organization } from '../../lib/organizations/organization-form.ts'
import { $organizationSort } from '../../lib/organizations/organizations.ts'
import { $organizationsWords } from '../../lib/organizations/words/organizations.words.yaml'
import { Table } from '../../ui/Table.tsx'
import { OrganizationRow } from './OrganizationRow.tsx'
import styles from './OrganizationTable.module.css'

interface OrganizationTableProps {
  readonly organizations: readonly Organization[]
  readonly total: number
  readonly onOpen: (kind: 'details' | 'receipt', organization: Organization) => void
}

/** The organizations as rows of a table, or as cards on a phone. */
export function OrganizationTable({ organizations, total, onOpen }: OrganizationTableProps) {
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
        { label: words.recentThreats, isNumber: true, sorted: sortedBy('byThreats') },
        { label: words.scans, isNumber: true, sorted: sortedBy('byScans') },
        { label: words.cost, isNumber: true, sorted: sortedBy('byCost') },
        { label: words.created, sorted: sortedBy('byCreated') },
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
