import { Random } from '../../../training/random.ts'
import { generateMails } from '../../../training/render/mails.ts'
import { readTexts } from '../../../training/render/texts.ts'

export type MailSize = 'small' | 'medium' | 'large'

const mostBytes = { small: 50_000, medium: 1_000_000, large: 10_000_000 } as const
/** How many different mails there are of each size. */
const different = { small: 300, medium: 40, large: 4 } as const

/**
 * Mails of the three sizes as the training renders them, filled up with what makes mails large: longer
 * texts and pages, or attachments. The same in each run.
 */
export function makeMails(): Readonly<Record<MailSize, readonly Buffer[]>> {
  const random = new Random(17)
  const texts = readTexts()
  const mails = [...generateMails(texts, 23, 1)].map(({ raw }) => Buffer.from(raw))
  const some = (size: MailSize) =>
    Array.from({ length: different[size] }, () => {
      const mail = mails[Math.floor(random.next() * mails.length)] ?? Buffer.alloc(0)
      return fill(mail, lengthOf(size, random), random)
    })
  return { small: some('small'), medium: some('medium'), large: some('large') }
}

/** Small mails are mostly short; those of medium size are of any length up to the most. */
function lengthOf(size: MailSize, random: Random): number {
  if (size === 'large') return mostBytes.large
  if (size === 'medium')
    return mostBytes.small + random.next() * (mostBytes.medium - mostBytes.small)
  return 2000 * (mostBytes.small / 2000) ** random.next()
}

/** As the first part of a mail whose second part is long: a page for every third one, else a file. */
function fill(mail: Buffer, length: number, random: Random): Buffer {
  const end = mail.indexOf('\r\n\r\n')
  const missing = Math.floor(length) - mail.length - 600
  if (end === -1 || missing < 1000) return mail
  const head = mail.toString('latin1', 0, end).split(/\r\n(?![ \t])/)
  const isOfBody = (line: string) => /^(?:content-|mime-version)/i.test(line)
  const isPage = random.next() < 1 / 3
  const filled = [
    ...head.filter((line) => !isOfBody(line)),
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="filled"',
    '',
    '--filled',
    ...head.filter((line) => /^content-/i.test(line)),
    '',
    mail.toString('latin1', end + 4),
    '--filled',
    ...(isPage
      ? ['Content-Type: text/html; charset=utf-8', '', repeated(row, missing)]
      : [
          'Content-Type: application/pdf; name="report.pdf"',
          'Content-Disposition: attachment; filename="report.pdf"',
          'Content-Transfer-Encoding: base64',
          '',
          `JVBERi0xLjcK\r\n${repeated(lineOfBase64(random), missing)}`,
        ]),
    '--filled--',
    '',
  ]
  return Buffer.from(filled.join('\r\n'), 'latin1')
}

const repeated = (text: string, length: number) => text.repeat(Math.ceil(length / text.length))
const row =
  '<table><tr><td style="padding:4px"><a href="https://shop.example/item?id=4711">Blue kettle</a></td><td>Two pieces, delivered on Tuesday to the front desk of the clinic</td></tr></table>\r\n'

function lineOfBase64(random: Random): string {
  const bytes = Array.from({ length: 57 }, () => Math.floor(random.next() * 256))
  return `${Buffer.from(bytes).toString('base64')}\r\n`
}
