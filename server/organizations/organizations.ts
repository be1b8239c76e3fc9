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
export { organizationsWithMost, recentSince, summarizeJumps } from './attacks.ts'
export {
  aliasesBeside,
  approvedDomains,
  domainOf,
  isIgnored,
  isPublicMail,
  organizationOfDomain,
  publicMailDigest,
  reachesPublicMail,
  readAliases,
  rejectPublicMail,
  writeAliases,
} from './domains.ts'
export { countInvitation, invitationsLeft } from './invitation-limits.ts'
export { listOrganizations } from './list-organizations.ts'
export {
  nameOfOrganization,
  ownOrganizationOf,
  requireOrganization,
  showOwnOrganization,
} from './organization.ts'
export { removeOrganization } from './remove-organization.ts'
export { saveOrganization } from './save-organization.ts'
export { setOrganizationStatus } from './set-organization-status.ts'
export { showOrganizationSummary } from './show-organization-summary.ts'
