import stored from '../lists/brands.json' with { type: 'json' }
import { hasOddEnding } from '../lists/lists.ts'
import { inLatin, nameOf, registeredDomain, skeletonOf } from '../read/domain.ts'
import { plainForm } from '../read/plain-form.ts'

/*
 * A line of the list is the names of a firm, and after `=` its own domains: `*` for its first name in one
 * word. A word without a dot stands for .com and the endings of countries; with one at its front for an
 * ending of the firm's own, with a hyphen at its end for all names that begin so. `@` marks services that
 * write in the names of people. `~` marks a name that is a word, too, and `^` one that people bear.
 */

/** A firm in whose name attacks are written. */
export interface Brand {
  /** As the list has the name that was found. */
  readonly name: string
  readonly firm: Firm
}

interface Firm {
  /** The registered domains from which it really writes. */
  readonly own: readonly string[]
  readonly writesForPeople: boolean
}

type Kind = 'plain' | 'word' | 'person'

interface Alias extends Brand {
  readonly kind: Kind
  readonly words: readonly string[]
}

const kinds: Readonly<Record<string, Kind>> = { '~': 'word', '^': 'person' }

function readLine(line: string): Alias[] {
  const [names = '', domains = '*'] = line.replace(/^@/, '').split('=')
  const all = names.split(',').map((it) => ({
    kind: kinds[it[0] ?? ''] ?? 'plain',
    name: it.replace(/^[~^]/, ''),
  }))
  const first = wordsOf(all[0]?.name ?? '').join('')
  const own = domains.split(' ').map((it) => (it === '*' ? first : it))
  const firm = { own, writesForPeople: line.startsWith('@') }
  return all.map((it) => ({ ...it, firm, words: wordsOf(it.name) }))
}

function wordsOf(text: string): string[] {
  return plainForm(inLatin(text)).match(/[\p{L}\p{N}]+/gu) ?? []
}

const aliases = stored.brands.flatMap(readLine)
const firms = [...new Set(aliases.map(({ firm }) => firm))]

/** Longer names first, so that a bank is not taken for another one whose name begins so. */
const byFirstWord = Map.groupBy(
  aliases.toSorted((a, b) => b.words.length - a.words.length),
  ({ words }) => words[0] ?? '',
)
/** `office365` and `wellsfargo`. */
const byOneWord = new Map(
  aliases
    .filter(({ kind, words }) => kind === 'plain' && words.length > 1)
    .map((it) => [it.words.join(''), it] as const)
    .filter(([word]) => word.length > 4),
)

/** Which firms put beside their names, and people hardly do. */
const ofFirms = new Set(
  wordsOf(
    'account accounts id support card cards bank banking online security secure team service services customer client care billing payment payments money cash pay wallet delivery express parcel shipping tracking verification alert alerts notification notifications rewards helpdesk help center centre noreply reply no fraud subscription invoice invoicing telecom mobile app premium official message messages mail webmail workspace cloud meeting meetings login admin administrator business ads خدمه خدمات العملاء دعم الدعم الفني فريق بنك حساب حسابك الحساب اشعارات اشعار تنبيه تنبيهات امن الامن للاتصالات كاش بطاقه توصيل شحن مكافات',
  ),
)
/** Which may stand beside these. */
const ofAnyone = new Set(
  wordsOf(
    'the of and for your from by my via inc llc ltd co corp company group gmbh sa jordan jo uae ksa egypt kuwait qatar bahrain oman uk us usa eu global international department dept info news update updates store shop orders order شركه الاردن السعوديه الامارات مصر الكويت قطر البحرين عمان متجر من',
  ),
)

/** The first brand of which a text speaks; a name that means other things needs a word of firms beside it. */
export function brandIn(text: string): Brand | undefined {
  const words = wordsOf(text)
  return findBrand(words, (alias, at) => {
    const beside = [words[at - 1], words[at + alias.words.length]]
    return beside.some((it) => it !== undefined && ofFirms.has(it))
  })
}

