import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  componentOf,
  fileNameOf,
  readTranslation,
  type Translation,
} from '../build/locales/translation.ts'
import { baseLocale, locales } from '../contract/core/locale.ts'
import { root } from './run-command.ts'
import { compare } from './translations/compare.ts'
import { readEnglish } from './translations/english.ts'

/*
 * node scripts/check-translations.ts: holds the words of each language beside the English ones. Content
 * files are checked by their schemas when the site is built; here each needs a translation.
 */

const english = await readEnglish()
const contentFiles = globSync('*.yaml', { cwd: join(root, 'src/content') })
const problems: string[] = []

for (const locale of locales.filter((it) => it !== baseLocale)) {
  let untranslated = 0
  let total = 0
  for (const [component, words] of english) {
    total += words.size
    const path = `src/locales/${locale}/${fileNameOf(component)}.yaml`
    const translation = read(path)
    const { mistakes, missing } = compare(words, translation, locale)
    untranslated += missing.length
    const absent = missing.length === words.size ? ['is missing'] : missing.map(isMissing)
    problems.push(...[...mistakes, ...absent].map((problem) => `${path}: ${problem}`))
  }
  for (const path of globSync(`src/locales/${locale}/*.yaml`, { cwd: root })) {
    if (!english.has(componentOf(basename(path, '.yaml')))) {
      problems.push(`${path}: there is no file of this name in a folder 'words' of src/lib`)
    }
  }
  for (const name of contentFiles) {
    const path = `src/content/${locale}/${name}`
    if (!existsSync(join(root, path))) problems.push(`${path}: is missing`)
  }
  console.log(`${locale}: ${total} texts, ${untranslated} of them shown in English`)
}

if (problems.length > 0) {
  console.log(problems.join('\n'))
  process.exitCode = 1
}

function isMissing(key: string): string {
  return `${key} is missing`
}

function read(path: string): Translation {
  if (!existsSync(join(root, path))) return {}
  try {
    return readTranslation(path, readFileSync(join(root, path), 'utf8'))
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error))
    return {}
  }
}
