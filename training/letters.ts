import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { featuresOf } from '../judge/features/features.ts'
import { placesOf } from '../judge/features/words.ts'
import { hostOf } from '../judge/read/domain.ts'
import { readMail } from '../judge/read/read-mail.ts'
import type { Example } from './linear.ts'
import { Random } from './random.ts'
import { pick } from './render/fill.ts'
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

const friendlyFolder = join(import.meta.dirname, 'friendly')
const friendly = { en: readSentences('en'), ar: readSentences('ar') }

function readSentences(language: Letter['language']): string[] {
  const file = join(friendlyFolder, `${language}.yaml`)
  return v.parse(v.array(v.string()), parse(readFileSync(file, 'utf8')))
}

/** A letter with friendly sentences before, after or around it, which frauds and honest ones have alike. */
function amongFriends(text: string, language: Letter['language'], random: Random): string {
  const count = 1 + Math.floor(random.next() * 4)
  const draw = () => Array.from({ length: count }, () => pick(random, friendly[language])).join(' ')
  const place = random.next()
  const before = place < 0.4 || place >= 0.8 ? `${draw()}\n\n` : ''
  const after = place >= 0.4 ? `\n\n${draw()}` : ''
  return `${before}${text.trimEnd()}${after}`
}

/**
 * The training mails of the linear model of letters: business letters, honest ones and frauds, and
 * those texts of the training that have nothing to open.
 */
export async function letterExamples(seed: number): Promise<Example[]> {
  const random = new Random(seed + 70)
  const examples = readLetters().flatMap(({ id, label, language, subject, text }) =>
    [text, amongFriends(text, language, random)].map(
      (it): Example => ({
        label: label === 'attack' ? 1 : 0,
        weight: 1,
        group: id,
        places: placesOf(subject, it),
        numbers: {},
      }),
    ),
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
