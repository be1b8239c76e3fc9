import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { waitForContent } from '../../support/browser/first-calls.ts'

const dashboard = '**/api/dashboard/employee*'
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

const ofFrame = 'header > a, header nav, h1, [role=tablist]'

/** The frame and the first figures, as they are in the document. */
async function shownBy(page: Page, place: string, own: string): Promise<string> {
  const html = await page.evaluate(
    ([within, parts]) => {
      const view = document.querySelector(within)
      return [...(view?.querySelectorAll(parts) ?? [])].map((part) => part.outerHTML).join('\n')
    },
    [place, `${ofFrame}, ${own}`] as const,
  )
  return withPlainIds(html)
}

/** React counts its ids through. */
function withPlainIds(html: string): string {
  const ids = new Map<string, number>()
  return html.replaceAll(/_(?:r\d+)?[rR]_\w+_/g, (id) => {
    ids.set(id, ids.get(id) ?? ids.size)
    return `id-${ids.get(id)}`
  })
}

const now = new Date().toISOString()
const user = (id: string) => ({ id, username: id, full_name: id, created_at: now })

/** Of several months, in every form. */
const threats = Array.from({ length: 20 }, (_, at) => ({
  id: at,
  email_subject: at % 4 === 1 ? '' : `Your <i>prize</i> ${at}`,
  sender_domain: at % 7 === 3 ? '' : `prize-${at}.example`,
  threat_level: ['suspicious', 'malicious', 'safe', 'unknown'][at % 4],
  detection_reason: at % 5 === 2 ? '' : `Its link leads elsewhere. ${'So it does. '.repeat(at)}`,
  timestamp: new Date(Date.now() - at * 12 * 86_400_000).toISOString(),
  disposition: ['delivered', 'quarantined', null][at % 3],
  scan_details: {
    content_analysis: {
      indicators: ['urgency', 'رابط', 'link', ...'0123456789'].slice(0, at % 12),
    },
  },
}))

/** Each dashboard with its answers, and from where to where it looks the same in both ways. */
const dashboards = [
  {
    name: 'employee',
    role: 'employee',
    tag: '@A1600',
    answers: {
      [dashboard]: {
        risk_score: 42.4,
        total_emails_scanned: 12_345,
        phishing_emails_caught: 37,
        safe_emails: 12_308,
        recent_phishing_emails: threats,
        lists_messages: true,
        explains_risk: true,
        mail_checks: 'offered',
      },
    },
    // What to do about a sender comes later, below each threat.
    parts:
      'section:has([role=meter]), dl, figure, section > div > :first-child, h3, section li > div:nth-child(-n + 2), ol',
    last: '[role=tabpanel]',
    says: 'Your &lt;i&gt;prize&lt;/i&gt; 7',
  },
  {
    name: 'team',
    role: 'team_lead',
    tag: '@A1701',
    answers: {
      '**/api/dashboard/team': {
        average_risk_score: 42.4,
        total_team_scans: 12_345,
        total_phishing_caught: 37,
        team_members: [
          {
            id: 'a/1',
            full_name: 'Rania <i>Khoury</i>',
            email: 'rania@clinic.example',
            risk_score: 20,
            last_login: now,
          },
          { id: 2, full_name: 'ليلى', email: 'layla@clinic.example', risk_score: 88.5 },
          { id: 3, email: 'nobody', risk_score: 35 },
        ],
      },
    },
    parts: 'section:has([role=meter]), dl, [role=table], section:has(#management-title)',
    last: '[role=table]',
    says: 'Rania &lt;i&gt;',
  },
  {
    name: 'admin',
    role: 'super_admin',
    tag: '@A1700',
    answers: {
      '**/api/admin/dashboard': {
        total_users: 12_345,
        total_organizations: 42,
        total_scans: 9_876_543,
        attacks: {
          count: 7,
          attacked: [
            { id: 'a/1', name: 'Cedar <i>Clinic</i>', recent: 412, usual: 20.5 },
            { id: 2, name: 'شركة', recent: 60, usual: 12 },
          ],
        },
      },
      '**/api/admin/users*': [user('one')],
      // What it can do besides is asked for after that.
      '**/api/auth/capabilities': { capabilities: [] },
      '**/api/admin/organizations*': { organizations: [{ id: 1, name: 'Cedar' }] },
    },
    parts: 'section:has(#attacks-title), [role=tabpanel] > div > ul',
    last: '[role=tabpanel] > div > ul',
    says: 'a%2F1',
  },
] as const

