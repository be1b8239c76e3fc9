import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { screens } from '../../../src/lib/core/navigation/screens.ts'
import { root } from '../../../tools/scripts/run-command.ts'
import { latinWordsIn, readPhrases } from '../../support/arabic/phrases.ts'
import { findViolations } from '../../support/browser/axe.ts'
import { test as base, expect } from '../../support/browser/browser.ts'
import { expectTranslated } from '../../support/browser/translated-page.ts'
import { type OwnSite, openOwnSite } from '../../support/server/own-site.ts'
import { provesOnce } from '../../support/suite.ts'
import { makeOrganization, makeUser } from '../../support/worlds/factories.ts'
import { makeFlag, reportScans } from '../../support/worlds/mail-factories.ts'

/*
 * Every screen, tab and view in Arabic on a narrow phone. Data is in Arabic letters and numbers, so that
 * Latin words on a screen are ours. The journeys that are marked @arabic press what is on them.
 */

const test = base.extend<object, { site: OwnSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      await using site = await openOwnSite('dist', {
        POLICY_FILE: join(root, 'src/content/privacy-policy.yaml'),
      })
      await use(site)
    },
    { scope: 'worker' },
  ],
  place: [({ site }, use) => use(site.place), { scope: 'worker' }],
  baseURL: ({ site }, use) => use(site.url),
})

test.use({ viewport: { width: 320, height: 720 } })

const kept = ['Aman', 'English', ...latinWordsIn(readPhrases())]

const paths = Object.entries(screens).flatMap(([screen, { tabs, views }]) => [
  ...tabs.map((tab) => `/ar/dashboard/${screen}?tab=${tab}`),
  ...views.map((view) => `/ar/dashboard/${screen}?view=${view}`),
])
const pathsOf = (name: string) => paths.filter((path) => path.startsWith(`/ar/dashboard/${name}`))

async function expectArabic(page: Page, path: string) {
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await expectTranslated(page, path, kept)
  const cutNames = await page
    .locator('.table-name')
    .evaluateAll((all) =>
      all.filter((it) => it.scrollHeight > it.clientHeight + 1).map((it) => it.textContent),
    )
  expect.soft(cutNames, `names that are cut off on ${path}`).toEqual([])
  // The English screens have the same elements.
  if (provesOnce) return
  expect.soft(await findViolations(page), `violations on ${path}`).toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  await expectTranslated(page, `${path} in forced colours`, kept)
  await page.emulateMedia({ forcedColors: null })
}

test('the public pages are Arabic, and fit a narrow phone', async ({ page }) => {
  for (const path of ['/', '/login', '/privacy-policy']) {
    await page.goto(`/ar${path}`)
    await expectArabic(page, path)
  }
})

for (const [role, names] of [
  ['employee', ['employee', 'account']],
  ['team_lead', ['team', 'people']],
  ['super_admin', ['admin']],
] as const) {
  test(`every screen of ${role} is Arabic, and fits a narrow phone`, { tag: '@all' }, async ({
    page,
    place,
    users,
  }) => {
    test.slow()
    // Digits, because a word of English is a fault here.
    const unique = String(randomInt(1e12))
    const organizationId = await makeOrganization(place, {
      name: `شركة ${unique}`,
      industry: 'finance',
    })
    const person = { organizationId, full_name: 'لينا حداد', department: 'المالية' }
    const one = { ...person, role, username: `u1${unique}` }
    const user = await users.make({ ...one, managesOrganization: role === 'team_lead' })
    const other = {
      ...person,
      full_name: 'عبد الرحمن القواسمة الرواشدة',
      username: `u2${unique}`,
    }
    const member = await makeUser(place, other)
    const mail = { sender: 'a@bank.example', detection_reason: 'رابط مريب', indicators: ['رابط'] }
    for (const recipient of [user, member]) {
      await reportScans(place, recipient, [
        { ...mail, threat_level: 'malicious', subject: 'عاجل' },
        { ...mail, threat_level: 'suspicious', subject: 'فاتورة' },
        { ...mail, threat_level: 'safe', subject: 'مرحبا' },
      ])
    }
    await makeFlag(place, user, { flag_type: 'red', value: 'bad.example' })
    await users.signIn(page, user)
    for (const path of names.flatMap(pathsOf)) {
      const isOrganization = path.endsWith('view=organization')
      await page.goto(isOrganization ? `${path}&id=${organizationId}` : path)
      await expectArabic(page, path)
    }
  })
}
