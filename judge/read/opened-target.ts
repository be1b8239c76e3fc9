import { unicodeHost } from './unicode-host.ts'

/** Services that lead on to an address that stands in their own, by host, and the names that it has there. */
const byParameter: readonly (readonly [host: RegExp, names: readonly string[], path?: RegExp])[] = [
  [
    /\.safelinks\.protection\.outlook\.(?:com|us|de|cn)$|^statics\.teams\.cdn\.office\.net$/,
    ['url'],
  ],
  [/^(?:outlook\.(?:office|office365|live)\.com)$/, ['url'], /redir/],
  [/^linkprotect\.cudasvc\.com$/, ['a']],
  [/\.trendmicro\.com$/, ['url', 'x']],
  [/\.hornetsecurity\.com$|^slack-redir\.net$|^steamcommunity\.com$/, ['url', 'u']],
  [/^clicktime\.symantec\.com$|^urlsand\.esvalabs\.com$|^protect2?\.fireeye\.com$/, ['u']],
  [/\.vadesecure\.com$|^translate\.google\.[a-z.]{2,6}$/, ['u']],
  [
    /^(?:[a-z0-9-]+\.)?google\.[a-z.]{2,6}$/,
    ['q', 'url', 'adurl'],
    /^\/+(?:url|(?:pagead\/)?aclk)/,
  ],
  [/\.doubleclick\.net$|\.googleadservices\.com$/, ['adurl']],
  [/^(?:www\.)?youtube\.com$/, ['q'], /^\/redirect/],
  [/^(?:www\.)?linkedin\.com$/, ['url'], /redir/],
  [/^lm?\.(?:facebook|instagram)\.com$/, ['u']],
  [/^(?:www\.)?duckduckgo\.com$/, ['uddg']],
  [/^(?:www\.)?vk\.com$/, ['to'], /away/],
  [/^t\.umblr\.com$/, ['z']],
]

/** Others hide it in their own ways. */
const wrappers: readonly (readonly [host: RegExp, inner: (url: URL) => string | undefined])[] = [
  [
    /^urldefense\.proofpoint\.com$/,
    ({ pathname, searchParams }) => {
      const address = searchParams.get('u') ?? ''
      return pathname.startsWith('/v2')
        ? percent(address.replaceAll('-', '%').replaceAll('_', '/'))
        : address
    },
  ],
  [
    /^urldefense\.(?:com|us)$/,
    ({ href }) =>
      /\/v3\/__(.+?)__;/
        .exec(href)?.[1]
        ?.replace(/^(https?:)\/+/, '$1//')
        .replaceAll('*', ''),
  ],
  [/\.mimecast(?:protect)?\.com$/, ({ searchParams }) => ofDomain(searchParams.get('domain'))],
  [/\.protection\.sophos\.com$/, ({ searchParams }) => ofDomain(searchParams.get('d'))],
  [
    /^secure-web\.cisco\.com$/,
    ({ pathname }) => percent(/\/(https?(?:%3A|:).*)$/i.exec(pathname)?.[1] ?? ''),
  ],
  [
    /^url\.avanan\.click$|^protect\.checkpoint\.com$/,
    ({ href }) => /___(https?:.+?)___/.exec(href)?.[1],
  ],
  [/^r\.search\.yahoo\.com$/, ({ href }) => percent(/\/RU=([^/]+)/.exec(href)?.[1] ?? '')],
  [
    /\.translate\.goog$/,
    ({ hostname, pathname }) => {
      const host = hostname.replace(/\.translate\.goog$/, '').replaceAll('--', '\u0001')
      return `https://${host.replaceAll('-', '.').replaceAll('\u0001', '-')}${pathname}`
    },
  ],
  [
    /^(?:www\.)?google\.[a-z.]{2,6}$/,
    ({ pathname, search }) => {
      const page = /^\/amp\/(?:s\/)?(.+)/.exec(pathname)?.[1]
      return page === undefined ? undefined : `https://${page}${search}`
    },
  ],
  [
    /^(?:www\.)?bing\.com$/,
    ({ pathname, searchParams }) => {
      const packed = searchParams.get('u') ?? ''
      if (!pathname.startsWith('/ck/') || !packed.startsWith('a1')) return undefined
      try {
        return atob(packed.slice(2).replaceAll('-', '+').replaceAll('_', '/'))
      } catch {
        return undefined
      }
    },
  ],
]

