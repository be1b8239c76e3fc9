import { against, type Case, placeOfSaid, type Weighed } from './case.ts'
import type { Said } from './requests/said.ts'
import { accountNamed, changeByKnown, requestWeights } from './weights.ts'

/*
 * Aman keeps no accounts, so that none counts as known: a change that is announced is one, whatever
 * account stands below it, and an account is a reason only where its sender is not trusted.
 */

/** An announced change of bank accounts, or an account that a sender without trust names. */
export function accountReasons(it: Case): Weighed[] {
  const { mail, accounts, isTrusted } = it
  const change = changeStrength(it)
  const iban = maskOf(accounts[0]?.iban)
  const said = changeSaid(it)
  if (change > 0 && said !== undefined)
    return [against(change, 'changed_bank_details', { iban }, placeOfSaid(mail, said))]
  const [account] = accounts
  if (account === undefined || isTrusted) return []
  const place = { part: 'text', text: account.said } as const
  return [against(namedStrength(it), 'unknown_bank_account', { iban }, place)]
}

function changeStrength(it: Case): number {
  const { requests, sender, isTrusted, accounts } = it
  // Colleagues tell each other of accounts.
  const changed = changeSaid(it)
  if (changed === undefined || (isTrusted && sender.isOwn)) return 0
  if (isTrusted) return changeByKnown.account + checked(it)
  // That others are to be paid is weighed as a request.
  if (changed.said === requests.get('oddPayment')?.said) return 0
  // New senders have nothing to change, and ask to all the same.
  const asks = (['payment', 'accountDetails', 'earlierDealings'] as const).some((kind) =>
    requests.has(kind),
  )
  const { changedAccount, changeAsked } = requestWeights
  const said = asks ? changeAsked : changedAccount
  const strength = it.isSuspect ? said : Math.max(0, said + checked(it))
  return strength + (accounts.length > 0 ? namedStrength(it) : 0)
}

/** An account with words of news is a change only from a sender who is known, or poses as one. */
export function changeSaid({ requests, isTrusted, isSuspect }: Case): Said | undefined {
  const isChange = isTrusted || isSuspect
  return requests.get('changedAccount') ?? (isChange ? requests.get('otherAccount') : undefined)
}

function namedStrength({ isSuspect }: Case): number {
  return isSuspect ? accountNamed.bySuspect : accountNamed.byStranger
}

/** An account that was checked by telephone, or that the recipient is asked to check at a known number. */
function checked({ requests }: Case): number {
  return requests.has('verified') ? changeByKnown.verified : 0
}

/** Whether a known sender's change of accounts weighs so much that being known says nothing. */
export function changesAccount(it: Case): boolean {
  return it.isTrusted && changeStrength(it) >= changeByKnown.account
}

function maskOf(iban: string | undefined): string {
  return iban === undefined ? '' : `${iban.slice(0, 4)}…${iban.slice(-4)}`
}
