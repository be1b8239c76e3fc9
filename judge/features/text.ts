import type { ReadMail } from '../read/read-mail.ts'
import { brandIn } from './brands.ts'
import { mixesLetters } from './sender.ts'
import { findWording, type Wording, wordings } from './wording.ts'
import { joinLines } from './words.ts'

const flag = (is: boolean) => (is ? 1 : 0)
const share = (pattern: RegExp, text: string, base: number) =>
  base === 0 ? 0 : (text.match(pattern)?.length ?? 0) / base

/** The texts of a mail that a reader sees, with sentences in one line, for words and wordings. */
export function seenText({ subject, text }: ReadMail): string {
  return `${subject}\n${joinLines(text)}`
}

/** How a mail speaks. */
export function textFeatures(mail: ReadMail) {
  const { subject, text } = mail
  const start = text.slice(0, 10_000)
  const letters = start.match(/\p{L}/gu)?.length ?? 0
  const seen = seenText(mail)
  const locals = mail.to
    .map(({ address }) => address.split('@')[0] ?? '')
    .filter((it) => it.length > 2)
  const has = (wording: Wording) => flag(findWording(wording, seen) !== undefined)
  const said = wordings.map((it) => [it, has(it)] as const)
  const alarms = ['asksForPassword', 'threatensWithLoss', 'presses', 'asksForPayment'] as const
  return {
    ...Object.fromEntries(said),
    alarms: alarms.reduce((sum, it) => sum + has(it), 0),
    subjectAlarms: alarms.reduce(
      (sum, it) => sum + flag(findWording(it, subject) !== undefined),
      0,
    ),
    subjectLength: Math.min(subject.length, 150),
    subjectMissing: flag(subject === ''),
    subjectCapitals: share(/\p{Lu}/gu, subject, subject.match(/\p{L}/gu)?.length ?? 0),
    subjectCalls: Math.min(subject.match(/!/g)?.length ?? 0, 5),
    subjectEmoji: flag(/\p{Extended_Pictographic}/u.test(subject)),
    subjectCode: flag(/[#:[(]?\s?(?=[a-z0-9-]*\d)(?=[a-z0-9-]*[a-z])[a-z0-9-]{7,}/i.test(subject)),
    subjectNamesRecipient: flag(locals.some((it) => subject.toLowerCase().includes(it))),
    textNamesRecipient: flag(
      mail.to.some(({ address }) => address !== '' && start.toLowerCase().includes(address)),
    ),
    subjectMixed: flag(mixesLetters(subject)),
    textMixed: flag(mixesLetters(start.slice(0, 3000))),
    capitals: share(/\p{Lu}/gu, start, letters),
    calls: Math.min(share(/!/g, start, letters / 100), 5),
    money: Math.min(
      share(/[$€£]\s?\d|\d\s?(?:usd|jod|eur|دينار|دولار)/giu, start, letters / 500),
      5,
    ),
    telephone: flag(/\+?\(?\d{1,4}\)?[\s.()-]{0,2}\d{2,4}[\s.-]\d{3,4}[\s.-]?\d{0,4}/.test(start)),
    textBrand: flag(brandIn(start.slice(0, 3000)) !== undefined),
    arabic: flag(share(/\p{Script=Arabic}/gu, start, letters) > 0.3),
    otherLetters: Math.min(
      share(/[^\p{Script=Latin}\p{Script=Arabic}\p{N}\s\p{P}\p{S}]/gu, start, start.length),
      1,
    ),
    accents: Math.min(share(/[à-ÿ]/gi, start, letters) * 10, 1),
  }
}
