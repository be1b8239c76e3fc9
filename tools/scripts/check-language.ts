import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findAvoidedWords } from './language/find-words.ts'
import { root } from './run-command.ts'

/*
 * node tools/scripts/check-language.ts: looks for words to avoid in the documents, and in the comments, test
 * titles and names of the code, and for comments that do not begin with their subject.
 */

const documents = ['*.md', 'docs/**/*.md']
const code =
  '{build,contract,extension,hosting,judge,server,src,tests,tools,training}/**/*.{ts,tsx,astro,css}'

const names = globSync([...documents, code], { cwd: root }).sort()
const findings = names.flatMap((name) =>
  findAvoidedWords(name, readText(name)).map(({ line, word, instead }) => {
    return `${name}:${line}: '${word}'; write ${instead}`
  }),
)
for (const finding of findings) console.error(finding)
console.log(`language: ${findings.length} words to avoid in ${names.length} files`)
if (findings.length > 0) process.exitCode = 1

/** A comment has its subject first. Those that are left may only become fewer. */
const mostWithoutSubject = 60
const withoutSubject = names.flatMap((name) =>
  name.endsWith('.md')
    ? []
    : readText(name)
        .split('\n')
        .flatMap((line, index) =>
          /^\s*(?:\/\/|\*|\/\*\*?) *(?:What|Who|Of)\b/.test(line) ? `${name}:${index + 1}` : [],
        ),
)
if (withoutSubject.length > mostWithoutSubject) {
  for (const place of withoutSubject) console.error(`${place}: name the subject first`)
  console.error(
    `${withoutSubject.length} comments begin with What, Who or Of, not with their subject`,
  )
  process.exitCode = 1
}

/** The lines of the specification keep its words. */
function readText(name: string): string {
  const text = readFileSync(join(root, name), 'utf8')
  return name === 'docs/requirements.md' ? text.replaceAll(/^- \*\*R.*$/gm, '') : text
}
