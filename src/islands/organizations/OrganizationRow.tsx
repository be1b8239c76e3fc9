import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $adminWords } from '../../lib/admin/words/admin.words.yaml'
import { formatMoney } from '../../lib/core/format/money.ts'
import { displayDate, formatCount } from '../../lib/core/i18n/format.ts'
import { organizationPath } from '../../lib/core/navigation/admin-paths.ts'
import type { Organization } from '../../lib/organizations/organization-form.ts'
import { $organizationsWords } from '../../lib/organizations/words/organizations.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Clamped } from '../../ui/Clamped.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Cell } from '../../ui/Table.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { historyLink } from '../audit/history-link.ts'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { OrganizationFacts } from './OrganizationFacts.tsx'
import styles from './Organizations.module.css'
import { connectPanel, organizationActions, signInPanel } from './organization-actions.ts'

interface OrganizationRowProps {
  readonly organization: Organization
  readonly onDetails: () => void
  readonly onReceipt: () => void
}

/** A row of a table, or a card where the window is narrow (R241-R246). */
export function OrganizationRow({ organization, onDetails, onReceipt }: OrganizationRowProps) {
  const words = useStore($organizationsWords)
  const { receipt } = useStore($adminWords)
  const can = useStore($capabilities)
  const name = organization.name || words.noName
  const created = displayDate(organization.created_at)
  return (
    <>
      <Cell part="title">
        <div className={styles.named}>
          <h3 className={styles.name}>
            {can.has('attention') ? (
              <a className="clamped" href={organizationPath(String(organization.id))}>
                <bdi>{name}</bdi>
              </a>
            ) : (
              <Clamped>{name}</Clamped>
            )}
          </h3>
          {organization.suspended_at !== null && (
            <span className={styles.silent}>
              <Badge tone="danger" icon="warning" label={words.suspended} />
            </span>
          )}
          {organization.gateway_silent_since !== null && organization.suspended_at === null && (
            <span className={styles.silent}>
              <Badge tone="caution" icon="warning" label={words.silent} />
            </span>
          )}
        </div>
      </Cell>
      <Cell part="beside">
        <span className={styles.industry}>{words[organization.industry]}</span>
      </Cell>
      <Cell className={styles.fact} isNumber>
        <span className="table-word">{words.byThreats}</span>
        <span className={styles.threats} data-unusual={organization.has_unusual_attacks}>
          {organization.has_unusual_attacks && (
            <>
              <Icon name="warning" />
              <span className="visually-hidden">{words.unusual}</span>
            </>
          )}
          {organization.recent_threats === null ? '–' : formatCount(organization.recent_threats)}
        </span>
      </Cell>
      <Cell className={styles.fact} isNumber>
        <span className="table-word">{words.byScans}</span>
        <span>{formatCount(organization.total_scans)}</span>
      </Cell>
      <Cell className={styles.fact} isNumber>
        <span className="table-word">{words.byCost}</span>
        <span>{formatMoney(organization.total_cost)}</span>
      </Cell>
      <Cell className={styles.fact}>
        <span className="table-word">{words.byCreated}</span>
        <time className="clamped" dateTime={created.machine}>
          {created.text}
        </time>
      </Cell>
      <Cell part="actions" className={styles.actions}>
        <Button
          variant="secondary"
          size="small"
          label={words.detailsOne({ name })}
          onClick={onDetails}
        >
          {words.details}
        </Button>
        <Button
          variant="secondary"
          size="small"
          label={words.receiptOne({ name })}
          onClick={onReceipt}
        >
          {receipt}
        </Button>
      </Cell>
    </>
  )
}

const tabs = ['details', 'connect', 'signIn'] as const
type OrganizationTab = (typeof tabs)[number]

interface OrganizationDetailsProps {
  readonly organization: Organization
  readonly initialTab: OrganizationTab
  readonly onEdit: () => void
  readonly onClose: () => void
}

/** All data of an organization, read-only, its connection to the mail, and how its users sign in. */
export function OrganizationDetails(props: OrganizationDetailsProps) {
  const { organization, initialTab, onEdit, onClose } = props
  const words = useStore($organizationsWords)
  const [tab, setTab] = useState<OrganizationTab>(initialTab)
  const [opened, setOpened] = useState<ReadonlySet<OrganizationTab>>(new Set([initialTab]))
  const can = useStore($capabilities)
  const name = organization.name || words.noName
  function open(chosen: OrganizationTab) {
    setTab(chosen)
    setOpened(new Set([...opened, chosen]))
  }
  const organizationId = String(organization.id)
  return (
    <Modal title={name} isOpen isWide onDismiss={onClose}>
      <Tabs
        label={words.detailsOne({ name })}
        tabs={tabs.filter((known) => known !== 'signIn' || can.has('email-domains'))}
        labels={{
          details: words.detailsTab,
          connect: words.connect,
          signIn: words.signIn,
        }}
        active={tab}
        onOpen={open}
      >
        {tab === 'details' && (
          <>
            <OrganizationFacts organization={organization} />
            {can.has('attention') && (
              <p>
                <a href={organizationPath(organizationId)}>{words.openPage}</a>
              </p>
            )}
            {can.has('activity') && (
              <LazyPart
                part={historyLink}
                props={{ filter: { organization_id: organizationId } }}
              />
            )}
            <LazyPart
              part={organizationActions}
              props={{ organization, onEdit, onDone: onClose }}
            />
          </>
        )}
        {/* Opened parts stay, because they may hold a secret that is shown only once. */}
        {opened.has('connect') && (
          <div hidden={tab !== 'connect'}>
            <LazyPart part={connectPanel} props={{ organizationId }} />
          </div>
        )}
        {opened.has('signIn') && (
          <div hidden={tab !== 'signIn'}>
            <LazyPart part={signInPanel} props={{ organizationId }} />
          </div>
        )}
      </Tabs>
    </Modal>
  )
}
