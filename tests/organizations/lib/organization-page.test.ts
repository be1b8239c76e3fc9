import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { showDailyCountsEndpoint } from '../../../contract/attention/show-daily-counts.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { showOrganizationSummaryEndpoint } from '../../../contract/organizations/show-organization-summary.ts'
import { listReceiptsEndpoint } from '../../../contract/receipts/list-receipts.ts'
import { scimToken } from '../../../contract/scim/admin-scim.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import {
  $changedDomains,
  addDomain,
  approveDomain,
  organizationDomains,
  removeDomain,
} from '../../../src/lib/organizations/organization-domains.ts'
import {
  $organizationPart,
  openOrganizationPart,
  organizationPage,
  organizationReceipts,
  setUpOf,
} from '../../../src/lib/organizations/organization-page.ts'
import { $organizationDomainsWords } from '../../../src/lib/organizations/words/organization-domains.words.yaml'
import {
  $issuedToken,
  $scimChanges,
  makeToken,
  organizationScim,
  revokeToken,
  setInvitations,
} from '../../../src/lib/scim/organization-scim.ts'
import { $organizationScimWords } from '../../../src/lib/scim/words/organization-scim.words.yaml'
import { $signInOrganization, openSignIn } from '../../../src/lib/sign-in/organization-sign-in.ts'
import {
  answerQuestion,
  formOf,
  openData,
  saidNotices,
  untilStore,
} from '../../support/browser/screen-state.ts'
import { type Answers, refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'
import { organizationExample } from '../../support/worlds/answers.ts'

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

const domainWords = $organizationDomainsWords.get()
const scimWords = $organizationScimWords.get()
const domain = { domain: 'cedar.example', created_at: '2026-01-05T08:00:00.000Z' }
const token = v.parse(scimToken, { id: 't1', note: 'Entra ID', created_at: domain.created_at })
const paths = {
  domains: '/api/admin/organizations/o1/domains',
  scim: '/api/admin/organizations/o1/scim',
}
const listDomains = `GET ${paths.domains}`
const listScim = `GET ${paths.scim}`
const answers = {
  [listDomains]: { domains: [domain] },
  [`POST ${paths.domains}`]: domain,
  [`DELETE ${paths.domains}/cedar.example`]: { success: true },
  [listScim]: { base_address: 'https://aman.example/api/scim/v2', tokens: [token] },
  [`POST ${paths.scim}`]: { success: true },
  [`POST ${paths.scim}/tokens`]: { ...token, token: 'aman_scim_new' },
  [`DELETE ${paths.scim}/tokens/t1`]: { success: true },
}

afterEach(forgetSession)

type Shown = typeof organizationDomains | typeof organizationScim

/** Opens the panel of an organization. @returns what closes it */
async function open({ $resource }: Shown, given: Answers = answers) {
  server.answer(given)
  const close = openSignIn('o1')
  await openData($resource)
  server.forgetCalls()
  return close
}

test('a panel shows data of its own organization, and asks again for another one', async () => {
  const close = await open(organizationDomains, {
    ...answers,
    'GET /api/admin/organizations/o2/domains': { domains: [] },
  })
  expect($signInOrganization.get()).toBe('o1')
  expect(organizationDomains.$resource.get()).toMatchObject({
    data: { organizationId: 'o1', data: [domain] },
  })
  close()
  expect($signInOrganization.get()).toBeUndefined()
  openSignIn('o1')
  expect(server.made()).toEqual([])
  openSignIn('o2')
  await untilStore(
    organizationDomains.$resource,
    (shown) => shown.status === 'loaded' && shown.data.organizationId === 'o2',
  )
  expect(server.made()).toEqual([['GET /api/admin/organizations/o2/domains']])
})

test('a domain is added to the organization whose panel is open', async () => {
  await open(organizationDomains)
  expect(await addDomain(formOf({ domain: ' cedar.example ' }))).toEqual({ status: 'done' })
  expect(server.made()).toEqual([
    [`POST ${paths.domains}`, { domain: 'cedar.example' }],
    [listDomains],
  ])
  expect(saidNotices()).toEqual([`success: ${domainWords.added}`])
})

test('an empty domain is marked and not sent', async () => {
  await open(organizationDomains)
  expect(await addDomain(formOf({ domain: ' ' }))).toMatchObject({
    status: 'invalid',
    fields: [{ field: 'domain' }],
  })
  expect(saidNotices()).toEqual([`problem: ${domainWords.missing}`])
  expect(server.made()).toEqual([])
})

test('a proposed domain is approved once, and the list loads again', async () => {
  await open(organizationDomains)
  const approval = approveDomain('cedar.example')
  expect([...$changedDomains.get()]).toEqual(['cedar.example'])
  await approveDomain('cedar.example')
  await approval
  expect(server.made()).toEqual([
    [`POST ${paths.domains}`, { domain: 'cedar.example' }],
    [listDomains],
  ])
  const { approvedNow } = domainWords
  expect(saidNotices()).toEqual([`success: ${approvedNow({ domain: 'cedar.example' })}`])
})

test.each([
  [
    'domain',
    organizationDomains,
    () => removeDomain('cedar.example'),
    { text: domainWords.removeQuestion({ domain: 'cedar.example' }), action: domainWords.remove },
    [[`DELETE ${paths.domains}/cedar.example`], [listDomains]],
    domainWords.removed({ domain: 'cedar.example' }),
  ],
  [
    'token',
    organizationScim,
    () => revokeToken(token),
    { text: scimWords.revokeQuestion({ name: 'Entra ID' }), action: scimWords.revoke },
    [[`DELETE ${paths.scim}/tokens/t1`], [listScim]],
    scimWords.revokeDone,
  ],
] as const)(
  'a %s is removed after a question, and stays when it is declined',
  async (_, shown, end, question, calls, said) => {
    await open(shown)
    const declined = end()
    expect(await answerQuestion(false)).toEqual(question)
    await declined
    expect(server.made()).toEqual([])
    const agreed = end()
    await answerQuestion(true)
    await agreed
    expect(server.made()).toEqual(calls)
    expect(saidNotices()).toEqual([`success: ${said}`])
  },
)

test('a new token is kept until its panel closes', async () => {
  const close = await open(organizationScim)
  expect(await makeToken(formOf({ note: ' Okta ' }))).toEqual({ status: 'done' })
  expect(server.made()).toEqual([[`POST ${paths.scim}/tokens`, { note: 'Okta' }], [listScim]])
  expect(saidNotices()).toEqual([`success: ${scimWords.made}`])
  expect($issuedToken.get()).toBe('aman_scim_new')
  close()
  expect($issuedToken.get()).toBeUndefined()
})

test.each([
  [true, scimWords.inviteOn],
  [false, scimWords.inviteOff],
])('invitations of new users are set to %s once', async (isOn, said) => {
  await open(organizationScim)
  const setting = setInvitations(isOn)
  expect([...$scimChanges.get()]).toEqual(['invitations'])
  await setInvitations(isOn)
  await setting
  expect(server.made()).toEqual([[`POST ${paths.scim}`, { sends_invitations: isOn }], [listScim]])
  expect(saidNotices()).toEqual([`success: ${said}`])
})
