import { hasOddEnding, isListed } from '../lists/lists.ts'
import { domainOf, hostOf, isAddressNumber, nameOf, registeredDomain } from '../read/domain.ts'
import { plainForm } from '../read/plain-form.ts'
import type { Link } from '../read/read-html.ts'
import type { ReadMail } from '../read/read-mail.ts'
import { brandIn, brandOfSender, isHostOfBrand, isOwnHost } from './brands.ts'

const flag = (is: boolean) => (is ? 1 : 0)
const webAddress = /^(https?:\/\/|www\.)?((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,18})(?:[/?#:]|$)/
const siteEnding = /^(?:com|net|org|edu|gov|info|app|[a-z]{2})$/
/** Files with these endings have names like sites. */
const fileEnding = /^(?:cs|db|go|gz|js|md|mov|pl|ps|py|rs|sh|so|ts|vb|zip)$/

/** The site that a link's text names; '' if the text is no address, or the name of a file or a person. */
export function siteNamedBy({ text }: Link): string {
  // Marks of direction, quotes and arrows around it are no part of it.
  const plain = plainForm(text).replace(/^[^\p{L}\p{N}]+|[\s>»"'”)\]]+$/gu, '')
  const [, start, host = ''] = webAddress.exec(plain) ?? []
  const named = registeredDomain(host)
  if (start !== undefined) return named
  const ending = named.slice(named.lastIndexOf('.') + 1)
  const isSite = (siteEnding.test(ending) || hasOddEnding(named)) && !fileEnding.test(ending)
  return isSite ? named : ''
}

/** Whether the text of a link names another site than the one it leads to. */
export function isDisguised(link: Link): boolean {
  const named = siteNamedBy(link)
  const host = registeredDomain(hostOf(link.target))
  return named !== '' && host !== '' && named !== host
}

export function isNumberLink({ target }: Link): boolean {
  return isAddressNumber(hostOf(target))
}

/** Whether a link leads to pages that any user may put up without a name. */
export function isFreeHostLink({ target }: Link): boolean {
  return isListed('host', hostOf(target))
}

export function isShortLink({ target }: Link): boolean {
  return isListed('shortener', hostOf(target))
}

const redirect = /[?&][a-z_]{1,12}=https?(?::|%3a)/i
/** Lists of hosts where any user may put up a page. */
const openHosts = ['host', 'form', 'shortener'] as const
/** With more hosts than this, the others count as strangers. */
const mostHosts = 60

/** The hosts of a mail that belong to known firms, without those where any user may put up pages. */
function hostsOfBrands(hosts: readonly string[]): ReadonlySet<string> {
  const distinct = [...new Set(hosts)].slice(0, mostHosts)
  return new Set(
    distinct.filter(
      (host) => isHostOfBrand(host) && !openHosts.some((list) => isListed(list, host)),
    ),
  )
}

/** Where the links of a mail lead. */
export function linkFeatures(mail: ReadMail) {
  const { links } = mail
  const webLinks = links.filter(({ target }) => hostOf(target) !== '')
  const hosts = webLinks.map(({ target }) => hostOf(target))
  const sites = new Set(hosts.map(registeredDomain))
  const sender = registeredDomain(domainOf(mail.from.address))
  const recipients = mail.to.map(({ address }) => address).filter((it) => it !== '')
  const known = hostsOfBrands(hosts)
  const own = webLinks.filter(({ target }) => registeredDomain(hostOf(target)) === sender).length
  const share = (count: number) => (webLinks.length === 0 ? 0 : count / webLinks.length)
  const count = (test: (link: Link) => boolean) => webLinks.filter(test).length
  const brand = brandOfSender(mail.from.name) ?? brandIn(mail.subject)
  const longest = Math.max(0, ...webLinks.map(({ target }) => target.length))
  return {
    links: Math.min(webLinks.length, 60),
    noLinks: flag(webLinks.length === 0),
    oneLink: flag(webLinks.length > 0 && sites.size === 1 && webLinks.length <= 2),
    linkSites: Math.min(sites.size, 20),
    linksToSender: share(own),
    noLinkToSender: flag(webLinks.length > 0 && own === 0),
    brandLinks: share(count(({ target }) => known.has(hostOf(target)) && !redirect.test(target))),
    disguisedLinks: Math.min(count(isDisguised), 5),
    numberLinks: Math.min(count(isNumberLink), 3),
    shortLinks: Math.min(count(isShortLink), 3),
    freeHostLinks: Math.min(count(isFreeHostLink), 5),
    formLinks: Math.min(
      count(({ target }) => isListed('form', hostOf(target))),
      3,
    ),
    mailerLinks: share(count(({ target }) => isListed('mailer', hostOf(target)))),
    oddEndingLinks: share(hosts.filter(hasOddEnding).length),
    plainHttpLinks: share(count(({ target }) => /^http:/i.test(target))),
    portLinks: flag(webLinks.some(({ target }) => /^https?:\/\/[^/?#]*:\d+/i.test(target))),
    userInLinks: flag(webLinks.some(({ target }) => /^https?:\/\/[^/?#]*@/i.test(target))),
    recipientInLinks: flag(
      webLinks.some(({ target }) => recipients.some((it) => target.toLowerCase().includes(it))) ||
        webLinks.some(({ target }) =>
          /[#?&=/][^\s@/=?&#]{1,64}(?:@|%40)[a-z0-9.-]+\.[a-z]{2,}/i.test(target),
        ),
    ),
    deepHostLinks: share(hosts.filter((host) => host.split('.').length > 4).length),
    longestLink: Math.min(longest, 600),
    hyphenLinks: share(hosts.filter((host) => nameOf(host).split('-').length > 2).length),
    scriptFolderLinks: share(
      count(({ target }) =>
        /\/(?:wp-(?:content|includes|admin)|cgi-bin|\.well-known|~)/i.test(target),
      ),
    ),
    redirectLinks: share(count(({ target }) => redirect.test(target))),
    openRedirectLinks: flag(
      webLinks.some(({ target }) =>
        /^https?:\/\/(?:www\.)?(?:google\.[a-z.]+\/(?:url|amp)|bing\.com\/ck|doubleclick|[a-z.]*googleadservices|[a-z.]*linkedin\.com\/slink|t\.co\/)/i.test(
          target,
        ),
      ),
    ),
    brandLinksForeign: flag(
      brand !== undefined && webLinks.length > 0 && !hosts.some((host) => isOwnHost(brand, host)),
    ),
    dataLinks: flag(
      links.some(({ target }) => /^(?:data|javascript|vbscript|blob):/i.test(target)),
    ),
    callLinks: flag(links.some(({ target }) => /^tel:/i.test(target))),
    mailLinks: Math.min(links.filter(({ target }) => /^mailto:/i.test(target)).length, 5),
    emptyLinks: share(links.filter(({ target }) => target === '' || target === '#').length),
    unsubscribeLink: flag(
      links.some(({ text, target }) =>
        /unsub|preferences|opt.?out|الاشتراك/i.test(`${text} ${target.slice(0, 300)}`),
      ),
    ),
  }
}
