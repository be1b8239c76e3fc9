import { useStore } from '@nanostores/react'
import { addDomain, organizationDomains } from '../../../lib/organizations/organization-domains.ts'
import { $organizationDomainsMessages } from '../../../lib/organizations/words/organization-domains.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DomainRow } from './DomainRow.tsx'
import styles from './DomainsSection.module.css'
import { OrganizationData } from './OrganizationData.tsx'
import { PanelSection } from './PanelSection.tsx'
import type { SectionProps } from './section.ts'

/** The email domains of an organization, which super admins approve (A641). */
export function DomainsSection({ organizationId }: SectionProps) {
  const messages = useStore($organizationDomainsMessages)
  return (
    <PanelSection title={messages.title} text={messages.text}>
      <OrganizationData organizationId={organizationId} store={organizationDomains}>
        {(domains) => (
          <>
            {domains.length === 0 && <p>{messages.none}</p>}
            {domains.length > 0 && (
              <ul aria-label={messages.title} className={styles.domains}>
                {domains.map((domain) => (
                  <DomainRow key={domain.domain} domain={domain} />
                ))}
              </ul>
            )}
            <AddForm />
          </>
        )}
      </OrganizationData>
    </PanelSection>
  )
}

function AddForm() {
  const messages = useStore($organizationDomainsMessages)
  const { pending, field, onSubmit } = useForm(addDomain)
  return (
    <form className={styles.add} noValidate onSubmit={onSubmit}>
      <Field {...field('domain')} label={messages.domain} hint={messages.domainHint}>
        {(control) => (
          <input {...control} dir="ltr" inputMode="url" autoComplete="off" spellCheck={false} />
        )}
      </Field>
      <div className={styles.action}>
        <Button type="submit" pending={pending}>
          {pending ? messages.adding : messages.add}
        </Button>
      </div>
    </form>
  )
}
