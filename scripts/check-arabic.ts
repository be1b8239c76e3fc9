import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-command.ts'
import { contentTexts } from './translations/content-texts.ts'
import { documentOf } from './translations/document.ts'
import { islandTexts } from './translations/island-texts.ts'
import { serverTexts } from './translations/server-texts.ts'
import { problemsOf } from './translations/terms.ts'

/*
 * node scripts/check-arabic.ts: holds the words and signs of all Arabic texts to the glossary, and says
 * whether their list, docs/arabic-strings.md, is current; `--write` writes it.
 */

const path = 'docs/arabic-strings.md'
const locale = 'ar'
const parts = [
  {
    title: 'Sign-in and dashboards',
    about: 'What the islands say: the words of `src/lib/**/words` and their translations.',
    files: await islandTexts(locale),
  },
  {
    title: 'Public pages',
    about: 'The content files of `src/content`.',
    files: contentTexts(locale),
  },
  {
    title: 'Mails, receipts and other texts of the server',
    about:
      'From tables by language. Names in braces are values; a text without an English one beside it is a part of another or an example.',
    files: serverTexts(locale),
  },
]
const document = documentOf(parts)
const problems = parts.flatMap(({ files }) => files.flatMap(problemsOf))

if (process.argv.includes('--write')) {
  writeFileSync(join(root, path), document)
} else if (!existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== document) {
  problems.push(`${path} is not current. Write it again: npm run translations`)
}
for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1
