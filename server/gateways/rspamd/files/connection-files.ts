import type { ConnectionProvider } from '../../../../contract/gateways/connection.ts'
import { provingSymbols } from '../../../emails/emails.ts'
import {
  type ConnectedOrganization,
  type Connection,
  type ConnectionFile,
  oneLine,
  requireDomain,
  requireKey,
  requireOrigin,
} from './connection.ts'
import { enforcementPlugin } from './enforcement.ts'
import { exporterRules } from './exporter.ts'

/** Stand where a key belongs that is not known: keys are stored as hashes. */
export const keyPlaceholders = {
  report: 'THE-REPORT-KEY',
  flags: 'THE-FLAGS-KEY',
  analyse: 'THE-ANALYSE-KEY',
} as const

export interface ConnectionOptions extends ConnectedOrganization {
  readonly provider: ConnectionProvider
  /** Where the mail system reaches Aman, for example https://aman.firm.example. */
  readonly origin: string
  /** Further organizations on the same rspamd. */
  readonly others?: readonly ConnectedOrganization[]
  /** For keys of the operator; the files are the same for any number of organizations. */
  readonly isOfOperator?: boolean
}

/**
 * The files that connect a mail system with Aman.
 * @throws Error for an invalid origin, key or domain
 */
export function connectionFiles(options: ConnectionOptions): ConnectionFile[] {
  const { provider, origin, others = [], isOfOperator = false, ...organization } = options
  const connection = {
    origin: requireOrigin(origin),
    organizations: [organization, ...others].map(complete),
    isOfOperator,
  }
  return files[provider](connection)
}

const files: Record<ConnectionProvider, (connection: Connection) => ConnectionFile[]> = {
  'postfix-rspamd': (connection) => [
    ...rspamdFiles(connection, '/etc/rspamd'),
    proxyWorker,
    milterLines,
  ],
  mailcow: (connection) =>
    rspamdFiles(connection, 'data/conf/rspamd').map(({ note, ...file }) => ({
      ...file,
      note: `${note} Below mailcow's folder. Not tried. ${mailcowNotes[file.name] ?? ''}`.trim(),
    })),
  'other-gateway': (connection) => [
    ...rspamdFiles(connection, '/etc/rspamd'),
    proxyWorker,
    milterLines,
    gatewayLines(connection),
  ],
  'own-client': (connection) => [reportCommand(connection)],
}

const mailcowNotes: Readonly<Record<string, string>> = {
  'metadata_exporter.conf':
    "mailcow has this file: copy the rules into its `rules`, the selectors into its `custom_select`, and keep what is there. Then run 'docker compose restart rspamd-mailcow'.",
}

function rspamdFiles(connection: Connection, folder: string): ConnectionFile[] {
  return [
    {
      name: 'metadata_exporter.conf',
      path: `${folder}/local.d/metadata_exporter.conf`,
      text: exporterRules(connection),
      note: 'Reports every verdict to Aman. It holds a key: mode 0640, group of rspamd.',
    },
    {
      name: 'aman.lua',
      path: `${folder}/plugins.d/aman.lua`,
      text: enforcementPlugin(provingSymbols),
      note: 'Carries out the flags of users, for each recipient, and asks the judge of Aman about each mail.',
    },
    {
      name: 'rspamd.conf.local',
      path: `${folder}/rspamd.conf.local`,
      text: flagSections(connection),
      note: 'Says where the flags and the judge are. Append it where the file exists. It holds two keys: mode 0640, group of rspamd.',
    },
  ]
}

const proxyWorker: ConnectionFile = {
  name: 'worker-proxy.inc',
  path: '/etc/rspamd/local.d/worker-proxy.inc',
  text: `# The process that speaks milter with Postfix (port 11332 of loopback) scans by itself.
upstream "local" {
  default = yes;
  self_scan = yes;
}
`,
  note: 'One process less between Postfix and the verdict.',
}

function complete(given: ConnectedOrganization): Required<ConnectedOrganization> {
  const { report, flags, analyse } = keyPlaceholders
  return {
    name: given.name ?? '',
    domains: (given.domains ?? []).map(requireDomain),
    reportKey: requireKey(given.reportKey ?? report),
    flagsKey: requireKey(given.flagsKey ?? flags),
    analyseKey: requireKey(given.analyseKey ?? analyse),
  }
}

