import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { answerLoads } from '../support/dashboard-answers.ts'
import { callTo, requestsTo, success } from '../support/screen.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const value = (page: Page) => page.getByLabel('Email address or domain')
const removeFlag = (page: Page, of: string) => button(page, `Remove the flag for ${of}`)

/** Holds the answers to a call until they are released. */
async function hold(page: Page, call: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(call, async (route) => {
    await held
    await route.continue()
  })
  return release
}

async function addFlags(page: Page, values: readonly string[]) {
  for (const one of values) {
    await value(page).fill(one)
    await value(page).press('Enter')
    await expect(removeFlag(page, one)).toBeVisible()
  }
}

async function confirmRemoval(page: Page, remove: Locator) {
  await remove.press('Enter')
  await button(page, 'Remove flag').press('Enter')
}

test.describe('flags', () => {
  test.beforeEach(async ({ page, users }) => {
    await users.signIn(page, await users.make())
    await page.goto('/dashboard/employee?tab=flags')
  })

  test('adding flags with the keyboard returns the focus to the value field', {
    tag: ['@A170', '@A173'],
  }, async ({ page }) => {
    await value(page).fill('one.example')
    await page.getByLabel('Reason (optional)').focus()
    const release = await hold(page, '**/api/flags/add')
    await button(page, 'Add Flag').press('Enter')
    await expect(button(page, 'Adding...')).toBeFocused()
    release()
    await expect(success(page, 'GREEN flag added successfully!')).toBeVisible()
    await expect(value(page)).toBeFocused()
    await expect(value(page)).toHaveValue('')
  })

  test('a value that is typed while another is pending stays', { tag: ['@A167'] }, async ({
    page,
  }) => {
    const release = await hold(page, '**/api/flags/add')
    await page.getByLabel('Flag type').selectOption('red')
    await value(page).fill('sent.example')
    await page.getByLabel('Reason (optional)').fill('Sent too')
    await value(page).press('Enter')
    await expect(button(page, 'Adding...')).toBeVisible()
    await value(page).fill('next.example')
    release()
    await expect(removeFlag(page, 'sent.example')).toBeVisible()
    await expect(value(page)).toHaveValue('next.example')
    await expect(value(page)).toBeFocused()
    await expect(page.getByLabel('Reason (optional)')).toHaveValue('')
    await expect(page.getByLabel('Flag type')).toHaveValue('green')
  })

  test('after a removal the focus is on the next flag, and after the last one on the field', {
    tag: ['@A171'],
  }, async ({ page }) => {
    await addFlags(page, ['a.example', 'b.example', 'c.example'])
    const labels = await page
      .getByRole('button', { name: /^Remove the flag/ })
      .evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))
    const [first = '', second = '', third = ''] = labels
    await confirmRemoval(page, button(page, first))
    await expect(button(page, first)).toHaveCount(0)
    await expect(button(page, second)).toBeFocused()
    await confirmRemoval(page, button(page, third))
    await expect(button(page, third)).toHaveCount(0)
    await expect(button(page, second)).toBeFocused()
    await confirmRemoval(page, button(page, second))
    await expect(button(page, second)).toHaveCount(0)
    await expect(value(page)).toBeFocused()
  })

  test('a second click on Remove during a slow removal sends nothing', {
    tag: ['@A168', '@A173'],
  }, async ({ page }) => {
    await addFlags(page, ['slow.example'])
    const sent = requestsTo(page, 'DELETE', /^\/api\/flags\/remove\//)
    const release = await hold(page, '**/api/flags/remove/*')
    await removeFlag(page, 'slow.example').click()
    await button(page, 'Remove flag').click()
    const pending = button(page, 'Removing...')
    await expect(pending).toBeFocused()
    await expect(pending).toHaveAttribute('aria-disabled', 'true')
    await pending.click({ force: true })
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    release()
    await expect(success(page, 'Flag removed successfully')).toBeVisible()
    await expect(page.getByText('slow.example')).toHaveCount(0)
    expect(sent).toHaveLength(1)
  })
})

test('the focus is kept in a list of thousands of flags too', { tag: ['@A171'] }, async ({
  page,
  users,
}) => {
  const gone = new Set<string>()
  await page.route(callTo('/api/flags/list'), (route) => {
    const flags = Array.from({ length: 2000 }, (_, id) => ({
      id,
      flag_type: 'red',
      value: `v${id}.example`,
    }))
    return route.fulfill({ json: { flags: flags.filter(({ id }) => !gone.has(String(id))) } })
  })
  await page.route('**/api/flags/remove/*', (route) => {
    gone.add(route.request().url().split('/').at(-1) ?? '')
    return route.fulfill({ json: { success: true } })
  })
  await users.signIn(page, await users.make())
  await page.goto('/dashboard/employee?tab=flags')
  await confirmRemoval(page, removeFlag(page, 'v1.example'))
  await expect(removeFlag(page, 'v1.example')).toHaveCount(0)
  await expect(removeFlag(page, 'v2.example')).toBeFocused()
})

