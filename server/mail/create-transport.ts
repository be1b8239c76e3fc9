import type { Configuration } from '../core/configuration.ts'
import { outboxTransport } from './outbox.ts'
import { smtpTransport } from './smtp.ts'
import type { MailTransport } from './transport.ts'

export function createMailTransport(mail: Configuration['mail']): MailTransport {
  const { server, from, outboxDirectory } = mail
  return server === null ? outboxTransport(outboxDirectory, from) : smtpTransport(server, from)
}
