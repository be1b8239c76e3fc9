import type { Page } from '@playwright/test'
import { findOrderedStyles, findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectLargeTextFits } from '../../support/browser/fit.ts'
import { provesOnce } from '../../support/suite.ts'
import { answerLoads } from '../../support/worlds/dashboard-answers.ts'

const tabs = [
  '/dashboard/employee',
  '/dashboard/employee?tab=flags',
  '/dashboard/team',
  '/dashboard/team?tab=tools',
  '/dashboard/team?tab=flags',
  '/dashboard/admin',
  '/dashboard/admin?tab=users',
  '/dashboard/admin?tab=organizations',
  '/dashboard/admin?tab=flags',
] as const

/** The axe rules whose result can depend on colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

type Look = readonly [width: number, colorScheme: 'light' | 'dark', rules?: readonly string[]]

/** All rules at both widths and in both colour schemes. */
const looks: readonly Look[] = [
  [1440, 'light'],
  [360, 'dark'],
]

/** Also the colours of what only one width shows. */
const allLooks: readonly Look[] = [
  ...looks,
  [1440, 'dark', colourRules],
  [360, 'light', colourRules],
]

/** The elements of a desktop are those of a phone. */
const looksOnce: readonly Look[] = [
  [1440, 'light', colourRules],
  [360, 'dark'],
]

/** Checks phone and desktop widths in light and dark without reloading the page. */
async function expectNoViolations(page: Page, among: readonly Look[] = looks) {
  for (const [width, colorScheme, rules] of among) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page, rules), `${width} px in ${colorScheme}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
  }
  if (provesOnce) expect(await findOrderedStyles(page)).toEqual([])
  await expectLargeTextFits(page)
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** How to open each modal and each notice, one after the other on a page, and a text that is then visible. */
const scenes: readonly (readonly [
  what: string,
  path: string,
  act: (page: Page) => Promise<unknown>,
  shown: string | RegExp,
])[] = [
  ['an open threat', tabs[0], (page) => press(page, '+1 more'), 'Show less'],
  ['a flag without a value', tabs[1], (page) => press(page, 'Add Flag'), /^Please enter an email/],
  [
    'an added flag',
    tabs[1],
    async (page) => {
      await page.getByLabel('Email address or domain').fill('partner.example')
      await press(page, 'Add Flag')
    },
    'GREEN flag added successfully!',
  ],
  [
    'the question before a flag is removed',
    tabs[1],
    (page) => press(page, /^Remove the flag/),
    'Cancel',
  ],
  [
    'the report form with its mail link',
    tabs[2],
    async (page) => {
      await press(page, 'Generate Team Report')
      await page.getByLabel('What should it answer?').fill('Why?')
      await page.getByRole('dialog').getByRole('button', { name: 'Request Report' }).click()
    },
    'Mail app did not open? Use this link',
  ],
  ['the support form', tabs[3], (page) => press(page, 'Request Support'), 'Submit'],
  [
    'the form for a new user with an error',
    tabs[6],
    async (page) => {
      await press(page, 'Add New User')
      await press(page, 'Create User')
    },
    'Please fill in all required fields',
  ],
  ['the removal prompt', tabs[6], (page) => press(page, 'Remove User Rania 0'), 'Cancel'],
  [
    'the organization form with an error',
    tabs[7],
    async (page) => {
      await press(page, 'Add Organization')
      await press(page, 'Create Organization')
    },
    'Please fill in organization name and contact email',
  ],
  [
    'a receipt',
    tabs[7],
    async (page) => {
      const json = { receipt_url: '/robots.txt', total_cost: 1, total_scans: 10, message: 'Done' }
      await page.route('**/api/admin/generate-receipt/**', (route) => route.fulfill({ json }))
      await press(page, 'Generate Receipt for Firm 1')
      await page.getByRole('dialog').getByRole('button', { name: 'Generate Receipt' }).click()
    },
    'Open the receipt',
  ],
  [
    'a partly loaded list',
    tabs[6],
    async (page) => {
      await page.route('**/api/admin/users?*', (route) =>
        route.request().url().includes('cursor=')
          ? route.fulfill({ status: 500, body: '' })
          : route.fulfill({
              json: [{ id: 1, full_name: 'Rania' }],
              headers: { link: '</api/admin/users?limit=500&cursor=1>; rel="next"' },
            }),
      )
      await page.reload()
    },
    'Failed to load the rest of the list.',
  ],
]

test.use({ viewport: { width: 1440, height: 900 } })

test.beforeEach(async ({ page, users }) => {
  test.slow()
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

/** The links to the screens, and the tabs of each. */
const screens = {
  'My Dashboard': ['Dashboard Overview', 'Flags Management'],
  'Team Dashboard': ['Team Overview', 'Team Tools', 'Flags Management'],
  'Admin Dashboard': ['System Overview', 'User Management', 'Organizations', 'Flags Management'],
} as const

/** In the other states the elements are the same, with other texts, or fewer. */
const states = provesOnce ? (['full'] as const) : (['full', 'ugly', 'empty', 'failed'] as const)

for (const how of states) {
  test(`every tab with ${how} data passes axe, has room for large text, and looks the same with its styles in another order`, async ({
    page,
  }) => {
    await answerLoads(page, how)
    // In one document, for which axe is read and optimized once.
    await page.goto('/dashboard/employee')
    for (const [link, names] of Object.entries(screens)) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('banner').getByRole('link', { name: link, exact: true }).click()
      for (const name of names) {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.getByRole('tab', { name, exact: true }).click()
        await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible()
        await expect(page.getByRole('tabpanel').getByRole('button').first()).toBeVisible()
        await expect(page.getByText(/^Loading/).filter({ visible: true })).toHaveCount(0)
        await test.step(`${link}, ${name}`, () =>
          expectNoViolations(page, provesOnce ? looksOnce : allLooks))
      }
    }
    await test.step('while it loads', async () => {
      await page.route('**/api/admin/**', () => {})
      await page.goto('/dashboard/admin')
      await expect(page.getByText('Loading admin dashboard...')).toBeVisible()
      await expectNoViolations(page)
    })
  })
}

for (const screens of ['employee and team', 'admin']) {
  test(`each form, question and notice of ${screens} passes axe`, async ({ page }) => {
    await answerLoads(page, 'full')
    await page.route('**/api/flags/add', (route) => route.fulfill({ json: {} }))
    let opened: string | undefined
    for (const [what, path, act, shown] of scenes) {
      if (!screens.includes(path.split(/[/?]/)[2] ?? '')) continue
      await test.step(what, async () => {
        if (path === opened) await page.keyboard.press('Escape')
        else await page.goto(path)
        opened = path
        await act(page)
        await expect(page.getByText(shown).last()).toBeVisible()
        await expectNoViolations(page, provesOnce ? looks.slice(1) : looks)
      })
    }
  })
}
