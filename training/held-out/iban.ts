import type { Random } from '../random.ts'
import { pick } from '../render/fill.ts'

/** An IBAN from a country and the rest of the account, with the check digits of ISO 13616. */
export function ibanOf(country: string, account: string): string {
  const digits = [...`${account}${country}00`].map((sign) => Number.parseInt(sign, 36)).join('')
  const check = 98n - (BigInt(digits) % 97n)
  return `${country}${String(check).padStart(2, '0')}${account}`
}

/** The form of countries' accounts; `#` is a digit. */
const shapes = {
  en: [
    'GB MIDL##############',
    'DE ##################',
    'LT ################',
    'PL ########################',
    'ES ####################',
    'JO JKBA0120000000############',
    'IE AIBK##############',
    'AE 035################',
  ],
  ar: [
    'JO ARAB1010000000############',
    'JO JIBA0340000000############',
    'JO UBSI1070000000############',
    'AE 026################',
    'SA 55##################',
    'TR 00062#################',
    'JO BJOR0390000000############',
    'EG 0019000500000000########'.concat('#####'),
  ],
} as const

/** An account that no organization knows. */
export function unknownIban(language: 'en' | 'ar', random: Random): string {
  const [country = '', shape = ''] = pick(random, shapes[language]).split(' ')
  return ibanOf(
    country,
    shape.replaceAll('#', () => String(Math.floor(random.next() * 10))),
  )
}

/** As people write it: in groups of four or in one piece. */
export const written = (iban: string, random: Random) =>
  random.next() < 0.6 ? iban.replace(/.{4}(?=.)/g, '$& ') : iban
