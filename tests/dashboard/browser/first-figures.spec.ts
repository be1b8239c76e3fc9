import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { waitForContent } from '../../support/browser/first-calls.ts'
import { dashboards, employeeCall, shownBy } from '../../support/browser/first-figures.ts'
import { provesOnce } from '../../support/suite.ts'
import { makeOrganization, makeUser } from '../../support/worlds/factories.ts'

const me = '**/api/auth/me'

/** Holds all scripts that the page loads. @returns a function that lets them come */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** From the title to the last figures; the header gets more when all is painted. */
async function pictureOf(page: Page, last: string): Promise<Buffer> {
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  // All of it is on the screen.
  await page.setViewportSize({ width: size.width, height: 8000 })
  // Content below the screen is laid out then.
  await paintFrames(page)
  const title = await page.locator('h1').boundingBox()
  const figures = await page.locator(last).first().boundingBox()
  if (title === null || figures === null) throw new Error('there are no figures')
  const height = figures.y + figures.height - title.y
  const clip = { x: 0, y: title.y, width: size.width, height }
  const picture = await page.screenshot({ clip, animations: 'disabled' })
  await page.setViewportSize(size)
  return picture
}

async function paintFrames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
  })
}

/** How much has moved since the last time, once all frames are painted. */
async function takeShifts(page: Page): Promise<unknown> {
  await paintFrames(page)
  return page.evaluate(() => {
    const shifts: unknown = Reflect.get(window, 'shifts') ?? 0
    Reflect.set(window, 'shifts', 0)
    return shifts
  })
}

/** The largest one of a colour of a pixel; round borders may differ by 1. 256 for pictures of two sizes. */
function difference(page: Page, ...pictures: readonly [Buffer, Buffer]): Promise<number> {
  return page.evaluate(
    async (encoded) => {
      const [one, other] = await Promise.all(
        encoded.map(async (text) => {
          const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
          const bitmap = await createImageBitmap(new Blob([bytes]))
          const { width, height } = bitmap
          const context = new OffscreenCanvas(width, height).getContext('2d')
          context?.drawImage(bitmap, 0, 0)
          return context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
        }),
      )
      if (one === undefined || one.length !== other?.length) return 256
      return one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? 0))), 0)
    },
    pictures.map((picture) => picture.toString('base64')),
  )
}

/** Only the figures of an employee are shown before the scripts on a phone, too. */
const looks = {
  employee: [...(provesOnce ? [] : ([['', 'light', 1280]] as const)), ['/ar', 'dark', 412]],
  team: [['/ar', 'light', 1280]],
  admin: [['', 'dark', 1280]],
} as const

