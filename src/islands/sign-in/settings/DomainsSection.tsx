import { useStore } from '@nanostores/react'
import { addDomain, organizationDomains } from '../../../lib/organizations/organization-domains.ts'
import { $organizationDomainsWords } from '../../../lib/organizations/words/organization-domains.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { keepRowFocus } from '../../../ui/keep-row-focus.ts'
import { useForm } from '../../../ui/use-form.ts'
import { DomainRow } from './DomainRow.tsx'
import styles from './DomainsSection.module.css'
import { OrganizationData } from './OrganizationData.tsx'
import { PanelSection } from './PanelSection.tsx'
import type { SectionProps } from './section.ts'

/** The email domains of an organization, which super admins approve. */
export function DomainsSection({ organizationId }: SectionProps) {
  const words = useStore($organizationDomainsWords)
  return (
    <PanelSection title={words.title} text={words.text}>
      <OrganizationData organizationId={organizationId} store={organizationDomains}>
        {(domains) => (
          <>
            {domains.length === 0 && <p>{words.none}</p>}
            {domains.length > 0 && (
              <ul aria-label={words.title} className={styles.domains} ref={keepRowFocus}>
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
  const words = useStore($organizationDomainsWords)
  const { pending, field, onSubmit } = useForm(addDomain)
  return (
    <form className={styles.add} noValidate onSubmit={onSubmit}>
      <Field {...field('domain')} label={words.domain} hint={words.domainHint}>
        {(control) => (
          <input {...control} dir="ltr" inputMode="url" autoComplete="off" spellCheck={false} />
        )}
      </Field>
      <div className={styles.action}>
        <Button type="submit" pending={pending}>
          {pending ? words.adding : words.add}
        </Button>
      </div>
    </form>
  )
}
