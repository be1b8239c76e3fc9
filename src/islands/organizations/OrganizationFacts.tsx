import { useStore } from '@nanostores/react'
import { nameOfLanguage } from '../../lib/account/language.ts'
import { formatMoney } from '../../lib/core/format/money.ts'
import { displayDate, formatCount } from '../../lib/core/i18n/format.ts'
import type { Organization } from '../../lib/organizations/organization-form.ts'
import { $organizationLanguageWords } from '../../lib/organizations/words/organization-language.words.yaml'
import { $organizationsWords } from '../../lib/organizations/words/organizations.words.yaml'
import { Fact, Facts } from '../core/facts/Facts.tsx'

/** The data of an organization, read-only. */
export function OrganizationFacts({ organization }: { readonly organization: Organization }) {
  const words = useStore($organizationsWords)
  const languageWords = useStore($organizationLanguageWords)
  const created = displayDate(organization.created_at)
  const facts = [
    [words.industry, words[organization.industry]],
    [words.contactEmail, organization.contact_email],
    [words.phone, organization.phone],
    [words.address, organization.address],
    [words.website, organization.website],
    [languageWords.label, nameOfLanguage(organization.locale)],
    [words.employees, formatCount(organization.employee_count)],
    [words.byScans, formatCount(organization.total_scans)],
    [words.byCost, formatMoney(organization.total_cost)],
  ] as const
  return (
    <Facts>
      {facts.map(([label, value]) => (
        <Fact key={label} label={label}>
          {value || words.notGiven}
        </Fact>
      ))}
      <Fact label={words.byCreated}>
        <time dateTime={created.machine}>{created.text || words.notGiven}</time>
      </Fact>
    </Facts>
  )
}
