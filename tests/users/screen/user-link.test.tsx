import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { cleanStores } from 'nanostores'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { user as userField } from '../../../contract/users/user.ts'
import { UserLink } from '../../../src/islands/users/UserLink.tsx'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $dialog } from '../../../src/lib/core/ui-state/dialogs.ts'
import { $notices } from '../../../src/lib/core/ui-state/notices.ts'
import { userLink } from '../../../src/lib/users/user-link.ts'
import { $userLinkWords } from '../../../src/lib/users/words/user-link.words.yaml'

const words = $userLinkWords.get()
const user = v.parse(userField, { id: '7', full_name: 'Rania Haddad', organization_id: 'o1' })
const path = '/api/admin/users/7/single-sign-on'
const link = {
  issuer: 'https://login.clinic.example',
  subject: 'abc',
  created_at: '2026-01-05T08:00:00Z',
  last_used_at: null,
}
const made = vi.fn<(call: string, input: unknown) => void>()

afterEach(() => {
  cleanup()
  forgetSession()
  cleanStores(userLink.$resource)
  made.mockReset()
  vi.unstubAllGlobals()
})

/** @param links what the server answers, one after the other */
function open(links: (typeof link | null)[], issuer = link.issuer, refused?: Response) {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    if (url.endsWith('/sign-in')) {
      const unlinked_identities = [{ subject: 'xyz', email: 'rania@clinic.example', seen_at: '' }]
      return Response.json({ issuer, unlinked_identities })
    }
    if (method === 'GET')
      return Response.json({ link: links.length > 1 ? links.shift() : links[0] })
    made(`${method} ${url}`, body && JSON.parse(String(body)))
    return refused ?? Response.json({ success: true })
  })
  render(<UserLink user={user} />)
}

const notices = () => $notices.get().map(({ text }) => text)

test('a linked user is unlinked after a question', async () => {
  open([link, null])
  expect(await screen.findByText(link.issuer)).toBeDefined()
  expect(screen.getByText('abc')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: words.unlink }))
  await expect
    .poll(() => $dialog.get())
    .toMatchObject({
      text: words.unlinkQuestion({ name: 'Rania Haddad' }),
    })
  expect(made).not.toHaveBeenCalled()
  const asked = $dialog.get()
  if (asked?.kind === 'confirm') asked.answer(true)
  await expect.poll(() => made.mock.calls).toEqual([[`DELETE ${path}`, undefined]])
  expect(await screen.findByText(words.none)).toBeDefined()
})

test('a user is linked by hand to an identity that tried to sign in', async () => {
  open([null, link])
  const field = await screen.findByLabelText<HTMLInputElement>(words.subjectLabel)
  await userEvent.click(screen.getByRole('button', { name: words.link }))
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  expect(notices()).toEqual([words.missing])
  await userEvent.click(
    screen.getByRole('button', { name: words.chooseOne({ name: 'rania@clinic.example' }) }),
  )
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => made.mock.calls).toEqual([[`POST ${path}`, { subject: 'xyz' }]])
  expect(await screen.findByText('abc')).toBeDefined()
  expect(notices()).toEqual([words.linked({ name: 'Rania Haddad' })])
})

test('an identity of another user is refused at the field', async () => {
  const detail = 'Another user is linked to this identity already'
  const code = 'subject_taken'
  const fields = [{ field: 'subject', code, params: {} }]
  open([null], link.issuer, Response.json({ detail, code, params: {}, fields }, { status: 409 }))
  const field = await screen.findByLabelText(words.subjectLabel)
  await userEvent.type(field, 'abc{Enter}')
  await expect.poll(notices).toEqual([words.linkFailed + detail])
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test('nothing is shown where the organization has no provider', async () => {
  const asked = vi.fn<(url: string) => void>()
  open([null], '')
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    const answer = await fetch(url, options)
    asked(url)
    return answer
  })
  await expect
    .poll(() => asked.mock.calls.flat().some((url) => url.endsWith('/sign-in')))
    .toBe(true)
  expect(screen.queryByText(words.title)).toBeNull()
})
