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

function changeStrength(it: Case): number {
  const { requests, sender, isTrusted, accounts, unknownAccounts } = it
  // Colleagues tell each other of accounts.
  if (!requests.has('changedAccount') || (isTrusted && sender.isOwn)) return 0
  if (!isTrusted) {
    // That others are to be paid is weighed as a request.
    if (requests.get('changedAccount') === requests.get('oddPayment')) return 0
    // New senders have nothing to change, and ask to all the same.
    const asks = (['payment', 'accountDetails', 'earlierDealings'] as const).some((kind) =>
      requests.has(kind),
    )
    const { changedAccount, changeAsked } = requestWeights
    const said = asks ? changeAsked : changedAccount
    const strength = it.isSuspect ? said : Math.max(0, said + checked(it))
    return strength + (unknownAccounts.length > 0 ? unknownStrength(it) : 0)
  }
  // A known account among those named means that nothing changes.
  if (accounts.length > 0 && unknownAccounts.length === 0) return 0
  const { account, withUnknownAccount } = changeByKnown
  return (unknownAccounts.length > 0 ? withUnknownAccount : account) + checked(it)
}

function unknownStrength(it: Case): number {
  const { isTrusted, isSuspect, sender, accounts, unknownAccounts } = it
  const { fromSuspect, fromKnown, fromUnknown } = unknownAccount
  if (isSuspect) return fromSuspect
  // Colleagues name all kinds of accounts; letterheads name several of the firm.
  const isUsual = sender.isOwn || unknownAccounts.length < accounts.length
  if (!isTrusted || isUsual) return fromUnknown
  return fromKnown + checked(it)
}

/** An account that was checked by telephone, or that the recipient is asked to check at a known number. */
function checked({ requests }: Case): number {
  return requests.has('verified') ? changeByKnown.verified : 0
}

/** Whether a known sender's account weighs so much that being known says nothing. */
export function isTakenOver(it: Case): boolean {
  if (!it.isTrusted) return false
  const strength = it.unknownAccounts.length > 0 ? unknownStrength(it) : 0
  return Math.max(changeStrength(it), strength) >= unknownAccount.fromKnown
}

function maskOf(iban: string | undefined): string {
  return iban === undefined ? '' : `${iban.slice(0, 4)}…${iban.slice(-4)}`
}