/** From the title to the last figures; the header gets more when all is painted. */
async function pictureOf(page: Page, last: string): Promise<Buffer> {
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  // All of it is on the screen.
  await page.setViewportSize({ width: size.width, height: 8000 })
  // What was below the screen is laid out then.
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

for (const { name, role, tag, answers, parts, last, says } of dashboards) {
  for (const [locale, colorScheme, isNarrow] of [
    ['', 'light', false],
    ['', 'dark', true],
    ['/ar', 'light', true],
    ['/ar', 'dark', false],
  ] as const) {
    const width = isNarrow && name === 'employee' ? 412 : 1280
    test(`first figures of ${locale}/dashboard/${name} in ${colorScheme}, ${width} pixels wide, are there before its scripts, and stay as they are`, {
      tag: [tag],
    }, async ({ page, users }) => {
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
      // What to do about a sender comes later and may need a second line.
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

test('threats that have no places are left to React, and the figures stay where they are', {
  tag: ['@A1770'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make())
  const [threat] = threats
  const others = { ...threat, sender_domain: 'xn--e1awd7f.example' }
  const json = { ...dashboards[0].answers[dashboard], recent_phishing_emails: [threat, others] }
  await page.route(dashboard, (route) => route.fulfill({ json }))
  const release = await holdScripts(page)
  await page.goto('/dashboard/employee', { waitUntil: 'commit' })
  await expect(page.getByRole('meter')).toBeVisible()
  const early = await page.getByRole('meter').boundingBox()
  await expect(page.locator('main h2')).toHaveText(['Your risk score'])
  release()
  await expect(page.getByText('Look-alike letters')).toBeVisible()
  expect(await page.getByRole('meter').boundingBox()).toEqual(early)
})

async function signIn(page: Page, username: string): Promise<void> {
  const views = page.waitForResponse('**/first-views.txt')
  await page.goto('/login')
  await (await views).finished()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('the right password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Remembers what of the dashboard the page shows while it is still the sign-in page. */
async function watchShell(page: Page, own: string): Promise<() => Promise<string | undefined>> {
  await page.addInitScript((parts) => {
    new MutationObserver((_, observer) => {
      const shell = document.querySelector('[data-loading-shell]')
      if (!shell?.querySelector('[role=tab]') || !location.pathname.endsWith('/login')) return
      const shown = [...shell.querySelectorAll(parts)].map((part) => part.outerHTML).join('\n')
      Reflect.set(window, 'shownAtSignIn', shown)
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  }, `${ofFrame}, ${own}`)
  return () => page.evaluate<string | undefined>(() => Reflect.get(window, 'shownAtSignIn'))
}

for (const { name, role, answers, parts, last } of dashboards) {
  test(`after a sign-in first figures of /dashboard/${name} are there before React shows it`, {
    tag: ['@A1782'],
  }, async ({ page, users }) => {
    const user = await users.make({ role, password: 'the right password' })
    for (const [call, json] of Object.entries(answers)) {
      await page.route(call, (route) => route.fulfill({ json }))
    }
    const shownAtSignIn = await watchShell(page, parts)
    await signIn(page, user.username)
    await expect(page).toHaveURL(`/dashboard/${name}`)
    await expect(page.locator('[data-loading-shell]')).toHaveCount(0)
    await expect(page.locator(last).first()).toBeVisible()
    const early = withPlainIds((await shownAtSignIn()) ?? '')
    expect(early).toBe(await shownBy(page, '[data-account]', parts))
    expect(early).toContain('role="tablist"')
  })
}

test('a sign-in without consent shows nothing of the dashboard', {
  tag: ['@A1601', '@A1782'],
}, async ({ page, users }) => {
  const user = await users.make({ consented: false, password: 'the right password' })
  const shownAtSignIn = await watchShell(page, 'section')
  await signIn(page, user.username)
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await shownAtSignIn()).toBeUndefined()
})

test('a sign-in whose session check fails leaves the form as it was', {
  tag: ['@A1782', '@R057'],
}, async ({ console, page, users }) => {
  console.expect(/500/)
  const user = await users.make({ password: 'the right password' })
  await page.route(me, (route) => route.fulfill({ status: 500, json: { detail: 'Not now' } }))
  await signIn(page, user.username)
  await expect(page.getByText('Not now')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue(user.username)
  await expect(page.getByText('Loading Aman...')).toBeHidden()
})

const team = '**/api/dashboard/team'
const organizations = '**/api/admin/organizations*'
for (const [what, address, path, answer] of [
  ['a refusal', 'employee', dashboard, { status: 403, json: {} }],
  ['a failure in a body', 'employee', dashboard, { json: { success: false } }],
  ['a value of the wrong type', 'employee', dashboard, { json: { risk_score: '42' } }],
  [
    'a row of the wrong type',
    'employee',
    dashboard,
    { json: { recent_phishing_emails: [{ id: 1, timestamp: 7 }] } },
  ],
  ['an answer that is not JSON', 'employee', dashboard, { body: '<html>' }],
  ['a user without consent', 'employee', me, { json: { id: 1, has_consented: false } }],
  [
    'a user who has to set a password',
    'employee',
    me,
    { json: { id: 1, must_change_password: true } },
  ],
  ['a user who has to add a factor', 'employee', me, { json: { id: 1, must_add_factor: true } }],
  ['one of three loads that is refused', 'admin', organizations, { status: 403, json: [] }],
  [
    'a row of a list that has the wrong type',
    'admin',
    organizations,
    { json: [{ id: 1, name: 7 }] },
  ],
  [
    'a time in another form',
    'team',
    team,
    { json: { team_members: [{ id: 1, last_login: '2025-03-01' }] } },
  ],
  ['a team without members', 'team', team, { json: { team_members: null } }],
  ['another tab', 'admin?tab=users', organizations, { json: [] }],
] as const) {
  test(`'Loading Aman...' stands for ${what} of ${address} until the scripts are there`, {
    tag: ['@A1601', '@R042'],
  }, async ({ console, page, users }) => {
    console.expect(/^403 GET /)
    const role = address === 'employee' ? 'employee' : 'super_admin'
    await users.signIn(page, await users.make({ role }))
    await holdScripts(page)
    await page.route(path, (route) => route.fulfill(answer))
    await page.goto(`/dashboard/${address}`, { waitUntil: 'commit' })
    await page.waitForFunction(() => globalThis.firstFigures !== undefined)
    await page.evaluate(() => globalThis.firstFigures)
    await expect(page.getByText('Loading Aman...')).toBeVisible()
    await expect(page.getByRole('tab')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

test('a sign-out in another tab takes away what a sign-in has just shown', {
  tag: ['@A1782'],
}, async ({ page, users }) => {
  const user = await users.make({ full_name: 'Rania Khoury', password: 'the right password' })
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('[data-loading-shell] [role=tab]') === null) return
      observer.disconnect()
      Reflect.set(window, 'isShown', true)
      localStorage.clear()
      dispatchEvent(new StorageEvent('storage', { key: null }))
    }).observe(document, { childList: true, subtree: true })
  })
  await signIn(page, user.username)
  await page.waitForFunction(() => Reflect.get(window, 'isShown'))
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(page.getByText('Rania Khoury')).toHaveCount(0)
})

test('who has moved the focus before the figures come keeps it, and the dashboard follows', {
  tag: ['@A1600'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make())
  const release = await holdScripts(page)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(dashboard, async (route) => {
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
