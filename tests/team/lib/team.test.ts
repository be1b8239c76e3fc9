import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $notices } from '../../../src/lib/core/ui-state/notices.ts'
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

const team_members = [29.9, 71, 30, 69.9, 70, 0, 12, 90, 80, 99].map((risk_score, index) => ({
  id: index,
  full_name: `Member ${index}`,
  risk_score,
}))

let stop: () => void

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

const said = () => $notices.get().map(({ kind, text }) => `${kind}: ${text}`)

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
