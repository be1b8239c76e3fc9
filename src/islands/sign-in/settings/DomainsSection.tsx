import { useStore } from '@nanostores/react'
import { displayDate } from '../../../lib/core/i18n/format.ts'
import {
  $changedDomains,
  addDomain,
  approveDomain,
  type OrganizationDomain,
  organizationDomains,
  removeDomain,
} from '../../../lib/organizations/organization-domains.ts'
import { $organizationDomainsWords } from '../../../lib/organizations/words/organization-domains.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { domainInput, FieldRow } from '../../../ui/FieldRow.tsx'
import { keepRowFocus } from '../../../ui/keep-row-focus.ts'
import { useForm } from '../../../ui/use-form.ts'
import { FactRow } from '../../core/facts/FactRow.tsx'
import type { SectionProps } from './PanelSection.tsx'
import { OrganizationData, PanelSection } from './PanelSection.tsx'

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
              <ul aria-label={words.title} className="ruled" ref={keepRowFocus}>
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
    <FieldRow
      {...field('domain')}
      label={words.domain}
      hint={words.domainHint}
      action={pending ? words.adding : words.add}
      pending={pending}
      onSubmit={onSubmit}
    >
      {domainInput}
    </FieldRow>
  )
}

/** A domain with what can be done with it; a proposed one can be approved. */
function DomainRow({ domain: row }: { readonly domain: OrganizationDomain }) {
  const words = useStore($organizationDomainsWords)
  const isPending = useStore($changedDomains).has(row.domain)
  const { domain, approved_at, created_at } = row
  const since =
    approved_at === null
      ? words.proposed({ time: displayDate(created_at).text })
      : words.approved({ time: displayDate(approved_at).text })
  return (
    <FactRow name={<bdi dir="ltr">{domain}</bdi>} facts={[since]}>
      {approved_at === null && (
        <Button
          size="small"
          pending={isPending}
          label={words.approveOne({ domain })}
          onClick={() => void approveDomain(domain)}
        >
          {words.approve}
        </Button>
      )}
      <Button
        variant="danger"
        size="small"
        pending={isPending}
        label={words.removeOne({ domain })}
        onClick={() => void removeDomain(domain)}
      >
        {words.remove}
      </Button>
    </FactRow>
  )
}
