import { join } from 'node:path'
import { screenNames } from '../../src/lib/core/navigation/screens.ts'
import { htmlWeight, PageError, screenWeight, touchedWeight, type Weight } from './page-weight.ts'
import { root } from './run-command.ts'
import {
  accountPageLimitBytes,
  budgetsOfPages,
  limitBytesOf,
  pageBudgets,
  pageLimitBytesOf,
} from './site/page-budgets.ts'

interface Budget {
  readonly page: string
  /**
   * `html` is the page itself, `scripts` everything that it fetches before it can show its content, `try`
   * the code and lists of the tried mail, `try with .msg` the same with the reader of Outlook's files, which
   * comes afterwards.
   */
  readonly of: 'html' | 'scripts' | 'try' | 'try with .msg'
  readonly limitBytes: number
}

const site = join(root, 'dist')

/** Compressed with brotli. */
const budgets: Budget[] = [
  ...[...pageBudgets, ...budgetsOfPages(root, site)].map(
    ({ page, limitBytes }) => ({ page, limitBytes, of: 'html' }) as const,
  ),
  { page: 'index.html', limitBytes: 120_000, of: 'try' },
  { page: 'index.html', limitBytes: 133_000, of: 'try with .msg' },
  { page: 'login/index.html', limitBytes: accountPageLimitBytes, of: 'html' },
  { page: 'ar/login/index.html', limitBytes: accountPageLimitBytes, of: 'html' },
  ...screenNames.flatMap((screen): Budget[] => {
    const page = `dashboard/${screen}/index.html`
    const limitBytes = pageLimitBytesOf(screen)
    return [
      { page, limitBytes, of: 'html' },
      { page: `ar/${page}`, limitBytes, of: 'html' },
      { page, limitBytes: limitBytesOf(screen), of: 'scripts' },
    ]
  }),
]

/** Before compression. */
const modelLimitBytes = 300_000

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

function weigh({ page, of }: Budget): Weight {
  if (of === 'html') return htmlWeight(site, page)
  if (of === 'try') return weighTry(page, ['arabic-words'])
  if (of === 'try with .msg') return weighTry(page, ['arabic-words', 'eml-from-msg'])
  return screenWeight(site, page, 'dashboard/index.html')
}

function weighTry(page: string, alsoLoaded: readonly string[]): Weight {
  const { code, dataBytes } = touchedWeight(site, page, 'try-mail', alsoLoaded)
  if (dataBytes > modelLimitBytes) {
    throw new PageError(`loads a model of ${kilobytes(dataBytes)} of ${kilobytes(modelLimitBytes)}`)
  }
  return code
}

function check(budget: Budget): boolean {
  const name = `${budget.page} ${budget.of}`.padEnd(40)
  try {
    const { bytes, parts, deferred } = weigh(budget)
    const fits = bytes <= budget.limitBytes
    const of = `${kilobytes(bytes).padStart(8)} of ${kilobytes(budget.limitBytes)}`
    console.log(`${fits ? 'ok  ' : 'OVER'} ${name} ${of}`)
    if (!fits) for (const part of parts) console.log(`       ${kilobytes(part.bytes)} ${part.url}`)
    if (deferred.length > 0) console.log(`       loaded later, not counted: ${deferred.join(' ')}`)
    return fits
  } catch (error) {
    if (!(error instanceof PageError)) throw error
    console.log(`FAIL ${name} ${error.message}`)
    return false
  }
}

// Checks every budget, so that one run reports everything.
const results = budgets.map(check)
if (!results.every(Boolean)) process.exitCode = 1
