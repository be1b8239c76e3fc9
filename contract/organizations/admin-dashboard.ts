import * as v from 'valibot'
import { count, object } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { field } from '../core/field.ts'
import { unusualAttacks } from './unusual-attacks.ts'

export const adminDashboardEndpoint = defineEndpoint('GET /admin/dashboard', {
  summary: 'Totals over all organizations',
  access: 'view:admin',
  output: object({
    total_users: field(count, 'All active users.', 1204),
    total_organizations: field(count, 'All organizations.', 31),
    total_scans: field(count, 'Scanned mails.', 98765),
    total_revenue: field(count, 'What all mails cost, in JOD.', 9876.5),
    system_performance: field(
      v.nullish(
        object({
          total_phishing_detected: field(count, 'Mails that are not safe.', 2345),
          detection_rate: field(
            count,
            'Of all scanned mails, the percentage that is not safe.',
            2.37,
          ),
          average_scan_cost: field(count, 'What one mail costs, in JOD.', 0.1),
        }),
        {},
      ),
      'How well mail is judged.',
    ),
    attacks: field(
      v.nullish(unusualAttacks, null),
      'Organizations with many more threats in the last 7 days than in the 4 weeks before.',
    ),
  }),
})
