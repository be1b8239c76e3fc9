import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { featuresOf } from '../judge/features/features.ts'
import { judgeReadMail } from '../judge/judge.ts'
import type { StoredMail } from '../judge/learn/frozen.ts'
import { storeVector, vectorOf } from '../judge/learn/vector.ts'
import { shippedModel } from '../judge/model/shipped.ts'
import { readMail } from '../judge/read/read-mail.ts'
import { generateMails } from './render/mails.ts'
import { readTexts } from './render/texts.ts'

const seed = 46

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
  return { guarding: await freeze(0, 2), strange: await freeze(1, 1) }
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '../judge/learn/frozen.json')
  const content = `${JSON.stringify(await freezeAttacks())}\n`
  writeFileSync(file, content)
  console.log(`Written: ${file}, ${content.length} bytes`)
}
