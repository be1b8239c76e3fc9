/*
 * The published rules of Mozilla's HTTP Observatory (its scanner's version 1.4) for a site without
 * cookies and without scripts of others, as over HTTPS: the results' names and what each is worth.
 * The scanner itself asks the network, and brings a database and a hundred packages.
 */

/** Everything starts at 100; what goes beyond counts only where nothing was lost below 90. */
const worth = {
  'csp-implemented-with-no-unsafe-default-src-none': 10,
  'csp-implemented-with-no-unsafe': 5,
  'csp-implemented-with-unsafe-inline-in-style-src-only': 0,
  'csp-implemented-with-unsafe-eval': -10,
  'csp-implemented-with-insecure-scheme': -20,
  'csp-implemented-with-unsafe-inline': -20,
  'csp-not-implemented': -25,
  'cookies-not-found': 0,
  'cookies-found': -40,
  'cross-origin-resource-sharing-not-implemented': 0,
  'cross-origin-resource-sharing-implemented-with-restricted-access': 0,
  'cross-origin-resource-sharing-implemented-with-universal-access': -50,
  'cross-origin-resource-policy-implemented-with-same-origin': 10,
  'cross-origin-resource-policy-implemented-with-same-site': 10,
  'cross-origin-resource-policy-implemented-with-cross-origin': 0,
  'cross-origin-resource-policy-not-implemented': 0,
  'cross-origin-resource-policy-header-invalid': -5,
  'referrer-policy-private': 5,
  'referrer-policy-not-implemented': 0,
  'referrer-policy-unsafe': -5,
  'hsts-implemented-max-age-at-least-six-months': 0,
  'hsts-implemented-max-age-less-than-six-months': -10,
  'hsts-not-implemented': -20,
  'sri-not-implemented-but-all-scripts-loaded-from-secure-origin': 0,
  'sri-not-implemented-but-external-scripts-loaded-securely': -5,
  'x-content-type-options-nosniff': 0,
  'x-content-type-options-not-implemented': -5,
  'x-frame-options-implemented-via-csp': 5,
  'x-frame-options-sameorigin-or-deny': 0,
  'x-frame-options-not-implemented': -20,
} as const

export type Result = keyof typeof worth

export interface Grade {
  readonly results: readonly Result[]
  readonly score: number
  readonly grade: 'A+' | 'A' | 'below A'
}

/** The most that a site can have that sets no cookie and is on no browser's preload list. */
export const highestScore = 130

/** @param headers of one page, with names in lower case */
export function gradePage(headers: Readonly<Record<string, string>>, html: string): Grade {
  const policy = parsePolicy(headers['content-security-policy'] ?? '')
  const results = [
    gradePolicy(policy),
    headers['set-cookie'] === undefined ? 'cookies-not-found' : 'cookies-found',
    gradeSharing(headers['access-control-allow-origin']),
    gradeResourcePolicy(headers['cross-origin-resource-policy']),
    gradeReferrer(headers['referrer-policy']),
    gradeTransport(headers['strict-transport-security']),
    gradeScripts(html),
    headers['x-content-type-options'] === 'nosniff'
      ? 'x-content-type-options-nosniff'
      : 'x-content-type-options-not-implemented',
    gradeFrames(headers['x-frame-options'], policy),
  ] as const
  const points = results.map((result): number => worth[result])
  const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 100)
  const lost = sum(points.filter((value) => value < 0))
  const score = lost >= 90 ? sum(points) : lost
  return { results, score, grade: score >= 100 ? 'A+' : score >= 90 ? 'A' : 'below A' }
}

type Policy = ReadonlyMap<string, readonly string[]>

function parsePolicy(text: string): Policy {
  const directives = text.split(';').map((directive) => directive.trim().split(/\s+/))
  return new Map(
    directives.flatMap(([name = '', ...sources]) => (name === '' ? [] : [[name, sources]])),
  )
}

const broad = ['ftp:', 'http:', 'https:', '*', 'http://*', 'https://*']

function gradePolicy(policy: Policy): Result {
  if (policy.size === 0) return 'csp-not-implemented'
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  const holds = (name: string, sources: readonly string[]) =>
    sourcesOf(name).some((source) => sources.includes(source))
  const inline = [...broad, 'data:', "'unsafe-inline'"]
  if (holds('script-src', inline) || holds('object-src', broad)) {
    return 'csp-implemented-with-unsafe-inline'
  }
  if ([...policy.values()].flat().some((source) => /^(?:http|ftp):/.test(source))) {
    return 'csp-implemented-with-insecure-scheme'
  }
  if (holds('script-src', ["'unsafe-eval'"]) || holds('style-src', ["'unsafe-eval'"])) {
    return 'csp-implemented-with-unsafe-eval'
  }
  if (holds('style-src', inline)) return 'csp-implemented-with-unsafe-inline-in-style-src-only'
  return policy.get('default-src')?.join() === "'none'"
    ? 'csp-implemented-with-no-unsafe-default-src-none'
    : 'csp-implemented-with-no-unsafe'
}

function gradeSharing(allowed: string | undefined): Result {
  if (allowed === undefined) return 'cross-origin-resource-sharing-not-implemented'
  return allowed === '*'
    ? 'cross-origin-resource-sharing-implemented-with-universal-access'
    : 'cross-origin-resource-sharing-implemented-with-restricted-access'
}

function gradeResourcePolicy(value: string | undefined): Result {
  if (value === undefined) return 'cross-origin-resource-policy-not-implemented'
  if (value === 'same-origin' || value === 'same-site' || value === 'cross-origin') {
    return `cross-origin-resource-policy-implemented-with-${value}`
  }
  return 'cross-origin-resource-policy-header-invalid'
}

function gradeReferrer(value: string | undefined): Result {
  if (value === undefined) return 'referrer-policy-not-implemented'
  const good = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']
  return good.includes(value) ? 'referrer-policy-private' : 'referrer-policy-unsafe'
}

function gradeTransport(value: string | undefined): Result {
  const seconds = /max-age=(\d+)/.exec(value ?? '')?.[1]
  if (seconds === undefined) return 'hsts-not-implemented'
  return Number(seconds) >= 15_552_000
    ? 'hsts-implemented-max-age-at-least-six-months'
    : 'hsts-implemented-max-age-less-than-six-months'
}

function gradeScripts(html: string): Result {
  return /<script\b[^>]*\bsrc="(?:https?:)?\/\//.test(html)
    ? 'sri-not-implemented-but-external-scripts-loaded-securely'
    : 'sri-not-implemented-but-all-scripts-loaded-from-secure-origin'
}

function gradeFrames(value: string | undefined, policy: Policy): Result {
  if (policy.has('frame-ancestors')) return 'x-frame-options-implemented-via-csp'
  return /^(?:deny|sameorigin)$/i.test(value ?? '')
    ? 'x-frame-options-sameorigin-or-deny'
    : 'x-frame-options-not-implemented'
}
