import { createRandom } from '../../../server/demo/history.ts'

export interface HostileMail {
  readonly name: string
  readonly from: string
  readonly to: readonly string[]
  readonly message: Buffer
}

const hostileDomain = 'olivebranch.example'
/** All of them flagged `flaggedDomain`, so that a mail to them is compared with each. */
export const manyUsers = Array.from(
  { length: 1000 },
  (_, number) => `user-${number}@${hostileDomain}`,
)
export const flaggedDomain = 'evil.example'

/** One mail of each kind of header that is dear to read, its sizes and letters by the seed. */
export function hostileHeaders(seed: number): readonly HostileMail[] {
  const { next: random } = createRandom(seed)
  const below = (most: number) => Math.floor(random() * most)
  const some = (least: number, most: number) => least + below(most - least + 1)
  const list = (count: number, make: (position: number) => string) =>
    Array.from({ length: count }, (_, position) => make(position))
  const letters = (count: number) =>
    list(count, () => String.fromCodePoint(0x4e00 + below(20_000))).join('')
  const mail = (name: string, lines: readonly string[], rest: Partial<HostileMail> = {}) => ({
    ...{ name, from: 'a@evil.example', to: manyUsers.slice(0, some(1, 20)) },
    message: Buffer.from([...lines, 'Subject: Hello', '', 'Hello', ''].join('\r\n')),
    ...rest,
  })
  const labels = (count: number, label: () => string) => list(count, label).join('.')
  const short = () => letters(some(1, 3))
  return [
    mail('one label of 20,000 letters', [`From: a@${letters(20_000)}.example`]),
    mail(
      'labels of other scripts under each sender',
      [
        `From: ${list(some(200, 400), () => `a@${labels(4, () => letters(18))}.evil.example`).join(', ')}`,
      ],
      { to: manyUsers },
    ),
    mail(
      'thousands of senders',
      [`From: ${list(some(4000, 8000), (n) => `a${n}@evil.example`).join(', ')}`],
      { to: manyUsers },
    ),
    mail(
      'thousands of From lines',
      list(some(2000, 5000), (n) => `From: a${n}@evil.example`),
      { to: manyUsers },
    ),
    mail('thousands of labels', [
      `From: a@${labels(some(10_000, 30_000), () => 'a')}.evil.example`,
    ]),
    mail(
      '126 labels under each sender',
      [
        `From: ${list(some(100, 200), (n) => `a${n}@${labels(119, () => 'a')}.evil.example`).join(', ')}`,
      ],
      { to: manyUsers },
    ),
    mail('labels of other scripts', [`From: a@${labels(some(2000, 6000), short)}.evil.example`]),
    mail('a long local part', [`From: ${'a+'.repeat(some(20_000, 60_000))}@evil.example`], {
      to: manyUsers,
    }),
    mail('a label xn-- of thousands of letters', [
      `From: a@xn--${'a'.repeat(some(10_000, 60_000))}.evil.example`,
    ]),
    mail('at signs', [`From: ${'a@'.repeat(some(5000, 20_000))}evil.example`]),
    mail('quotes and backslashes', [`From: "${'\\"'.repeat(some(5000, 20_000))}"@evil.example`]),
    mail('deep comments', [`From: ${'('.repeat(some(5000, 20_000))}a@evil.example`]),
    mail('thousands of header lines', [
      ...list(some(5000, 20_000), (n) => `X-${n}: ${letters(3)}`),
      'From: a@evil.example',
    ]),
    mail('a long Reply-To', [
      'From: a@evil.example',
      `Reply-To: ${list(some(2000, 5000), () => `a@${short()}.example`).join(', ')}`,
    ]),
    mail('NUL and letters that are no UTF-8', [], {
      message: Buffer.concat([
        Buffer.from('From: a@'),
        Buffer.from(
          list(some(10_000, 30_000), () => '').map(
            () => [0, 0x80 + below(128), 0xe4][below(3)] ?? 0,
          ),
        ),
        Buffer.from('.evil.example\r\nSubject: Hello\r\n\r\nHello\r\n'),
      ]),
    }),
    mail('hundreds of addresses of pages', [
      'From: a@evil.example',
      'Content-Type: text/html; charset=utf-8',
      '',
      list(some(300, 900), () => `<a href="https://${letters(20)}.example/">a</a>`).join('\n'),
    ]),
    mail('a sender of the envelope of 20,000 letters', [], {
      from: `a@${letters(some(5000, 9000))}.example`,
    }),
    mail('600 recipients with long domains', ['From: a@evil.example'], {
      to: list(600, (n) => `user-${n}+tag@xn--${'a'.repeat(59)}.example`),
    }),
    mail('1,000 recipients with a tag', ['From: a@evil.example'], {
      to: manyUsers.map((user) => user.replace('@', '+Tag@').toUpperCase()),
    }),
  ]
}
