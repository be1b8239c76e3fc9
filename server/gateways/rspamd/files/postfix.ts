import type { Connection, ConnectionFile } from './connection.ts'

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
