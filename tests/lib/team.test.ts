import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $members, $membersByRisk, teamDashboard } from '../../src/lib/screens/team.ts'

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
