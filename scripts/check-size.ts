import { join } from 'node:path'
import { htmlWeight, PageError, scriptWeight, type Weight } from './page-weight.ts'
import { root } from './run-command.ts'
import { pageBudgets } from './site/page-budgets.ts'

interface Budget {
  page: string
  /** `html` is the page itself, `scripts` everything that it fetches before it can show its content. */
  of: 'html' | 'scripts'
  limitBytes: number
  /** Names of chunks that the page's code imports dynamically at once. */
  screens?: string[]
}

/** Compressed with brotli. */
const budgets: Budget[] = [
  ...pageBudgets.map(({ page, limitBytes }) => ({ page, limitBytes, of: 'html' }) as const),
  {
    page: 'dashboard/employee/index.html',
    of: 'scripts',
    limitBytes: 90_000,
    screens: ['EmployeeScreen'],
  },
  {
    page: 'dashboard/team/index.html',
    of: 'scripts',
    limitBytes: 90_000,
    screens: ['TeamScreen'],
  },
  {
    page: 'dashboard/admin/index.html',
    of: 'scripts',
    limitBytes: 100_000,
    screens: ['AdminScreen'],
  },
]

const site = join(root, 'dist')
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

function weigh(budget: Budget): Weight {
  if (budget.of === 'html') return htmlWeight(site, budget.page)
  const weight = scriptWeight(site, budget.page, budget.screens)
  // A dashboard without scripts means that the measurement failed, not that the dashboard is small.
  if (weight.parts.length === 0) throw new PageError(`${budget.page} names no scripts`)
  return weight
}

function check(budget: Budget): boolean {
  const name = `${budget.page} ${budget.of}`.padEnd(40)
  try {
    const { bytes, parts, later } = weigh(budget)
    const fits = bytes <= budget.limitBytes
    const of = `${kilobytes(bytes).padStart(8)} of ${kilobytes(budget.limitBytes)}`
    console.log(`${fits ? 'ok  ' : 'OVER'} ${name} ${of}`)
    if (!fits) for (const part of parts) console.log(`       ${kilobytes(part.bytes)} ${part.url}`)
    if (later.length > 0) console.log(`       loaded later, not counted: ${later.join(' ')}`)
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
