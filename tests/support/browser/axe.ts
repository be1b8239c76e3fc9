import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { root } from '../../../tools/scripts/run-command.ts'
import { provesOnce } from '../suite.ts'

const rulesOf = new Map<string, string>()

function read(address: string): string {
  const rules = rulesOf.get(address) ?? readFileSync(join(root, 'dist', address), 'utf8')
  rulesOf.set(address, rules)
  return rules
}

/**
 * Finds differences if the style sheets of the page's code had arrived in the opposite order:
 * property and element, with its value now and then. In a document, an element of a kind that was
 * compared before at the same width is not compared again.
 */
export async function findOrderedStyles(page: Page): Promise<string[]> {
  const addresses = await page.evaluate(() => {
    const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
    // Rows of a list differ in their words only.
    const kindOf = (element: Element) =>
      [element.tagName, ...element.attributes]
        .map((it) => (typeof it === 'string' ? it : `${it.name}=${it.value}`))
        .filter((it) => !/^(?:id|for|href|d|value|name|aria-label\w*|aria-describedby)=/.test(it))
        .join(' ')
    const compared: Set<string> = Reflect.get(window, 'comparedKinds') ?? new Set()
    Reflect.set(window, 'comparedKinds', compared)
    const elements: Element[] = []
    for (const element of document.body.querySelectorAll('*')) {
      const around = element.parentElement?.getAttribute('class')
      const kind = `${links.length} sheets, ${innerWidth} px: ${kindOf(element)} in ${around}`
      if (!compared.has(kind)) elements.push(element)
      compared.add(kind)
    }
    Reflect.set(window, 'toCompare', elements)
    return elements.length === 0 ? [] : [...links].map(({ href }) => new URL(href).pathname)
  })
  if (addresses.length === 0) return []
  return page.evaluate((rules) => {
    const elements: Element[] = Reflect.get(window, 'toCompare')
    const sheets = rules.map((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      return sheet
    })
    const set = document.createElement('i').style
    const collect = (list: CSSRuleList) => {
      for (const rule of list) {
        if (rule instanceof CSSStyleRule) {
          for (const property of rule.style) set.setProperty(property, 'inherit')
        }
        const inner: unknown = Reflect.get(rule, 'cssRules')
        if (inner instanceof CSSRuleList) collect(inner)
      }
    }
    for (const sheet of sheets) collect(sheet.cssRules)
    const properties = [...set].filter((property) => !property.startsWith('--'))
    const looks = () =>
      elements.map((element) => {
        const style = getComputedStyle(element)
        return properties.map((property) => style.getPropertyValue(property))
      })
    const before = looks()
    const adopted = [...document.adoptedStyleSheets]
    document.adoptedStyleSheets = [...adopted, ...sheets]
    const after = looks()
    document.adoptedStyleSheets = adopted
    return elements.flatMap((element, row) =>
      properties.flatMap((property, column) => {
        const [now, then] = [before[row]?.[column], after[row]?.[column]]
        const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class')}`
        return now === then ? [] : [`${property} of ${name}: ${now}, ${then}`]
      }),
    )
  }, addresses.map(read).reverse())
}

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
 * @returns none in Firefox: version 153 ends in half of the runs while axe reads the names of the sections of
 * one page, and what axe reads is the same in Chromium
 */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (page.context().browser()?.browserType().name() === 'firefox') return []
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
