import { cleanStores } from 'nanostores'
import { afterEach, expect, test, vi } from 'vitest'
import { adminDailyCountsCall } from '../../contract/endpoints/admin-daily-counts.ts'
import { adminOrganizationSummaryCall } from '../../contract/endpoints/admin-organization-summary.ts'
import { adminReceiptsCall } from '../../contract/endpoints/admin-receipts.ts'
import { organizationExample } from '../../contract/fields/organization.ts'
import { $router } from '../../src/lib/navigation/router.ts'
import { organizationPage, organizationReceipts } from '../../src/lib/screens/organization-page.ts'
import { open, refusal, type StubbedCalls, stubCalls } from '../support/stubbed-calls.ts'

const days = adminDailyCountsCall.examples.output
const receipts = adminReceiptsCall.examples.output
const summaryOf = (id: string) => ({
  ...Object(adminOrganizationSummaryCall.examples.output),
  organization: { ...organizationExample, id },
})
const pathOf = (id: string) => `/dashboard/admin?view=organization&id=${id}`
let stops: (() => void)[] = []

afterEach(() => {
  for (const stop of stops) stop()
  cleanStores(organizationPage.$resource, organizationReceipts.$paged)
  $router.open('/')
  vi.unstubAllGlobals()
})

async function openPage(): Promise<StubbedCalls> {
  const calls = stubCalls({
    'GET /api/admin/organizations/o1/summary': summaryOf('o1'),
    'GET /api/admin/organizations/o2/summary': summaryOf('o2'),
    'GET /api/admin/daily-counts': days,
    'GET /api/admin/receipts': receipts,
  })
  $router.open(pathOf('o1'))
  stops = await Promise.all([open(organizationPage.$resource), open(organizationReceipts.$paged)])
  return calls
}

const asked = ({ made }: StubbedCalls) => made.map(({ call, input }) => [call, input])
const ofOrganization = (organization_id: string) =>
  expect.arrayContaining([
    [`GET /api/admin/organizations/${organization_id}/summary`, undefined],
    ['GET /api/admin/daily-counts', { organization_id }],
    ['GET /api/admin/receipts', { limit: '50', organization_id }],
  ])

test('the page of an organization has its figures, its days and its receipts', async () => {
  const calls = await openPage()
  expect(asked(calls)).toEqual(ofOrganization('o1'))
  expect(organizationPage.$resource.get()).toMatchObject({
    status: 'loaded',
    data: { organization: { id: 'o1' }, days },
  })
  expect(organizationReceipts.$paged.get()).toMatchObject({ status: 'loaded', rows: receipts })
})

test('another organization in the address is loaded with its receipts', async () => {
  const calls = await openPage()
  calls.made.length = 0
  $router.open(pathOf('o2'))
  await expect
    .poll(() => organizationPage.$resource.get())
    .toMatchObject({ status: 'loaded', data: { organization: { id: 'o2' } } })
  expect(asked(calls)).toEqual(ofOrganization('o2'))
})

test('leaving the page asks for nothing, and the page stays while it is closed', async () => {
  const calls = await openPage()
  calls.made.length = 0
  $router.open('/dashboard/admin?tab=users')
  expect(calls.made).toEqual([])
  expect(organizationPage.$resource.get()).toMatchObject({ data: { organization: { id: 'o1' } } })
})

test('a page whose figures cannot be loaded has failed', async () => {
  await openPage()
  stubCalls({
    'GET /api/admin/organizations/o1/summary': refusal('Not now', 500),
    'GET /api/admin/daily-counts': days,
  })
  await organizationPage.reload()
  expect(organizationPage.$resource.get().status).toBe('failed')
})
