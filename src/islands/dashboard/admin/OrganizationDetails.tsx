import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { displayDate, formatCount } from '../../../lib/format/format.ts'
import { formatMoney } from '../../../lib/format/money.ts'
import { $organizationsMessages } from '../../../lib/messages/organizations.ts'
import type { Organization } from '../../../lib/screens/organization-form.ts'
import { Modal } from '../../../ui/Modal.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { LazyPart } from '../parts/LazyPart.tsx'
import { connectPanel } from './connect/connect-panel.ts'
import styles from './OrganizationDetails.module.css'
import { organizationActions } from './organization-actions.ts'

const tabs = ['details', 'connect'] as const
type OrganizationTab = (typeof tabs)[number]

interface OrganizationDetailsProps {
  readonly organization: Organization
  readonly initialTab: OrganizationTab
  readonly onEdit: () => void
  readonly onClose: () => void
}

/** All data of an organization, read-only, and its connection to the mail. */
export function OrganizationDetails(props: OrganizationDetailsProps) {
  const { organization, initialTab, onEdit, onClose } = props
  const messages = useStore($organizationsMessages)
  const [tab, setTab] = useState<OrganizationTab>(initialTab)
  const [isConnectOpened, setConnectOpened] = useState(initialTab === 'connect')
  const name = organization.name || messages.noName
  function open(chosen: OrganizationTab) {
    setTab(chosen)
    if (chosen === 'connect') setConnectOpened(true)
  }
  return (
    <Modal title={name} isOpen isWide onDismiss={onClose}>
      <Tabs
        label={messages.detailsOne({ name })}
        tabs={tabs}
        labels={{ details: messages.detailsTab, connect: messages.connect }}
        active={tab}
        onOpen={open}
      >
        {tab === 'details' && (
          <>
            <Facts organization={organization} />
            <LazyPart part={organizationActions} props={{ organization, onEdit, onClose }} />
          </>
        )}
        {isConnectOpened && (
          // Stays, because it holds keys that are shown only once.
          <div hidden={tab !== 'connect'}>
            <LazyPart part={connectPanel} props={{ organizationId: String(organization.id) }} />
          </div>
        )}
      </Tabs>
    </Modal>
  )
}

function Facts({ organization }: { readonly organization: Organization }) {
  const messages = useStore($organizationsMessages)
  const created = displayDate(organization.created_at)
  const facts = [
    [messages.industry, messages[organization.industry]],
    [messages.contactEmail, organization.contact_email],
    [messages.phone, organization.phone],
    [messages.address, organization.address],
    [messages.website, organization.website],
    [messages.employees, formatCount(organization.employee_count)],
    [messages.scans, formatCount(organization.total_scans)],
    [messages.cost, formatMoney(organization.total_cost)],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value || messages.notGiven}</bdi>
          </dd>
        </div>
      ))}
      <div>
        <dt>{messages.created}</dt>
        <dd>
          <time dateTime={created.machine}>{created.text || messages.notGiven}</time>
        </dd>
      </div>
    </dl>
  )
}
