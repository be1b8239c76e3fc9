import type { Page, Route } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { answerEmployee, counted, threat } from '../../support/worlds/dashboard-answers.ts'
import { makeDomain } from '../../support/worlds/factories.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

/** Adds up what moves, as browsers do for Core Web Vitals. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sum: number = Reflect.get(window, 'shifts') ?? 0
        Reflect.set(window, 'shifts', sum + Reflect.get(entry, 'value'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function paintFrames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (frames) => {
    for (let at = 0; at < frames; at += 1) await new Promise(requestAnimationFrame)
  }, count)
}

/** As many frames without a further request mean that all has come; what is preloaded soon comes after them. */
const quietFrames = 40

/**
 * Opens a page on the worst of slow lines: of the scripts that the page does not name, those that it asks
 * for first come last, with the page painted in between.
 */
async function openInReverse(page: Page, path: string): Promise<void> {
  const html = await (await page.request.get(path)).text()
  const held: Route[] = []
  await page.route('**/assets/*.js', (route) => {
    const isNamed = html.includes(new URL(route.request().url()).pathname)
    return isNamed ? route.continue() : void held.push(route)
  })
  await page.goto(path, { waitUntil: 'commit' })
  const isStarting = page.locator('[data-loading-shell], main:empty')
  for (let quiet = 0; quiet < quietFrames; ) {
    const route = held.pop()
    quiet = route !== undefined || (await isStarting.count()) > 0 ? 0 : quiet + 1
    await route?.continue()
    await paintFrames(page, route === undefined ? 1 : 3)
  }
}

test('nothing on a phone moves away when what is asked for first comes last', {
  tag: ['@all'],
}, async ({ page, place, users }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await watchShifts(page)
  const admin = await users.make({ role: 'super_admin' })
  const lead = await users.make({ role: 'team_lead', managesOrganization: true })
  await makeDomain(place, lead.organizationId, `${lead.username}.example`)
  await reportScans(place, lead, [{ threat_level: 'malicious' }, { threat_level: 'suspicious' }])
  const organization = `/dashboard/admin?view=organization&id=${lead.organizationId}`
  for (const [user, path] of [
    [lead, '/dashboard/employee'],
    [lead, '/dashboard/account'],
    [lead, '/dashboard/team'],
    [lead, '/dashboard/people'],
    [admin, '/dashboard/admin'],
    [admin, organization],
    [admin, `${organization}&part=signIn`],
  ] as const) {
    await users.signIn(page, user)
    await openInReverse(page, path)
    const shifts = await page.evaluate(() => Number(Reflect.get(window, 'shifts') ?? 0))
    expect.soft(shifts, path).toBeLessThanOrEqual(0.05)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

/** As long as what a judge says of mail; every third one is short. */
const recent_phishing_emails = Array.from({ length: 24 }, (_, id) => {
  const timestamp = `2026-0${id < 16 ? 3 : 2}-${28 - id}T09:30:00Z`
  if (id % 3 === 2) return threat({ id, timestamp })
  return threat({
    ...{ id, timestamp, sender_domain: 'payments-olivebranch.example' },
    email_subject: 'Reminder: your invoice of last month is still open, please pay it today',
    detection_reason: 'The sender is new to you, and the name is that of a firm you write to.',
    scan_details: {
      content_analysis: {
        indicators: [
          'The address of the sender resembles one that you know',
          'It asks for money or for a change of an account',
          'A link leads elsewhere than its text says',
          'It is urgent',
        ],
      },
    },
  })
})

for (const [locale, width] of [
  ['', 390],
  ['/ar', 390],
  ['', 1000],
] as const) {
  test(`the page of ${locale}/dashboard/employee, ${width} pixels wide, is as long before it is scrolled as after`, {
    tag: locale === '/ar' ? [] : ['@all'],
  }, async ({ page, users }) => {
    await page.setViewportSize({ width, height: 844 })
    await users.signIn(page, await users.make())
    await answerEmployee(page, { ...counted, recent_phishing_emails })
    await page.goto(`${locale}/dashboard/employee`)
    await expect(page.locator('li[data-level]')).toHaveCount(recent_phishing_emails.length)
    await expect(page.locator('li[data-level] button').first()).toBeVisible()
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    const before = await height()
    for (let top = 0; top < (await height()); top += 500) {
      await page.evaluate((y) => scrollTo(0, y), top)
      await paintFrames(page, 2)
    }
    const growth = (await height()) / before - 1
    expect(Math.abs(growth), `grows by ${growth}`).toBeLessThan(0.08)
  })
}
