import type { Configuration } from '../../core/configuration.ts'
import { askForRecipient, SmtpRefusal } from './ask-for-recipient.ts'
import { type Finding, leftOut, reasonOf, well, wrong } from './finding.ts'

/** Talks to the mail server as the mail worker would, up to the recipient; sends nothing. */
export async function checkMailServer({ mail }: Configuration): Promise<Finding> {
  const { server, from, support } = mail
  if (server === null) return leftOut('Outgoing mail: without SMTP_URL each mail becomes a file')
  const { host } = new URL(server)
  try {
    await askForRecipient(server, { from, to: support })
    return well(`Outgoing mail: ${host} takes mail from MAIL_FROM to SUPPORT_EMAIL`)
  } catch (cause) {
    return wrong(`Outgoing mail: ${host} does not take it: ${reasonOf(cause)}`, mendOf(cause))
  }
}

const untrusted = /self-signed|unable to (?:verify|get)/i

function mendOf(cause: unknown): string {
  const { code } = Object(cause)
  const words = reasonOf(cause)
  if (cause instanceof SmtpRefusal) {
    return 'Allow MAIL_FROM as a sender there, and correct MAIL_FROM or SUPPORT_EMAIL.'
  }
  if (code === 'EAUTH') {
    return 'Correct the user and the password in SMTP_URL; other characters than letters and digits as %40 for @.'
  }
  if (/STARTTLS/.test(words)) {
    return 'The mail server offers no TLS, and a password would be sent without it: take its port for smtps:// (465), or add ?ignoreTLS=true to SMTP_URL if the way there is safe.'
  }
  if (untrusted.test(words)) {
    return 'A mail server on this machine: SMTP_URL=smtp://127.0.0.1:25?ignoreTLS=true. Another one: copy the certificate that it sends (Debian: /etc/ssl/certs/ssl-cert-snakeoil.pem), or that of its authority, to this machine and set NODE_EXTRA_CA_CERTS to the file.'
  }
  if (/altnames|Hostname\/IP/.test(words)) {
    return 'Name the mail server in SMTP_URL as its certificate does.'
  }
  if (/wrong version number|packet length too long/i.test(words)) {
    return 'SMTP_URL begins with smtps:// for port 465, and with smtp:// for 587 and 25.'
  }
  return 'Correct SMTP_URL: host, port, password, TLS; and look at the firewall.'
}
