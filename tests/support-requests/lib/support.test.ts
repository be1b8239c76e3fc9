import { afterEach, expect, test } from 'vitest'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { isSupportFilled, submitSupport } from '../../../src/lib/support-requests/support.ts'
import { formOf, saidNotices } from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const name = 'POST /api/team/support-request'

afterEach(forgetSession)

test('a request is sent with what was chosen and typed', async () => {
  server.answer({ [name]: { success: true } })
  const form = formOf({
    ...{ request_type: 'false_positive', priority: 'urgent', subject: ' Newsletter ' },
    ...{ description: 'It is blocked.\n', team_member_affected: ' Rania ' },
  })
  expect(await submitSupport(form)).toEqual({ status: 'done' })
  expect(server.inputs(name)).toEqual([
    {
      ...{ request_type: 'false_positive', priority: 'urgent', subject: 'Newsletter' },
      ...{ description: 'It is blocked.', team_member_affected: 'Rania' },
    },
  ])
  expect(saidNotices()).toEqual([
    'success: Support request submitted. We will get back to you by email.',
  ])
})

test('without choices it is about the team, of medium priority and about no one', async () => {
  server.answer({ [name]: { success: true } })
  const form = formOf({ request_type: 'gossip', priority: 'now', team_member_affected: ' ' })
  await submitSupport(form)
  expect(server.inputs(name)).toMatchObject([
    { request_type: 'team_assistance', priority: 'medium', team_member_affected: null },
  ])
})

test('a refused request says why, and marks the fields that the server names', async () => {
  const field = { field: 'subject', code: 'too_long', params: { max: 200 } }
  server.answer({
    [name]: () => Response.json({ error: 'The subject is long', fields: [field] }, { status: 422 }),
  })
  expect(await submitSupport(formOf({ subject: 'x' }))).toEqual({
    status: 'invalid',
    fields: [field],
  })
  expect(saidNotices()).toEqual(['problem: Failed to submit support request: The subject is long'])
  server.answer({ [name]: () => Response.json({ message: 'Try again later' }, { status: 429 }) })
  expect(await submitSupport(formOf({ subject: 'x' }))).toEqual({ status: 'failed' })
  expect(saidNotices()).toEqual(['problem: Failed to submit support request: Try again later'])
})

test.each([
  ['', '', false],
  ['Help', ' \n', false],
  [' ', 'What now?', false],
  ['Help', 'What now?', true],
])('with the subject %j and the description %j it can be sent: %j', (subject, description, can) => {
  expect(isSupportFilled(formOf({ subject, description }))).toBe(can)
})
