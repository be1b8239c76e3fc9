import { findWording, signIn, type Wording } from '../features/wording.ts'
import type { Place } from '../judgement.ts'
import type { ReadMail } from '../read/read-mail.ts'
import { placeOfSaid } from '../rules/case.ts'
import { quote, type Said } from '../rules/requests/said.ts'
import { sentencesOf } from '../rules/requests/sentences.ts'

/** The sentence in which a mail really says something, and not that it does not. */
export function sayingOf(wording: Wording, mail: ReadMail): (Said & { place: Place }) | undefined {
  const isSaid = (said: string) => findWording(wording, said)
  const found = firstSaid(wording, mail, isSaid)
  if (wording !== 'promisesMoney' || found === undefined || sum.test(found.said)) return found
  // 'No experience needed' is no promise without what is paid.
  return (
    firstSaid(wording, mail, (said) => (sum.test(said) ? promise.exec(said)?.[0] : undefined)) ??
    found
  )
}

/** A sign-in in words of which the model makes nothing. */
export function sayingOfSignIn(mail: ReadMail): (Said & { place: Place }) | undefined {
  return firstSaid('asksForPassword', mail, (said) => signIn.exec(said)?.[0])
}

function firstSaid(
  wording: Wording,
  mail: ReadMail,
  find: (said: string) => string | undefined,
): (Said & { place: Place }) | undefined {
  for (const { said } of sentencesOf(mail)) {
    const found = find(said)
    if (found === undefined) continue
    const start = said.indexOf(found)
    if (isDenied(said, start) || isHarmless[wording]?.test(said) === true) continue
    const quoted = quote(said, [{ start, end: start + found.length }], 'as said')
    return { ...quoted, place: placeOfSaid(mail, quoted) }
  }
  return undefined
}

const sum = /\d|million|مليون/iu
const promise = /\bpays?\b|\bearn|salary|راتب/iu

const denial =
  /(?:\b(?:not?|nothing|none|never|without|neither|nor|cannot|nobody|no one)|n['’]t)(?:\s+[\p{L}-]+){0,4}\s+$|\b(?:nobody|no one|never)(?:\s+[\p{L}-]+){0,9}\s+$|(?<!\p{L})(?:لا|لن|لم|ليس|ليست|دون|بدون|عدم)(?:\s+\p{L}+){0,3}\s+$/iu
/** Words that announce what follows if the reader does nothing, which denies nothing. */
const condition =
  /\b(?:if|unless|otherwise|or else|until|before|failure|fail)\b|(?<!\p{L})(?:إذا|اذا|إن لم|ما لم|وإلا|والا|في حال|لتجنب|حتى لا|كي لا)/iu

function isDenied(said: string, start: number): boolean {
  // Arabic words begin with what belongs to them.
  const before = said.slice(Math.max(0, start - 90), start).replace(/\p{L}+$/u, '')
  return denial.test(before) && !condition.test(said)
}

/** The same words about other things: a code that expires, a quota of sales, a parcel that comes quickly. */
const isHarmless: Partial<Record<Wording, RegExp>> = {
  asksForPassword:
    /\b(?:(?:has been|was|were|successfully) (?:changed|reset|updated)|forgot(?:ten)? your|never ask|did not (?:ask|request)|didn['’]t (?:ask|request))\b|\b(?:password|pass ?code) ?(?::|is\b|(?:for|of|to) (?:the|this|it)\b)|\b(?:with|using|by|enter|use) (?:the |this )?(?:password|pass ?code) [\w-]{0,20}\d|\b(?:archive|attachment|zip|file), (?:the )?(?:password|pass ?code)\b|\b(?:to|into) (?:\w+ ){0,3}wallet|(?:لا|لن) (?:نطلب|يطلب|تشارك|تعط)|تم تغيير كلمة|كلمة (?:المرور|السر|مرور|سر) ?(?::|هي|للملف|الملف|المرفق|الأرشيف|\S{0,20}\d)/iu,
  threatensWithLoss:
    /\b(?:codes?|links?|offers?|otp|sessions?|invitations?|trial|coupon|vouchers?) (?:will |that |which )?(?:expires?|is valid)|expires? in \d+ (?:minutes?|hours?)|sales quota|put on hold music|(?:رمز|الرمز|الرابط|العرض|الكود)\S* .{0,20}(?:ينتهي|تنتهي|صلاحي)/iu,
  asksForPayment:
    /\b(?:swift(?:ly)? (?:action|response|reply)|codes? (?:is|are)?:? ?\d|has been (?:paid|received)|was (?:paid|received)|already paid|thank(?:s| you) for (?:your|the) payment|no payment)\b|شكر.{0,20}(?:سداد|دفع)|تم (?:استلام|سداد|دفع|تحويل)/iu,
  presses:
    /\b(?:ships?|shipped|delivered|arrives?|answer(?:ed|s)?|learn|grow\w*|react\w*) (?:\w+ ){0,2}(?:quickly|immediately|right away)|(?:we|i|he|she|they)(?:['’]ll| will|['’]d)? [a-z ]{0,30}(?:as soon as possible|quickly|immediately|right away)/iu,
}
