import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FlagsPanel } from '../../../src/islands/flags/FlagsPanel.tsx'
import { leaveScreen } from '../../support/browser/leave-screen.ts'
import { saidNotices } from '../../support/browser/screen-state.ts'
import { breakConnection, refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'
import { shownFlag as flag } from '../../support/worlds/answers.ts'

const server = withStubbedServer()
const list = 'GET /api/flags/list'
const add = 'POST /api/flags/add'
const evidence = 'GET /api/flags/evidence'

beforeEach(() => server.answer({ 'GET /api/auth/capabilities': { capabilities: [] } }))
afterEach(leaveScreen)

async function open(shown: readonly object[], counts: object = {}) {
  server.answer({ [list]: { flags: shown, ...counts } })
  render(<FlagsPanel />)
  await screen.findByRole('heading', { name: 'Your flags' })
}

const rows = () =>
  [...screen.getByRole('list', { name: 'Your flags' }).children].map((row) => row.textContent)
const none = 'No flags yet. Add your first flag above.'

test('a flag shows type, value, reason and date, and a red flag what it blocked', {
  tags: ['R169', 'R170', 'R171', 'R172', 'R173', 'R174'],
}, async () => {
  await open([
    flag({ id: 1, reason: 'Our partner', blocked_count: 7 }),
    flag({ id: 2, flag_type: 'red', value: 'bad.example', blocked_count: 1234 }),
    flag({ id: 3, flag_type: 'red', value: 'new.example' }),
    flag({ id: 4, value: 'odd.example', created_at: 'some day' }),
  ])
  expect(rows()).toEqual([
    expect.stringMatching(/^Green.*partner\.example.*Our partner.*Mar 1, 2026(?!.*blocked)/),
    expect.stringMatching(/^Red.*bad\.example(?!.*null).*1,234 blocked/),
    expect.stringMatching(/new\.example.*0 blocked/),
    expect.stringMatching(/odd\.example.*some day/),
  ])
})

test('only a flag without effect says that it is not used', async () => {
  await open([
    flag({ id: 1, value: 'gmail.com', is_ignored: true }),
    flag({ id: 2, is_ignored: false }),
    flag({ id: 3, is_ignored: null }),
    flag({ id: 4 }),
  ])
  const words = 'Not used: this domain is a public mail provider. Add whole addresses instead.'
  expect(rows().map((row) => row.includes(words))).toEqual([true, false, false, false])
})

test('a look-alike value is shown in its network form, with a mark and a word, and a genuine one is not', async () => {
  const arabic = '\u0643\u0647\u0631\u0628\u0627\u0621.\u0645\u0648\u0642\u0639'
  const values = ['p\u0430ypal.com', 'moc.lap\u202eyap', arabic]
  await open(values.map((value, id) => flag({ id, value })))
  const word = 'Look-alike letters'
  expect(rows()).toEqual([
    expect.stringMatching(`xn--pypal-4ve\\.com.*${word}`),
    expect.stringMatching(`moc\\.lap\\[U\\+202E\\]yap.*${word}`),
    expect.not.stringContaining(word),
  ])
  screen.getByRole('button', { name: /^Remove .*xn--pypal-4ve\.com/ })
  expect(document.body.innerHTML).not.toMatch(/p\u0430ypal|\u202e/)
})

test('while the flags load, or fail to, which is said, there is no word of an empty list; without flags there is, whatever the search', {
  tags: ['R178', 'R179', 'R186'],
}, async () => {
  const answers = [breakConnection, () => ({})]
  server.answer({ [list]: () => (answers.shift() ?? expect.fail('a third load'))() })
  render(<FlagsPanel />)
  expect(screen.getByText('Loading flags...')).toBeDefined()
  expect(screen.queryByText(/No flags/)).toBeNull()
  const again = await screen.findByRole('button', { name: 'Try Again' })
  expect(saidNotices()).toEqual(['problem: Failed to fetch flags'])
  expect(screen.queryByText(/No flags/)).toBeNull()
  await userEvent.click(again)
  expect(await screen.findByText(none)).toBeDefined()
  expect(saidNotices()).toEqual([])
  await userEvent.type(screen.getByRole('searchbox'), 'zzzz')
  expect(screen.getByText(none)).toBeDefined()
  expect(screen.queryByText('No flags match your search')).toBeNull()
})

test('flags are counted by the answer, and found by value and reason in any case', {
  tags: ['R283', 'R175', 'R176', 'R177', 'R179', 'R180'],
}, async () => {
  await open(
    [
      flag({ id: 1, value: 'bank@partner.example' }),
      flag({ id: 2, value: 'other.example', reason: 'Invoices from Amman' }),
    ],
    { total: 13, green_count: 4, red_count: 9 },
  )
  screen.getByText('4 green, 9 red')
  const search = screen.getByRole('searchbox', { name: 'Search flags' })
  await userEvent.type(search, 'BANK@')
  expect(rows()).toEqual([expect.stringContaining('bank@partner')])
  await userEvent.clear(search)
  await userEvent.type(search, ' amman ')
  expect(rows()).toEqual([expect.stringContaining('other.example')])
  expect(screen.getByText('1 of 2 found').closest('[role=status]')).not.toBeNull()
  await userEvent.clear(search)
  await userEvent.type(search, 'zzzz')
  expect(screen.getByText('No flags match your search').closest('[role=status]')).not.toBeNull()
  expect(screen.queryByRole('list', { name: 'Your flags' })).toBeNull()
  await userEvent.clear(search)
  expect(rows()).toHaveLength(2)
  expect(screen.queryByText(/ found$/)).toBeNull()
})

const value = () =>
  screen.getByRole<HTMLInputElement>('textbox', { name: /^Email address or domain/ })
const reason = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Reason (optional)' })
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Add Flag' }))

test.each([
  ['a 500', () => new Response('', { status: 500 })],
  ['success false', () => ({ success: false })],
  ['no network', breakConnection],
])(
  "after %s the form shows 'Failed to add flag' and keeps its input",
  {
    tags: ['R168', 'R007'],
  },
  async (_, answer) => {
    server.answer({ [evidence]: {}, [add]: answer })
    await open([])
    await userEvent.type(value(), 'kept.example')
    await userEvent.type(reason(), 'kept too')
    await submit()
    await expect.poll(saidNotices).toEqual(['problem: Failed to add flag'])
    expect([value().value, reason().value]).toEqual(['kept.example', 'kept too'])
  },
)

test('what the server rejects is said at its fields, the first of which has the focus', async () => {
  const rejected = [
    { field: 'value', code: 'not_a_sender', params: {} },
    { field: 'reason', code: 'too_long', params: { max: 500 } },
  ]
  const words = 'value: is neither an email address nor a domain'
  server.answer({ [evidence]: {}, [add]: refusal(words, { fields: rejected }) })
  await open([])
  await userEvent.type(value(), 'not a sender')
  await submit()
  await expect.poll(() => document.activeElement).toBe(value())
  expect(saidNotices()).toEqual([`problem: ${words}`])
  const describedBy = (field: HTMLElement) =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')
  for (const [field, message] of [
    [value(), 'Enter an email address or a domain like firm.example.'],
    [reason(), 'Use at most 500 characters.'],
  ] as const) {
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(describedBy(field)).toContain(message)
  }
})

test('the form is empty and green at first, and without a sender nothing is sent', async () => {
  await open([])
  const type = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Flag type' })
  expect(type.value).toBe('green')
  expect(
    within(type)
      .getAllByRole('option')
      .map((it) => it.textContent),
  ).toEqual(['Green: trusted sender', 'Red: blocked sender'])
  await userEvent.type(value(), '   ')
  await submit()
  await expect.poll(saidNotices).toEqual(['problem: Please enter an email address or domain'])
  expect(document.activeElement).toBe(value())
  expect(server.changes()).toEqual([])
})
