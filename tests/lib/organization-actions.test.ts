import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { organization as organizationField } from '../../contract/fields/organization.ts'
import { $organizationActionsMessages } from '../../src/lib/messages/organization-actions.ts'
import { removeOrganization, setSuspended } from '../../src/lib/screens/organization-actions.ts'
import {
  answerQuestions,
  dismissNotices,
  refusal,
  shownNotices,
  stubCalls,
} from '../support/stubbed-calls.ts'

const messages = $organizationActionsMessages.get()
const cedar = v.parse(organizationField, { id: 'o1', name: 'Cedar Clinic' })
const named = { name: 'Cedar Clinic' }
const status = 'POST /api/admin/organizations/status'
const removal = 'DELETE /api/admin/organizations/o1'

const actions = {
  suspend: {
    act: () => setSuspended(cedar, true),
    question: { text: messages.suspendQuestion(named), action: messages.suspend },
    sent: { call: status, input: { id: 'o1', is_suspended: true } },
    said: messages.suspended(named),
  },
  remove: {
    act: () => removeOrganization(cedar),
    question: { text: messages.removeQuestion(named), action: messages.remove },
    sent: { call: removal, input: undefined },
    said: messages.removed(named),
  },
}

let stop = () => {}

function answer(yes: boolean) {
  const questions = answerQuestions(yes)
  stop = questions.stop
  return questions.asked
}

afterEach(() => {
  stop()
  dismissNotices()
  vi.unstubAllGlobals()
})

test.each(Object.entries(actions))(
  'to %s an organization asks first, says that it is done and loads the list',
  async (_, { act, question, sent, said }) => {
    const calls = stubCalls({ [sent.call]: { success: true } })
    const asked = answer(true)
    expect(await act()).toBe(true)
    expect(asked).toEqual([question])
    expect(calls.changes()).toEqual([sent])
    expect(shownNotices()).toEqual([`success: ${said}`])
    expect(calls.count('GET /api/admin/organizations')).toBeGreaterThan(0)
  },
)

test.each(Object.entries(actions))(
  'nothing is sent when the question is declined: %s',
  async (_, { act }) => {
    const calls = stubCalls()
    answer(false)
    expect(await act()).toBe(false)
    expect(calls.made).toEqual([])
    expect(shownNotices()).toEqual([])
  },
)

test.each(Object.entries(actions))(
  'a refusal is said and the list stays: %s',
  async (_, { act, sent }) => {
    const calls = stubCalls({ [sent.call]: refusal('It has users') })
    answer(true)
    expect(await act()).toBe(false)
    expect(shownNotices()).toEqual([`problem: ${messages.failed}It has users`])
    expect(calls.made).toHaveLength(1)
  },
)

test('a suspension ends without a question', async () => {
  const calls = stubCalls({ [status]: { success: true } })
  const asked = answer(false)
  expect(await setSuspended(cedar, false)).toBe(true)
  expect(asked).toEqual([])
  expect(calls.changes()).toEqual([{ call: status, input: { id: 'o1', is_suspended: false } }])
  expect(shownNotices()).toEqual([`success: ${messages.resumed(named)}`])
})
