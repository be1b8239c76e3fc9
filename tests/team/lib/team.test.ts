import { cleanStores } from 'nanostores'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { examplesOf } from '../../../contract/core/examples.ts'
import { showMemberEndpoint } from '../../../contract/team/show-member.ts'
import { showTeamReportEndpoint } from '../../../contract/team/show-team-report.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $notices } from '../../../src/lib/core/ui-state/notices.ts'
import { textsToTell } from '../../../src/lib/team/advice.ts'
import {
  $members,
  $membersByRisk,
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
import {
  $reportQuery,
  actsOf,
  askReport,
  levelsOf,
  monthsBefore,
  periodChoice,
  periodOf,
  reportCsv,
  teamReport,
  trendOf,
} from '../../../src/lib/team/team-report.ts'
import { saidNotices } from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()

describe('the dashboard', () => {
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
})

describe('the report', () => {
  const now = new Date('2026-03-01T23:30:00Z')
  const none = { period: '', from: '', to: '' }

  test.each([
    ['', '2026-01-31', '2026-03-01'],
    ['7', '2026-02-23', '2026-03-01'],
    ['90', '2025-12-02', '2026-03-01'],
    ['2026-02', '2026-02-01', '2026-02-28'],
    ['2025-12', '2025-12-01', '2025-12-31'],
    ['nonsense', '2026-01-31', '2026-03-01'],
  ])('the period %j has both its days', (period, from, to) => {
    expect(periodOf({ ...none, period }, now)).toEqual({ from, to })
  })

  test.each([
    ['2026-01-05', '', 'daysMissing'],
    ['2026-02-30', '2026-03-01', 'daysMissing'],
    ['2026-03-02', '2026-03-01', 'endsBeforeBegin'],
    ['2025-01-01', '2026-02-01', 'tooLong'],
    ['2025-03-01', '2026-03-01', { from: '2025-03-01', to: '2026-03-01' }],
  ])('own dates from %j to %j are used or explained', (from, to, expected) => {
    expect(periodOf({ period: 'own', from, to }, now)).toEqual(expected)
  })

  test('the last twelve months are offered, and no others', () => {
    const months = monthsBefore(now)
    expect([months[0], months.at(-1), months.length]).toEqual(['2026-03', '2025-04', 12])
    expect(periodChoice({ ...none, period: '2025-03' }, now)).toBe('30')
  })

  const answer = v.parse(showTeamReportEndpoint.output, {
    ...Object(examplesOf(showTeamReportEndpoint).output),
    scanned: null,
    days: [{ day: '2025-02-01', suspicious: null, malicious: 3 }],
    riskiest: [
      { id: '1', full_name: '=1+1', department: '@SUM(A1)', risk_score: 72.5, malicious: 1 },
    ],
  })
  const report = { ...answer, department: '' }

  test('the CSV file has the figures, no formulas, and says what is not kept', () => {
    const query = { ...none, department: '', level: '' }
    const lines = reportCsv(report, query).split('\r\n')
    expect(lines).toContain('Emails scanned,not kept')
    expect(lines).toContain('2025-02-01,not kept,3')
    expect(lines).toContain("'=1+1,'@SUM(A1),73,1")
    expect(reportCsv(report, { ...query, level: 'malicious' })).not.toContain('Suspicious')
    expect(lines).toContain('Department,All departments')
    const ofPayments = { ...report, department: 'Payments' }
    expect(reportCsv(ofPayments, query).split('\r\n')).toContain('Department,Payments')
  })

  test('an unknown level shows both', () => {
    expect(levelsOf({ level: 'severe' })).toEqual(['suspicious', 'malicious'])
    expect(levelsOf({ level: 'malicious' })).toEqual(['malicious'])
  })

  test('a long period is drawn by weeks, and a week that is known in part is not known', () => {
    const days = Array.from({ length: 100 }, (_, index) => ({
      day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
      suspicious: index < 3 ? null : 1,
      malicious: 2,
    }))
    const { step, parts } = trendOf({ days })
    expect([step, parts.length]).toEqual(['week', 15])
    expect(parts[0]).toEqual({ day: '2026-01-01', suspicious: null, malicious: 14 })
    expect(parts[1]).toEqual({ day: '2026-01-08', suspicious: 7, malicious: 14 })
    expect(trendOf({ days: days.slice(0, 98) }).parts).toHaveLength(14)
    expect(trendOf({ days: days.slice(0, 92) }).step).toBe('day')
  })

  test('the CSV file has every figure in a line of its own, with blank lines between tables', () => {
    const made = {
      ...{ ...report, organization: 'Clinic', from: '2025-02-01', to: '2025-02-02' },
      ...{ scanned: 9, suspicious: 2, malicious: 3, members: 4, high_risk_members: 1 },
      average_risk_score: 12.5,
      days: [
        { day: '2025-02-01', suspicious: 2, malicious: null },
        { day: '2025-02-02', suspicious: 0, malicious: 3 },
      ],
      riskiest: [{ id: 1, full_name: '', department: 'Accounts', risk_score: 72.4, malicious: 1 }],
      ...{ reported_dangerous: 5, reported_honest: 6, senders_blocked: 7, mails_checked: 8 },
      support_requests: 0,
    }
    expect(reportCsv(made, { level: '' }).split('\r\n')).toEqual([
      '\uFEFFEmail security report,Clinic',
      'First day,2025-02-01',
      'Last day,2025-02-02',
      'Department,All departments',
      '',
      'Emails scanned,9',
      'Suspicious,2',
      'Malicious,3',
      'Members,4',
      'Members at high risk,1',
      'Average risk,13',
      '',
      'Day,Suspicious,Malicious',
      '2025-02-01,2,not kept',
      '2025-02-02,0,3',
      '',
      'Member,Department,Risk,Malicious emails',
      'No name,Accounts,72,1',
      '',
      'Emails reported as dangerous,5',
      'Emails reported as honest,6',
      'Senders blocked,7',
      'Emails checked,8',
      'Support requests,0',
      '',
    ])
    expect(actsOf(made).map(([, count]) => count)).toEqual([5, 6, 7, 8, 0])
  })

  const name = 'GET /api/team/report'
  const nothing = { period: '', from: '', to: '', department: '', level: '' }
  let stop = () => {}

  const open = (query: string) => $router.open(`/dashboard/team?view=report${query}`)
  const asked = () => server.calls.map(({ query }) => query)
  const ofMonth = { from: '2026-01-31', to: '2026-03-01' }

  async function show(query: string) {
    open(query)
    stop = teamReport.$resource.listen(() => {})
    await vi.advanceTimersByTimeAsync(0)
  }

  describe('team report query', () => {
    beforeEach(() => {
      vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') })
      server.answer({ [name]: ({ query }) => ({ organization: 'Clinic', from: query.from }) })
    })

    afterEach(async () => {
      stop()
      stop = () => {}
      // A store waits for a second before it lets go.
      await vi.advanceTimersByTimeAsync(1000)
      vi.useRealTimers()
    })

    test('what the report is about comes from the address', () => {
      open('')
      expect($reportQuery.get()).toEqual(nothing)
      open('&period=own&from=2026-01-01&to=2026-01-31&department=Accounts&level=malicious&tab=x')
      expect($reportQuery.get()).toEqual({
        ...{ period: 'own', from: '2026-01-01', to: '2026-01-31' },
        ...{ department: 'Accounts', level: 'malicious' },
      })
    })

    test('a change goes into the address, the rest of which stays, and an empty value goes out of it', () => {
      open('&period=7&department=Accounts')
      askReport({ period: '90', department: '', level: 'malicious' })
      expect($router.get()).toMatchObject({
        route: 'team',
        search: { view: 'report', period: '90', level: 'malicious' },
      })
      expect($router.get()?.search).not.toHaveProperty('department')
    })

    test('the report of the last thirty days is loaded when it is opened', async () => {
      await show('')
      expect(asked()).toEqual([ofMonth])
      expect(teamReport.$resource.get()).toMatchObject({
        status: 'loaded',
        data: { organization: 'Clinic', department: '' },
      })
    })

    test('a change of the period or the department loads the report again, and one of the level does not', async () => {
      await show('&department=Accounts')
      askReport({ level: 'malicious' })
      await vi.advanceTimersByTimeAsync(0)
      expect(asked()).toEqual([{ ...ofMonth, department: 'Accounts' }])
      askReport({ department: '' })
      askReport({ period: '2026-02' })
      await vi.advanceTimersByTimeAsync(0)
      expect(asked().slice(1)).toEqual([ofMonth, { from: '2026-02-01', to: '2026-02-28' }])
      expect(teamReport.$resource.get()).toMatchObject({ data: { from: '2026-02-01' } })
    })

    test('while own dates are incomplete nothing is asked, and what was loaded stays', async () => {
      await show('&department=Accounts')
      askReport({ period: 'own', from: '2026-01-05' })
      await vi.advanceTimersByTimeAsync(0)
      expect(asked()).toHaveLength(1)
      expect(teamReport.$resource.get()).toMatchObject({
        status: 'loaded',
        data: { department: 'Accounts' },
      })
      askReport({ to: '2026-01-06' })
      await vi.advanceTimersByTimeAsync(0)
      expect(asked().slice(1)).toEqual([
        { from: '2026-01-05', to: '2026-01-06', department: 'Accounts' },
      ])
    })
  })
})
