import { nameOf, skeletonOf } from '../read/domain.ts'

/** Firms in whose name attacks are written, and the names in the domains from which they really write. */
const brands: Readonly<Record<string, readonly string[]>> = {
  microsoft: [
    'microsoft',
    'microsoftonline',
    'office',
    'office365',
    'live',
    'outlook',
    'sharepoint',
    'onmicrosoft',
  ],
  'office 365': ['microsoft', 'microsoftonline', 'office', 'office365'],
  outlook: ['microsoft', 'outlook', 'live', 'office'],
  onedrive: ['microsoft', 'live', 'onedrive'],
  sharepoint: ['microsoft', 'sharepoint', 'sharepointonline'],
  google: ['google', 'gmail', 'youtube'],
  paypal: ['paypal', 'paypal-communication'],
  apple: ['apple', 'icloud'],
  icloud: ['apple', 'icloud'],
  amazon: ['amazon', 'amazonses', 'amazonaws'],
  netflix: ['netflix'],
  facebook: ['facebook', 'facebookmail', 'meta'],
  instagram: ['instagram', 'facebookmail'],
  whatsapp: ['whatsapp', 'facebook'],
  linkedin: ['linkedin'],
  dropbox: ['dropbox', 'dropboxmail'],
  docusign: ['docusign'],
  adobe: ['adobe', 'adobesign'],
  dhl: ['dhl', 'deutschepost'],
  fedex: ['fedex'],
  ups: ['ups'],
  usps: ['usps'],
  aramex: ['aramex'],
  metamask: ['metamask', 'consensys'],
  'trust wallet': ['trustwallet'],
  ledger: ['ledger'],
  trezor: ['trezor'],
  coinbase: ['coinbase'],
  binance: ['binance'],
  blockchain: ['blockchain'],
  mcafee: ['mcafee'],
  norton: ['norton', 'nortonlifelock', 'gen'],
  'geek squad': ['geeksquad', 'bestbuy'],
  ebay: ['ebay'],
  walmart: ['walmart'],
  costco: ['costco'],
  spotify: ['spotify'],
  steam: ['steampowered', 'steam'],
  hsbc: ['hsbc'],
  'wells fargo': ['wellsfargo'],
  'bank of america': ['bankofamerica', 'bofa'],
  chase: ['chase', 'jpmorgan'],
  citibank: ['citi', 'citibank'],
  'american express': ['americanexpress', 'aexp'],
  mastercard: ['mastercard'],
  visa: ['visa'],
  bradesco: ['bradesco'],
  itau: ['itau'],
  santander: ['santander'],
  'banco do brasil': ['bb'],
  correios: ['correios'],
  'mercado pago': ['mercadopago', 'mercadolivre'],
  telekom: ['telekom', 't-online'],
  sparkasse: ['sparkasse'],
  zain: ['zain'],
  orange: ['orange', 'orangejo'],
  umniah: ['umniah'],
  'arab bank': ['arabbank'],
  'housing bank': ['hbtf'],
  'bank al etihad': ['bankaletihad'],
  cliq: ['jopacc'],
  efawateercom: ['efawateercom', 'madfooat'],
  'البنك العربي': ['arabbank'],
  أرامكس: ['aramex'],
  'البريد الأردني': ['jordanpost'],
  زين: ['zain'],
  أورنج: ['orange'],
  مايكروسوفت: ['microsoft'],
  جوجل: ['google'],
}

const names = Object.keys(brands)
const patterns = new Map(
  names.map((name) => [
    name,
    new RegExp(`(?<![\\p{L}])${name.replaceAll(' ', '[\\s-]?')}(?![\\p{L}])`, 'iu'),
  ]),
)

/** The first brand that a text names; undefined if it names none. */
export function brandIn(text: string): string | undefined {
  return names.find((name) => patterns.get(name)?.test(text))
}

/** Whether a registered domain's name is one from which the brand writes. */
export function isDomainOf(brand: string, domainName: string): boolean {
  return (brands[brand] ?? []).includes(domainName)
}

/** Brands whose names are words of a language, and stand in the addresses of others. */
const ordinaryWords: readonly string[] = [
  'outlook',
  'ledger',
  'orange',
  'norton',
  'blockchain',
  'telekom',
  'correios',
  'sparkasse',
]
const looks = names
  .filter((name) => /^[a-z]{6,}$/.test(name) && !ordinaryWords.includes(name))
  .map((name) => ({ name, look: skeletonOf(name) }))

/** The brand whose name, or one that looks like it, is a word of a host that is not the brand's. */
export function brandPosedBy(host: string): string | undefined {
  const words = host.split(/[.-]/).map(skeletonOf)
  return looks.find(({ name, look }) => words.includes(look) && !isDomainOf(name, nameOf(host)))
    ?.name
}
