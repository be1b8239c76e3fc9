// Purpose: gateways that judge mail: their keys, the formats of rspamd, what arrives and what is refused.
// May import: core, database, http, audit, emails, flags, mail, organizations, webhooks.
// Start reading: keys/gateway-keys.ts.

export { showArrival } from './arrivals/show-arrival.ts'
export { expireKey, issueKey, listKeys, revokeKey, showConnection } from './keys/admin-keys.ts'
export {
  coverByOperatorKey,
  expireOperatorKey,
  issueOperatorKey,
  listOperatorKeys,
  revokeOperatorKey,
} from './keys/admin-operator-keys.ts'
export { countExpiringKeys, findExpiringKeys, findNeedyKeys } from './keys/expiring-keys.ts'
export { countUnknownKeys, findRefused, readRefused } from './refused-requests/refused-requests.ts'
export { rspamdDomains } from './rspamd/rspamd-domains.ts'
export { rspamdFlags } from './rspamd/rspamd-flags.ts'
export { takeRspamdReport } from './rspamd/take-rspamd-report.ts'
