import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { featuresOf } from '../judge/features/features.ts'
import { placesOf } from '../judge/features/words.ts'
import { hostOf } from '../judge/read/domain.ts'
import { readMail } from '../judge/read/read-mail.ts'
import type { Example } from './linear.ts'
import { generateMails } from './render/mails.ts'
import { readTexts } from './render/texts.ts'
import { spamAssassinMails } from './sources.ts'

/** Letters alone, and those of situations, whose senders and organizations say nothing here. */
const folders = ['letters', 'situations'].map((name) => join(import.meta.dirname, name))
const letters = v.array(v.object({ subject: v.string(), text: v.string() }))
/** Most texts with nothing to open are not letters between firms. */
const weightOfText = 0.4
const weightOfList = 0.1

export interface Letter {
  readonly id: string
  readonly label: 'attack' | 'ordinary'
  readonly language: 'en' | 'ar'
  readonly subject: string
  readonly text: string
}

/** All letters that were written by hand. */
export function readLetters(): Letter[] {
  return folders.flatMap((folder) =>
    (['en', 'ar'] as const).flatMap((language) =>
      (['attacks', 'honest'] as const).flatMap((kind) => readLetterFile(folder, language, kind)),
    ),
  )
}

/** The letters of one kind in a folder. */
export function readLetterFile(
  folder: string,
  language: Letter['language'],
  kind: 'attacks' | 'honest',
): Letter[] {
  const file = join(folder, `${language}-${kind}.yaml`)
  const found = v.parse(letters, parse(readFileSync(file, 'utf8')))
  const label = kind === 'attacks' ? 'attack' : 'ordinary'
  return found.map((letter, at) => ({
    id: `${basename(folder)}-${language}-${kind}-${at + 1}`,
    label,
    language,
    ...letter,
  }))
}

/**
 * The training mails of the linear model of letters: business letters, honest ones and frauds, and
 * those texts of the training that have nothing to open.
 */
export async function letterExamples(seed: number): Promise<Example[]> {
  const examples = readLetters().map(
    ({ id, label, subject, text }): Example => ({
      label: label === 'attack' ? 1 : 0,
      weight: 1,
      group: id,
      places: placesOf(subject, text),
      numbers: {},
    }),
  )
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
  // Mail of lists and answers between people speak otherwise than business letters, and are as honest.
  for (const { label, family, raw } of spamAssassinMails()) {
    const mail = label === 'ordinary' ? await readMail(raw) : undefined
    if (mail === undefined || mail.links.some(({ target }) => hostOf(target) !== '')) continue
    examples.push({ label: 0, weight: weightOfList, group: family, ...featuresOf(mail) })
  }
  return examples
}
