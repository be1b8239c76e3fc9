import { expect, test } from '../../support/browser/browser.ts'
import { hold, problem, requestsTo, success } from '../../support/browser/screen.ts'

test('users are removed one after the other, with the keyboard: exactly DELETE removes, once, and the focus stays in the list', {
  tag: ['@R304', '@R329', '@R330', '@R331', '@R332', '@R333', '@R334', '@R335', '@R372'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  const shared = `Leaving ${crypto.randomUUID()}`
  const { email } = await users.make({ full_name: `${shared} a` })
  await users.make({ full_name: `${shared} b` })
  const opener = (letter: string) =>
    page.getByRole('button', { name: `Remove User ${shared} ${letter}`, exact: true })
  const question = page.getByRole('alertdialog')
  const word = question.getByLabel('Type DELETE to confirm')
  const accept = question.getByRole('button', { name: 'Remove User' })
  const sent = requestsTo(page, 'DELETE', /^\/api\/admin\/users\/[^/]+$/)
  await page.goto('/dashboard/admin?tab=users')
  await page.getByRole('searchbox').fill(shared)
  // The head, and the users who are searched for.
  await expect(page.getByRole('row')).toHaveCount(3)

  await test.step('after another word a notice says that nothing is removed', async () => {
    await opener('a').click()
    await expect(question).toHaveAccessibleDescription(/permanent/)
    await expect(question).toHaveAccessibleDescription(new RegExp(`email is sent to ${email}`))
    await expect(question).toHaveAccessibleDescription(/sessions .* revoked/)
    await expect(word).toBeFocused()
    await word.fill('DELETE ')
    await accept.click()
    await expect(
      problem(page, 'User removal cancelled. You must type "DELETE" to confirm.'),
    ).toBeVisible()
    await expect(question).toHaveCount(0)
    await expect(opener('a')).toBeFocused()
    await page.getByRole('button', { name: 'Dismiss' }).click()
  })
  for (const way of ['an empty word', 'Cancel', 'Escape'] as const) {
    await test.step(`after ${way} nothing happens`, async () => {
      await opener('a').click()
      if (way === 'an empty word') await accept.click()
      else await word.fill('DELETE')
      if (way === 'Cancel') await question.getByRole('button', { name: 'Cancel' }).click()
      if (way === 'Escape') await page.keyboard.press('Escape')
      await expect(question).toHaveCount(0)
      await expect(opener('a')).toBeFocused()
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
  }
  expect(sent).toEqual([])

  const loads = ['/api/admin/dashboard', '/api/admin/users', '/api/admin/organizations'].map(
    (path) => requestsTo(page, 'GET', path),
  )
  const release = await hold(page, '**/api/admin/users/*')
  await opener('a').press('Enter')
  await word.fill('DELETE')
  await word.press('Enter')
  const removing = page.getByRole('button', { name: 'Removing...' })
  await expect(removing).toBeFocused()
  await removing.click({ force: true })
  await expect(question).toHaveCount(0)
  release()
  await expect(
    success(
      page,
      `User ${shared} a has been permanently removed. A notification email was sent to ${email}.`,
    ),
  ).toBeVisible()
  await expect(page.getByText(`${shared} a`, { exact: true })).toHaveCount(0)
  await expect(opener('b')).toBeFocused()
  expect(sent).toHaveLength(1)
  // The figures and both lists are loaded once each.
  await expect.poll(() => loads.map((requests) => requests.length)).toEqual([1, 1, 1])
})
