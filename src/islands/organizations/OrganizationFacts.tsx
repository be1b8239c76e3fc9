import { useStore } from '@nanostores/react'
import { nameOfLanguage } from '../../lib/account/language.ts'
import { formatMoney } from '../../lib/core/format/money.ts'
import { displayDate, formatCount } from '../../lib/core/i18n/format.ts'
import type { Organization } from '../../lib/organizations/organization-form.ts'
import { $organizationLanguageMessages } from '../../lib/organizations/words/organization-language.words.yaml'
import { $organizationsMessages } from '../../lib/organizations/words/organizations.words.yaml'
import styles from './OrganizationFacts.module.css'

/** The data of an organization, read-only. */
export function OrganizationFacts({ organization }: { readonly organization: Organization }) {
  const messages = useStore($organizationsMessages)
  const languageMessages = useStore($organizationLanguageMessages)
  const created = displayDate(organization.created_at)
  const facts = [
    [messages.industry, messages[organization.industry]],
    [messages.contactEmail, organization.contact_email],
    [messages.phone, organization.phone],
    [messages.address, organization.address],
    [messages.website, organization.website],
    [languageMessages.label, nameOfLanguage(organization.locale)],
    [messages.employees, formatCount(organization.employee_count)],
    [messages.scans, formatCount(organization.total_scans)],
    [messages.cost, formatMoney(organization.total_cost)],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value || messages.notGiven}</bdi>
          </dd>
        </div>
      ))}
      <div>
        <dt>{messages.created}</dt>
        <dd>
          <time dateTime={created.machine}>{created.text || messages.notGiven}</time>
        </dd>
      </div>
    </dl>
  )
}
