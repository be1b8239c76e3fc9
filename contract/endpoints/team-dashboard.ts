import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { count, id, noInput, object, text } from '../fields/basic.ts'

const member = object({
  id,
  full_name: text,
  email: text,
  risk_score: count,
  last_login: v.nullish(v.string(), null),
})
export type TeamMember = v.InferOutput<typeof member>

/** GET /dashboard/team (R281, R353): the users of the caller's organization, without super admins. */
export const teamDashboardEndpoint = defineEndpoint({
  method: 'GET',
  path: '/dashboard/team',
  access: 'view:team',
  input: noInput,
  output: object({
    team_members: v.nullish(v.array(member), []),
    total_team_scans: count,
    total_phishing_caught: count,
    average_risk_score: count,
  }),
})
