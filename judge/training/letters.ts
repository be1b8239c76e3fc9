import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { featuresOf } from '../features/features.ts'
import { placesOf } from '../features/words.ts'
import { readMail } from '../read/read-mail.ts'
import type { Example } from './linear.ts'
import { generateMails } from './render/mails.ts'
import { readTexts } from './render/texts.ts'

/** Letters alone, and those of situations, whose senders and organizations say nothing here. */
const folders = ['letters', 'situations'].map((name) => join(import.meta.dirname, name))
const letters = v.array(v.object({ subject: v.string(), text: v.string() }))
/** Most texts with nothing to open are not letters between firms. */
const weightOfText = 0.4

/**
 * What the linear model of letters is trained with: business letters, honest ones and frauds, and those texts
 * of the training that have nothing to open.
 */
export async function letterExamples(seed: number): Promise<Example[]> {
  const examples: Example[] = []
  for (const folder of folders) {
    for (const file of readdirSync(folder).toSorted()) {
      const kind = /^(?:en|ar)-(attacks|honest)\.yaml$/.exec(file)?.[1]
      if (kind === undefined) continue
      const label = kind === 'attacks' ? 1 : 0
      const found = v.parse(letters, parse(readFileSync(join(folder, file), 'utf8')))
      found.forEach(({ subject, text }, at) => {
        const places = placesOf(subject, text)
        examples.push({ label, weight: 1, group: `${file}/${at}`, places, numbers: {} })
      })
    }
  }
  const texts = readTexts().filter(
    ({ body, attach }) => attach === undefined && !body.includes('](link)'),
  )
  for (const { label, family, raw } of generateMails(texts, seed, 1)) {
    const { places } = featuresOf(await readMail(raw))
    const isAttack = label === 'attack'
    examples.push({
      label: isAttack ? 1 : 0,
      weight: weightOfText,
      group: family,
      places,
      numbers: {},
    })
  }
  return examples
}
