import { useStore } from '@nanostores/react'
import { displayDate, formatCount } from '../../../lib/format.ts'
import { $adminMessages } from '../../../lib/messages/admin.ts'
import { $organizationsMessages } from '../../../lib/messages/organizations.ts'
import { formatMoney } from '../../../lib/money.ts'
import type { Organization } from '../../../lib/organization-form.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './OrganizationCard.module.css'

interface OrganizationCardProps {
  readonly organization: Organization
  readonly onDetails: () => void
  readonly onReceipt: () => void
}

/** R241-R246. */
export function OrganizationCard({ organization, onDetails, onReceipt }: OrganizationCardProps) {
  const messages = useStore($organizationsMessages)
  const { receipt } = useStore($adminMessages)
  const name = organization.name || messages.noName
  const created = displayDate(organization.created_at)
  return (
    <li className={styles.card}>
      <h3>
        <bdi className="clamped">{name}</bdi>
      </h3>
      <p className={styles.industry}>{messages[organization.industry]}</p>
      <dl className={styles.facts}>
        <dt>{messages.scans}</dt>
        <dd>{formatCount(organization.total_scans)}</dd>
        <dt>{messages.cost}</dt>
        <dd>{formatMoney(organization.total_cost)}</dd>
        <dt>{messages.created}</dt>
        <dd className="clamped">
          <time dateTime={created.machine}>{created.text}</time>
        </dd>
      </dl>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          size="small"
          label={messages.detailsOne({ name })}
          onClick={onDetails}
        >
          {messages.details}
        </Button>
        <Button
          variant="secondary"
          size="small"
          label={messages.receiptOne({ name })}
          onClick={onReceipt}
        >
          {receipt}
        </Button>
      </div>
    </li>
  )
}
