import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAllWords } from '../../build/locales/read-all-words.ts'
import { repeatedNames } from '../../build/locales/word-types.ts'
import { baseLocale, locales } from '../../contract/core/locale.ts'
import { entriesOf } from '../../contract/core/words/parse-words.ts'
import { root } from './run-command.ts'
import { isArabic } from './translations/arabic-texts.ts'
import { compare, mistakesInEnglish } from './translations/compare.ts'

/*
 * node tools/scripts/check-translations.ts: holds the words of each language beside the English ones. Content
 * files are checked by their schemas when the site is built; here each needs a translation.
 */

const files = readAllWords(root)
const contentFiles = globSync('*.yaml', { cwd: join(root, 'src/content') })
const problems = repeatedNames(files)

for (const { path, words } of files) {
  for (const { key, entry } of entriesOf(words)) {
    problems.push(...mistakesInEnglish(entry).map((mistake) => `${path}: ${key}: ${mistake}`))
  }
}
for (const locale of locales.filter((it) => it !== baseLocale)) {
  let untranslated = 0
  let total = 0
  for (const { path, words } of files) {
    for (const { key, entry } of entriesOf(words)) {
      const { mistakes, isMissing } = compare(entry, locale)
      total += 1
      untranslated += isMissing ? 1 : 0
      problems.push(...mistakes.map((mistake) => `${path}: ${key}.${locale}: ${mistake}`))
      if (isMissing) problems.push(`${path}: ${key}.${locale} is missing`)
    }
  }
  for (const name of contentFiles) {
    const path = `src/content/${locale}/${name}`
    if (!existsSync(join(root, path))) problems.push(`${path}: is missing`)
  }
  console.log(`${locale}: ${total} texts, ${untranslated} of them shown in English`)
}

/** Names of languages in themselves, and the product's name. */
const namesInCode = ['contract/core/product.ts', 'contract/core/locale.ts']
for (const path of globSync('{contract,server}/**/*.ts', { cwd: root })) {
  if (namesInCode.includes(path) || !isArabic(readFileSync(join(root, path), 'utf8'))) continue
  problems.push(`${path}: has an Arabic text; write it into the words beside it`)
}

if (problems.length > 0) {
  console.log(problems.join('\n'))
  process.exitCode = 1
}
