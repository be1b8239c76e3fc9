import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readLetters } from './letters.ts'
import { otherMails } from './other-mails.ts'
import { generateMails } from './render/mails.ts'
import { readTexts } from './render/texts.ts'
import { type SourceMail, spamAssassinMails } from './sources.ts'

export const seed = 20_261_125
const copies = 8

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
  yield* otherMails(process.env.TRAINING_MAIL ?? join(import.meta.dirname, 'mail'), seed)
  yield* generateMails(readTexts(), seed, copies)
  for (const { id, label, language, subject, text } of readLetters()) {
    const raw = new TextEncoder().encode(`${subject}\n\n${text}`)
    yield { id, label, family: id, language, raw, isPasted: true }
  }
}