for (const { name, role, answers, parts, last, says } of dashboards) {
  for (const [locale, colorScheme, width] of looks[name]) {
    test(`first figures of ${locale}/dashboard/${name} in ${colorScheme}, ${width} pixels wide, are there before its scripts, and stay as they are`, async ({
      page,
      users,
    }) => {
      const full_name = '<b>Salma</b> Barakat'
      await users.signIn(page, await users.make({ full_name, role }))
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await page.addInitScript(() => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            // The header gets more links later.
            const moved: readonly { node: Node | null }[] = Reflect.get(entry, 'sources')
            const main = document.querySelector('main')
            if (!moved.some(({ node }) => main?.contains(node))) continue
            const sum: number = Reflect.get(window, 'shifts') ?? 0
            Reflect.set(window, 'shifts', sum + Reflect.get(entry, 'value'))
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      for (const [call, json] of Object.entries(answers)) {
        await page.route(call, (route) => route.fulfill({ json }))
      }
      const release = await holdScripts(page)
      // The actions for a sender come later and may need a second line.
      await page.route('**/assets/SenderActions*', () => undefined)
      await page.goto(`${locale}/dashboard/${name}`, { waitUntil: 'commit' })
      await expect(page.locator(last).first()).toBeVisible()
      await expect(page.getByText(full_name)).toBeVisible()
      await expect(page.locator('[data-loading-shell] .spinner')).toHaveCount(0)
      const early = await shownBy(page, '[data-loading-shell]', parts)
      expect(await takeShifts(page)).toBe(0)
      const picture = await pictureOf(page, last)
      await takeShifts(page)
      release()
      await expect(page.locator('[data-loading-shell]')).toHaveCount(0)
      await expect(page.locator(last).first()).toBeVisible()
      expect(await shownBy(page, '[data-account]', parts)).toBe(early)
      expect(early).toContain(says)
      expect(await takeShifts(page)).toBe(0)
      expect(await difference(page, picture, await pictureOf(page, last))).toBeLessThan(3)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
  }
}

const team = '**/api/dashboard/team'
const organizations = '**/api/admin/organizations*'
test("'Loading Aman...' stands for what first figures cannot show until the scripts are there", {
  tag: ['@R042'],
}, async ({ console, page, users }) => {
  console.expect(/^403 GET /)
  for (const [what, address, path, answer] of [
    ['a refusal', 'employee', employeeCall, { status: 403, json: {} }],
    ['an answer that is not JSON', 'employee', employeeCall, { body: '<html>' }],
    ['a user without consent', 'employee', me, { json: { id: 1, has_consented: false } }],
    [
      'a user who has to set a password',
      'employee',
      me,
      { json: { id: 1, must_change_password: true } },
    ],
    ['a user who has to add a factor', 'employee', me, { json: { id: 1, must_add_factor: true } }],
    [
      'a time in another form',
      'team',
      team,
      { json: { team_members: [{ id: 1, last_login: '2025-03-01' }] } },
    ],
    ['one of three loads that is refused', 'admin', organizations, { status: 403, json: [] }],
    ['a team without members', 'team', team, { json: { team_members: null } }],
    ['another tab', 'admin?tab=users', organizations, { json: [] }],
  ] as const) {
    const role = address === 'employee' ? 'employee' : 'super_admin'
    await users.signIn(page, await users.make({ role }))
    await holdScripts(page)
    await page.route(path, (route) => route.fulfill(answer))
    await page.goto(`/dashboard/${address}`, { waitUntil: 'commit' })
    await page.waitForFunction(() => globalThis.firstFigures !== undefined)
    await page.evaluate(() => globalThis.firstFigures)
    await expect(page.getByText('Loading Aman...'), what).toBeVisible()
    await expect(page.getByRole('tab'), what).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test('who has moved the focus before the figures come keeps it, and the dashboard follows', async ({
  page,
  users,
}) => {
  await users.signIn(page, await users.make())
  const release = await holdScripts(page)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(employeeCall, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/dashboard/employee', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Privacy Policy' }).focus()
  resolve()
  await page.waitForFunction(() => globalThis.firstFigures !== undefined)
  await page.evaluate(() => globalThis.firstFigures)
  await expect(page.getByText('Loading Aman...')).toBeVisible()
  release()
  await waitForContent(page, 'employee')
  await expect(page.getByRole('link', { name: 'Privacy Policy' })).toBeFocused()
})

/** @returns a function that lets the scripts come, once first figures are there */
async function openFirstFigures(page: Page, dashboard: (typeof dashboards)[number]) {
  for (const [call, json] of Object.entries(dashboard.answers)) {
    await page.route(call, (route) => route.fulfill({ json }))
  }
  const release = await holdScripts(page)
  await page.goto(`/dashboard/${dashboard.name}`, { waitUntil: 'commit' })
  await expect(page.locator(dashboard.last).first()).toBeVisible()
  return release
}

test('first figures go with the session while the scripts are on their way, after a sign-out in another tab and on the way back', async ({
  page,
  context,
  users,
}) => {
  const [dashboard] = dashboards
  const user = await users.make()
  const figures = page.locator(dashboard.last)
  await users.signIn(page, user)
  await openFirstFigures(page, dashboard)
  const other = await context.newPage()
  await other.goto('/privacy-policy', { waitUntil: 'commit' })
  await other.evaluate(() => localStorage.clear())
  await expect(figures).toHaveCount(0)
  await expect(page.getByText('Loading Aman...')).toBeVisible()
  await other.evaluate((token) => localStorage.setItem('aman_access_token', token), user.token)
  await page.reload({ waitUntil: 'commit' })
  await expect(figures.first()).toBeVisible()
  // A page that is kept for the Back button misses what other tabs tell.
  await page.evaluate(() => {
    localStorage.clear()
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(figures).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a button of first figures that is pressed by key acts once the scripts are there, in its own row', async ({
  page,
  place,
  users,
}) => {
  const organizationId = await makeOrganization(place)
  const namesakes = await Promise.all(
    ['Payments', 'Claims'].map((department) =>
      makeUser(place, { organizationId, full_name: 'Rania Haddad', department }),
    ),
  )
  await users.signIn(page, await users.make({ organizationId, role: 'team_lead' }))
  const release = await holdScripts(page)
  await page.goto('/dashboard/team', { waitUntil: 'commit' })
  const row = page.getByRole('row').filter({ hasText: 'Rania Haddad' }).nth(1)
  const button = row.getByRole('button', { name: 'Rania Haddad', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  const text = await row.textContent()
  const pressed = namesakes.filter(({ email }) => text?.includes(email))
  expect(pressed).toHaveLength(1)
  release()
  const panel = page.getByRole('dialog', { name: 'Rania Haddad' })
  await expect(panel).toContainText(pressed[0]?.email ?? '')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('keys that are pressed on first figures count once the scripts are there', {
  tag: ['@firefox'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'team_lead' }))
  const release = await openFirstFigures(page, dashboards[1])
  await page.getByRole('tab', { name: 'Team Overview' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+k')
  release()
  await expect(page.getByRole('combobox', { name: 'Screens and actions' })).toBeFocused()
  await page.keyboard.press('Escape')
  const flags = page.getByRole('tab', { name: 'Flags Management', selected: true })
  await expect(flags).toBeVisible()
  await expect(flags).toBeFocused()
})
