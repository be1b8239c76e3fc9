import * as v from 'valibot'
import { count, noInput, object } from '../core/basic.ts'
import { describeCall } from '../core/call.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { unusualAttacks, unusualAttacksExample, unusualAttacksFields } from './unusual-attacks.ts'

/** GET /admin/dashboard (R285, R358): totals over all organizations. */
export const adminDashboardEndpoint = defineEndpoint({
  method: 'GET',
  path: '/admin/dashboard',
  access: 'view:admin',
  input: noInput,
  output: object({
    total_users: count,
    total_organizations: count,
    total_scans: count,
    /** In JOD. */
    total_revenue: count,
    system_performance: v.nullish(
      object({
        total_phishing_detected: count,
        /** Phishing caught divided by all scans, as a percentage from 0 to 100. */
        detection_rate: count,
        /** In JOD. */
        average_scan_cost: count,
      }),
      {},
    ),
    /** An addition: null where the backend does not compare weeks. */
    attacks: v.nullish(unusualAttacks, null),
  }),
})

export const adminDashboardCall = describeCall(adminDashboardEndpoint, {
  summary: 'Totals over all organizations',
  tag: 'Administration',
  fields: [
    unusualAttacksFields,
    {
      total_users: 'All active users.',
      total_organizations: 'All organizations.',
      total_revenue: 'What all mails cost, in JOD.',
      system_performance: 'How well mail is judged.',
      total_phishing_detected: 'Mails that are not safe.',
      detection_rate: 'Of all scanned mails, the percentage that is not safe.',
      average_scan_cost: 'What one mail costs, in JOD.',
      name: 'The name of the organization.',
    },
  ],
  examples: {
    output: {
      total_users: 1204,
      total_organizations: 31,
      total_scans: 98_765,
      total_revenue: 9876.5,
      system_performance: {
        total_phishing_detected: 2345,
        detection_rate: 2.37,
        average_scan_cost: 0.1,
      },
      attacks: unusualAttacksExample,
    },
  },
})
