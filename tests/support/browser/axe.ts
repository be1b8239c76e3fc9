import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { provesOnce } from '../suite.ts'
import { findOrderedStyles } from './style-order.ts'

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Faults that axe finds on a page without frames of others, as `rule: selector, selector`, and
 * without `rules`, in `npm run test:all`, also differences when the site's style sheets arrive in
 * another order. A document gets axe
 * once, however often it is checked: reading its source takes a third of a check.
 * @param rules all of them by default
 */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const isOfSite = page.url().startsWith('http')
  const ordered =
    rules === undefined && isOfSite && !provesOnce ? await findOrderedStyles(page) : []
  const violations = await page.evaluate(async (names) => {
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      ...(names === undefined ? {} : { runOnly: { type: 'rule', values: [...names] } }),
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, rules)
  return [...violations, ...ordered]
}
