import { judgeMail } from '../../../judge/judge.ts'
import type { Judgement } from '../../../judge/judgement.ts'
import type { Knowledge } from '../../../judge/knowledge.ts'
import type { Model } from '../../../judge/model/model.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'

export interface MailParts {
  readonly from?: string
  readonly to?: string
  readonly subject?: string
  readonly headers?: readonly string[]
  readonly body?: string
  readonly type?: string
}

/** A raw mail with the parts that a test is about. */
export function makeMail({
  from = 'Lena Weber <lena@supplier.example>',
  to = 'rania@clinic.example',
  subject = 'Minutes of Tuesday',
  headers = [],
  body = 'Good morning Rania,\n\nhere are the minutes of our meeting on Tuesday, as promised. Kind regards, Lena',
  type = 'text/plain; charset=utf-8',
}: MailParts): Uint8Array {
  const head = [
    ...headers,
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    `Content-Type: ${type}`,
  ]
  return new TextEncoder().encode(
    `${head.join('\r\n')}\r\n\r\n${body.replace(/\r?\n/g, '\r\n')}\r\n`,
  )
}

/** A clinic's knowledge: its domain, two colleagues, and one firm with which it writes. */
export const clinic: Knowledge = {
  domains: ['clinic.example'],
  people: [
    { name: 'Omar Haddad', address: 'omar@clinic.example' },
    { name: 'ليلى منصور', address: 'layla@clinic.example' },
  ],
  isCorrespondent: (address) => address.endsWith('@supplier.example'),
  correspondentDomains: ['supplier.example', 'medequip.com'],
  authservId: 'mx.clinic.example',
}

export function judge(mail: Uint8Array, knowledge: Knowledge = {}): Promise<Judgement> {
  return judgeMail(mail, knowledge, { model: shippedModel })
}

export function codesOf({ reasons }: Judgement, speaks: 'against' | 'for' = 'against'): string[] {
  return reasons.filter((it) => it.speaks === speaks).map(({ code }) => code)
}

/** A model that gives each mail the same score, so that only rules tell mails apart. */
export function wordless(score: number): Model {
  const offset = Math.log(score / (1 - score))
  const { letters: _, ...model } = shippedModel
  return {
    ...model,
    trees: [],
    calibration: { slope: 0, offset },
    thresholds: [{ perThousand: 10, score: 0.83 }],
  }
}

/** A ZIP archive with one empty file, of which only the names are read. */
export function archive(flags: number): string {
  const name = 'list.txt'
  const bytes = (...values: readonly number[]) => String.fromCharCode(...values)
  const shared = `${bytes(20, 0, flags, 0)}${'\0'.repeat(20)}${bytes(name.length, 0)}`
  const local = `PK\x03\x04${shared}\0\0${name}`
  const central = `PK\x01\x02\x14\0${shared}${'\0'.repeat(16)}${name}`
  const sizes = bytes(1, 0, 1, 0, central.length, 0, 0, 0, local.length, 0, 0, 0)
  return `${local}${central}PK\x05\x06\0\0\0\0${sizes}\0\0`
}

/** The parts of a mail with a text and an attached file, whose letters are its bytes. */
export function withFile(
  text: string,
  name: string,
  type: string,
  content: string,
  textType = 'text/plain; charset=utf-8',
) {
  const body = [
    '--parts',
    `Content-Type: ${textType}`,
    '',
    text,
    '--parts',
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(content, 'latin1').toString('base64'),
    '--parts--',
  ]
  return { type: 'multipart/mixed; boundary=parts', body: body.join('\n') }
}
