import { contentTexts } from './content-texts.ts'
import type { Part } from './document.ts'
import { wordTexts } from './word-texts.ts'

/** Every text of Aman in Arabic, in parts. */
export function arabicTexts(): Part[] {
  return [
    {
      title: 'Sign-in and dashboards',
      about: 'What the islands say.',
      files: wordTexts('src', 'ar'),
    },
    {
      title: 'Public pages',
      about: 'The content files of `src/content`.',
      files: contentTexts('ar'),
    },
    {
      title: 'Mails, receipts and other texts of the server',
      about: 'Names in braces are values.',
      files: wordTexts('server', 'ar'),
    },
    {
      title: 'The judge',
      about: 'What it found about an email, in mails, on dashboards and on the front page.',
      files: wordTexts('judge', 'ar'),
    },
  ]
}