/** An own client needs one call. */
function reportCommand({ origin, organizations }: Connection): ConnectionFile {
  const [organization] = organizations
  const scan = {
    recipient: `employee@${organization?.domains[0] ?? 'your-domain.example'}`,
    sender: 'billing@supplier.example',
    subject: 'Invoice 1042',
    threat_level: 'suspicious',
    detection_reason: 'Look-alike domain',
    indicators: ['Look-alike domain', 'Urgent wording'],
  }
  return {
    name: 'report-a-mail.sh',
    path: '',
    text: `curl --fail-with-body ${origin.origin}/api/scans \\
  --header 'Authorization: Bearer ${organization?.reportKey}' \\
  --header 'Content-Type: application/json' \\
  --header "Idempotency-Key: $(uuidgen)" \\
  --data '${JSON.stringify(scan)}'
`,
    note: 'One report of one mail. The recipient is a user of the organization; /api/openapi.json describes every field.',
  }
}

/** The section that the plugin reads: where the flags and the judge of each organization are. */
function flagSections({ origin, organizations, isOfOperator }: Connection): string {
  const maps = (flagsKey: string) => {
    const url = (map: string) => `${origin.origin}/api/rspamd/${map}`
    const domains = isOfOperator ? `\n      domains = "${url('domains')}";` : ''
    return `      red = "${url('flags/red')}";
      green = "${url('flags/green')}";${domains}
      flags_key = "${flagsKey}";
      # Seconds between two looks at the flags.
      poll = 10;`
  }
  const isShared = organizations.length > 1
  const sections = organizations.map(
    ({ name, domains, flagsKey, analyseKey }) => `    {
      # ${oneLine(name) || (isOfOperator ? 'Of all organizations of the key.' : 'The flags of one organization.')}
${maps(flagsKey)}
      # The judge gets the mail itself, so only over TLS or loopback.
      judge = "${origin.origin}/api/analyses";
      judge_key = "${analyseKey}";${isShared ? domainLine(domains) : ''}
    }`,
  )
  if (isOfOperator) {
    const section = sections.join('').replaceAll(/^ {2}/gm, '').trimStart()
    return `aman {\n  operator ${section}\n}\n`
  }
  return `aman {
  organizations = [
${sections.join(',\n')}
  ]
}
`
}

/** The domains of the recipients for whom the judge is asked. */
function domainLine(domains: readonly string[]): string {
  return `\n      domains = [${domains.map((domain) => `"${domain}"`).join(', ')}];`
}

const milterLines: ConnectionFile = {
  name: 'main.cf',
  path: '/etc/postfix/main.cf',
  text: `# Asks rspamd about every mail, before the sender gets an answer.
smtpd_milters = inet:127.0.0.1:11332
milter_mail_macros = i {mail_addr} {client_addr} {client_name} {auth_authen}
# While rspamd is down, mail comes in unjudged. With tempfail senders are told to come again.
milter_default_action = accept
# rspamd does not see recipients that are written in UTF-8. Without this, senders write domains in ASCII.
smtputf8_enable = no
`,
  note: 'Lines to add to this file; the rest stays as it is.',
}

/** Postfix takes the mail of a domain, and passes it on to where the mailboxes are. */
function gatewayLines({ organizations }: Connection): ConnectionFile {
  const named = organizations.flatMap(({ domains }) => domains)
  const domains = named.length === 0 ? ['your-domain.example'] : named
  const routes = domains.map(
    (domain) =>
      `  { ${domain} = smtp:[${domain.replaceAll('.', '-')}.mail.protection.outlook.com]:25 }`,
  )
  return {
    name: 'main.cf-gateway',
    path: '/etc/postfix/main.cf',
    text: `# The domains whose MX names this machine.
relay_domains = ${domains.join(', ')}
mydestination =
# Where their mailboxes are. Microsoft 365: the host that its admin center names for the domain, as below.
# Google Workspace: smtp:[aspmx.l.google.com]:25. Exchange: smtp:[exchange.firm.example]:25.
transport_maps = inline:{
${routes.join('\n')}
  }
smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination
# Asks the mailboxes' host whether there is such a recipient, so that no mail has to be sent back.
smtpd_recipient_restrictions = reject_unverified_recipient
`,
    note: 'For a gateway by MX in front of Microsoft 365, Google Workspace or Exchange. Tried with a mail server of the tests behind it, not with these three. Let the mailboxes accept mail from this machine alone; otherwise senders can bypass it.',
  }
}
