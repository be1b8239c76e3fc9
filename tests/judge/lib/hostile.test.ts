import { expect, test } from 'vitest'
import { Random } from '../../../training/random.ts'
import { generateMails } from '../../../training/render/mails.ts'
import { readTexts } from '../../../training/render/texts.ts'
import { clinic, judge, makeMail } from '../../support/judge/mails.ts'

/** Apart from the other tests of judgements: these take seconds, which each mutant would take too. */

test('a mail that was changed at random still gets an answer', async () => {
  const random = new Random(11)
  const texts = readTexts().filter((_, index) => index % 9 === 0)
  const sources = [...generateMails(texts, 5, 1)].map(({ raw }) => raw)
  for (let count = 0; count < 200; count += 1) {
    const source = sources[count % sources.length] ?? makeMail({})
    const bytes = Uint8Array.from(source)
    for (let change = 0; change < 30; change += 1) {
      bytes[Math.floor(random.next() * bytes.length)] = Math.floor(random.next() * 256)
    }
    const from = Math.floor(random.next() * bytes.length)
    const cut = random.next() < 0.3 ? bytes.subarray(from) : bytes
    const { score } = await judge(cut)
    expect(score >= 0 && score <= 1).toBe(true)
  }
})

/** Milliseconds of processor time, the least of three runs, or of as many as it takes to be short. */
async function timeOf(mail: Uint8Array, shortMs = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && least > shortMs; run += 1) {
    const began = process.threadCpuUsage()
    await judge(mail, clinic)
    const { user, system } = process.threadCpuUsage(began)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

test('time grows with the length of a mail, and not with its square', async () => {
  const shapes: readonly ((length: number) => string)[] = [
    (length) => '<div>'.repeat(length / 5),
    (length) => '<a href="https://x.example/">https://y.example '.repeat(length / 46),
    (length) => 'a'.repeat(length),
    (length) => '=3D'.repeat(length / 3),
    (length) => 'www.'.repeat(length / 4),
    (length) => 'password is IBAN JO94 '.repeat(length / 22),
    (length) => '--b\n'.repeat(length / 4),
    (length) => `${'> '.repeat(50)}\n`.repeat(length / 101),
    (length) => 'please keep the new bank account of our list '.repeat(length / 45),
    (length) => 'نرجو تحويل المبلغ إلى حسابنا الجديد '.repeat(length / 36),
  ]
  await judge(makeMail({}))
  for (const shape of shapes) {
    for (const type of ['text/html', 'text/plain']) {
      const small = await timeOf(makeMail({ type, body: shape(50_000) }))
      // Twenty times the length: a square would take 400 times as long.
      const mostMs = Math.max(small, 4) * 80
      const large = await timeOf(makeMail({ type, body: shape(1_000_000) }), mostMs)
      expect(large).toBeLessThan(mostMs)
    }
  }
})
