import { baseLocale, type Locale, locales } from '../../contract/core/locale.ts'
import { productName } from '../../contract/core/product.ts'
import { commandLine } from '../core/command-line.ts'
import { siteUrl } from '../core/locale.ts'
import { findGatewayKey } from '../gateways/keys/gateway-keys.ts'
import type { Services } from '../http/services.ts'
import type { MailTransport } from '../mail/transport.ts'
import {
  type DemoAccount,
  type DemoOrganization,
  demoAccounts,
  demoOrganizations,
  demoPassword,
  demoWords,
} from './accounts.ts'
import { holdsDemo } from './require-private.ts'

type Place = Pick<Services, 'clock' | 'database' | 'passwords'>

/** Displayed texts: where the server listens, where data is stored and where mail is sent. */
interface Started {
  readonly version: string
  readonly url: string
  readonly database: string
  readonly mail: string
}

/** Instructions for trying Aman; lists only accounts that work in this database. */
export async function demoBanner(
  place: Place,
  { version, url, database: data, mail }: Started,
  locale: Locale = baseLocale,
) {
  const { database } = place
  const lines = [
    `${productName} ${version} is running at ${siteUrl(url, locale)}`,
    `Data is kept in ${data}`,
    `Mail goes to ${mail}, and is printed here`,
    '',
  ]
  if (await holdsDemo(database)) {
    if (await isInAnother(place, locale)) {
      lines.push(
        'Its demo data is in another language: for this one, give DATABASE_URL a new file.',
        '',
      )
    }
    lines.push(...(await accountLines(place)), '', ...(await gatewayLines(place, url)))
  } else {
    lines.push('This database was not made by the demo, so there are no demo accounts.')
  }
  return `${lines.join('\n')}\n`
}

/** Data stays in the language in which the demo made it. */
async function isInAnother({ database }: Place, locale: Locale): Promise<boolean> {
  const others = locales.filter((it) => it !== locale)
  const found = await database
    .selectFrom('organizations')
    .select('id')
    .where(
      'name',
      'in',
      others.map((it) => demoWords[it].organizations.finance.name),
    )
    .executeTakeFirst()
  return found !== undefined
}

async function accountLines(place: Place): Promise<string[]> {
  const valid: DemoAccount[] = []
  for (const account of demoAccounts) if (await works(place, account)) valid.push(account)
  if (valid.length === 0) return ['None of its accounts is as the demo made it.']
  return [
    `Sign in with the password ${demoPassword} as`,
    ...valid.map(({ username, role }) => `  ${username.padEnd(10)}${role}`),
  ]
}

/** The account may have been removed or changed. */
async function works({ database, passwords }: Place, account: DemoAccount): Promise<boolean> {
  const user = await database
    .selectFrom('users')
    .select(['role', 'password_hash'])
    .where('username_key', '=', account.username)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (user?.role !== account.role) return false
  return passwords.verify(demoPassword, user.password_hash)
}

async function gatewayLines(place: Place, url: string): Promise<string[]> {
  const valid: DemoOrganization[] = []
  for (const organization of demoOrganizations) {
    const { gatewayKey } = organization
    if ((await findGatewayKey(place, gatewayKey)) !== undefined) {
      valid.push(organization)
    }
  }
  if (valid.length === 0)
    return [`Its gateway keys are revoked: ${commandLine('gateway-key')} makes one.`]
  return [
    'Gateway keys',
    ...valid.map(
      ({ gatewayKey, industry, domain }) =>
        `  ${gatewayKey.padEnd(36)}${demoWords.en.organizations[industry].name}, for mail to ...@${domain}`,
    ),
    ...(valid[0] === demoOrganizations[0] ? exampleReport(url, valid[0]) : []),
  ]
}

/** A command to paste. The demo employee belongs to the first organization. */
function exampleReport(url: string, { gatewayKey, domain }: DemoOrganization): string[] {
  const scan = {
    recipient: `employee@${domain}`,
    sender: 'boss@olive-branch.example',
    threat_level: 'malicious',
    detection_reason: 'Look-alike domain',
    indicators: ['Look-alike domain', 'Urgent wording'],
  }
  return [
    '',
    "Report a mail, and see it on the employee's dashboard",
    `  curl ${url}/api/scans \\`,
    `    -H 'Authorization: Bearer ${gatewayKey}' \\`,
    "    -H 'Content-Type: application/json' \\",
    `    -d '${JSON.stringify(scan)}'`,
  ]
}

/** Prints each mail that is delivered, because the demo has no mailboxes to look into. */
export function printedMail(
  transport: MailTransport,
  write: (text: string) => void,
): MailTransport {
  return {
    ...transport,
    async deliver(mail, signal) {
      await transport.deliver(mail, signal)
      const text = mail.body.trim().replaceAll('\n', '\n  ')
      write(printable(`\nMail to ${mail.recipient}: ${mail.subject}\n\n  ${text}\n`))
    },
  }
}

/** A terminal would obey control characters. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '')
}
