import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { featuresOf } from '../judge/features/features.ts'
import { wordPlaces } from '../judge/features/words.ts'
import { judgeReadMail } from '../judge/judge.ts'
import type { StoredMail } from '../judge/learn/frozen.ts'
import { writePlane } from '../judge/learn/planes.ts'
import { storeVector, vectorOf } from '../judge/learn/vector.ts'
import { shippedModel } from '../judge/model/shipped.ts'
import { readMail } from '../judge/read/read-mail.ts'
import { generateMails } from './render/mails.ts'
import { readTexts } from './render/texts.ts'

const seed = 46
/** A place of fewer mails in a hundred is no common word. */
const leastShare = 1

/** The attacks of `frozen/` as the numbers that `judge/learn/frozen.json` keeps. */
export async function freezeAttacks(): Promise<Record<'guarding' | 'strange', StoredMail[]>> {
  const texts = readTexts(join(import.meta.dirname, 'frozen'))
  const freeze = (half: number, copies: number) => {
    const of = texts.filter((_, at) => at % 2 === half)
    return Array.fromAsync(generateMails(of, seed, copies), async ({ raw }) => {
      const mail = await readMail(raw)
      const vector = storeVector(vectorOf(mail, featuresOf(mail)))
      const { score } = await judgeReadMail(mail, {}, { model: shippedModel })
      return { vector: Buffer.from(vector).toString('base64'), score }
    })
  }
  return { guarding: await freeze(0, 4), strange: await freeze(1, 1) }
}

/** In how many of 100 ordinary mails of its language each place stands; rare ones are left out. */
export async function freezeWords(): Promise<string> {
  const shares = new Uint8Array(wordPlaces)
  for (const language of ['en', 'ar']) {
    const texts = readTexts().filter((it) => it.label === 'ordinary' && it.language === language)
    const counts = new Uint16Array(wordPlaces)
    for (const { raw } of generateMails(texts, seed, 1)) {
      const mail = await readMail(raw)
      for (const place of vectorOf(mail, featuresOf(mail))) counts[place] = (counts[place] ?? 0) + 1
    }
    for (const [place, count] of counts.entries()) {
      const share = Math.round((100 * count) / texts.length)
      if (share > leastShare) shares[place] = Math.max(shares[place] ?? 0, share)
    }
  }
  return Buffer.from(writePlane(shares)).toString('base64')
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '../judge/learn/frozen.json')
  const frozen = { ...(await freezeAttacks()), words: await freezeWords() }
  const content = `${JSON.stringify(frozen, null, 2)}\n`
  writeFileSync(file, content)
  console.log(`Written: ${file}, ${content.length} bytes`)
}
