import { Parser } from 'htmlparser2'
import { canonicalDomain } from '../../../contract/core/domain.ts'
import type { MailboxSecurity } from '../../../contract/mailboxes/mailbox.ts'
import type { ImapServer } from '../imap/open-imap.ts'

/** The fields of a server in the file, and an attribute of it. */
type Fields = Readonly<Record<string, string>>

const securityOf: Readonly<Record<string, MailboxSecurity>> = { SSL: 'tls', STARTTLS: 'starttls' }

/**
 * The IMAP server in a domain's autoconfig file (`config-v1.1.xml`), TLS from the first byte before STARTTLS.
 * @returns undefined if it names none with TLS
 */
export function readAutoconfig(xml: string, address: string): ImapServer | undefined {
  const servers = serversIn(xml).flatMap((fields) => serverOf(fields, address) ?? [])
  return servers.find(({ security }) => security === 'tls') ?? servers[0]
}

function serversIn(xml: string): Fields[] {
  const servers: Fields[] = []
  let open: Record<string, string> | undefined
  let field = ''
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'incomingServer') open = { type: attributes.type ?? '' }
        field = name
      },
      ontext(text) {
        if (open !== undefined) open[field] = (open[field] ?? '') + text.trim()
      },
      onclosetag(name) {
        field = ''
        if (name !== 'incomingServer' || open === undefined) return
        servers.push(open)
        open = undefined
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return servers
}

function serverOf(fields: Fields, address: string): ImapServer | undefined {
  const { type, hostname = '', port: given = '', socketType = '', username = '' } = fields
  const [local = '', domain = ''] = address.split(/@(?=[^@]*$)/)
  const host = canonicalDomain(hostname.replaceAll('%EMAILDOMAIN%', domain))
  const port = Number(given)
  const security = securityOf[socketType]
  const isPort = Number.isInteger(port) && port > 0 && port <= 65_535
  if (type !== 'imap' || host === undefined || !isPort || security === undefined) return undefined
  const name = username
    .replaceAll('%EMAILADDRESS%', address)
    .replaceAll('%EMAILLOCALPART%', local)
    .replaceAll('%EMAILDOMAIN%', domain)
  return { host, port, security, username: name || address }
}
