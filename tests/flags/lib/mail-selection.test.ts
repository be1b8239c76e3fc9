import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { baseLocale } from '../../../contract/core/locale.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import {
  $isSelectionBusy,
  $selectedMail,
  $selectionResult,
  clearSelection,
  flagSelected,
  reportSelected,
  selectionKey,
  selectMail,
  undoSelection,
} from '../../../src/lib/flags/mail-selection.ts'
import { $undos, dropUndo } from '../../../src/lib/flags/sender-undo.ts'
import { answerQuestions } from '../../support/browser/screen-state.ts'

/** A server that keeps flags by value; each call is `path body`. */
const flags = new Map<string, string>()
let calls: string[] = []
let limit = Number.POSITIVE_INFINITY
/** The server does not have this mail any more. */
const unknownId = '1'

function stateOf(sender: string) {
  const address = sender.includes('@') ? sender : null
  const domain = sender.slice(sender.indexOf('@') + 1)
  const shared = domain === 'gmail.com' ? 'public_mail' : null
  const flag_type = flags.get(sender) ?? flags.get(domain)
  const flag = flag_type === undefined ? null : { id: sender, flag_type, value: sender }
  return { sender, address, domain, shared, flag, is_domain_trustable: true }
}

beforeEach(() => {
  flags.clear()
  calls = []
  limit = Number.POSITIVE_INFINITY
  vi.stubGlobal('fetch', async (url: string, { body = '{}' }: { body?: string }) => {
    const path = url.slice(url.indexOf('/api') + 4)
    calls.push(`${path} ${body}`)
    const given = JSON.parse(body)
    if (path === '/flags/senders') return Response.json({ senders: given.senders.map(stateOf) })
    if (path === '/flags/remove') {
      for (const id of given.ids) flags.delete(id)
      return Response.json({ removed: given.ids })
    }
    if (path === '/mail-reports') {
      if (given.id === unknownId) return Response.json({ detail: 'Gone' }, { status: 404 })
      limit -= 1
      return limit < 0
        ? Response.json({ detail: 'Too many requests' }, { status: 429 })
        : Response.json({ success: true })
    }
    const rows = given.flags.map((row: { line: number; value: string; flag_type: string }) => {
      const { line, value, flag_type } = row
      if (value.startsWith('full')) {
        const problem = {
          detail: 'You cannot have more flags.',
          code: 'too_many_flags',
          params: { max: 1000 },
        }
        return { line, outcome: 'conflict', problem }
      }
      flags.set(value, flag_type)
      return { line, outcome: 'new', flag: { id: value, flag_type, value } }
    })
    return Response.json({ rows })
  })
})

afterEach(() => {
  clearSelection()
  dropUndo(selectionKey)
  $locale.set(baseLocale)
  vi.unstubAllGlobals()
})

function mailOf(id: number, sender: string) {
  const sender_domain = sender.slice(sender.indexOf('@') + 1)
  return { id, sender_domain, sender_address: sender.includes('@') ? sender : '' }
}

function select(...senders: readonly string[]) {
  for (const [id, sender] of senders.entries()) selectMail(mailOf(id, sender), true)
}

const failed = () => $selectionResult.get()?.failed.map(({ label }) => label)

test('the senders of selected mail are blocked in one call, and what failed is named and stays', async () => {
  select(
    'a@spam.example',
    'a@spam.example',
    'evil.example',
    'gmail.com',
    'x@gmail.com',
    'full.example',
  )
  await flagSelected('red')
  expect([...flags]).toEqual([
    ['a@spam.example', 'red'],
    ['evil.example', 'red'],
    ['x@gmail.com', 'red'],
  ])
  expect(calls.filter((call) => call.startsWith('/flags/set'))).toHaveLength(1)
  expect($selectionResult.get()?.text).toBe('3 senders are blocked.')
  expect(failed()).toEqual(['gmail.com', 'full.example'])
  expect($selectionResult.get()?.failed[0]?.reason).toContain('public mail provider')
  expect([...$selectedMail.get().keys()]).toEqual(['3', '5'])
  expect($undos.get().has(selectionKey)).toBe(true)
  await undoSelection()
  expect([...flags]).toEqual([])
})

test('after the limit of reports no more are sent, and the others stay selected', async () => {
  limit = 1
  select('a@spam.example')
  selectMail(mailOf(5, 'b@spam.example'), true)
  selectMail(mailOf(6, 'c@spam.example'), true)
  await reportSelected('dangerous')
  expect(calls).toHaveLength(2)
  expect($selectionResult.get()?.text).toBe('1 report was sent.')
  expect(failed()).toEqual(['b@spam.example', 'c@spam.example'])
  expect([...$selectedMail.get().keys()]).toEqual(['5', '6'])
})

test.each([true, false])('senders are trusted only after a yes: %s', async (yes) => {
  const questions = answerQuestions(yes)
  select('a@good.example', 'b@good.example', 'b@good.example')
  await flagSelected('green')
  expect(questions).toEqual([
    {
      text: 'Trust 2 senders? Some of their mail was judged to be dangerous.',
      action: 'Trust senders',
    },
  ])
  expect([...flags.values()]).toEqual(yes ? ['green', 'green'] : [])
  expect($selectionResult.get()?.text).toBe(yes ? '2 senders are trusted.' : undefined)
  expect($selectedMail.get().size).toBe(yes ? 0 : 3)
  expect($isSelectionBusy.get()).toBe(false)
})

test('a mail that the server does not have is named, and the others are still reported', async () => {
  select('a@spam.example', 'b@spam.example', 'c@spam.example')
  await reportSelected('honest')
  expect(calls).toHaveLength(3)
  expect($selectionResult.get()).toEqual({
    text: '2 reports were sent.',
    failedCount: 1,
    failed: [{ label: 'b@spam.example', reason: 'Gone' }],
  })
  expect([...$selectedMail.get().keys()]).toEqual(['1'])
})

test('a mail is deselected alone, and the end of the session or a press clears everything', async () => {
  select('a@spam.example', 'b@spam.example')
  selectMail(mailOf(0, 'a@spam.example'), false)
  expect([...$selectedMail.get().keys()]).toEqual(['1'])
  await reportSelected('honest')
  expect($selectionResult.get()).toBeDefined()
  clearSelection()
  expect([$selectedMail.get().size, $selectionResult.get()]).toEqual([0, undefined])
  select('a@spam.example')
  forgetSession()
  expect($selectedMail.get().size).toBe(0)
})
