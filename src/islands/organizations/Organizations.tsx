import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { organizationList } from '../../lib/admin/admin.ts'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { $opened, closeOpened, newRow } from '../../lib/core/navigation/opened.ts'
import { draftOf } from '../../lib/core/ui-state/drafts.ts'
import {
  $createdOrganizationId,
  type Organization,
  organizationDraft,
} from '../../lib/organizations/organization-form.ts'
import {
  $foundOrganizations,
  missingOrganizationSorts,
} from '../../lib/organizations/organizations.ts'
import { $organizationsWords } from '../../lib/organizations/words/organizations.words.yaml'
import { Button } from '../../ui/Button.tsx'
import { keepRowFocus } from '../../ui/keep-row-focus.ts'
import { StateMessage } from '../../ui/StateMessage.tsx'
import { ListHead } from '../core/lists/ListHead.tsx'
import { longListEnd, longListNote } from '../core/lists/long-list.ts'
import { LazyPart, usePartSoon } from '../core/parts/LazyPart.tsx'
import { useRow } from '../core/parts/use-row.ts'
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
