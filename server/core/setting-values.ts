import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { canonicalDomain } from '../../contract/core/domain.ts'
import { email } from '../../contract/core/email.ts'
import { isDatabaseUrl } from './database-address.ts'
import { readMailApplication } from './mail-applications.ts'
import { isNetworkList } from './networks.ts'

/*
 * The kinds of values that settings have.
 */

/** @param expected what a valid value looks like, whatever is wrong with the given one */
function kind<Output>(expected: string, schema: v.GenericSchema<string, Output>) {
  return v.pipe(v.config(schema, { message: expected }), v.description(expected))
}

const checked = (isValid: (text: string) => boolean) => v.pipe(v.string(), v.check(isValid))
const matching = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern))
const changed = (change: (text: string) => string | undefined) =>
  v.pipe(v.string(), v.transform(change), v.string())

function orNull<Output>(schema: v.GenericSchema<string, Output>, written = '') {
  const toNull = v.transform((_: string) => null)
  return v.union([v.pipe(v.literal(written), toNull), schema])
}

/** Parts that are separated by commas. */
function listOf<Output>(part: v.GenericSchema<string, Output>) {
  const split = (text: string) => (text === '' ? [] : text.split(','))
  return v.pipe(v.string(), v.transform(split), v.array(v.pipe(v.string(), v.trim(), part)))
}

export const text = (expected: string) => kind(expected, v.string())

/** Node.js would go on without a file that it cannot read. */
export const certificateFile = kind('a file with certificates in PEM', checked(isCertificateFile))

function isCertificateFile(path: string): boolean {
  try {
    return path === '' || new X509Certificate(readFileSync(path)).subject !== undefined
  } catch {
    return false
  }
}

/** Anything else would mean UTC without a word. */
export const timeZone = kind('a time zone, for instance Asia/Dubai', checked(isTimeZone))

function isTimeZone(name: string): boolean {
  // The form of a file, and that of POSIX, which a system may have set.
  if (/^$|^:|\d/.test(name)) return true
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}

export function wholeNumber(smallest: number, largest: number) {
  const number = v.pipe(v.string(), v.digits(), v.toNumber())
  const expected = `a whole number from ${smallest} to ${largest}`
  return kind(expected, v.pipe(number, v.minValue(smallest), v.maxValue(largest)))
}

export function either(yes: string, no: string) {
  const isYes = v.transform((text: string) => text === yes)
  return kind(`${yes} or ${no}`, v.pipe(v.picklist([yes, no]), isYes))
}

/** Null where the server decides. */
export const onOrOff = kind(
  'on or off',
  orNull(
    v.pipe(
      v.picklist(['on', 'off']),
      v.transform((given) => given === 'on'),
    ),
  ),
)

/** Where something listens; null for nowhere. */
export const listenAddress = kind(
  'an IP address and a port, for instance 127.0.0.1:9464',
  orNull(
    v.pipe(
      v.string(),
      v.regex(/^(?:[\d.]+|\[[\da-f:]+\]):\d+$/i),
      v.transform(splitAddress),
      v.object({
        host: v.pipe(v.string(), v.ip()),
        port: v.pipe(v.number(), v.minValue(1), v.maxValue(65_535)),
      }),
    ),
  ),
)

function splitAddress(address: string) {
  const colon = address.lastIndexOf(':')
  const host = address.slice(0, colon).replace(/^\[(.+)\]$/, '$1')
  return { host, port: Number(address.slice(colon + 1)) }
}

export const host = kind('a host name or an IP address', matching(/^[\w.:-]+$/))

const hostName = v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?$/))

/** Host names in lower case; null for all hosts. */
export const hostNames = kind(
  'a list of host names without scheme and port, or *',
  orNull(listOf(hostName), '*'),
)

export const networks = kind(
  'a list of networks, for instance 192.0.2.0/24,2001:db8::/32',
  checked(isNetworkList),
)

const applicationFields = {
  at: v.string(),
  clientId: v.string(),
  clientSecret: v.string(),
  issuer: v.nullable(v.string()),
}

/** Applications at providers of mail. */
export const mailApplications = kind(
  'a list of applications: google=id:secret, microsoft=id:secret or imap.your-firm.example=id:secret@https://login.your-firm.example',
  listOf(v.pipe(v.string(), v.transform(readMailApplication), v.object(applicationFields))),
)

/** Domains in canonical form. */
export const domains = kind(
  'a list of domains, for instance mail.your-firm.example',
  listOf(changed(canonicalDomain)),
)

/** The absolute path of a file, or a URL of PostgreSQL. */
export const database = kind(
  'file:<path> or postgres://user:password@host:port/name, or @host:port,host:port/name?target_session_attrs=read-write for several hosts',
  v.union([
    checked(isDatabaseUrl),
    v.pipe(
      matching(/^file:./),
      changed((address) => resolve(address.slice('file:'.length))),
    ),
  ]),
)

export const mailServer = kind(
  'smtp://user:password@host:port or smtps://…',
  orNull(v.pipe(matching(/^smtps?:\/\/[^/?#]/i), v.url())),
)

const hrefOf = (address: string) => URL.parse(address)?.href

export const webAddress = kind(
  'a URL that starts with http:// or https://',
  orNull(v.pipe(changed(hrefOf), matching(/^https?:/))),
)

/**
 * In the exact form that browsers send. The URL parser accepts an asterisk, but an operator would
 * mean it as a wildcard.
 */
const origin = v.pipe(matching(/^https?:[^*]+$/), checked(isOrigin))

function isOrigin(address: string): boolean {
  return URL.parse(address)?.origin === address
}

export const origins = kind(
  'a list of exact origins, for instance https://www.your-firm.example',
  listOf(origin),
)

const withoutFinalSlash = (address: string) => address.replace(/\/$/, '')

export const publicUrl = kind(
  'a URL without a path, for instance https://aman.your-firm.example',
  orNull(v.pipe(changed(withoutFinalSlash), origin)),
)

/** Without a user and a password. */
export const serverAddress = kind(
  'a URL without a path, for instance http://127.0.0.1:11333',
  orNull(v.pipe(changed(withoutFinalSlash), origin)),
)

/** The contract's own messages are codes, so they are left out. */
export const mailAddress = kind(
  'an email address',
  changed((address) => {
    const read = v.safeParse(email, address)
    return read.success ? read.output : undefined
  }),
)

export const secretKey = kind('at least 32 characters', matching(/^$|^.{32}/s))

/**
 * These stand in pages and scripts, so characters that mean something there are refused rather than
 * escaped in five ways (decision 0111).
 */
export const apiUrl = kind(
  'a path or a URL, for instance https://aman.your-firm.example/api',
  v.pipe(matching(/^(?:https?:\/\/[^/@]+)?(?:\/[\w.~-]+)+$/), checked(isPlainUrl)),
)

function isPlainUrl(text: string): boolean {
  return text.startsWith('/') || URL.parse(text)?.href === text
}

export const plainMailbox = kind(
  'an email address of letters, digits, full stops, plus signs, hyphens and low lines',
  v.pipe(mailAddress, matching(/^[\w.+-]+@[\w.-]+$/)),
)
