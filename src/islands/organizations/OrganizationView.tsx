import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { HttpError } from '../../lib/core/api/errors.ts'
import {
  filteredPath,
  type OrganizationPart,
  organizationParts,
} from '../../lib/core/navigation/admin-paths.ts'
import {
  $organizationPart,
  type OrganizationPage,
  openOrganizationPart,
  organizationPage,
} from '../../lib/organizations/organization-page.ts'
import { $organizationPageWords } from '../../lib/organizations/words/organization-page.words.yaml'
import { $organizationsWords } from '../../lib/organizations/words/organizations.words.yaml'
import { $capabilities } from '../../lib/sign-in/capabilities.ts'
import { lazy } from '../../ui/lazy-component.ts'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { LazyPart } from '../core/parts/LazyPart.tsx'
import { Loaded } from '../core/parts/Loaded.tsx'
import { ViewPage } from '../core/parts/ViewPage.tsx'
import { OrganizationFacts } from './OrganizationFacts.tsx'
import { OrganizationFigures } from './OrganizationFigures.tsx'
import { OrganizationForm } from './OrganizationForm.tsx'
import { connectPanel, organizationActions, signInPanel } from './organization-actions.ts'

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

/** The code of the panel, which the first view of an organization does not need. */
const judgePanel = lazy(async () => (await import('../judge/JudgePanel.tsx')).JudgePanel)

function Parts({ page }: { readonly page: OrganizationPage }) {
  const words = useStore($organizationPageWords)
  const organizations = useStore($organizationsWords)
  const can = useStore($capabilities)
  const part = useStore($organizationPart)
  const tabs = organizationParts.filter((known) => known !== 'signIn' || can.has('email-domains'))
  const tab = tabs.find((known) => known === part) ?? 'figures'
  const [opened, setOpened] = useState<ReadonlySet<OrganizationPart>>(new Set([tab]))
  const [isEditing, setEditing] = useState(false)
  if (!opened.has(tab)) setOpened(new Set([...opened, tab]))
  const { organization } = page
  const organizationId = String(organization.id)
  return (
    <>
      <Tabs
        label={words.parts({ name: organization.name || organizations.noName })}
        tabs={tabs}
        labels={{
          figures: words.figures,
          judge: words.judge,
          details: organizations.detailsTab,
          connect: organizations.connect,
          signIn: organizations.signIn,
        }}
        active={tab}
        onOpen={openOrganizationPart}
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
                onDone: () => void organizationPage.reload(),
              }}
            />
          </>
        )}
        {/* Opened parts stay: they may hold what is not saved, or a secret that is shown only once. */}
        {opened.has('judge') && (
          <div hidden={tab !== 'judge'}>
            <LazyPart part={judgePanel} props={{ organizationId }} />
          </div>
        )}
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
