// Purpose: flags on senders, which users set and gateways act on.
// May import: core, database, http, audit, judge, organizations.
// Start reading: add-flag.ts, then find-flags.ts.

export { addFlag } from './add-flag.ts'
export { isActive } from './ended-flags.ts'
export { countBlocked, type FoundFlag, findFlags, noteMatches } from './find-flags.ts'
export { listFlags } from './list-flags.ts'
export { moveFlags } from './move-flags.ts'
export { removeFlag, removeFlags } from './remove-flag.ts'
export {
  changeAddressesRevision,
  changeFlagRevisions,
  isCurrentRevision,
  lockOwnerOfFlags,
  readFlagRevision,
} from './revision.ts'
export { setFlags } from './set-flags.ts'
export { showFlagEvidence } from './show-flag-evidence.ts'
export { showSenders } from './show-senders.ts'
