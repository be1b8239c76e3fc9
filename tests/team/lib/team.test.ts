import { cleanStores } from 'nanostores'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { examplesOf } from '../../../contract/core/examples.ts'
import { showMemberEndpoint } from '../../../contract/team/show-member.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $notices } from '../../../src/lib/core/ui-state/notices.ts'
import { textsToTell } from '../../../src/lib/team/advice.ts'
import {
  $members,
  $membersByRisk,
  $teamTab,
  contactMail,
  findTraining,
  mayBeQuarantined,
  remarkBlockedTab,
  teamDashboard,
} from '../../../src/lib/team/team.ts'
import {
  copyLetter,
  kindsToTell,
  letterMail,
  letterTo,
  memberResource,
  supportAbout,
  weeklyScores,
} from '../../../src/lib/team/team-member.ts'
import { saidNotices } from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()

afterEach(forgetSession)

const member = v.parse(showMemberEndpoint.output, {
  ...Object(examplesOf(showMemberEndpoint).output),
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

test('the kinds that a member met come first', () => {
  expect(kindsToTell(member)).toEqual([
    'spam',
    'malware',
    'phishing',
    'impersonation',
    'payment_fraud',
    'other',
  ])
})

test('a letter has the name as it is, and opens as a mail to the member', () => {
  const letter = letterTo("Rania $& O'Hara", advice, 'malware')
  expect(letter.lines).toEqual(["Hello Rania $& O'Hara,", '', 'One.', '', 'Two.'])
  expect(letterMail({ email: 'r&d@clinic.example' }, letter)).toMatch(
    /^mailto:r%26d@clinic\.example\?subject=Take%20care&body=Hello%20Rania%20%24%26%20O'Hara%2C%0D%0A/,
  )
})

test('a support request about a member says what is known', () => {
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

test('weeks without a score are gaps, and the last twelve are shown', () => {
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

test('each member that is opened has data of its own, and is loaded when it is opened', async () => {
  server.answer({ 'GET /api/team/members/1': { id: 1, full_name: 'Rania' } })
  server.answer({ 'GET /api/team/members/2': { id: 2, full_name: 'Omar' } })
  const names: string[] = []
  for (const id of [1, 2, 1]) {
    const { $resource } = memberResource(id)
    const stop = $resource.listen(() => {})
    await vi.waitFor(() => expect($resource.get().status).toBe('loaded'), {
      interval: 1,
      timeout: 30_000,
    })
    const loaded = $resource.get()
    names.push(loaded.status === 'loaded' ? loaded.data.full_name : loaded.status)
    stop()
    cleanStores($resource)
  }
  expect(names).toEqual(['Rania', 'Omar', 'Rania'])
  expect(memberResource(1)).toBe(memberResource(1))
  expect(memberResource(1)).not.toBe(memberResource(2))
})

test('a team is told about the two kinds of attack that it meets most often', () => {
  const kinds = [{ kind: 'spam' }, { kind: 'malware' }, { kind: 'phishing' }] as const
  const told = textsToTell(advice, kinds)
  // Spam comes after every attack, however much it is.
  expect(told.map(({ kind }) => kind)).toEqual(['malware', 'phishing'])
  expect(told[0]).toMatchObject(advice.kinds.malware)
  expect(textsToTell(advice, [])).toEqual([])
  const { malware: _, ...texts } = advice.kinds
  expect(textsToTell({ ...advice, kinds: texts }, kinds).map(({ kind }) => kind)).toEqual([
    'phishing',
    'spam',
  ])
})

test('a letter is copied line by line; where copying is not allowed, that is said', async () => {
  const letter = { subject: 'Take care', lines: ['Hello', '', 'One.'] }
  const writeText = vi.fn<(text: string) => Promise<void>>()
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  writeText.mockRejectedValueOnce(new Error('denied'))
  await copyLetter(letter)
  expect(saidNotices()).toEqual([
    'remark: The browser does not allow copying here. Select the text and copy it yourself.',
  ])
  writeText.mockImplementationOnce(async () => expect(saidNotices()).toEqual([]))
  await copyLetter(letter)
  expect(writeText).toHaveBeenLastCalledWith('Hello\n\nOne.')
  expect(saidNotices()).toEqual(['success: The text was copied.'])
})

const team_members = [29.9, 71, 30, 69.9, 70, 0, 12, 90, 80, 99].map((risk_score, index) => ({
  id: index,
  full_name: `Member ${index}`,
  risk_score,
}))

let stop: () => void

const said = () => $notices.get().map(({ kind, text }) => `${kind}: ${text}`)

describe('team', () => {
  beforeEach(async () => {
    vi.stubGlobal('fetch', async () => Response.json({ team_members }))
    stop = $membersByRisk.listen(() => {})
    await expect.poll(() => teamDashboard.$resource.get().status).toBe('loaded')
  })

  afterEach(() => {
    stop()
    forgetSession()
    cleanStores($members, $membersByRisk, teamDashboard.$resource)
    vi.unstubAllGlobals()
  })

  test('the member with the highest risk comes first', { tags: ['R136'] }, () => {
    expect($members.get().map(({ risk_score }) => risk_score)).toEqual([
      99, 90, 80, 71, 70, 69.9, 30, 29.9, 12, 0,
    ])
  })

  test('each member counts in the band of the unrounded score', {
    tags: ['R294', 'R295', 'R296'],
  }, () => {
    expect($membersByRisk.get()).toEqual({ low: 3, medium: 2, high: 5 })
  })

  test('only a member above the high risk of 70 may be quarantined', () => {
    const named = $members.get().filter(mayBeQuarantined)
    expect(named.map(({ risk_score }) => risk_score)).toEqual([99, 90, 80, 71])
  })

  test('the tab is that of the address, else the first one', () => {
    $router.open('/dashboard/team?tab=tools')
    expect($teamTab.get()).toBe('tools')
    $router.open('/dashboard/team?tab=unheard-of')
    expect($teamTab.get()).toBe('overview')
  })

  test.each([
    ['https://training.example/start', 'https://training.example/start', []],
    [null, undefined, [expect.stringMatching(/^problem: Training portal URL not configured/)]],
  ])('with the training portal %j in the configuration it is %j', async (url, found, words) => {
    remarkBlockedTab()
    expect(said()).toEqual(['remark: Your browser blocked the new tab. Use the link instead.'])
    vi.stubGlobal('fetch', async () => Response.json({ training_url: url }))
    expect(await findTraining()).toBe(found)
    expect(said()).toEqual(words)
  })

  test('a mail to support begins with a subject and a greeting', () => {
    const mail = new URL(contactMail())
    expect(mail.protocol).toBe('mailto:')
    expect(mail.searchParams.get('subject')).toBe('Question from a team lead')
    expect(mail.searchParams.get('body')).toMatch(/^Hello .+ team,\r\n\r\n$/)
  })
})
