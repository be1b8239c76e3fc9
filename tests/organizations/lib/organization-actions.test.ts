import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { organization as organizationField } from '../../../contract/organizations/organization-fields.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $changeWords } from '../../../src/lib/core/words/change.words.yaml'
import {
  removeOrganization,
  setSuspended,
} from '../../../src/lib/organizations/organization-actions.ts'
import { $organizationActionsWords } from '../../../src/lib/organizations/words/organization-actions.words.yaml'
import { answerQuestions, saidNotices } from '../../support/browser/screen-state.ts'
import { refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/admin-lists.ts'

const server = withStubbedServer()
const words = $organizationActionsWords.get()
const cedar = v.parse(organizationField, { id: 'o1', name: 'Cedar Clinic' })
const named = { name: 'Cedar Clinic' }
const status = 'POST /api/admin/organizations/status'
const removal = 'DELETE /api/admin/organizations/o1'

const actions = {
  suspend: {
    act: () => setSuspended(cedar, true),
    question: { text: words.suspendQuestion(named), action: words.suspend },
    call: status,
    sent: [status, { id: 'o1', is_suspended: true }],
    said: words.suspended(named),
  },
  remove: {
    act: () => removeOrganization(cedar),
    question: { text: words.removeQuestion(named), action: words.remove },
    call: removal,
    sent: [removal],
    said: words.removed(named),
  },
}

afterEach(forgetSession)

test.each(Object.entries(actions))(
  'to %s an organization asks first, says that it is done and loads the list',
  async (_, { act, question, call, sent, said }) => {
    server.answer({ ...adminLists, [call]: { success: true } })
    const asked = answerQuestions(true)
    expect(await act()).toBe(true)
    expect(asked).toEqual([question])
    expect(server.changes()).toEqual([sent])
    expect(saidNotices()).toEqual([`success: ${said}`])
    expect(server.inputs('GET /api/admin/organizations')).not.toEqual([])
  },
)

test('nothing is sent when the question is declined', async () => {
  answerQuestions(false)
  expect(await actions.remove.act()).toBe(false)
  expect(server.made()).toEqual([])
})

test('a refusal is said and the list stays', async () => {
  server.answer({ [removal]: refusal('It has users') })
  answerQuestions(true)
  expect(await removeOrganization(cedar)).toBe(false)
  expect(saidNotices()).toEqual([`problem: ${$changeWords.get().failed}It has users`])
  expect(server.made()).toHaveLength(1)
})

test('a suspension ends without a question', async () => {
  server.answer({ ...adminLists, [status]: { success: true } })
  const asked = answerQuestions(false)
  expect(await setSuspended(cedar, false)).toBe(true)
  expect(asked).toEqual([])
  expect(server.changes()).toEqual([[status, { id: 'o1', is_suspended: false }]])
  expect(saidNotices()).toEqual([`success: ${words.resumed(named)}`])
})
