// Purpose: organizations: their records, domains, status and figures.
// May import: core, database, http, audit, judge, receipts.
// Start reading: save-organization.ts.

export { adminDashboard } from './admin-dashboard.ts'
export {
  addDomain,
  deleteDomain,
  listOrganizationDomains,
  proposeOwnDomain,
} from './admin-domains.ts'
export { aliasesBeside, readAliases, writeAliases } from './aliases.ts'
export { recentSince, summarizeJumps } from './attacks.ts'
export { approvedDomains, domainOf, organizationOfDomain } from './domains.ts'
export { countInvitation, invitationsLeft } from './invitation-limits.ts'
export { listOrganizations } from './list-organizations.ts'
export { nameOfOrganization, ownOrganizationOf, requireOrganization } from './organization.ts'
export { organizationsWithMost } from './organizations-with-most.ts'
export {
  isIgnored,
  isPublicMail,
  publicMailDigest,
  reachesPublicMail,
  rejectPublicMail,
} from './public-mail.ts'
export { removeOrganization } from './remove-organization.ts'
export { saveOrganization } from './save-organization.ts'
export { setOrganizationStatus } from './set-organization-status.ts'
export { showOrganizationSummary } from './show-organization-summary.ts'
export { showOwnOrganization } from './show-own-organization.ts'
