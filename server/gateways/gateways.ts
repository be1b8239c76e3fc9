// Purpose: gateways that judge mail: their keys, the formats of rspamd, what arrives and what is refused.
// May import: core, database, http, audit, emails, flags, mail, organizations, webhooks.
// Start reading: admit-gateway.ts.

export { showArrival } from './arrivals/show-arrival.ts'
export {
  coverByOperatorKey,
  expireOperatorKey,
  issueOperatorKey,
  listOperatorKeys,
  revokeOperatorKey,
} from './keys/admin-operator-keys.ts'
export { expireKey } from './keys/expire-key.ts'
export { countExpiringKeys, findExpiringKeys, findNeedyKeys } from './keys/expiring-keys.ts'
export { issueKey } from './keys/issue-key.ts'
export { listKeys } from './keys/list-keys.ts'
export { revokeKey } from './keys/revoke-key.ts'
export { showConnection } from './keys/show-connection.ts'
export { countUnknownKeys, findRefused, readRefused } from './refused-requests/refused-requests.ts'
export { rspamdDomains } from './rspamd/rspamd-domains.ts'
export { rspamdFlags } from './rspamd/rspamd-flags.ts'
export { takeRspamdReport } from './rspamd/take-rspamd-report.ts'
