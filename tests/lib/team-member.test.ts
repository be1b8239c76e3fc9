import * as v from 'valibot'
import { expect, test } from 'vitest'
import { teamMemberCall, teamMemberEndpoint } from '../../contract/endpoints/team-member.ts'
import {
  kindsToTell,
  letterMail,
  letterTo,
  supportAbout,
  weeklyScores,
} from '../../src/lib/screens/team-member.ts'

const member = v.parse(teamMemberEndpoint.output, {
  ...Object(teamMemberCall.examples.output),
  risk_score: 72,
  kinds: [
    { kind: 'spam', count: 4, last_at: '2025-02-27T08:12:00.000Z' },
    { kind: 'malware', count: 1, last_at: '2025-02-26T08:12:00.000Z' },
  ],
})
const text = { subject: 'Take care', text: 'One.\n\nTwo.' }
const advice = {
  greeting: 'Hello {name},',
  kinds: {
    ...{ phishing: text, malware: text, impersonation: text },
    ...{ payment_fraud: text, spam: text, other: text },
  },
}

test('the kinds that a member met come first', { tags: ['A758'] }, () => {
  expect(kindsToTell(member)).toEqual([
    'spam',
    'malware',
    'phishing',
    'impersonation',
    'payment_fraud',
    'other',
  ])
})

test('a letter has the name as it is, and opens as a mail to the member', {
  tags: ['A758'],
}, () => {
  const letter = letterTo("Rania $& O'Hara", advice, 'malware')
  expect(letter.lines).toEqual(["Hello Rania $& O'Hara,", '', 'One.', '', 'Two.'])
  expect(letterMail({ email: 'r&d@clinic.example' }, letter)).toMatch(
    /^mailto:r%26d@clinic\.example\?subject=Take%20care&body=Hello%20Rania%20%24%26%20O'Hara%2C%0D%0A/,
  )
})

test('a support request about a member says what is known', { tags: ['A759'] }, () => {
  expect(supportAbout('Rania', member)).toEqual({
    request_type: 'high_risk_user',
    priority: 'high',
    team_member_affected: 'Rania',
    subject: 'Help for Rania',
    description: [
      'Risk score of Rania: 72 of 100 (High Risk).',
      'Attacks in the last 30 days: Spam or bulk mail: 4, Dangerous attachment or program: 1.',
    ].join('\n'),
  })
  const calm = { ...member, kinds: [], risk_score: 10 }
  expect(supportAbout('Rania', calm)).toMatchObject({
    priority: 'medium',
    description: expect.stringContaining('No dangerous email came in the last 30 days.'),
  })
})

test('weeks without a score are gaps, and the last twelve are shown', { tags: ['A755'] }, () => {
  expect(weeklyScores([])).toEqual({ times: [], values: [] })
  const weeks = [
    { week: '2026-02-16', risk_score: 33.4 },
    { week: '2026-02-02', risk_score: 10 },
  ]
  expect(weeklyScores(weeks)).toEqual({
    times: ['2026-02-02', '2026-02-09', '2026-02-16'],
    values: [10, null, 33],
  })
  const far = [...weeks, { week: '2025-01-06', risk_score: 1 }]
  expect(weeklyScores(far).times).toHaveLength(12)
})
