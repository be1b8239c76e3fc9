import { arabicTexts } from './translations/arabic-texts.ts'
import { problemsOf } from './translations/terms.ts'

/* node scripts/check-arabic.ts: holds the words and signs of all Arabic texts to the glossary. */

const problems = arabicTexts().flatMap(({ files }) => files.flatMap(problemsOf))
for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1
