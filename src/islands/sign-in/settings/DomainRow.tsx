import { useStore } from '@nanostores/react'
import { displayDate } from '../../../lib/core/i18n/format.ts'
import {
  $changedDomains,
  approveDomain,
  type OrganizationDomain,
  removeDomain,
} from '../../../lib/organizations/organization-domains.ts'
import { $organizationDomainsWords } from '../../../lib/organizations/words/organization-domains.words.yaml'
import { Button } from '../../../ui/Button.tsx'
import { FactRow } from '../../core/facts/FactRow.tsx'

/** A domain with what can be done with it; a proposed one can be approved. */
export function DomainRow({ domain: row }: { readonly domain: OrganizationDomain }) {
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
