import { expect, test } from 'vitest'
import type { TeamMember } from '../../contract/endpoints/team-dashboard.ts'
import type { Users } from '../../server/database/tables.ts'
import { loadPolicies } from '../../server/policy/load-policy.ts'
import { $privacyNoticeMessages } from '../../src/lib/messages/privacy-notice.ts'

const { en: policy } = loadPolicies('src/content/privacy-policy.yaml')

function readPolicy(title: string): string {
  const section = policy.sections.find((candidate) => candidate.title === title)
  return section?.content ?? expect.fail(`the policy has no section '${title}'`)
}

/** The policy's words about each field that a team lead is sent; a new field needs words. */
const leadSees: Record<Exclude<keyof TeamMember, 'id'>, RegExp> = {
  full_name: /\bname\b/,
  email: /email address/,
  risk_score: /risk score/,
  last_login: /last sign-in/,
}

type Personal = Exclude<
  keyof Users,
  | 'id'
  | 'username_key'
  | 'look_alike_key'
  | 'name_key'
  | 'search_text'
  | 'is_active'
  | 'created_at'
  | 'removed_at'
  | 'must_change_password'
  | 'invitation_expires_at'
>

/** The policy's words about each personal column of an account; a new column needs words. */
const accountKeeps: Record<Personal, RegExp> = {
  full_name: /your name/,
  username: /user name/,
  email: /email address/,
  role: /role/,
  organization_id: /organization/,
  department: /department/,
  phone: /phone number/,
  password_hash: /hash/,
  last_login_at: /when you last signed in/,
  consented_at: /when you agreed/,
}

test.each(Object.entries(leadSees))(
  'the policy says that a team lead sees %s',
  { tags: ['A245'] },
  (_, words) => {
    expect(readPolicy('Who sees what')).toMatch(words)
  },
)

test.each(Object.entries(accountKeeps))(
  'the policy says that %s is kept',
  { tags: ['A245'] },
  (_, words) => {
    expect(readPolicy('Your account')).toMatch(words)
  },
)

test('the policy says what is kept of which mail, and for how long', { tags: ['A245'] }, () => {
  const malicious = readPolicy('What is kept of malicious emails')
  expect(malicious).toMatch(/Only the sender domain/)
  expect(malicious).toMatch(/no subject is kept/)
  const others = readPolicy('What is kept of safe and suspicious emails')
  expect(others).toMatch(/subject/)
  expect(others).toMatch(/30 days/)
})

test('policy and notice promise no encryption of the disk, and name the audit trail', {
  tags: ['A245'],
}, () => {
  const protection = readPolicy('How it is protected')
  expect(protection).toMatch(/connection to Aman is encrypted/)
  expect(protection).toMatch(/disk .* is decided by the operator of the server/)
  expect(protection).toMatch(/audit trail .* internet address/)
  expect($privacyNoticeMessages.get().encrypted).toMatch(
    /the operator of the server decides about the disk/,
  )
})

test('the support mailbox is promised where it stands', { tags: ['A245'] }, () => {
  expect(readPolicy('Your rights')).toMatch(/at the foot of this page/)
})
