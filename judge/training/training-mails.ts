import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { generateMails } from './render/mails.ts'
import { readTexts } from './render/texts.ts'
import { type SourceMail, spamAssassinMails } from './sources.ts'

export const seed = 20_261_125
const copies = 4
/** Modern texts are few and old mails are many, so that one of the former counts for more. */
const weightOfGenerated = 1.5

export function isSpamAssassin({ family }: Pick<SourceMail, 'family'>): boolean {
  return family.startsWith('spam-assassin')
}

export function weightOf(mail: SourceMail): number {
  return isSpamAssassin(mail) ? 1 : weightOfGenerated
}

/** All mails that the judge is trained with, the same ones in the same order each time. */
export function* trainingMails(): Generator<SourceMail> {
  if (!existsSync(join(import.meta.dirname, 'node_modules'))) {
    console.log('Installing the mail of the training (108 MB)...')
    execFileSync('npm', ['install', '--ignore-scripts'], {
      cwd: import.meta.dirname,
      stdio: 'inherit',
    })
  }
  yield* spamAssassinMails()
  yield* generateMails(readTexts(), seed, copies)
}
