// Purpose: flags on senders, which users set and gateways act on.
// May import: core, database, http, audit, judge, organizations.
// Start reading: add-flag.ts, then find-flags.ts.

export { addFlag, removeFlag, removeFlags } from './add-flag.ts'
export { showFlagEvidence } from './domains-of-flags.ts'
export { isActive } from './ended-flags.ts'
export { countBlocked, type FoundFlag, findFlags, noteMatches } from './find-flags.ts'
export { listFlags } from './list-flags.ts'
export {
  changeAddressesRevision,
  changeFlagRevisions,
  isCurrentRevision,
  lockOwnerOfFlags,
  moveFlags,
  readFlagRevision,
} from './revision.ts'
export { setFlags } from './set-flags.ts'
export { showSenders } from './show-senders.ts'
