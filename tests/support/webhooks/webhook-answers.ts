import type { Page } from '@playwright/test'
import type * as v from 'valibot'
import type { webhook, webhookDelivery } from '../../../contract/webhooks/webhook.ts'
import { callTo } from '../browser/screen.ts'

type Shown = v.InferInput<typeof webhook>
const failing: Shown = {
  id: '1',
  url: 'https://siem.your-firm.example/hooks/aman?source=a-long-parameter-without-a-break-in-it',
  description: 'Security monitoring',
  events: ['threat.reported', 'user.changed', 'gateway.silent'],
  organization_id: '7',
  organization_name: 'The Cedar Clinic for Ophthalmology and its Laboratories',
  pause: 'no',
  failing_since: '2026-03-14T08:12:00.000Z',
  last_delivered_at: '2026-03-14T08:10:00.000Z',
  waiting: 1234,
  failed: 3,
  old_secret_until: '2026-03-16T08:12:00.000Z',
  created_at: '2026-01-05T08:00:00.000Z',
}
export const webhooksInEachState: readonly Shown[] = [
  failing,
  {
    ...failing,
    ...{ id: '2', description: '', pause: 'gone', paused_at: '2026-03-14T08:12:00.000Z' },
    ...{ organization_id: null, organization_name: '', failed: 0, waiting: 0 },
    ...{ last_delivered_at: null, old_secret_until: null },
  },
  { ...failing, id: '3', failing_since: null, failed: 0, waiting: 0, events: ['user.changed'] },
]
const messages: readonly v.InferInput<typeof webhookDelivery>[] = (
  ['status', 'too_slow'] as const
).map((why, index) => ({
  id: String(index),
  webhook_id: '1',
  url: String(failing.url),
  message_id: 'a',
  event: 'threat.reported',
  state: 'failed',
  attempts: 15,
  failure: why,
  status: why === 'status' ? 503 : null,
  created_at: '2026-03-11T08:12:00.000Z',
  attempted_at: '2026-03-14T08:12:00.000Z',
  next_attempt_at: null,
}))

/** Answers for a page with webhooks in each state, or with none. */
export async function answerWebhooks(page: Page, webhooks: readonly Shown[]) {
  const body = { is_offered: true, allows_http: false, webhooks }
  await page.route(callTo('/api/admin/webhooks'), (route) => route.fulfill({ json: body }))
  await page.route(callTo('/api/admin/webhook-deliveries'), (route) =>
    route.fulfill({ json: messages }),
  )
}
