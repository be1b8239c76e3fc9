import { against, type Case, placeOfSaid, type Weighed } from './case.ts'
import { changeByKnown, requestWeights, unknownAccount } from './weights.ts'

/** An announced change of bank accounts, or an account that the organization does not know. */
export function accountReasons(it: Case): Weighed[] {
  const { mail, requests, unknownAccounts } = it
  const change = changeStrength(it)
  const iban = maskOf(unknownAccounts[0])
  const said = requests.get('changedAccount')
  if (change > 0 && said !== undefined)
    return [against(change, 'changed_bank_details', { iban }, placeOfSaid(mail, said))]
  return iban === '' ? [] : [against(unknownStrength(it), 'unknown_bank_account', { iban })]
}

function changeStrength({ requests, sender, isTrusted, accounts, unknownAccounts }: Case): number {
  // Colleagues tell each other of accounts.
  if (!requests.has('changedAccount') || (isTrusted && sender.isOwn)) return 0
  if (!isTrusted) return requestWeights.changedAccount
  // Who names an account that is known changes nothing.
  if (accounts.length > 0 && unknownAccounts.length === 0) return 0
  const { account, withUnknownAccount, verified } = changeByKnown
  const strength = unknownAccounts.length > 0 ? withUnknownAccount : account
  return strength + (requests.has('verified') ? verified : 0)
}

function unknownStrength({ isTrusted, isSuspect }: Case): number {
  if (isSuspect) return unknownAccount.fromSuspect
  return isTrusted ? unknownAccount.fromKnown : unknownAccount.fromUnknown
}

/** Whether the change weighs so much that the sender's being known says nothing. */
export function isTakenOver(it: Case): boolean {
  return it.isTrusted && changeStrength(it) >= changeByKnown.account
}

function maskOf(iban: string | undefined): string {
  return iban === undefined ? '' : `${iban.slice(0, 4)}…${iban.slice(-4)}`
}
