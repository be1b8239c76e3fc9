import { useStore } from '@nanostores/react'
import { displayDate, formatCount } from '../../../lib/format/format.ts'
import { formatMoney } from '../../../lib/format/money.ts'
import { $organizationLanguageMessages } from '../../../lib/messages/organization-language.ts'
import { $organizationsMessages } from '../../../lib/messages/organizations.ts'
import { nameOfLanguage } from '../../../lib/screens/language.ts'
import type { Organization } from '../../../lib/screens/organization-form.ts'
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
