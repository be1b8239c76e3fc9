import { signIn } from '../features/wording.ts'
import type { Reason } from '../judgement.ts'
import type { ReadMail } from '../read/read-mail.ts'
import type { ReasonCode } from '../reasons/codes.ts'
import { against, type Case, placeOfSaid, type Weighed } from './case.ts'
import { pressure, requestWeights } from './weights.ts'

type Request = Exclude<keyof typeof requestWeights, 'changeAsked'>

/** The stronger of two requests of one kind comes first. */
const codes: readonly (readonly [Request, Reason['code']])[] = [
  ['extortion', 'threatens_to_publish'],
  ['sentSecret', 'asks_to_send_password'],
  ['giftCodes', 'asks_for_gift_cards'],
  ['giftCards', 'asks_for_gift_cards'],
  ['salaryAccount', 'asks_to_change_salary_account'],
  ['deal', 'secret_deal'],
  ['bankRecords', 'asks_for_lists'],
  ['lists', 'asks_for_lists'],
  ['number', 'asks_for_number'],
  ['vagueTask', 'asks_for_favour'],
  ['favour', 'asks_for_favour'],
  ['oddPayment', 'asks_for_odd_payment'],
  ['advanceFee', 'asks_for_fee'],
  ['payment', 'asks_for_payment'],
]

/** Words of a mail that asks for help and keeps to itself what for: with more, it says so. */
const mostOfVague = 70

function saysWhatFor({ subject, text, links, attachments }: ReadMail): boolean {
  const words = `${subject} ${text}`.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return words > mostOfVague || links.length > 0 || attachments.length > 0
}

/** Words of one request beside which a sentence asks for something else, which weighs as much. */
const retold: readonly (readonly [code: ReasonCode, said: RegExp, as: ReasonCode])[] = [
  ['asks_to_change_salary_account', signIn, 'asks_for_password'],
  ['asks_for_number', /\b(?:confirm|verify) your |(?:أكد|تأكيد)ي? رقمك/iu, 'asks_for_password'],
  [
    'asks_for_payment',
    /\blists? of\b.{0,40}\b(?:invoices|suppliers|customers)\b|قائمة.{0,30}الفواتير/iu,
    'asks_for_lists',
  ],
]

function retell(weighed: Weighed): Weighed {
  const { reason } = weighed
  const said = String(reason.values.words ?? '')
  const other = retold.find(([code, words]) => code === reason.code && words.test(said))
  return other === undefined ? weighed : { ...weighed, reason: { ...reason, code: other[2] } }
}

/** The requests of a mail; from those who are known they are business. */
export function requestReasons({
  mail,
  requests,
  isTrusted,
  isAboutMoney,
  sender,
}: Case): Weighed[] {
  if (isTrusted) return []
  const found = new Map<Reason['code'], Weighed>()
  for (const [request, code] of codes) {
    const said = requests.get(request)
    if (said === undefined || found.has(code)) continue
    const values = { words: said.words }
    found.set(code, against(requestWeights[request], code, values, placeOfSaid(mail, said)))
  }
  if (found.size > 1 || saysWhatFor(mail)) found.delete('asks_for_favour')
  const dealings = requests.get('earlierDealings')
  if (dealings !== undefined && isAboutMoney && sender.isFirst) {
    const place = placeOfSaid(mail, dealings)
    const values = { address: sender.address }
    return [
      ...[...found.values()].map(retell),
      against(requestWeights.earlierDealings, 'earlier_dealings_unknown', values, place),
    ]
  }
  return [...found.values()].map(retell)
}

/** How a mail presses: for time, for silence, and so that the reader does not ask back. */
export function pressureReasons(it: Case): Weighed[] {
  const { mail, requests, isTrusted, isSuspect, isAboutMoney, asking } = it
  if (isTrusted) return []
  const weightOf = ({ alone, money, suspect }: (typeof pressure)[keyof typeof pressure]) =>
    isSuspect ? alone + (suspect - alone) * asking : isAboutMoney ? money : alone
  const secret = requests.get('secrecy')
  const unreachable = requests.get('unreachable')
  const haste = requests.get('haste')
  const weighed: Weighed[] = []
  if (secret !== undefined) {
    const code = haste === undefined ? 'asks_for_secrecy' : 'secrecy_with_haste'
    weighed.push(against(weightOf(pressure.secrecy), code, {}, placeOfSaid(mail, secret)))
  }
  if (unreachable !== undefined) {
    const values = { words: unreachable.words }
    const place = placeOfSaid(mail, unreachable)
    weighed.push(against(weightOf(pressure.unreachable), 'cannot_be_called', values, place))
  }
  if (haste !== undefined) {
    // The word alone does not press: 'see you today'.
    const pressing = requests.get('hastyRequest')
    const strength = weightOf(pressure.haste)
    weighed.push(
      pressing === undefined
        ? against(strength, 'unusual_wording', {})
        : against(
            strength,
            'pressing_wording',
            { words: pressing.words },
            placeOfSaid(mail, pressing),
          ),
    )
  }
  return weighed
}
