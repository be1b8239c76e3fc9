import { cleanStores } from 'nanostores'
import { afterEach, expect, test, vi } from 'vitest'
import { clearStorage, keepToken } from '../../../src/lib/core/storage/token.ts'
import { $notices, dismissNotice } from '../../../src/lib/core/ui-state/notices.ts'
import { requestReport } from '../../../src/lib/emails/report.ts'
import { $session } from '../../../src/lib/sign-in/session.ts'

let stop = () => {}

afterEach(() => {
  stop()
  clearStorage()
  cleanStores($session)
  for (const { id } of $notices.get()) dismissNotice(id)
  vi.unstubAllGlobals()
})

async function signIn(user: object) {
  vi.stubGlobal('fetch', async () => Response.json({ id: 1, has_consented: true, ...user }))
  stop = $session.listen(() => undefined)
  keepToken('rania')
  await expect.poll(() => $session.get().status).toBe('signed-in')
}

/** @returns the result, and subject and lines of the mail that was opened */
function request(fields: Readonly<Record<string, string>>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const openMail = vi.fn<(href: string) => void>()
  const result = requestReport(form, openMail)
  const [href] = openMail.mock.calls[0] ?? []
  const mail = href === undefined ? undefined : new URL(href)
  return {
    result,
    to: mail?.pathname,
    subject: mail?.searchParams.get('subject'),
    lines: mail?.searchParams.get('body')?.split('\r\n'),
  }
}

const said = () => $notices.get().map(({ kind, text }) => `${kind}: ${text}`)

test('a report is requested by a mail with its kind, its urgency and who asks', async () => {
  await signIn({ full_name: 'Rania Haddad', organization_id: 7, organization_name: 'Clinic' })
  const sent = request({ type: 'financial', urgency: 'critical', details: ' One\r\nTwo\nThree ' })
  expect(sent).toEqual({
    result: { status: 'done' },
    to: 'sales@aman.example',
    subject: 'Report request: Financial',
    lines: [
      'Kind: Financial',
      'Urgency: Critical (same day)',
      'Name: Rania Haddad',
      'Organization: Clinic',
      '',
      'One',
      'Two',
      'Three',
    ],
  })
  expect(said()).toEqual([
    'success: A mail with your request was opened in your mail app. Send it from there.',
  ])
})

test.each([
  [{ full_name: '', username: 'rania', organization_id: 7 }, ['Name: rania', 'Organization: 7']],
  [{ full_name: 'Rania' }, ['Name: Rania']],
])('the mail names %o', async (user, named) => {
  await signIn(user)
  const { lines } = request({ details: 'One' })
  expect(lines?.slice(2)).toEqual([...named, '', 'One'])
})

test('without a choice it is a normal security report, and without a session nameless', () => {
  expect(request({ type: 'other', urgency: 'soon', details: 'One' }).lines).toEqual([
    'Kind: Security',
    'Urgency: Normal (3-5 days)',
    '',
    'One',
  ])
})

test('a request without details opens no mail and marks the field', () => {
  request({ details: 'One' })
  const sent = request({ details: ' ' })
  expect(sent.result).toEqual({
    status: 'invalid',
    fields: [{ field: 'details', code: 'missing', params: {} }],
  })
  expect(sent.to).toBeUndefined()
  expect(said()).toEqual(['problem: Please provide details about the report you need'])
})
