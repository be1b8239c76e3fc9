import { cleanStores } from 'nanostores'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { showDailyCountsEndpoint } from '../../../contract/attention/show-daily-counts.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { organization as organizationField } from '../../../contract/organizations/organization-fields.ts'
import { showOrganizationSummaryEndpoint } from '../../../contract/organizations/show-organization-summary.ts'
import { listReceiptsEndpoint } from '../../../contract/receipts/list-receipts.ts'
import { scimToken } from '../../../contract/scim/admin-scim.ts'
import { adminDashboard } from '../../../src/lib/admin/admin.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { forgetSession, forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { $changeWords } from '../../../src/lib/core/words/change.words.yaml'
import {
  removeOrganization,
  setSuspended,
} from '../../../src/lib/organizations/organization-actions.ts'
import { searchOrganizations } from '../../../src/lib/organizations/organization-choices.ts'
import {
  $changedDomains,
  addDomain,
  approveDomain,
  organizationDomains,
  removeDomain,
} from '../../../src/lib/organizations/organization-domains.ts'
import {
  $createdOrganizationId,
  employeeCountOf,
  saveOrganization,
} from '../../../src/lib/organizations/organization-form.ts'
import {
  $organizationPart,
  openOrganizationPart,
  organizationPage,
  organizationReceipts,
  setUpOf,
} from '../../../src/lib/organizations/organization-page.ts'
import {
  $foundOrganizations,
  $organizationFilter,
  $silentOrganizations,
  isSortedDescending,
  type OrganizationSort,
  sortOrganizations,
} from '../../../src/lib/organizations/organizations.ts'
import { $organizationActionsWords } from '../../../src/lib/organizations/words/organization-actions.words.yaml'
import { $organizationDomainsWords } from '../../../src/lib/organizations/words/organization-domains.words.yaml'
import { $organizationsWords } from '../../../src/lib/organizations/words/organizations.words.yaml'
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
  answerQuestions,
  formOf,
  openData,
  saidNotices,
  untilStore,
} from '../../support/browser/screen-state.ts'
import { type Answers, refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'
import { adminLists, organizationExample } from '../../support/worlds/answers.ts'

const server = withStubbedServer()

afterEach(forgetSession)

describe('the list of organizations', () => {
  const list = 'GET /api/admin/organizations'
  const organizations = [
    {
      ...{ id: 1, name: 'Zarqa Bank', contact_email: 'office@zarqa.example', industry: 'finance' },
      ...{ total_scans: 9, total_cost: 0.9, created_at: '2026-02-01T00:00:00Z' },
    },
    {
      ...{ id: '2', name: 'amman Clinic', contact_email: 'desk@clinic.example' },
      ...{ industry: 'health_tech', total_scans: 100, total_cost: 0.3 },
      created_at: '2026-03-01T00:00:00Z',
    },
    { id: 3, name: null, industry: 'finance', total_scans: 50, total_cost: 5, created_at: 'once' },
  ]

  const untouched = { ...$organizationFilter.get() }
  const found = () => $foundOrganizations.get().map(({ id }) => id)
  let stop = () => {}

  async function load(listed: readonly unknown[]) {
    server.answer({ [list]: listed })
    await adminDashboard.reload()
  }

  const silent = [
    { id: 1, name: 'b', gateway_silent_since: '2026-03-02T00:00:00Z' },
    { id: 2, name: 'c' },
    { id: 3, name: 'a', gateway_silent_since: '2026-03-01T00:00:00Z' },
  ]

  describe('organizations', () => {
    beforeEach(() => {
      server.answer({ ...adminLists, [list]: organizations })
      stop = $foundOrganizations.listen(() => {})
      return adminDashboard.reload()
    })
    afterEach(() => {
      stop()
      forgetUser()
      $router.open('/')
      $organizationFilter.set(untouched)
      cleanStores($foundOrganizations, adminDashboard.$resource)
    })

    test.each([
      ['byName', [3, '2', 1]],
      ['byScans', ['2', 3, 1]],
      ['byCost', [3, 1, '2']],
      ['byCreated', ['2', 1, 3]],
    ] as const satisfies readonly (readonly [OrganizationSort, readonly unknown[]])[])(
      'organizations sorted %s begin with the first, the most or the newest',
      (sort, order) => {
        sortOrganizations(sort)
        expect(found()).toEqual(order)
        $organizationFilter.setKey('isReversed', true)
        expect(found()).toEqual(order.toReversed())
        expect(isSortedDescending(sort, true)).toBe(sort === 'byName')
      },
    )

    test('a new sort starts in its own direction, and an unknown one is by name', () => {
      $organizationFilter.setKey('isReversed', true)
      sortOrganizations('byScans')
      expect($organizationFilter.get()).toMatchObject({ sort: 'byScans', isReversed: false })
      sortOrganizations('no such sort')
      expect($organizationFilter.get()).toMatchObject({ sort: 'byName', isReversed: false })
    })

    test.each([
      [{ search: ' AMMAN ' }, ['2']],
      [{ search: 'zarqa.example' }, [1]],
      [{ industry: 'finance' }, [3, 1]],
    ])('the filter %o finds what matches all of it', (filter, ids) => {
      $organizationFilter.set({ ...untouched, ...filter })
      expect(found()).toEqual(ids)
    })

    test('an organization is chosen by a part of its name in any case, sorted by name', async () => {
      expect(await searchOrganizations(' A', undefined)).toEqual({
        choices: [
          { id: '2', label: 'amman Clinic' },
          { id: '1', label: 'Zarqa Bank' },
        ],
        total: 2,
        next: undefined,
      })
      expect(await searchOrganizations('olive', undefined)).toMatchObject({ choices: [], total: 0 })
      const all = await searchOrganizations('', undefined)
      expect(all.choices.map(({ label }) => label)).toEqual([
        'No name',
        'amman Clinic',
        'Zarqa Bank',
      ])
    })

    test('choices come in pages of fifty', async () => {
      const names = Array.from({ length: 100 }, (_, number) => `Firm ${number}`)
      await load(names.map((name, id) => ({ id, name })))
      const first = await searchOrganizations('firm', undefined)
      expect([first.choices.length, first.total, first.next]).toEqual([50, 100, '50'])
      const second = await searchOrganizations('firm', first.next)
      expect([second.choices.length, second.total, second.next]).toEqual([50, 100, undefined])
      expect([...first.choices, ...second.choices].map(({ label }) => label)).toEqual(names)
    })

    test('silent gateways are found, and the longest silence comes first', async () => {
      await load(silent)
      expect($silentOrganizations.get().map(({ id }) => id)).toEqual([3, 1])
      $organizationFilter.setKey('gateway', 'silent')
      expect(found()).toEqual([3, 1])
      $organizationFilter.setKey('gateway', '')
      expect(found()).toEqual([3, 1, 2])
    })

    test('the filter is in the address, without the search', () => {
      $router.open('/dashboard/admin?tab=organizations&industry=finance&gateway=silent')
      const stopFollowing = $organizationFilter.listen(() => undefined)
      expect($organizationFilter.get()).toMatchObject({ industry: 'finance', gateway: 'silent' })
      $organizationFilter.set({ ...untouched, search: 'clinic', industry: 'other' })
      expect($router.get()?.search).toEqual({ tab: 'organizations', industry: 'other' })
      stopFollowing()
    })
  })

  const words = $organizationActionsWords.get()
  const cedar = v.parse(organizationField, { id: 'o1', name: 'Cedar Clinic' })
  const named = { name: 'Cedar Clinic' }
  const status = 'POST /api/admin/organizations/status'
  const removal = 'DELETE /api/admin/organizations/o1'

  const actions = {
    suspend: {
      act: () => setSuspended(cedar, true),
      question: { text: words.suspendQuestion(named), action: words.suspend },
      call: status,
      sent: [status, { id: 'o1', is_suspended: true }],
      said: words.suspended(named),
    },
    remove: {
      act: () => removeOrganization(cedar),
      question: { text: words.removeQuestion(named), action: words.remove },
      call: removal,
      sent: [removal],
      said: words.removed(named),
    },
  }

  test.each(Object.entries(actions))(
    'to %s an organization asks first, says that it is done and loads the list',
    async (_, { act, question, call, sent, said }) => {
      server.answer({ ...adminLists, [call]: { success: true } })
      const asked = answerQuestions(true)
      expect(await act()).toBe(true)
      expect(asked).toEqual([question])
      expect(server.changes()).toEqual([sent])
      expect(saidNotices()).toEqual([`success: ${said}`])
      expect(server.inputs('GET /api/admin/organizations')).not.toEqual([])
    },
  )

  test('nothing is sent when the question is declined', async () => {
    answerQuestions(false)
    expect(await actions.remove.act()).toBe(false)
    expect(server.made()).toEqual([])
  })

  test('a refusal is said and the list stays', async () => {
    server.answer({ [removal]: refusal('It has users') })
    answerQuestions(true)
    expect(await removeOrganization(cedar)).toBe(false)
    expect(saidNotices()).toEqual([`problem: ${$changeWords.get().failed}It has users`])
    expect(server.made()).toHaveLength(1)
  })

  test('a suspension ends without a question', async () => {
    server.answer({ ...adminLists, [status]: { success: true } })
    const asked = answerQuestions(false)
    expect(await setSuspended(cedar, false)).toBe(true)
    expect(asked).toEqual([])
    expect(server.changes()).toEqual([[status, { id: 'o1', is_suspended: false }]])
    expect(saidNotices()).toEqual([`success: ${words.resumed(named)}`])
  })

  const save = 'POST /api/admin/organizations/detailed'
  const organizationsWords = $organizationsWords.get()
  const typed = {
    name: ' Cedar Clinic ',
    industry: 'health_tech',
    contact_email: 'office@clinic.example',
    phone: '+962 6 555 0100',
    employee_count: '12.7',
  }
  const sent = {
    ...typed,
    ...{ name: 'Cedar Clinic', address: '', website: '', employee_count: 12 },
  }

  afterEach(() => {
    forgetSession()
    forgetUser()
  })

  test.each([
    ['', 0],
    ['many', 0],
    ['-1', 0],
    ['2.9', 2],
    ['250', 250],
    ['٢٥٠', 250],
  ])('the employee count %j is saved as %d', { tags: ['R322', 'R373'] }, (text, count) => {
    expect(employeeCountOf(text)).toBe(count)
  })

  test('an organization is created as typed, and the list shows it', async () => {
    server.answer({ ...adminLists, [save]: { success: true, id: 'o7' } })
    expect(await saveOrganization(formOf(typed))).toEqual({ status: 'done' })
    expect(server.changes()).toEqual([[save, sent]])
    expect(saidNotices()).toEqual([`success: ${organizationsWords.saved}`])
    expect($createdOrganizationId.get()).toBe('o7')
    expect(server.inputs(list)).not.toEqual([])
    forgetUser()
    expect($createdOrganizationId.get()).toBeUndefined()
  })

  test('a changed organization is sent with its id, and is not the created one', async () => {
    server.answer({ ...adminLists, [save]: { success: true, id: 'o1' } })
    const form = formOf({ ...typed, address: 'Amman', website: 'https://clinic.example' })
    expect(await saveOrganization(form, cedar)).toEqual({ status: 'done' })
    expect(server.changes()).toEqual([
      [save, { ...sent, address: 'Amman', website: 'https://clinic.example', id: 'o1' }],
    ])
    expect(saidNotices()).toEqual([`success: ${organizationsWords.changed}`])
    expect($createdOrganizationId.get()).toBeUndefined()
  })

  test.each([
    ['a new organization in the usual language', 'en', undefined, {}],
    ['a new organization in another language', 'ar', undefined, { locale: 'ar' }],
    ['a changed organization in the usual language', 'en', cedar, { locale: 'en' }],
    ['a language of another site', 'xx', cedar, {}],
    ['a form without languages', undefined, cedar, {}],
  ])('the language of %s is sent as %o', async (_, locale, editing, language) => {
    server.answer({ ...adminLists, [save]: { success: true, id: 'o1' } })
    await saveOrganization(formOf(locale === undefined ? typed : { ...typed, locale }), editing)
    const id = editing === undefined ? {} : { id: 'o1' }
    expect(server.changes()).toEqual([[save, { ...sent, ...language, ...id }]])
  })

  test.each([
    ['name', ' '],
    ['contact_email', ''],
  ])('without %s the form is rejected and nothing is sent', async (field, text) => {
    expect(await saveOrganization(formOf({ ...typed, [field]: text }))).toEqual({
      status: 'invalid',
      fields: [{ field, code: 'missing', params: {} }],
    })
    expect(server.made()).toEqual([])
    expect(saidNotices()).toEqual([`problem: ${organizationsWords.missing}`])
  })
})

describe('the page of an organization', () => {
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
})
