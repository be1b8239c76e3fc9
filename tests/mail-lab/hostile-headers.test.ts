import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createRandom } from '../../server/demo/history.ts'
import { startStandIn } from '../support/mail-lab/stand-in.ts'
import { mailPrograms, startTestLab, type TestLab } from '../support/mail-lab/start.ts'
import { sum, until } from '../support/until.ts'

test.skipIf(mailPrograms === undefined)(
  'the plugin takes less than 50 ms of rspamd for a mail with hostile headers',
  { timeout: 300_000 },
  async () => {
    await using timed = await startTimedLab(manyUsers, flaggedDomain)
    const slow: string[] = []
    const flagged: string[] = []
    for (const mail of hostileHeaders(1)) {
      const { ms: first, isFlagged } = await timed.scan(mail)
      let ms = first
      // A busy machine slows one scan, a slow plugin slows each.
      for (let more = 0; ms > 50 && more < 4; more += 1) {
        ms = Math.min(ms, (await timed.scan(mail)).ms)
      }
      if (ms > 50) slow.push(`${mail.name}: ${ms.toFixed(0)} ms`)
      if (isFlagged) flagged.push(mail.name)
    }
    expect(slow).toEqual([])
    expect(flagged).toContain('1,000 recipients with a tag')
  },
)

/** Around the printed plugin: writes to the log how long the process worked in each of its functions. */
const before = `local class = getmetatable(rspamd_config)
local register = class.register_symbol
local function timed(name, run)
  return function(task)
    local began = os.clock()
    local result = run(task)
    require 'rspamd_logger'.infox(task, 'Aman took %s us in %s', (os.clock() - began) * 1e6, name)
    return result
  end
end
class.register_symbol = function(config, symbol)
  if symbol.callback then symbol.callback = timed(symbol.name, symbol.callback) end
  return register(config, symbol)
end
`
const after = `
class.register_symbol = register
rspamd_plugins[N].is_reported = timed('is_reported', rspamd_plugins[N].is_reported)
`

interface TimedScan {
  /** Processor time that the plugin took for one mail. */
  readonly ms: number
  /** Whether the flags of its recipients were looked up. */
  readonly isFlagged: boolean
}

interface TimedLab extends AsyncDisposable {
  readonly lab: TestLab
  scan(mail: HostileMail): Promise<TimedScan>
}

/** The printed files for keys of the operator, with users who flagged `flagged` green, and half of them red, too. */
async function startTimedLab(users: readonly string[], flagged: string): Promise<TimedLab> {
  await using started = new AsyncDisposableStack()
  const green = ['@firm', ...users.map((user) => `${user}|${flagged}`)]
  const red = green.filter((_, position) => position % 2 === 0)
  const domains = [...new Set(users.map((user) => `${user.replace(/.*@/, '')}|firm`))]
  const aman = started.use(await startStandIn({ red, green, domains }))
  const lab = started.use(
    await startTestLab({
      origin: aman.origin,
      isOfOperator: true,
      edit: (lines) => (lines.startsWith('-- Flags of Aman') ? `${before}${lines}${after}` : lines),
      rspamdFiles: { 'local.d/worker-normal.inc': 'count = 1;\n' },
    }),
  )
  const known = ['green flags are 1000', 'red flags are [1-9]', 'domains are 1']
  const isReady = async () => {
    const log = await lab.mail.log('rspamd')
    return known.every((words) => new RegExp(`\\(normal\\).*Aman: ${words}`).test(log))
  }
  if (!(await until(isReady, { everyMs: 100 }))) throw new Error('rspamd has no flags')
  const parts = started.move()
  return {
    lab,
    async scan(mail) {
      const { length } = await lab.mail.log('rspamd')
      const answer = await ask(lab.mail.ports.normal, mail)
      const isOver = async () =>
        (await told(lab, length)).some(({ name }) => name === 'is_reported')
      if (!(await until(isOver, { everyMs: 20 }))) throw new Error(`${mail.name}: not scanned`)
      const ms = sum((await told(lab, length)).map((part) => part.ms))
      return { ms, isFlagged: answer.includes('AMAN_RED_FLAG') }
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

async function told(lab: TestLab, from: number) {
  const lines = (await lab.mail.log('rspamd')).slice(from)
  return [...lines.matchAll(/Aman took ([\d.e+]+) us in (\w+)/g)].map(([, us, name]) => ({
    ms: Number(us) / 1000,
    name,
  }))
}

const asBytes = (line: string) => Buffer.from(line).toString('latin1')

async function ask(port: number, { from, to, message }: HostileMail): Promise<string> {
  const answer = await new Promise<string>((resolve, reject) => {
    const headers = { from: asBytes(from), rcpt: to.map(asBytes), ip: '203.0.113.10' }
    const options = { port, host: '127.0.0.1', path: '/checkv2', method: 'POST', headers }
    const asked = request(options, (response) => void text(response).then(resolve, reject))
    asked.on('error', reject)
    asked.end(message)
  })
  if (!answer.includes('"action"')) throw new Error(answer.slice(0, 200))
  return answer
}

interface HostileMail {
  readonly name: string
  readonly from: string
  readonly to: readonly string[]
  readonly message: Buffer
}

const hostileDomain = 'olivebranch.example'
/** All of them flagged `flaggedDomain`, so that a mail to them is compared with each. */
const manyUsers = Array.from({ length: 1000 }, (_, number) => `user-${number}@${hostileDomain}`)
const flaggedDomain = 'evil.example'

/** One mail of each kind of header that is dear to read, its sizes and letters by the seed. */
function hostileHeaders(seed: number): readonly HostileMail[] {
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
