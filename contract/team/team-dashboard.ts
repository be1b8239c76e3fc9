import * as v from 'valibot'
import { count, id, noInput, object, text } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'

export const member = object({
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

export const teamDashboardCall = describeCall(teamDashboardEndpoint, {
  summary: 'Users of the organization and their figures',
  tag: 'Dashboards',
  fields: [
    {
      team_members: "The users of the caller's organization, without super admins.",
      total_team_scans: 'Mails scanned for them.',
      total_phishing_caught: 'Of them, those that are not safe.',
      average_risk_score: 'The mean of their risk scores.',
      last_login: {
        description: 'When the user last signed in; null for never.',
        format: 'date-time',
      },
    },
  ],
  examples: {
    output: {
      team_members: [
        {
          id: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
          full_name: 'Rania Khoury',
          email: 'rania@clinic.example',
          risk_score: 42.5,
          last_login: '2025-03-01T09:30:00.000Z',
        },
      ],
      total_team_scans: 1284,
      total_phishing_caught: 37,
      average_risk_score: 42.5,
    },
  },
})
