import { arabicTexts } from './translations/arabic-texts.ts'
import { problemsOf, spellingProblemsOf } from './translations/terms.ts'

/* node tools/scripts/check-arabic.ts: holds the words and signs of all Arabic texts to the glossary,
   and each word to one spelling. */

/** The words that users search with are theirs. */
const synonyms = 'src/lib/search/words/synonyms.words.yaml'
const files = arabicTexts().filter(({ path }) => path !== synonyms)
const problems = [
  ...files.flatMap(problemsOf),
  ...spellingProblemsOf(files).map((forms) => `one word in two spellings: ${forms}`),
]
for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1
