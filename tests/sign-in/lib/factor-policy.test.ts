import { afterEach, expect, test } from 'vitest'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $dialog } from '../../../src/lib/core/ui-state/dialogs.ts'
import {
  type FactorPolicyState,
  organizationFactorPolicy,
  saveFactorPolicy,
} from '../../../src/lib/sign-in/factor-policy.ts'
import { openSignIn } from '../../../src/lib/sign-in/organization-sign-in.ts'
import { $factorPolicyWords } from '../../../src/lib/sign-in/words/factor-policy.words.yaml'
import {
  answerQuestion,
  formOf,
  openData,
  saidNotices,
} from '../../support/browser/screen-state.ts'
import { refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'
import { userExample } from '../../support/worlds/answers.ts'

const server = withStubbedServer()
const words = $factorPolicyWords.get()
const before: FactorPolicyState = {
  policy: 'optional',
  set_at: null,
  users: 40,
  users_without_factor: 12,
}
const list = 'GET /api/admin/factor-policy'
const set = 'POST /api/admin/factor-policy'
const me = 'GET /api/auth/me'
const answers = { [list]: before, [set]: before, [me]: userExample }
const kept = { status: 'kept' }

afterEach(forgetSession)

/** Saves without a question. */
function save(...given: Parameters<typeof saveFactorPolicy>) {
  const saving = saveFactorPolicy(...given)
  expect($dialog.get()).toBeUndefined()
  return saving
}

test('the policy of an organization is saved for it and loads again', async () => {
  server.answer(answers)
  const ofOrganization = [list, { organization_id: 'o1' }]
  const policy = 'required_in_14_days'
  openSignIn('o1')
  await openData(organizationFactorPolicy.$resource)
  expect(organizationFactorPolicy.$resource.get()).toMatchObject({ data: { data: before } })
  expect(await save(formOf({ policy }), before, 'o1')).toEqual(kept)
  expect(server.made()).toEqual([
    ofOrganization,
    [set, { policy, organization_id: 'o1' }],
    ofOrganization,
  ])
  expect(saidNotices()).toEqual([`success: ${words.saved}`])
})

test('a policy that locks users out at once is saved after a question with their number', async () => {
  server.answer(answers)
  const form = formOf({ policy: 'required' })
  const declined = saveFactorPolicy(form, before, 'o1')
  expect(await answerQuestion(false)).toEqual({
    text: words.question(12),
    action: words.require,
  })
  expect(await declined).toEqual(kept)
  expect(server.made()).toEqual([])
  expect(saidNotices()).toEqual([])
  const agreed = saveFactorPolicy(form, before, 'o1')
  await answerQuestion(true)
  await agreed
  expect(server.made()[0]).toEqual([set, { policy: 'required', organization_id: 'o1' }])
})

test.each([
  ['every user has a factor', 'required', { users_without_factor: 0 }],
  ['the policy is that of before', 'required', { policy: 'required' }],
  ['there is time to add one', 'required_in_14_days', {}],
] as const)('no question is asked where %s', async (_, policy, changed) => {
  server.answer(answers)
  await save(formOf({ policy }), { ...before, ...changed }, 'o1')
  expect(server.made()[0]).toEqual([set, { policy, organization_id: 'o1' }])
})

test('a policy that the server refuses says why', async () => {
  const noKey = refusal('It has no SECRETS_KEY', { field: 'policy' })
  server.answer({ ...answers, [set]: noKey })
  const form = formOf({ policy: 'optional' })
  expect(await save(form, before, 'o1')).toMatchObject({
    status: 'invalid',
    fields: [{ field: 'policy' }],
  })
  expect(saidNotices()).toEqual([`problem: ${words.failed}It has no SECRETS_KEY`])
})
