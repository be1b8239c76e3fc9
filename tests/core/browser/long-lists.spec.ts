import { expect, test } from '../../support/browser/browser.ts'
import { callTo } from '../../support/browser/screen.ts'

test('thousands of rows are rendered and found', { tag: ['@R008'] }, async ({ page, users }) => {
  const count = 5000
  const rows = (make: (id: number) => object) => Array.from({ length: count }, (_, id) => make(id))
  for (const [call, json] of [
    [
      '/dashboard/employee',
      { recent_phishing_emails: rows((id) => ({ id, email_subject: `Mail ${id}` })) },
    ],
    ['/dashboard/team', { team_members: rows((id) => ({ id, full_name: `Member ${id}` })) }],
    ['/flags/list', { flags: rows((id) => ({ id, flag_type: 'red', value: `v${id}.example` })) }],
    ['/admin/users', rows((id) => ({ id, full_name: `Person ${id}`, username: `p${id}` }))],
    ['/admin/organizations', rows((id) => ({ id, name: `Firm ${id}` }))],
  ] as const) {
    await page.route(callTo(`/api${call}`), (route) => route.fulfill({ json }))
  }
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  for (const [path, shown] of [
    ['/dashboard/employee', 'Mail 0'],
    ['/dashboard/employee?tab=flags', 'v0.example'],
    ['/dashboard/team', 'Member 0'],
    ['/dashboard/admin?tab=users', 'Person 0'],
    ['/dashboard/admin?tab=organizations', 'Firm 0'],
  ] as const) {
    await page.goto(path)
    // A waiting `expect` would describe the whole page and lay out every skipped row.
    await page.getByText(shown, { exact: true }).first().waitFor()
  }
  await page.goto('/dashboard/admin?tab=users')
  await page.getByRole('searchbox').fill('Person 4999')
  await expect(page.getByRole('button', { name: 'Edit Person 4999' })).toBeVisible()
})
