import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $organizationsMessages } from '../../../lib/messages/organizations.ts'
import type { Organization } from '../../../lib/organization-form.ts'
import { Button } from '../../../ui/Button.tsx'
import { StateMessage } from '../../../ui/StateMessage.tsx'
import { OrganizationCard } from './OrganizationCard.tsx'
import { OrganizationDetails } from './OrganizationDetails.tsx'
import { OrganizationForm } from './OrganizationForm.tsx'
import styles from './Organizations.module.css'
import { ReceiptModal } from './ReceiptModal.tsx'

type Open =
  | { readonly kind: 'form' }
  | { readonly kind: 'details' | 'receipt'; readonly organization: Organization }

/** The client organizations (R240-R246). */
export function Organizations(props: { readonly organizations: readonly Organization[] }) {
  const messages = useStore($organizationsMessages)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <section className={styles.organizations} aria-labelledby="organizations-title">
      <div className={styles.head}>
        <h2 id="organizations-title">{messages.title}</h2>
        <Button onClick={() => setOpen({ kind: 'form' })}>{messages.add}</Button>
      </div>
      {props.organizations.length === 0 ? (
        <StateMessage icon="home" title={messages.none} hint={messages.noneHint} />
      ) : (
        <ul className={styles.cards}>
          {props.organizations.map((organization) => (
            <OrganizationCard
              key={organization.id}
              organization={organization}
              onDetails={() => setOpen({ kind: 'details', organization })}
              onReceipt={() => setOpen({ kind: 'receipt', organization })}
            />
          ))}
        </ul>
      )}
      {open?.kind === 'form' && <OrganizationForm onClose={close} />}
      {open?.kind === 'details' && (
        <OrganizationDetails organization={open.organization} onClose={close} />
      )}
      {open?.kind === 'receipt' && (
        <ReceiptModal
          organizations={props.organizations}
          chosen={open.organization}
          onClose={close}
        />
      )}
    </section>
  )
}
