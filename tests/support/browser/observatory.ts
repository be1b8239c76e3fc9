/*
 * The published rules of Mozilla's HTTP Observatory (its scanner's version 1.4) for a site without
 * cookies and without scripts of others, as over HTTPS: the results that are worth the most. A page that
 * has them all gets an A+ with 130 points, which no site without a place on a browser's preload list exceeds.
 * The scanner itself asks the network, and brings a database and a hundred packages.
 */

const privateReferrers = [
  'no-referrer',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
]
const halfYearSeconds = 15_552_000
const unsafe = /^(?:ftp:|https?:|\*|https?:\/\/\*|data:|'unsafe-inline'|'unsafe-eval')$/

/** @param headers of one page, with names in lower case @returns the results that it does not have */
export function lostResults(headers: Readonly<Record<string, string>>, html: string): string[] {
  const directives = (headers['content-security-policy'] ?? '').split(';')
  const policy = new Map(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources]
    }),
  )
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  const isSafe =
    ['script-src', 'object-src', 'style-src'].flatMap(sourcesOf).every((it) => !unsafe.test(it)) &&
    [...policy.values()].flat().every((source) => !/^(?:http|ftp):/.test(source))
  const age = /max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '')?.[1]
  const results = {
    'csp-implemented-with-no-unsafe-default-src-none':
      isSafe && policy.get('default-src')?.join() === "'none'",
    'cookies-not-found': headers['set-cookie'] === undefined,
    'cross-origin-resource-sharing-not-implemented':
      headers['access-control-allow-origin'] === undefined,
    'cross-origin-resource-policy-implemented-with-same-origin':
      headers['cross-origin-resource-policy'] === 'same-origin',
    'referrer-policy-private': privateReferrers.includes(headers['referrer-policy'] ?? ''),
    'hsts-implemented-max-age-at-least-six-months': Number(age) >= halfYearSeconds,
    'sri-not-implemented-but-all-scripts-loaded-from-secure-origin':
      !/<script\b[^>]*\bsrc="(?:https?:)?\/\//.test(html),
    'x-content-type-options-nosniff': headers['x-content-type-options'] === 'nosniff',
    'x-frame-options-implemented-via-csp': policy.has('frame-ancestors'),
  }
  return Object.entries(results).flatMap(([name, isHad]) => (isHad ? [] : [name]))
}
