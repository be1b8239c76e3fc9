import type { Random } from '../random.ts'
import { pick } from '../render/fill.ts'
import { unknownIban, written } from './iban.ts'
import type { Organization } from './organizations.ts'
import type { Sender } from './senders.ts'

const months = {
  en: ['January', 'March', 'April', 'June', 'September', 'November'],
  ar: ['كانون الثاني', 'آذار', 'نيسان', 'حزيران', 'أيلول', 'تشرين الثاني'],
}
const days = {
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Sunday'],
  ar: ['الأحد', 'الإثنين', 'الثلاثاء', 'الأربعاء', 'الخميس'],
}
const first = (name: string) => name.split(' ')[0] ?? name

/** Takes one of each `[one|another]` and fills the slots. */
export function fillSlots(
  text: string,
  organization: Organization,
  sender: Sender,
  recipient: string,
  random: Random,
): string {
  const { language } = organization
  const number = (from: number, to: number) => from + Math.floor(random.next() * (to - from))
  const known = organization.correspondents.find(({ address }) => address === sender.address)
  const director = pick(random, organization.directors)
  const colleague = pick(
    random,
    organization.people.filter((name) => name !== recipient && name !== sender.name),
  )
  const iban = written(unknownIban(language, random), random)
  const slots: Readonly<Record<string, () => string>> = {
    to: () => first(recipient),
    director: () => director,
    directorFirst: () => first(director),
    colleague: () => first(colleague),
    sender: () => sender.name.replace(/ \(.*\)$/, ''),
    senderFirst: () => first(sender.name),
    firm: () => sender.firm,
    supplier: () => pick(random, organization.correspondents).firm,
    organization: () => organization.name,
    iban: () => iban,
    knownIban: () => written((known ?? pick(random, organization.correspondents)).iban, random),
    amount: () => {
      const value = `${number(1, 95)},${String(number(0, 1000)).padStart(3, '0')}`
      if (language === 'ar')
        return `${value} ${pick(random, ['دينار', 'ديناراً', 'د.أ', 'دولار', 'JOD'])}`
      return pick(random, [`$${value}`, `${value} EUR`, `£${value}.00`, `JOD ${value}`])
    },
    digits: () => String(number(10_000, 999_999)),
    small: () => String(number(2, 28)),
    day: () => pick(random, days[language]),
    date: () => `${number(1, 29)} ${pick(random, months[language])}`,
    time: () => `${number(8, 17)}:${pick(random, ['00', '15', '30', '45'])}`,
    phone: () => `+962 7${number(7, 10)} ${number(100, 999)} ${number(1000, 9999)}`,
  }
  return text
    .replace(/\[([^[\]]*\|[^[\]]*)\]/g, (_, choices: string) => pick(random, choices.split('|')))
    .replace(/\{([a-zA-Z]+)\}/g, (whole, name: string) => slots[name]?.() ?? whole)
}
