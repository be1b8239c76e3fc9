import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { adminDashboard } from '../../lib/attention/admin.ts'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { $opened, closeOpened, newRow } from '../../lib/core/navigation/opened.ts'
import { draftOf } from '../../lib/core/ui-state/drafts.ts'
import { type Organization, organizationDraft } from '../../lib/organizations/organization-form.ts'
import { $createdOrganization, $foundOrganizations } from '../../lib/organizations/organizations.ts'
import { $organizationsWords } from '../../lib/organizations/words/organizations.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { usePartSoon } from '../core/parts/LazyPart.tsx'
import { ListHead } from '../core/parts/ListHead.tsx'
import { connectPanel } from '../gateways/connect-panel.ts'
import { ReceiptModal } from '../receipts/ReceiptModal.tsx'
import { OrganizationDetails } from './OrganizationDetails.tsx'
import { OrganizationFilter } from './OrganizationFilter.tsx'
import { OrganizationForm } from './OrganizationForm.tsx'
import styles from './Organizations.module.css'
import { OrganizationTable } from './OrganizationTable.tsx'

type Open =
  | { readonly kind: 'form' }
  | {
      readonly kind: 'details' | 'connect' | 'receipt' | 'edit'
      readonly organization: Organization
    }

/** The client organizations (R240-R246). */
export function Organizations({ total }: { readonly total: number }) {
  const words = useStore($organizationsWords)
  const found = useStore($foundOrganizations)
  const [open, setOpen] = useState<Open | undefined>(draftOf(organizationDraft) && { kind: 'form' })
  const created = useStore($createdOrganization)
  usePartSoon(connectPanel)
  const opened = useStore($opened)
  const data = useStore(adminDashboard.$resource)
  const linked = opened && data.status === 'loaded' && linkTo(opened, data.data.organizations)
  const shown = open ?? (linked || undefined)
  function close() {
    setOpen(undefined)
    closeOpened()
  }
  return (
    <section aria-labelledby="organizations-title">
      <ListHead
        id="organizations-title"
        title={words.title}
        found={words.found({ found: formatCount(found.length), total: formatCount(total) })}
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
      {total === 0 && <StateMessage icon="home" title={words.none} hint={words.noneHint} />}
      {total > 0 && found.length === 0 && (
        <StateMessage icon="search" title={words.noMatch} hint={words.noMatchHint} />
      )}
      {found.length > 0 && (
        <OrganizationTable
          organizations={found}
          total={total}
          onOpen={(kind, organization) => setOpen({ kind, organization })}
        />
      )}
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

/** What a link opens; undefined where there is no such organization, or not yet. */
function linkTo(opened: string, organizations: readonly Organization[]): Open | undefined {
  if (opened === newRow) return { kind: 'form' }
  const organization = organizations.find(({ id }) => String(id) === opened)
  return organization && { kind: 'details', organization }
}
