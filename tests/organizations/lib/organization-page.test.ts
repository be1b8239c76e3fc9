import { afterEach, expect, test } from 'vitest'
import { showDailyCountsEndpoint } from '../../../contract/attention/show-daily-counts.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { showOrganizationSummaryEndpoint } from '../../../contract/organizations/show-organization-summary.ts'
import { listReceiptsEndpoint } from '../../../contract/receipts/list-receipts.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import {
  $organizationPart,
  openOrganizationPart,
  organizationPage,
  organizationReceipts,
  setUpOf,
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

test('days that fail leave the other figures of the organization on its page', async () => {
  await openPage()
  server.answer({ 'GET /api/admin/daily-counts': refusal('Not now', { status: 500 }) })
  await organizationPage.reload()
  expect(organizationPage.$resource.get()).toMatchObject({
    status: 'loaded',
    data: { organization: { id: 'o1' }, daysError: { status: 500 } },
  })
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

test('a new organization has steps until all are done; a server from before says nothing of its judge', async () => {
  await openPage()
  const { is_judge_chosen: _, ...before } = summaryOf('o1')
  const stepsOf = async (summary: object) => {
    server.answer({ 'GET /api/admin/organizations/o1/summary': { ...before, ...summary } })
    await organizationPage.reload()
    const resource = organizationPage.$resource.get()
    if (resource.status !== 'loaded') throw new Error(resource.status)
    return setUpOf(resource.data).map(({ name, isDone }) => [name, isDone])
  }
  const organization = { ...organizationExample, id: 'o1', total_scans: 0 }
  const users = { total: 0, active: 0, invited: 0 }
  expect(await stepsOf({})).toEqual([])
  expect(await stepsOf({ organization, users })).toEqual([
    ['connect', false],
    ['invite', false],
    ['judge', true],
  ])
  expect(await stepsOf({ is_judge_chosen: false })).toEqual([
    ['connect', true],
    ['invite', true],
    ['judge', false],
  ])
})

test('the tab of the page is in the address, and the first one is not named there', async () => {
  await openPage()
  expect($organizationPart.get()).toBe('figures')
  openOrganizationPart('judge')
  expect($router.get()?.search).toEqual({ view: 'organization', id: 'o1', part: 'judge' })
  expect($organizationPart.get()).toBe('judge')
  openOrganizationPart('figures')
  expect($router.get()?.search).toEqual({ view: 'organization', id: 'o1' })
  $router.open(`${pathOf('o1')}&part=unknown`)
  expect($organizationPart.get()).toBe('figures')
})
