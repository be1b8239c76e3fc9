import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { HttpError } from '../../lib/core/api/errors.ts'
import { filteredPath } from '../../lib/core/navigation/admin-paths.ts'
import {
  type OrganizationPage,
  organizationPage,
} from '../../lib/organizations/organization-page.ts'
import { $organizationPageWords } from '../../lib/organizations/words/organization-page.words.yaml'
import { $organizationsWords } from '../../lib/organizations/words/organizations.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ViewPage } from '../core/parts/ViewPage.tsx'
import { connectPanel } from '../gateways/connect-panel.ts'
import { signInPanel } from '../sign-in/settings/sign-in-panel.ts'
import { OrganizationFacts } from './OrganizationFacts.tsx'
import { OrganizationFigures } from './OrganizationFigures.tsx'
import { OrganizationForm } from './OrganizationForm.tsx'
import { organizationActions } from './organization-actions.ts'

/** An organization: its figures and receipts, its data, and what its panel has. */
export function OrganizationView() {
  const words = useStore($organizationPageWords)
  const organizations = useStore($organizationsWords)
  const resource = useStore(organizationPage.$resource)
  const organization = resource.status === 'loaded' ? resource.data.organization : undefined
  return (
    <ViewPage
      screen="admin"
      view="organization"
      title={organization && (organization.name || organizations.noName)}
      subtitle={organization && organizations[organization.industry]}
    >
      {resource.status === 'failed' && isUnknown(resource.error) ? (
        <StateMessage icon="search" title={words.unknown} hint={words.unknownHint} isProblem>
          <a className="button" href={filteredPath('organizations', {})}>
            {words.allOrganizations}
          </a>
        </StateMessage>
      ) : (
        <Loaded store={organizationPage} loading={words.loading} failed={words.failed} isQuiet>
          {(page) => <Parts key={page.organization.id} page={page} />}
        </Loaded>
      )}
    </ViewPage>
  )
}

function isUnknown(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404
}

const tabs = ['figures', 'details', 'connect', 'signIn'] as const
type Part = (typeof tabs)[number]

function Parts({ page }: { readonly page: OrganizationPage }) {
  const words = useStore($organizationPageWords)
  const organizations = useStore($organizationsWords)
  const can = useStore($capabilities)
  const [tab, setTab] = useState<Part>('figures')
  const [opened, setOpened] = useState<ReadonlySet<Part>>(new Set())
  const [isEditing, setEditing] = useState(false)
  const { organization } = page
  const organizationId = String(organization.id)
  function open(chosen: Part) {
    setTab(chosen)
    setOpened(new Set([...opened, chosen]))
  }
  return (
    <>
      <Tabs
        label={words.parts({ name: organization.name || organizations.noName })}
        tabs={tabs.filter((known) => known !== 'signIn' || can.has('email-domains'))}
        labels={{
          figures: words.figures,
          details: organizations.detailsTab,
          connect: organizations.connect,
          signIn: organizations.signIn,
        }}
        active={tab}
        onOpen={open}
      >
        {tab === 'figures' && <OrganizationFigures page={page} />}
        {tab === 'details' && (
          <>
            <OrganizationFacts organization={organization} />
            <LazyPart
              part={organizationActions}
              props={{
                organization,
                onEdit: () => setEditing(true),
                onClose: () => void organizationPage.reload(),
              }}
            />
          </>
        )}
        {/* Opened parts stay, because they may hold a secret that is shown only once. */}
        {opened.has('connect') && (
          <div hidden={tab !== 'connect'}>
            <h2 className="visually-hidden">{organizations.connect}</h2>
            <LazyPart part={connectPanel} props={{ organizationId }} />
          </div>
        )}
        {opened.has('signIn') && (
          <div hidden={tab !== 'signIn'}>
            <h2 className="visually-hidden">{organizations.signIn}</h2>
            <LazyPart part={signInPanel} props={{ organizationId }} />
          </div>
        )}
      </Tabs>
      {isEditing && (
        <OrganizationForm
          editing={organization}
          onClose={() => {
            setEditing(false)
            void organizationPage.reload()
          }}
        />
      )}
    </>
  )
}
