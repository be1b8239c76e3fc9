/** Endings under which firms register, with two labels; the rest is registered under the last label. */
const secondLevels = new Set([
  'com',
  'co',
  'org',
  'net',
  'gov',
  'gob',
  'edu',
  'ac',
  'mil',
  'go',
  'or',
  'ne',
  'sch',
  'gen',
  'web',
  'info',
  'biz',
  'nom',
  'asso',
  'gouv',
  'govt',
  'ltd',
  'plc',
  'me',
  'id',
  'in',
])

/** A number in place of a name: no one registered it, and it stands for itself. */
export function isAddressNumber(host: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$|^\[/.test(host)
}

/** The domain that a person registered, of a host name; an IP address as it is; '' if there is none. */
export function registeredDomain(host: string): string {
  if (isAddressNumber(host)) return host
  const labels = host.toLowerCase().replace(/\.$/, '').split('.').slice(-6)
  if (labels.length < 2 || labels.some((label) => label === '')) return ''
  const [beforeLast = '', last = ''] = labels.slice(-2)
  const isShort = last.length === 2 && secondLevels.has(beforeLast) && labels.length > 2
  return labels.slice(isShort ? -3 : -2).join('.')
}

/** The name in a registered domain, without its ending: `aramex` of `aramex.com.jo`. */
export function nameOf(domain: string): string {
  return registeredDomain(domain).split('.')[0] ?? ''
}

export function domainOf(address: string): string {
  const at = address.lastIndexOf('@')
  return at === -1
    ? ''
    : address
        .slice(at + 1)
        .toLowerCase()
        .replace(/[>\s.]+$/, '')
}

/** The host of a link's target; '' where it leads nowhere on the web. */
export function hostOf(target: string): string {
  const found = /^(?:https?:)?\/\/(?:[^/?#@\\]*@)?(\[[^\]]*\]|[^/?#:\\]+)/i.exec(target.trim())
  return found?.[1]?.toLowerCase() ?? ''
}

/** Letters that look like others, and separators that are not seen. */
const alike: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  ɡ: 'g',
  ӏ: 'l',
  ո: 'n',
  ս: 'u',
  ο: 'o',
  α: 'a',
  ν: 'v',
  ρ: 'p',
  τ: 't',
  ι: 'i',
  κ: 'k',
  ı: 'i',
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '5': 's',
  '8': 'b',
  '|': 'l',
}

/** The look of a name: what a hurried reader takes it for. */
export function skeletonOf(name: string): string {
  const plain = name.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  return [...plain]
    .map((letter) => alike[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    .replaceAll('i', 'l')
}

const capitals = 'ВНКМТΒΕΖΗΜΥΧ'
const capitalsInLatin = 'BHKMTBEZHMYX'

/** A text with the Latin letters for which a reader takes others. */
export function inLatin(text: string): string {
  return text.replace(/[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/gu, (letter) => {
    const at = capitals.indexOf(letter)
    return at === -1 ? (alike[letter.toLowerCase()] ?? letter) : capitalsInLatin.charAt(at)
  })
}

/** Whether a name is one edit (insertion, removal, change, swap) away from another. */
export function isOneEdit(one: string, two: string): boolean {
  if (Math.abs(one.length - two.length) > 1) return false
  let at = 0
  while (at < one.length && one[at] === two[at]) at += 1
  const rest = one.slice(at)
  const other = two.slice(at)
  if (rest.slice(1) === other.slice(1) || rest.slice(1) === other || rest === other.slice(1))
    return true
  return (
    rest.length > 1 &&
    rest[0] === other[1] &&
    rest[1] === other[0] &&
    rest.slice(2) === other.slice(2)
  )
}
