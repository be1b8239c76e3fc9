import type { Locator, Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { makeFlag } from '../../support/worlds/mail-factories.ts'

test.use({ reducedMotion: 'no-preference' })

function mail(id: number, sender: { sender_domain: string; sender_address?: string }) {
  return {
    id,
    email_subject: sender.sender_address === undefined ? '' : 'Confirm your account',
    threat_level: sender.sender_address === undefined ? 'malicious' : 'suspicious',
    detection_reason: 'The link leads elsewhere.',
    timestamp: '2026-03-01T09:30:00Z',
    ...sender,
  }
}

const mails = [
  mail(1, { sender_domain: 'lookalike.example', sender_address: 'billing@lookalike.example' }),
  mail(2, { sender_domain: 'lookalike.example' }),
  mail(3, { sender_domain: 'gmail.com' }),
  mail(4, { sender_domain: 'gmail.com', sender_address: 'prize@gmail.com' }),
]

async function open(page: Page) {
  const json = { total_emails_scanned: 90, recent_phishing_emails: mails }
  await page.route('**/api/dashboard/employee*', (route) => route.fulfill({ json }))
  await page.goto('/dashboard/employee')
}

const row = (page: Page, index: number): Locator =>
  page.getByRole('region', { name: 'Recent threats' }).locator('li:has(h4)').nth(index)

const button = (from: Page | Locator, name: string | RegExp) => from.getByRole('button', { name })

test('one click blocks a sender, and the undo restores what was there', {
  tag: ['@arabic'],
}, async ({ page, users, place }) => {
  const user = await users.make()
  await makeFlag(place, user, {
    flag_type: 'green',
    value: 'billing@lookalike.example',
    reason: 'Our supplier',
    expires_at: '2099-01-31T00:00:00.000Z',
  })
  await users.signIn(page, user)
  await page.clock.install()
  await open(page)
  const flags = () =>
    place.database
      .selectFrom('flags')
      .select(['flag_type', 'value', 'reason', 'expires_at'])
      .where('user_id', '=', user.id)
      .orderBy('value')
      .execute()
  const trusted = await flags()

  // The first row is trusted; the second one, of the same domain, is not.
  await expect(row(page, 0)).toContainText('Trusted by you')
  await button(row(page, 1), 'Block this sender: lookalike.example').click()
  await expect(row(page, 1)).toContainText('Blocked by you')
  await expect(row(page, 0)).toContainText('Trusted by you')
  await button(row(page, 1), 'Undo: block lookalike.example').click()
  await expect(button(row(page, 1), 'Block this sender: lookalike.example')).toBeFocused()
  await expect.poll(flags).toEqual(trusted)

  // The whole domain, in place of the trusted address, which the undo restores with its note and end.
  await button(row(page, 0), 'More about billing@lookalike.example').click()
  await button(row(page, 0), 'Block everyone at lookalike.example').click()
  await expect(row(page, 1)).toContainText('Blocked by you')
  await button(row(page, 0), 'Undo: block billing@lookalike.example').click()
  await expect(row(page, 0)).toContainText('Trusted by you')
  await expect(row(page, 1)).not.toContainText('by you')
  expect(await flags()).toEqual(trusted)
  await button(row(page, 0), 'Block everyone at lookalike.example').click()
  await expect(row(page, 0)).toContainText('Blocked by you')
  await expect(row(page, 1)).toContainText('Blocked by you')
  await page.reload()
  await expect(row(page, 0)).toContainText('Blocked by you')
  expect(await flags()).toMatchObject([{ flag_type: 'red' }, { flag_type: 'red' }])
  await button(row(page, 1), 'Unblock lookalike.example').click()
  await expect(button(row(page, 1), 'Undo: unblock lookalike.example')).toBeVisible()
  await page.clock.runFor(8100)
  await expect(button(row(page, 1), 'Block this sender: lookalike.example')).toBeVisible()
})

test('mail of the screen of messages is blocked from its row, or selected and blocked at once; safe mail from its opened row', {
  tag: ['@arabic'],
}, async ({ page, users, place }) => {
  await users.signIn(page, await users.make())
  await page.route('**/api/messages?*', (route) => route.fulfill({ json: mails }))
  await page.goto('/dashboard/employee?view=messages')
  const list = page.getByRole('list', { name: 'Messages' })
  await button(list, 'Block this sender: prize@gmail.com').click()
  await expect(button(list, 'Undo: block prize@gmail.com')).toBeVisible()
  await page.getByLabel('Select the mail of billing@lookalike.example').check()
  await page.getByLabel('Select the mail of gmail.com').check()
  expect(await findViolations(page)).toEqual([])
  await button(page, 'Block senders').click()
  await expect(page.getByText('1 sender is blocked.')).toBeVisible()
  await expect(page.getByText(/gmail.com is a public mail provider/)).toBeVisible()
  await expect(page.getByText('1 message selected')).toBeVisible()
  await expect(list.getByText('Blocked by you')).toHaveCount(2)
  await page.unrouteAll()
  await test.step('safe mail offers its sender in the opened row, and times stand below each other', async () => {
    const user = await users.make()
    for (const [flag_type, value] of [
      ['red', 'lookalike.example'],
      ['green', 'prize@gmail.com'],
    ] as const) {
      await makeFlag(place, user, { flag_type, value })
    }
    await users.signIn(page, user)
    const safe = { threat_level: 'safe', email_subject: 'Lunch' }
    const shown = [
      ...mails,
      {
        ...mail(5, { sender_domain: 'firm.example', sender_address: 'omar@firm.example' }),
        ...safe,
      },
      { ...mail(6, { sender_domain: '' }), ...safe },
    ]
    await page.route('**/api/messages?*', (route) => route.fulfill({ json: shown }))
    const of_domain = { safe: 1, suspicious: 0, malicious: 0, first_at: null, last_at: null }
    const json = { message: shown[4], of_address: null, of_domain }
    await page.route('**/api/messages/5', (route) => route.fulfill({ json }))
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/dashboard/employee?view=messages')
    const list = page.getByRole('list', { name: 'Messages' })
    await expect(list.getByText('Trusted by you')).toHaveCount(1)
    const rows = list.locator('> li')
    const times = rows.locator('time')
    const ends = await times.evaluateAll((all) =>
      all.map((time) => Math.round(time.getBoundingClientRect().right)),
    )
    expect(new Set(ends).size).toBe(1)
    // A decided row fits into one line.
    const heights = await rows.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight))
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(4)

    const colleague = rows.nth(4)
    const block = button(colleague, 'Block this sender: omar@firm.example')
    await expect(block).toHaveCount(0)
    await button(colleague, /Lunch/).press('Enter')
    await block.press('Enter')
    await expect(button(colleague, 'Undo: block omar@firm.example')).toBeVisible()
  })
})