const mostLayers = 5

function percent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const ofDomain = (domain: string | null) => (domain === null ? undefined : `https://${domain}/`)

/**
 * The address that opens when a reader follows a link, in the form of browsers: the address behind services that
 * check links or count clicks, several layers deep. What is no address of the web stays as it is.
 * @param base the address of `<base>`
 */
export function openedTarget(target: string, base?: string): string {
  const trimmed = target.trim().slice(0, 4000)
  let url = parse(trimmed, base)
  if (url === undefined) return trimmed
  for (let layer = 0; layer < mostLayers; layer += 1) {
    const next: URL | undefined = wrappedIn(url)
    if (next === undefined || next.hostname === '') break
    url = next
  }
  if (!/^(?:https?|ftp):$/.test(url.protocol)) return url.href.slice(0, 2000)
  const host = unicodeHost(url.hostname)
  const user = url.username === '' ? '' : `${url.username}@`
  const port = url.port === '' ? '' : `:${url.port}`
  return `${url.protocol}//${user}${host}${port}${url.pathname}${url.search}${url.hash}`.slice(
    0,
    2000,
  )
}

function wrappedIn(url: URL): URL | undefined {
  const { hostname, pathname, searchParams } = url
  for (const [host, names, path] of byParameter) {
    if (!host.test(hostname) || path?.test(pathname) === false) continue
    // Twice escaped, a second name begins with `amp;`.
    const inner = names.map((it) => searchParams.get(it) ?? searchParams.get(`amp;${it}`))
    const address = inner.find((it) => it !== null)
    if (address !== undefined) return parse(address)
  }
  const inner = wrappers.find(([host]) => host.test(hostname))?.[1](url)
  return inner === undefined ? undefined : parse(inner)
}

function parse(text: string, base?: string): URL | undefined {
  // A share of a network opens in a file manager, with the user's password.
  const plain = /^\\\\[^\\]/.test(text)
    ? `file:${text.replaceAll('\\', '/')}`
    : /^www\.\S/i.test(text)
      ? `https://${text}`
      : text.startsWith('//')
        ? `https:${text}`
        : text
  try {
    return base === undefined ? new URL(plain) : new URL(plain, base)
  } catch {
    return undefined
  }
}

const webAddress = /(?<![\w@.-])(?:https?:[\\/]+|www\.)[^\s<>"')\]]{3,1000}/gi
/** Addresses that a program opens without `https`. */
const bareDomain =
  /(?<![\w@./-])(?:[a-z0-9-]{1,63}\.){1,4}(?:com|net|org|info|biz|io|co|app|site|online|store|shop|xyz|top|club|live|link|click|page|dev|me|ru|cn|tk|ml|ga|cf|gq|ly|to|cc|su|pw|icu|vip|work|support|help|cloud|digital|(?:co|com|org|net|gov|ac)\.[a-z]{2}|[a-z]{2}(?=\/[a-z0-9]))(?:\/[^\s<>"')\]]{0,500})?(?![\w.@-])/gi

/** Letters that are searched between two pauses. */
const pieceLetters = 65_536

/**
 * The addresses in a text, as a mail program makes links of them.
 * @param pause called between parts of a long text
 */
export async function addressesIn(
  text: string,
  most: number,
  pause?: () => Promise<void>,
): Promise<string[]> {
  const found: string[] = []
  const known = new Set<string>()
  for (const pattern of [webAddress, bareDomain]) {
    for (let at = 0, end = 0; at < text.length; at = end) {
      if (at > 0) await pause?.()
      end = endOfWord(text, at + pieceLetters)
      for (const [address] of text.slice(at, end).matchAll(pattern)) {
        if (found.length === most) return found
        const plain = address.replace(/[.,;:!?]+$/, '')
        if (known.has(plain)) continue
        known.add(plain)
        if (!found.some((it) => it.endsWith(plain))) found.push(plain)
      }
    }
  }
  return found
}

/** No address holds a space. */
function endOfWord(text: string, from: number): number {
  const space = /\s/g
  space.lastIndex = from
  return space.exec(text)?.index ?? text.length
}
