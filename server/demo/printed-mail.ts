import type { MailTransport } from '../mail/transport.ts'

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
