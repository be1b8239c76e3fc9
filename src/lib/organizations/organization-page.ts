import { computed } from 'nanostores'
import { showOrganizationThreatsEndpoint } from '../../../contract/attention/show-organization-threats.ts'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { showOrganizationSummaryEndpoint } from '../../../contract/organizations/show-organization-summary.ts'
import {
  type IssuedReceipt,
  listReceiptsEndpoint,
} from '../../../contract/receipts/list-receipts.ts'
import { renewReceiptLinkEndpoint } from '../../../contract/receipts/renew-receipt-link.ts'
import { type DailyCounts, dailyCountsOf } from '../attention/daily-counts.ts'
import { urlOf } from '../core/api/api-base.ts'
import { call } from '../core/api/http.ts'
import { webAddressOf } from '../core/api/site-config.ts'
import { createPagedResource } from '../core/lists/paged-resource.ts'
import { onSubject, resourceOf, subjectOf } from '../core/lists/subject.ts'
import {
  filteredPath,
  type OrganizationPart,
  organizationParts,
  organizationPath,
} from '../core/navigation/admin-paths.ts'
import { $router } from '../core/navigation/router.ts'
import { reportFailure } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $organizationPageWords } from './words/organization-page.words.yaml'

export type { IssuedReceipt }

export interface OrganizationPage extends OutputOf<typeof showOrganizationSummaryEndpoint> {
  readonly days?: DailyCounts
  /** Why there are none; the rest of the page is not held back by them. */
  readonly daysError?: unknown
}

const $organizationId = subjectOf('organization')

/** The organization in the address, with its figures. */
export const organizationPage = resourceOf<OrganizationPage>(
  $organizationId,
  async (organization_id) => {
    const days = dailyCountsOf(organization_id).then(
      (counts) => ({ days: counts }),
      (daysError: unknown) => ({ daysError }),
    )
    const summary = await call(showOrganizationSummaryEndpoint, { organization_id })
    return { ...summary, ...(await days) }
  },
)

/** Members and kinds of attack; apart, because another backend may not tell them. */
export const organizationThreats = resourceOf($organizationId, (organization_id) =>
  call(showOrganizationThreatsEndpoint, { organization_id }),
)

/** Its receipts, page by page; the address has its id as `id`. */
export const organizationReceipts = createPagedResource(listReceiptsEndpoint, [], () => ({
  organization_id: $organizationId.get(),
}))
onSubject(organizationReceipts.$paged, $organizationId, organizationReceipts.reload)

/** The tab in the address. */
export const $organizationPart = computed(
  $router,
  (page) => organizationParts.find((part) => part === page?.search.part) ?? organizationParts[0],
)

/** Back leaves the page, not the tab. */
export function openOrganizationPart(part: OrganizationPart): void {
  organizationReceipts.show({ part: part === organizationParts[0] ? '' : part })
}

interface SetUpStep {
  readonly name: 'connect' | 'invite' | 'judge'
  readonly isDone: boolean
  /** Where it is done. */
  readonly href: string
}

/** The steps that make a new organization work; empty once all are done. */
export function setUpOf({ organization, users, ...page }: OrganizationPage): readonly SetUpStep[] {
  const id = String(organization.id)
  const steps: SetUpStep[] = [
    {
      name: 'connect',
      isDone: organization.total_scans > 0,
      href: organizationPath(id, 'connect'),
    },
    {
      name: 'invite',
      isDone: users.total > 0,
      href: filteredPath('users', { organization: id }),
    },
    { name: 'judge', isDone: page.is_judge_chosen, href: organizationPath(id, 'judge') },
  ]
  return steps.every(({ isDone }) => isDone) ? [] : steps
}

const notices = noticesAbout('organization-receipts')

/** @returns the address of the receipt, or undefined after an error was shown */
export async function linkToReceipt(id: IssuedReceipt['id']): Promise<string | undefined> {
  const organizationPageWords = $organizationPageWords.get()
  notices.drop()
  try {
    const { receipt_url } = await call(renewReceiptLinkEndpoint, { id: String(id) })
    return webAddressOf(new URL(receipt_url, new URL(urlOf('/'), location.href)).href)
  } catch (error) {
    await reportFailure(notices, error, {
      prefix: organizationPageWords.receiptFailed,
      order: ['message'],
    })
    return undefined
  }
}
