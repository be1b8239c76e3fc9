import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { organizationPath } from '../../lib/core/navigation/admin-paths.ts'
import type { Organization } from '../../lib/organizations/organization-form.ts'
import { $organizationsWords } from '../../lib/organizations/words/organizations.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { historyLink } from '../audit/history-link.ts'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { connectPanel } from '../gateways/connect-panel.ts'
import { signInPanel } from '../sign-in/settings/sign-in-panel.ts'
import { OrganizationFacts } from './OrganizationFacts.tsx'
import { organizationActions } from './organization-actions.ts'

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
