import { expect, test } from 'vitest'
import { judgeReadMail } from '../../../judge/judge.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { readMail } from '../../../judge/read/read-mail.ts'
import { createSlowness } from '../../support/long-text/stalls.ts'

const mostBytes = 24_000_000
const fill = (unit: string, bytes = 5_000_000) => unit.repeat(bytes / unit.length)
const file = (content: string) => `Content-Type: application/octet-stream; name=a.rar\n\n${content}`
const ofType = (type: string, body: string, encoding = '8bit') =>
  `Content-Type: ${type}\nContent-Transfer-Encoding: ${encoding}\n\n${body}`

/** Each is longer than the judge reads of such mail, and slow in a way of its own. */
const mails: Readonly<Record<string, () => string>> = {
  'folded lines': () => `X-Y: a\n${fill(' a\n', mostBytes)}\n\nHello`,
  'lines of dashes': () => ofType('multipart/mixed; boundary=b', fill('-\n', mostBytes)),
  uuencode: () => ofType('text/plain', fill('#AAAA\n'), 'x-uuencode'),
  'quoted-printable': () => ofType('text/html', fill('=3Cp=3E=41=42'), 'quoted-printable'),
  base64: () => ofType('text/html', fill('PHA+QUJDPC9wPjxwPkFC\n'), 'base64'),
  'UTF-7': () => ofType('text/plain; charset=utf-7', fill('+AGE-')),
  'an invitation': () => ofType('text/calendar', fill('DESCRIPTION:at https://a.example/x\\n\n')),
  'a page of spaces': () => ofType('text/html', fill(' \n')),
  'links to 10,000 sites': () =>
    ofType(
      'text/html',
      Array.from({ length: 10_000 }, (_, at) => `<a href="https://e${at}.example/">x</a>`).join(''),
    ),
  'a file of one word': () => file(`Rar!${fill('a')}`),
  'a file of comments': () => file(fill('<!---->', 24_000)),
}

const ownMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** How long the judge goes on without a pause, in time of the processor. */
async function longestStepMs(mail: Uint8Array): Promise<number> {
  let longest = 0
  let last = ownMs()
  const pause = async () => {
    longest = Math.max(longest, ownMs() - last)
    last = ownMs()
  }
  await judgeReadMail(await readMail(mail, pause), {}, { model: shippedModel, pause })
  await pause()
  return longest
}

test.each(Object.keys(mails))('a page goes on answering while it reads %s', async (name) => {
  const slowness = createSlowness()
  const mail = Buffer.from(`From: a@evil.example\nSubject: x\n${mails[name]?.()}`, 'latin1')
  let least = await longestStepMs(mail)
  // A first run also compiles, and a busy machine takes one that has nothing to do with the mail.
  for (let more = 0; more < 2 && least > 50 * slowness(); more += 1) {
    least = Math.min(least, await longestStepMs(mail))
  }
  expect(least).toBeLessThan(50 * slowness())
})
