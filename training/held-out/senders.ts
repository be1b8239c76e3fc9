import type { Random } from '../random.ts'
import { pick } from '../render/fill.ts'
import type { SenderKind } from './groups.ts'
import { lookalike } from './lookalike.ts'
import type { Organization } from './organizations.ts'

export interface Sender {
  readonly name: string
  readonly address: string
  readonly firm: string
  readonly replyTo?: string
  /** The gateway's finding about the sender's address. */
  readonly passes: boolean
}

type Correspondent = Organization['correspondents'][number]

const freeMail = ['gmail.com', 'outlook.com', 'yahoo.com', 'hotmail.com', 'icloud.com', 'proton.me']
const foreign = [
  'mail-executive.example',
  'mobile-desk.example',
  'inbox-office.example',
  'portfolio-desk.example',
  'hillcroft-bakery.example',
  'rivas-motors.example',
  'o365-relay.example',
]

const newcomers = {
  en: [
    { name: 'Oliver Strand', firm: 'Strand Joinery', domain: 'strandjoinery.example' },
    { name: 'Petra Vondrak', firm: 'Vondrak Labels', domain: 'vondrak-labels.example' },
    { name: 'Samuel Etienne', firm: 'Etienne Catering', domain: 'etiennecatering.example' },
    { name: 'Noor Jabari', firm: 'Jabari Translations', domain: 'jabaritranslations.example' },
    { name: 'Fiona Gilchrist', firm: 'Gilchrist Legal', domain: 'gilchristlegal.example' },
    { name: 'Luca Benedetti', firm: 'Benedetti Macchine', domain: 'benedettimacchine.example' },
    { name: 'Hannah Osei', firm: 'Osei Recruitment', domain: 'oseirecruitment.example' },
    { name: 'Erik Lundqvist', firm: 'Lundqvist Solar', domain: 'lundqvistsolar.example' },
  ],
  ar: [
    { name: 'سنان عربيات', firm: 'عربيات للديكور', domain: 'arabiyatdecor.example' },
    { name: 'لينا صويص', firm: 'صويص للترجمة', domain: 'sweistranslation.example' },
    { name: 'عدنان الشوبكي', firm: 'الشوبكي للطاقة الشمسية', domain: 'shobakisolar.example' },
    { name: 'مها قعوار', firm: 'قعوار ومشاركوها محامون', domain: 'kawarlaw.example' },
    { name: 'زيد النابلسي', firm: 'النابلسي للمعدات', domain: 'nabulsiequipment.example' },
    { name: 'رغد الحسبان', firm: 'الحسبان للضيافة', domain: 'hisbancatering.example' },
    { name: 'وائل دروزة', firm: 'دروزة للتدريب', domain: 'darwazehtraining.example' },
    { name: 'فاتن المجالي', firm: 'المجالي للتوظيف', domain: 'majalijobs.example' },
  ],
}

/** The sender of a text of this kind to this organization. */
export function senderOf(
  kind: SenderKind,
  organization: Organization,
  recipient: string,
  random: Random,
): Sender {
  const colleagues = organization.people.filter((name) => name !== recipient)
  const own = organization.domain
  const isDirector = kind.startsWith('director')
  const name = pick(random, isDirector ? organization.directors : colleagues)
  const person = { name, firm: organization.name, passes: true }
  const contact = pick(random, organization.correspondents)
  const newcomer = pick(random, newcomers[organization.language])
  switch (kind) {
    case 'colleague':
    case 'director':
      return { ...person, address: `${localOf(name)}@${own}` }
    case 'colleague-private':
    case 'colleague-free':
      return { ...person, address: privateAddress(name, random) }
    case 'director-free':
      return {
        ...person,
        name: titled(name, organization, random),
        address: privateAddress(name, random),
      }
    case 'director-foreign':
    case 'colleague-foreign':
      return {
        ...person,
        address: `${pick(random, [localOf(name), 'office', 'me', 'info', 'desk'])}@${pick(random, foreign)}`,
      }
    case 'director-lookalike':
    case 'colleague-lookalike':
      return { ...person, address: `${localOf(name)}@${lookalike(own, random)}` }
    case 'director-spoofed':
      return {
        ...person,
        address: `${localOf(name)}@${own}`,
        replyTo: privateAddress(name, random),
        passes: false,
      }
    case 'contact':
    case 'contact-hijacked':
      return { name: contact.name, firm: contact.firm, address: contact.address, passes: true }
    case 'contact-free':
      return {
        name: `${contact.name}${random.next() < 0.3 ? ` (${contact.firm})` : ''}`,
        firm: contact.firm,
        address: privateAddress(contact.name, random),
        passes: true,
      }
    case 'contact-lookalike':
      return {
        name: contact.name,
        firm: contact.firm,
        address: lookalikeAddress(contact, random),
        passes: true,
      }
    case 'newcomer':
    case 'stranger':
      return {
        name: newcomer.name,
        firm: newcomer.firm,
        address: `${localOf(newcomer.name)}@${newcomer.domain}`,
        passes: true,
      }
    case 'newcomer-free':
      return {
        name: newcomer.name,
        firm: newcomer.firm,
        address: privateAddress(newcomer.name, random),
        passes: true,
      }
  }
}

const titles = {
  en: ['CEO', 'Managing Director', 'mobile'],
  ar: ['المدير العام', 'الرئيس التنفيذي', 'الجوال'],
}

const titled = (name: string, { language }: Organization, random: Random) =>
  random.next() < 0.25 ? `${name} (${pick(random, titles[language])})` : name

const latin: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'ا a',
    'أ a',
    'إ i',
    'آ a',
    'ب b',
    'ت t',
    'ث th',
    'ج j',
    'ح h',
    'خ kh',
    'د d',
    'ذ th',
    'ر r',
    'ز z',
    'س s',
    'ش sh',
    'ص s',
    'ض d',
    'ط t',
    'ظ z',
    'ع a',
    'غ gh',
    'ف f',
    'ق q',
    'ك k',
    'ل l',
    'م m',
    'ن n',
    'ه h',
    'و w',
    'ي i',
    'ى a',
    'ة a',
    'ئ e',
    'ء a',
  ].map((pair) => pair.split(' ')),
)

/** The part of an address before the @, as offices build it from names. */
export function localOf(name: string): string {
  const [first = '', ...rest] = [...name.toLowerCase()]
    .map((sign) => latin[sign] ?? sign)
    .join('')
    .split(' ')
  return [first, rest.join('')].join('.').replace(/[^a-z.]/g, '')
}

const privateAddress = (name: string, random: Random) =>
  `${localOf(name).replace('.', pick(random, ['.', '', '_']))}${random.next() < 0.5 ? Math.floor(random.next() * 99) : ''}@${pick(random, freeMail)}`

function lookalikeAddress({ address }: Correspondent, random: Random): string {
  const [local = '', domain = ''] = address.split('@')
  return `${local}@${lookalike(domain, random)}`
}
