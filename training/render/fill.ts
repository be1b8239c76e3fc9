import type { Random } from '../random.ts'

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random.next() * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

const firsts = {
  en: [
    'Daniel',
    'Maria',
    'Priya',
    'Omar',
    'Lena',
    'Tom',
    'Sara',
    'Hassan',
    'Emily',
    'Marco',
    'Rania',
    'Victor',
    'Nadia',
    'James',
    'Yusuf',
    'Claire',
    'Samir',
    'Olga',
    'Kenji',
    'Alice',
  ],
  ar: [
    'أحمد',
    'ليلى',
    'خالد',
    'رنا',
    'سامر',
    'هبة',
    'محمود',
    'دينا',
    'طارق',
    'سلمى',
    'يزن',
    'نور',
    'عمر',
    'ريم',
    'باسل',
  ],
}
const lasts = {
  en: [
    'Weber',
    'Costa',
    'Nair',
    'Haddad',
    'Novak',
    'Reed',
    'Khalil',
    'Mansour',
    'Clarke',
    'Rossi',
    'Lindgren',
    'Petrov',
    'Saleh',
    'Walker',
    'Tanaka',
    'Moreau',
    'Barakat',
    'Schmidt',
  ],
  ar: [
    'الخطيب',
    'حداد',
    'عبيدات',
    'منصور',
    'الزعبي',
    'خليل',
    'العمري',
    'نصار',
    'بركات',
    'الشريف',
    'عواد',
  ],
}
const firms = {
  en: [
    'Northfield',
    'Cedarline',
    'Brightwater',
    'Palm & Stone',
    'Orchard Labs',
    'Kestrel',
    'Harbour Nine',
    'Lumen Health',
    'Tidewell',
    'Marble Arch Books',
    'Fernhill',
    'Atlas Freight',
    'Quillwork',
    'Saffron Kitchen',
    'Bluebird Travel',
    'Ironbridge',
    'Maple Insurance',
    'Copper Kettle',
  ],
  ar: [
    'الأرزة للتجارة',
    'بيت الزيتون',
    'نور للتقنية',
    'دار الياسمين',
    'الأفق للتأمين',
    'مدى للخدمات',
    'واحة الصحة',
    'سنابل',
    'الروابي',
    'جسور للشحن',
  ],
}
const months = {
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'September',
    'October',
    'November',
  ],
  ar: [
    'كانون الثاني',
    'شباط',
    'آذار',
    'نيسان',
    'أيار',
    'حزيران',
    'تموز',
    'آب',
    'أيلول',
    'تشرين الأول',
  ],
}

export interface World {
  readonly language: 'en' | 'ar'
  readonly person: string
  readonly first: string
  readonly firm: string
  readonly recipient: string
  readonly recipientFirst: string
}

export function makeWorld(random: Random, language: 'en' | 'ar'): World {
  const first = pick(random, firsts[language])
  const reader = pick(random, firsts.en)
  const own = pick(random, [
    'firm.example',
    'office.example',
    'clinic.example',
    'insure.example',
    'outlook.com',
    'gmail.com',
  ])
  return {
    language,
    first,
    person: `${first} ${pick(random, lasts[language])}`,
    firm: pick(random, firms[language]),
    recipient: `${reader.toLowerCase()}.${pick(random, lasts.en).toLowerCase()}@${own}`,
    recipientFirst: language === 'ar' ? pick(random, firsts.ar) : reader,
  }
}

/** Fills the slots of a text; each amount, date and code is another one. */
export function fill(text: string, world: World, random: Random): string {
  const number = (from: number, to: number) => from + Math.floor(random.next() * (to - from))
  const slots: Readonly<Record<string, () => string>> = {
    firm: () => world.firm,
    person: () => world.person,
    first: () => world.first,
    reader: () => world.recipientFirst,
    email: () => world.recipient,
    local: () => world.recipient.split('@')[0] ?? '',
    amount: () => {
      const value = (number(500, 900_000) / 100).toFixed(2)
      if (world.language === 'ar')
        return pick(random, [`${value} دينار`, `${value} د.أ`, `$${value}`])
      return pick(random, [`$${value}`, `€${value}`, `£${value}`, `${value} JOD`, `USD ${value}`])
    },
    date: () =>
      `${number(1, 28)} ${pick(random, months[world.language])}${random.next() < 0.4 ? ' 2026' : ''}`,
    time: () => `${number(8, 18)}:${pick(random, ['00', '15', '30', '45'])}`,
    code: () => random.next().toString(36).slice(2, 10).toUpperCase(),
    digits: () => String(number(100_000, 9_999_999)),
    small: () => String(number(2, 30)),
    phone: () =>
      pick(random, [
        `+1 (8${number(10, 99)}) ${number(200, 999)}-${number(1000, 9999)}`,
        `+962 7 ${number(9000, 9999)} ${number(1000, 9999)}`,
      ]),
  }
  return text.replace(/\{([a-z]+)\}/g, (whole, name: string) => slots[name]?.() ?? whole)
}
