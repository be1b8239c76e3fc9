import type { BrowserContext, Page } from '@playwright/test'

/** @returns how many elements the pages have together, and what shows that they are more than words */
export async function visitPages(context: BrowserContext, url: string) {
  const problems: string[] = []
  let elements = 0
  const lookAround = async () => {
    const looked = await look(page)
    elements += looked.elements
    problems.push(...looked.found)
  }
  const page = await context.newPage()
  context.on('weberror', (error) => problems.push(String(error.error())))
  context.on('console', (message) => {
    const isMissingPage = message.location().url.endsWith('/nowhere')
    if (message.type() === 'error' && !isMissingPage) problems.push(message.text())
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`blocked: ${event.violatedDirective} ${event.sample}`),
    )
  })
  await page.goto(url)
  await touchFrontPage(page)
  await lookAround()
  await page.goto(`${url}/privacy-policy`)
  await page.locator('article section h2').first().waitFor()
  await lookAround()
  await page.goto(`${url}/nowhere`)
  await lookAround()
  await page.close()
  return { elements, problems }
}

/** Starts the lazy parts and opens what is closed: scripts read the words, too. */
async function touchFrontPage(page: Page): Promise<void> {
  for (const question of await page.locator('#faq summary').all()) await question.click()
  await page.locator('#demo input').first().fill('rana@clinic.example')
  await page.locator('#demo button').click()
  await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
  await page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null)
}

function look(page: Page): Promise<{ elements: number; found: string[] }> {
  return page.evaluate(() => {
    const found: string[] = []
    const where = location.pathname
    if (Reflect.has(globalThis, 'taken')) found.push(`${where}: something ran`)
    for (const element of document.querySelectorAll('*')) {
      if (element.matches('img, iframe, object, embed, body script[src=x]')) {
        found.push(`${where}: <${element.tagName}>`)
      }
      for (const { name } of element.attributes) {
        if (name.startsWith('on')) found.push(`${where}: ${name}`)
      }
      const scheme = element instanceof HTMLAnchorElement ? element.protocol : 'https:'
      if (!/^(https?|mailto):$/.test(scheme)) found.push(`${where}: a link with ${scheme}`)
    }
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) {
      const widest = [...document.body.querySelectorAll('*')].findLast(
        (element) => element.getBoundingClientRect().right > clientWidth,
      )
      const name = widest?.closest('[class]')?.getAttribute('class') ?? 'something'
      found.push(`${where}: ${name} is ${scrollWidth - clientWidth} px too wide`)
    }
    return { elements: document.querySelectorAll('*').length, found }
  })
}
