import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-command.ts'
import { arabicTexts } from './translations/arabic-texts.ts'
import { documentOf } from './translations/document.ts'

/* npm run translations: writes a list of all texts in both languages, which is good to read in one go. */

const path = '.cache/arabic-strings.md'
mkdirSync(join(root, '.cache'), { recursive: true })
writeFileSync(join(root, path), documentOf(arabicTexts()))
console.log(`Wrote ${path}`)