/** The brand that a sender's name claims; a name that means other things has to stand alone. */
export function brandOfSender(name: string): Brand | undefined {
  const words = wordsOf(name)
  return findBrand(words, (alias, at) => {
    const others = [...words.slice(0, at), ...words.slice(at + alias.words.length)]
    const isFirm = others.every((it) => ofFirms.has(it) || ofAnyone.has(it))
    return isFirm && (alias.kind === 'word' || others.some((it) => ofFirms.has(it)))
  })
}

function findBrand(
  words: readonly string[],
  isMeant: (alias: Alias, at: number) => boolean,
): Brand | undefined {
  for (const [at, word] of words.entries()) {
    const inOne = byOneWord.get(word)
    if (inOne !== undefined) return inOne
    const found = byFirstWord
      .get(word)
      ?.find(
        (it) =>
          it.words.every((part, index) => words[at + index] === part) &&
          (it.kind === 'plain' || isMeant(it, at)),
      )
    if (found !== undefined) return found
  }
  return undefined
}

const endingsOfFirms = /^(?:com|net|org|[a-z]{2}|(?:com?|net|org|gov|go)\.[a-z]{2})$/

/** Whether a host is one of the brand's own. */
export function isOwnHost({ firm }: Brand, host: string): boolean {
  return owns(firm, partsOf(host))
}

/** Whether a host belongs to any brand of the list. */
export function isHostOfBrand(host: string): boolean {
  const parts = partsOf(host)
  return firms.some((it) => owns(it, parts))
}

/** Whether a sender's domain is the brand's own; anyone may have a mailbox at a provider. */
export function isOwnSender(brand: Brand, domain: string): boolean {
  return owns(brand.firm, partsOf(domain), 'sender')
}

/** A host is compared with many firms. */
function partsOf(host: string) {
  const domain = registeredDomain(host)
  const name = nameOf(host)
  const ending = domain.slice(name.length + 1)
  return { host, name, isFirms: endingsOfFirms.test(ending) && !hasOddEnding(domain) }
}

function owns(
  { own }: Firm,
  { host, name, isFirms }: ReturnType<typeof partsOf>,
  as: 'host' | 'sender' = 'host',
): boolean {
  return own.some((token) => {
    const it = token.replace('!', '')
    if (it !== token && as === 'sender') return false
    if (it.startsWith('.')) return host.endsWith(it)
    if (it.endsWith('-')) return isFirms && name.startsWith(it)
    return it.includes('.') ? host === it || host.endsWith(`.${it}`) : isFirms && name === it
  })
}

const services = firms.filter((it) => it.writesForPeople)

/** Whether a host is of a service that writes in the names of people: documents, tasks, invitations. */
export function writesForPeople(host: string): boolean {
  const parts = partsOf(host)
  return services.some((it) => owns(it, parts, 'sender'))
}

const looks = aliases
  .filter(({ name, kind }) => kind === 'plain' && /^[a-z]{6,}$/i.test(name))
  .map((brand) => ({ brand, look: skeletonOf(brand.name) }))

/** Too short for likeness. */
const byShortName = new Map(
  aliases
    .filter(({ name, kind }) => kind === 'plain' && /^[a-z]{4,5}$/i.test(name))
    .map((brand) => [brand.name.toLowerCase(), brand] as const),
)

/** The brand whose name, or one that looks like it, is a word of a host that is not the brand's. */
export function brandPosedBy(host: string): string | undefined {
  const plain = host.split(/[.-]/)
  const words = plain.map(skeletonOf)
  const exact = plain.flatMap((it) => byShortName.get(it) ?? [])
  const named = exact.find((it) => !isOwnHost(it, host))
  if (named !== undefined) return named.name
  return looks.find(({ brand, look }) => words.includes(look) && !isOwnHost(brand, host))?.brand
    .name
}

/** The domain of a brand that a host holds before its end: `login.microsoftonline.com.verify.example`. */
export function siteHeldBy(host: string): string | undefined {
  const registered = registeredDomain(host)
  const before = host.slice(0, -registered.length - 1)
  const labels = before.split('.')
  for (const [at, label] of labels.entries()) {
    const next = labels[at + 1] ?? ''
    if (next === '') return undefined
    const site = `${label}.${next}`
    const known = /^(?:com|net|org|gov|co|io|[a-z]{2})$/.test(next)
    if (known && isHostOfBrand(site)) return labels.slice(0, at + 2).join('.')
  }
  return undefined
}
