import type { Judgement } from '../judgement.ts'
import type { ReasonCode } from './codes.ts'

/** The reader should not do this until it is clear who wrote: open, pay, both, or answer. */
export type Advice = 'open' | 'pay' | 'open_and_pay' | 'answer'

const ofMoney = new Set<ReasonCode>([
  'changed_bank_details',
  'unknown_bank_account',
  'asks_to_change_salary_account',
  'asks_for_payment',
  'asks_for_odd_payment',
  'asks_for_fee',
  'threatens_to_publish',
  'asks_for_gift_cards',
  'promises_money',
  'secret_deal',
])
const ofPages = new Set<ReasonCode>([
  'code_to_scan',
  'form_in_mail',
  'only_a_picture',
  'longer_than_read',
  'archive_with_password_in_text',
  'asks_for_password',
])
const ofPeople = new Set<ReasonCode>([
  'colleague_name_on_foreign_address',
  'role_on_free_mail',
  'asks_for_lists',
  'asks_for_number',
  'asks_to_send_password',
  'asks_for_favour',
  'asks_for_secrecy',
  'secrecy_with_haste',
  'cannot_be_called',
])

/** The advice that fits what was found against a mail. */
export function adviceOf({ reasons }: Pick<Judgement, 'reasons'>): Advice {
  const against = reasons.filter(({ speaks }) => speaks === 'against')
  const has = (codes: ReadonlySet<ReasonCode>) => against.some(({ code }) => codes.has(code))
  const opens =
    has(ofPages) ||
    against.some(({ place }) => place?.part === 'link' || place?.part === 'attachment')
  if (has(ofMoney)) return opens ? 'open_and_pay' : 'pay'
  return !opens && has(ofPeople) ? 'answer' : 'open'
}
