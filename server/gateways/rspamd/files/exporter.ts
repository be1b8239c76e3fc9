import { canonicalDomain } from '../../../../contract/core/domain.ts'

export const milterLines: ConnectionFile = {
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
export function gatewayLines({ organizations }: Connection): ConnectionFile {
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

/** One file, or lines for a file that exists. */
export interface ConnectionFile {
  /** Distinct within a provider, and fit to save the file under. */
  readonly name: string
  /** Where the mail system reads it; empty where it belongs nowhere in particular. */
  readonly path: string
  readonly text: string
  /** Plain sentences for the operator. */
  readonly note: string
}

export interface ConnectedOrganization {
  /** For a comment. */
  readonly name?: string
  /** The recipients' domains; needed where several organizations share one rspamd. */
  readonly domains?: readonly string[]
  readonly reportKey?: string
  readonly flagsKey?: string
  readonly analyseKey?: string
}

/** The input of the writers of files: everything from outside is safe in every syntax. */
export interface Connection {
  readonly origin: URL
  readonly organizations: readonly Required<ConnectedOrganization>[]
  /** The keys of the only entry are of the operator: Aman says which organizations there are. */
  readonly isOfOperator: boolean
}

/** All files as one text for a terminal, each after a line that says where it belongs. */
export function printFiles(files: readonly ConnectionFile[]): string {
  return files
    .map(({ name, path, note, text }) => `#### ${path || name}\n#### ${note}\n\n${text}`)
    .join('\n')
}

/** `AMAN`, and `AMAN_2`, `AMAN_3` for further organizations. */
function ruleName(position: number): string {
  return position === 0 ? 'AMAN' : `AMAN_${position + 1}`
}

const selectorName = (position: number) => `to_${ruleName(position).toLowerCase()}`

/** rspamd's metadata_exporter.conf: a rule, and with it a key, for each organization. */
export function exporterRules({ origin, organizations, isOfOperator }: Connection): string {
  const isShared = organizations.length > 1
  const rules = organizations.map(({ name, reportKey }, position) => {
    const selector = isShared || isOfOperator ? selectorName(position) : 'is_not_soft_reject'
    return `  # ${oneLine(name) || 'Every verdict goes to Aman.'}
  ${ruleName(position)} {
    backend = "http";
    url = "${origin.origin}/api/rspamd";
    formatter = "json";
    # Aman refuses the default, text/plain.
    mime_type = "application/json";
    # A mail that is put off comes again and is judged again.
    selector = "${selector}";
    # Any name; the password is the key.
    user = "rspamd";
    password = "${reportKey}";
    # By default a report is lost while Aman is down, and the mail goes on. With the next line nothing
    # is lost, but no mail comes in meanwhile: senders are told to come again.
    # defer = true;
    # For rspamd 3.9 and later; before that it waits for up to 5 seconds.
    # timeout = 2s;
  }`
  })
  const selected = isOfOperator ? operatorSelector : isShared ? selectors(organizations) : ''
  return `${selected}rules {
${rules.join('\n')}
}
`
}

/** The plugin knows whose mail Aman wants; without it Aman looks at every mail. */
const operatorSelector = `custom_select {
  ${selectorName(0)} = <<EOD
return function(task)
  if task:get_metric_action() == 'soft reject' then return false end
  local aman = rspamd_plugins['aman']
  return aman == nil or aman.is_reported(task)
end
EOD;
}
`

/** A mail to several organizations goes to each; Aman ignores the recipients of the others. */
function selectors(organizations: Connection['organizations']): string {
  const written = organizations.map(({ name, domains }, position) => {
    if (domains.length === 0) throw new Error(`${oneLine(name)} needs the domains of its mail`)
    const wanted = domains.map((domain) => `["${domain}"] = true`).join(', ')
    return `  ${selectorName(position)} = <<EOD
return function(task)
  if task:get_metric_action() == 'soft reject' then return false end
  local wanted = { ${wanted} }
  for _, recipient in ipairs(task:get_recipients('smtp') or {}) do
    if wanted[recipient.domain:lower()] then return true end
  end
  return false
end
EOD;`
  })
  return `custom_select {
${written.join('\n')}
}
`
}

/*
 * Text for a file of another program has no character that means anything there: neither in a
 * quoted string of UCL or Lua, nor in the user information of a URL, nor in a shell.
 */

/** @throws Error for anything but scheme, host and port */
export function requireOrigin(text: string): URL {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === null || !isWeb || url.origin !== text.replace(/\/$/, '').toLowerCase()) {
    throw new Error('The origin must be like https://aman.firm.example')
  }
  if (!/^[\w.:[\]-]+$/.test(url.host)) throw new Error('The origin names no host')
  return url
}

/** @throws Error for a text that cannot be a gateway key */
export function requireKey(key: string): string {
  if (!/^[\w-]{1,200}$/.test(key)) throw new Error('This is no gateway key')
  return key
}

/** @throws Error for a text that is no domain */
export function requireDomain(text: string): string {
  const domain = canonicalDomain(text)
  if (domain === undefined || !/^[a-z\d_.-]+$/.test(domain)) throw new Error('This is no domain')
  return domain
}

/** A text for a comment that ends with its line. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