test.describe('a super admin', () => {
  test.beforeEach(async ({ page, users }) => {
    await users.signIn(page, await users.make({ role: 'super_admin' }))
  })

  test('removes users one after the other with the keyboard, with one call each', {
    tag: ['@A168', '@A171'],
  }, async ({ page, users }) => {
    const shared = `Leaving ${crypto.randomUUID()}`
    for (const letter of ['a', 'b']) await users.make({ full_name: `${shared} ${letter}` })
    const sent = requestsTo(page, 'DELETE', /^\/api\/admin\/users\//)
    await page.goto('/dashboard/admin?tab=users')
    await page.getByRole('searchbox').fill(shared)
    const release = await hold(page, '**/api/admin/users/*')
    await button(page, `Remove User ${shared} a`).press('Enter')
    await page.getByLabel('Type DELETE to confirm').fill('DELETE')
    await page.getByLabel('Type DELETE to confirm').press('Enter')
    await expect(button(page, 'Removing...')).toBeFocused()
    await button(page, 'Removing...').click({ force: true })
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    release()
    await expect(page.getByText(`${shared} a`, { exact: true })).toHaveCount(0)
    await expect(button(page, `Remove User ${shared} b`)).toBeFocused()
    expect(sent).toHaveLength(1)
  })

  for (const [opener, tab, field] of [
    ['Add New User', 'users', 'Username'],
    ['Add Organization', 'organizations', 'Organization name'],
    ['Generate Receipt', 'overview', 'Organization'],
    ['Request Report', 'overview', 'Kind of report'],
  ] as const) {
    test(`'${opener}' opens with the focus on '${field}'`, { tag: ['@A174'] }, async ({ page }) => {
      await answerLoads(page, 'full')
      await page.goto(`/dashboard/admin?tab=${tab}`)
      await button(page, opener).click()
      await expect(page.getByRole('dialog').getByLabel(field, { exact: true })).toBeFocused()
    })
  }

  for (const [opener, tab, field] of [
    ['Add New User', 'users', 'Username'],
    ['Edit Rania 0', 'users', 'Full name'],
    ['Add Organization', 'organizations', 'Organization name'],
  ] as const) {
    test(`Escape asks before it discards input after '${opener}'`, {
      tag: ['@A175'],
    }, async ({ page }) => {
      await answerLoads(page, 'full')
      await page.goto(`/dashboard/admin?tab=${tab}`)
      const typed = page.getByRole('dialog').getByLabel(field, { exact: true })
      const question = page.getByRole('alertdialog', { name: 'Discard changes' })

      await button(page, opener).click()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)

      await button(page, opener).click()
      await typed.fill('Typed with care')
      await page.keyboard.press('Escape')
      await expect(question).toBeVisible()
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(typed).toHaveValue('Typed with care')
      await expect(typed).toBeFocused()

      await page.keyboard.press('Escape')
      await expect(question).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question).toHaveCount(0)
      await expect(typed).toHaveValue('Typed with care')

      await button(page, 'Close').click()
      await question.getByRole('button', { name: 'Discard changes' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(button(page, opener)).toBeFocused()
    })
  }

  test('the support form closes without a question and keeps its draft', {
    tag: ['@A175'],
  }, async ({ page }) => {
    await page.goto('/dashboard/team?tab=tools')
    await button(page, 'Request Support').click()
    await expect(page.getByLabel('What is it about?')).toBeFocused()
    await page.getByLabel('Subject').fill('A long story')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await button(page, 'Request Support').click()
    await expect(page.getByLabel('Subject')).toHaveValue('A long story')
  })

  test('Try Again passes the focus to the content that replaces it', { tag: ['@A176'] }, async ({
    console,
    page,
  }) => {
    console.expect(/^500 GET \/api\/admin\/dashboard/)
    await page.route('**/api/admin/dashboard', (route) => route.fulfill({ status: 500 }), {
      times: 1,
    })
    await page.goto('/dashboard/admin')
    await button(page, 'Try Again').press('Enter')
    await expect(page.getByRole('heading', { name: 'System Performance' })).toBeVisible()
    await expect(page.getByRole('tabpanel')).toBeFocused()
  })

  test('Refresh keeps the focus while it loads', { tag: ['@A173'] }, async ({ page }) => {
    await page.goto('/dashboard/admin')
    await expect(button(page, 'Refresh')).toBeVisible()
    const asked = requestsTo(page, 'GET', '/api/admin/dashboard')
    const release = await hold(page, '**/api/admin/dashboard')
    await button(page, 'Refresh').press('Enter')
    await expect(button(page, 'Refreshing...')).toBeFocused()
    await page.keyboard.press('Enter')
    release()
    await expect(button(page, 'Refresh')).toBeFocused()
    expect(asked).toHaveLength(1)
  })
})
