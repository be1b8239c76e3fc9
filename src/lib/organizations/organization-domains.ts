import type { OutputOf } from '../../../contract/core/endpoint.ts'
import {
  addDomainEndpoint,
  deleteDomainEndpoint,
  listOrganizationDomainsEndpoint,
} from '../../../contract/organizations/admin-domains.ts'
import { call } from '../core/api/http.ts'
import { makeChange, pendingRows } from '../core/ui-state/change.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { done, rejectFields, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { callConfirmed } from '../sign-in/confirmation.ts'
import { createOrganizationResource, openedOrganization } from '../sign-in/organization-sign-in.ts'
import { $organizationDomainsWords } from './words/organization-domains.words.yaml'

export type OrganizationDomain = OutputOf<typeof listOrganizationDomainsEndpoint>['domains'][number]

const notices = noticesAbout('organization-domains')
const changes = pendingRows()

/** The domains that are being approved or removed. */
export const $changedDomains = changes.$pending

export const organizationDomains = createOrganizationResource(async (organization_id) => {
  const { domains } = await call(listOrganizationDomainsEndpoint, { organization_id })
  return domains
})

/** Adds a domain, which is then approved. */
export async function addDomain(form: FormData): Promise<Submitted> {
  const organizationDomainsWords = $organizationDomainsWords.get()
  notices.drop()
  const domain = textOf(form, 'domain')
  if (domain === '') return rejectFields(notices, organizationDomainsWords.missing, ['domain'])
  try {
    await callConfirmed(addDomainEndpoint, { organization_id: openedOrganization(), domain })
  } catch (error) {
    return reportFailure(notices, error, { prefix: organizationDomainsWords.addFailed }, form)
  }
  notices.success(organizationDomainsWords.added)
  await organizationDomains.reload()
  return done
}

/** Approves a proposed domain. */
export function approveDomain(domain: string): Promise<void> {
  const { approvedNow } = $organizationDomainsWords.get()
  const input = { organization_id: openedOrganization(), domain }
  return change(domain, approvedNow({ domain }), () => callConfirmed(addDomainEndpoint, input))
}

/** Removes a domain after a question. */
export async function removeDomain(domain: string): Promise<void> {
  const { removeQuestion, remove, removed } = $organizationDomainsWords.get()
  if (!(await confirm({ text: removeQuestion({ domain }), action: remove }))) return
  const input = { organization_id: openedOrganization(), domain }
  await change(domain, removed({ domain }), () => callConfirmed(deleteDomainEndpoint, input))
}

async function change(domain: string, done: string, send: () => Promise<unknown>): Promise<void> {
  await changes.run(domain, () => makeChange(notices, { done }, send, organizationDomains.reload))
}
