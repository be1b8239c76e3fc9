import { afterEach, expect, test } from 'vitest'
import { showDailyCountsEndpoint } from '../../../contract/attention/show-daily-counts.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { showOrganizationSummaryEndpoint } from '../../../contract/organizations/show-organization-summary.ts'
import { listReceiptsEndpoint } from '../../../contract/receipts/list-receipts.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import {
  organizationPage,
  organizationReceipts,
} from '../../../src/lib/organizations/organization-page.ts'
import { openData } from '../../support/browser/screen-state.ts'
import { refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'
import { organizationExample } from '../../support/worlds/examples.ts'

const server = withStubbedServer()
const days = examplesOf(showDailyCountsEndpoint).output
const receipts = examplesOf(listReceiptsEndpoint).output
const summaryOf = (id: string) => ({
  ...Object(examplesOf(showOrganizationSummaryEndpoint).output),
  organization: { ...organizationExample, id },
})
const pathOf = (id: string) => `/dashboard/admin?view=organization&id=${id}`

afterEach(() => {
  $router.open('/')
})

async function openPage(): Promise<void> {
  server.answer({
    'GET /api/admin/organizations/o1/summary': summaryOf('o1'),
    'GET /api/admin/organizations/o2/summary': summaryOf('o2'),
    'GET /api/admin/daily-counts': () => days,
    'GET /api/admin/receipts': () => receipts,
  })
  $router.open(pathOf('o1'))
  await Promise.all([openData(organizationPage.$resource), openData(organizationReceipts.$paged)])
}

const ofOrganization = (organization_id: string) =>
  expect.arrayContaining([
    [`GET /api/admin/organizations/${organization_id}/summary`],
    ['GET /api/admin/daily-counts', { organization_id }],
    ['GET /api/admin/receipts', { limit: '50', organization_id }],
  ])

test('the page of an organization has its figures, its days and its receipts', async () => {
  await openPage()
  expect(server.made()).toEqual(ofOrganization('o1'))
  expect(organizationPage.$resource.get()).toMatchObject({
    status: 'loaded',
    data: { organization: { id: 'o1' }, days },
  })
  expect(organizationReceipts.$paged.get()).toMatchObject({ status: 'loaded', rows: receipts })
})

test('another organization in the address is loaded with its receipts', async () => {
  await openPage()
  server.forgetCalls()
  $router.open(pathOf('o2'))
  await expect
    .poll(() => organizationPage.$resource.get())
    .toMatchObject({ status: 'loaded', data: { organization: { id: 'o2' } } })
  expect(server.made()).toEqual(ofOrganization('o2'))
})

test('a page keeps its figures when a refresh fails, but not those of another organization', async () => {
  await openPage()
  const broken = refusal('Not now', { status: 500 })
  server.answer({
    'GET /api/admin/organizations/o1/summary': broken,
    'GET /api/admin/organizations/o2/summary': broken,
  })
  await organizationPage.reload()
  expect(organizationPage.$resource.get()).toMatchObject({
    ...{ status: 'loaded', failure: { status: 500 }, data: { organization: { id: 'o1' } } },
  })
  $router.open(pathOf('o2'))
  await expect
    .poll(() => organizationPage.$resource.get())
    .toMatchObject({ status: 'failed', error: { status: 500 } })
})
