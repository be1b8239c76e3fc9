import type { Judgement, Reason } from '../judgement.ts'
import type { Weighed } from '../rules/case.ts'
import type { ReasonCode } from './codes.ts'

const mostReasons = 6
/** Weaker findings are no reason. */
const leastStrength = 0.15
/** A mail that is not marked has them all the same: below this they would only alarm. */
const leastBesideSafe = 0.5

/** Deceptions and demands that an honest mail has no cause for; with some strength they come first. */
const decisive = new Set<ReasonCode>([
  'own_domain_forged',
  'colleague_name_on_foreign_address',
  'own_name_on_foreign_address',
  'correspondent_name_on_foreign_address',
  'name_shows_another_address',
  'role_on_free_mail',
  'lookalike_of_own_domain',
  'lookalike_of_correspondent',
  'changed_bank_details',
  'asks_to_change_salary_account',
  'asks_for_gift_cards',
  'asks_for_odd_payment',
  'asks_for_fee',
  'asks_to_send_password',
  'threatens_to_publish',
  'link_text_names_another_site',
  'link_begins_like_another_site',
  'link_imitates_brand',
  'brand_links_elsewhere',
  'asks_to_sign_in_elsewhere',
  'code_to_scan',
  'archive_with_password_in_text',
  'longer_than_read',
  'brand_name_on_foreign_domain',
  'link_to_number_address',
  'dangerous_attachment',
  'attached_page_asks',
  'attached_page_unpacks',
  'attached_page_leads_on',
  'code_in_picture',
  'several_senders',
])
const leastDecisive = 0.5

/** How a mail presses, and signs that honest mail has nearly as often. */
const hints = new Set<ReasonCode>([
  'first_contact',
  'pressing_wording',
  'cannot_be_called',
  'asks_for_secrecy',
  'secrecy_with_haste',
  'links_of_sender',
  'nothing_to_open',
])

/** Reasons that cannot be pointed at come last. */
function rankOf({ reason: { code }, strength }: Weighed): number {
  if (isGeneral(code)) return 3
  if (hints.has(code)) return 2
  if (code === 'promises_money') return 0
  return decisive.has(code) && Math.abs(strength) >= leastDecisive ? 0 : 1
}

/** They say no more than that a mail resembles others. */
function isGeneral(code: ReasonCode): boolean {
  return /^(?:un)?(?:usual|ordinary)_/.test(code)
}

/** Reasons for a mail that are told only where none is told against it. */
const praises = new Set<ReasonCode>([
  'ordinary_wording',
  'ordinary_build',
  'links_of_sender',
  'nothing_to_open',
])

/** Weaker, a mail only speaks of signing in. */
const leastDemand = 0.2

/** Demands that links to the sender alone do not make up for. */
const demands = new Set<ReasonCode>([
  'asks_for_password',
  'threatens_with_loss',
  'promises_money',
  'brand_links_elsewhere',
])

/** The reasons of a level, those first that speak for it and decide it. */
export function chooseReasons(
  weighed: readonly Weighed[],
  level: Judgement['level'],
): readonly Reason[] {
  const isSafe = level === 'safe'
  const best = new Map<ReasonCode, Weighed>()
  for (const it of weighed) {
    const { code, speaks } = it.reason
    const strength = Math.abs(it.strength)
    const isLeast = isSafe && speaks === 'against' ? leastBesideSafe : leastStrength
    if (strength < isLeast || (isSafe && speaks === 'against' && isGeneral(code))) continue
    if (strength > Math.abs(best.get(code)?.strength ?? 0)) best.set(code, it)
  }
  const brand = best.get('brand_name_on_foreign_domain')
  const change = best.get('changed_bank_details')
  // In a borrowed name it is another's who asks, whatever account it is about.
  if (brand !== undefined && change !== undefined)
    best.set(change.reason.code, {
      ...change,
      strength: Math.min(change.strength, brand.strength - 0.01),
    })
  const tellsOfLink = [...best.keys()].some((it) => /^(?:link_|form_)|_elsewhere$/.test(it))
  if (tellsOfLink) best.delete('links_open_another_site')
  // One change of accounts is not told twice.
  if (best.has('asks_to_change_salary_account')) best.delete('changed_bank_details')
  const found = [...best.values()]
  const against = found.filter(({ reason }) => reason.speaks === 'against')
  const isSpokenAgainst = !isSafe || against.length > 0
  const asks = weighed.some(
    ({ reason, strength }) => demands.has(reason.code) && strength >= leastDemand,
  )
  // To be who one is proves nothing where that is another one than it seems.
  const isOfAnother = against.some((it) => it.reason.place?.part === 'from' && rankOf(it) === 0)
  const supporting = found.filter(
    ({ reason: { speaks, code } }) =>
      speaks === 'for' &&
      !(isSpokenAgainst && praises.has(code)) &&
      !(asks && hints.has(code)) &&
      !(isOfAnother && code === 'authentication_passed'),
  )
  const inOrder = (all: readonly Weighed[]) =>
    all.toSorted((a, b) => rankOf(a) - rankOf(b) || Math.abs(b.strength) - Math.abs(a.strength))
  const [first, second] = isSafe ? [supporting, against] : [against, supporting]
  return [...inOrder(first), ...inOrder(second)].slice(0, mostReasons).map(({ reason }) => reason)
}
