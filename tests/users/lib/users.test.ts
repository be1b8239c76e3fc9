import { cleanStores } from 'nanostores'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { givenPhone } from '../../../contract/core/phone.ts'
import { importedRow, importInput } from '../../../contract/users/import-users.ts'
import { invitedRow } from '../../../contract/users/invite-own-users.ts'
import { user as userField } from '../../../contract/users/user.ts'
import { adminDashboard } from '../../../src/lib/admin/admin.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { forgetSession, forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { parseUsers } from '../../../src/lib/files/parse-users.ts'
import { $importWords } from '../../../src/lib/files/words/import.words.yaml'
import { capabilitiesAnswered } from '../../../src/lib/sign-in/capabilities.ts'
import { resetFactors } from '../../../src/lib/users/factors-reset.ts'
import {
  mayGetResetLink,
  sendInvitation,
  sendResetLink,
  withdrawInvitation,
} from '../../../src/lib/users/invitations.ts'
import {
  $userImport,
  $userImportSettings,
  checkLines,
  chooseImportOrganization,
  chooseInvitations,
  closeImport,
  downloadTemplate,
  reasonOf,
  resultsFile,
  runWords,
  userImport,
} from '../../../src/lib/users/user-import.ts'
import { $foundUsers, $userFilter, sortUsers, type UserSort } from '../../../src/lib/users/users.ts'
import { $factorsResetWords } from '../../../src/lib/users/words/factors-reset.words.yaml'
import { $invitationsWords } from '../../../src/lib/users/words/invitations.words.yaml'
import { $resetLinkWords } from '../../../src/lib/users/words/reset-link.words.yaml'
import { $userImportWords } from '../../../src/lib/users/words/user-import.words.yaml'
import { answerQuestions, catchFiles, saidNotices } from '../../support/browser/screen-state.ts'
import {
  refusal,
  type StubbedCall,
  withStubbedServer,
} from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/answers.ts'

const server = withStubbedServer()

describe('the list of users', () => {
  const organizations = [
    { id: 7, name: 'Zarqa Bank' },
    { id: '8', name: 'Amman Clinic' },
  ]

  const users = [
    { id: 1, username: 'b2', email: 'x@one.example', full_name: 'basma', organization_id: 7 },
    { id: 2, username: 'b10', email: 'y@one.example', full_name: 'Adam', organization_id: '8' },
    { id: 3, username: 'b1', email: null, full_name: null, organization_id: null, risk_score: 100 },
    {
      id: 4,
      username: 'b3',
      email: 'w@one.example',
      full_name: 'Éva',
      organization_id: 8,
      role: 'super_admin',
      is_active: false,
      risk_score: 9.5,
    },
  ]

  const found = () => $foundUsers.get().map(({ id }) => id)
  const untouched = { ...$userFilter.get() }
  let stop: () => void

  async function load(listed: readonly object[] = users) {
    const answers: Record<string, unknown> = {
      '/api/admin/dashboard': {},
      '/api/admin/users': listed,
      '/api/admin/organizations': organizations,
    }
    vi.stubGlobal('fetch', async (url: string) => Response.json(answers[url.split('?')[0] ?? '']))
    await adminDashboard.reload()
  }

  const invitation_expires_at = '2026-03-01T00:00:00Z'
  const needy = [
    { id: 1, full_name: 'a' },
    { id: 2, full_name: 'b', second_factors: 1, organization_id: 7, mailbox: 'failing' },
    { id: 3, full_name: 'c', invitation_expires_at, may_be_invited: true },
    { id: 4, full_name: 'd', invitation_expires_at, is_active: false },
    { id: 5, full_name: 'e', is_active: false },
    { id: 6, full_name: 'f', may_be_invited: true, organization_id: 7 },
  ]

  describe('users', () => {
    beforeEach(() => {
      stop = $foundUsers.listen(() => {})
      return load()
    })
    afterEach(() => {
      stop()
      $router.open('/')
      $userFilter.set(untouched)
      cleanStores($foundUsers, adminDashboard.$resource)
      vi.unstubAllGlobals()
    })

    test.each([
      ['byName', [3, 2, 1, 4]],
      ['byUsername', [3, 1, 4, 2]],
      ['byRole', [1, 2, 3, 4]],
      ['byOrganization', [3, 2, 4, 1]],
      ['byStatus', [1, 2, 3, 4]],
      ['byRisk', [3, 4, 2, 1]],
    ] as const satisfies readonly (readonly [UserSort, readonly number[]])[])(
      'users sorted %s are in natural order',
      (sort, order) => {
        sortUsers(sort)
        expect(found()).toEqual(order)
        $userFilter.setKey('isReversed', true)
        expect(found()).toEqual(order.toReversed())
      },
    )

    test('a new sort starts in its own direction, regardless of the previous one', () => {
      $userFilter.setKey('isReversed', true)
      sortUsers('byRisk')
      expect(found()[0]).toBe(3)
      sortUsers('no such sort')
      expect($userFilter.get()).toMatchObject({ sort: 'byName', isReversed: false })
    })

    test.each([
      [{ search: ' ADAM ' }, [2]],
      [{ search: 'one.example', organization: '8' }, [2, 4]],
      [{ organization: '7' }, [1]],
      [{ role: 'super_admin' }, [4]],
      [{ role: 'employee', status: 'active' }, [3, 2, 1]],
      // The end of a name and the beginning of a username are no text.
      [{ search: 'damb10' }, []],
    ])('filtering by %j finds %j', (filter, ids) => {
      $userFilter.set({ ...untouched, ...filter })
      expect(found()).toEqual(ids)
    })

    test.each([
      ['invitation', [3]],
      ['factor', [1]],
      ['mailbox', [6]],
      ['failing-mailbox', [2]],
      ['', [1, 2, 3, 4, 5, 6]],
      ['of a newer site', [1, 2, 3, 4, 5, 6]],
    ])('of active users, those who miss "%s" are %j', async (need, ids) => {
      await load(needy)
      $userFilter.setKey('need', need)
      expect(found()).toEqual(ids)
    })

    test('users are found by another address, in any case', async () => {
      await load([{ id: 1, aliases: ['Accounts@one.example'] }, { id: 2 }])
      $userFilter.setKey('search', 'accounts@ONE')
      expect(found()).toEqual([1])
    })

    test('the filter is in the address, without the search', () => {
      $router.open(
        '/dashboard/admin?tab=users&role=employee&organization=7&status=active&need=factor',
      )
      const stopFollowing = $userFilter.listen(() => undefined)
      const given = { role: 'employee', organization: '7', status: 'active', need: 'factor' }
      expect($userFilter.get()).toMatchObject({ ...given, search: '', sort: 'byName' })
      $userFilter.set({ ...untouched, search: 'rania', role: 'team_lead' })
      expect($router.get()?.search).toEqual({ tab: 'users', role: 'team_lead' })
      stopFollowing()
    })
  })

  const words = $factorsResetWords.get()
  const user = v.parse(userField, {
    id: '7',
    full_name: 'Rania Haddad',
    username: 'rania',
    email: 'rania@cedar.example',
  })

  afterEach(forgetSession)

  const reset = 'POST /api/admin/users/7/factors/reset'

  test('another word in place of the asked one keeps the second factors', async () => {
    answerQuestions('reset')
    expect(await resetFactors(user)).toBe(false)
    expect(server.made()).toEqual([])
    expect(saidNotices()).toEqual([`problem: ${words.cancelled({ word: 'RESET' })}`])
  })

  test.each([
    ['Rania Haddad', user],
    ['rania', { ...user, full_name: '' }],
  ])('the question names %s, and the word removes the second factors', async (name, asked) => {
    server.answer({ ...adminLists, [reset]: { success: true } })
    const questions = answerQuestions('RESET')
    expect(await resetFactors(asked)).toBe(true)
    expect(questions).toEqual([
      {
        text: words.question({ name, email: 'rania@cedar.example' }),
        label: words.label({ word: 'RESET' }),
        action: words.action,
      },
    ])
    expect(server.made()[0]).toEqual([reset])
    expect(server.changes()).toHaveLength(1)
    expect(server.made()).toContainEqual(['GET /api/admin/users', { sort: 'name', limit: '50' }])
    expect(saidNotices()).toEqual([`success: ${words.done({ name })}`])
  })

  const wordsInvitations = $invitationsWords.get()
  const userInvitations = v.parse(userField, { id: 'u1', email: 'rania@cedar.example' })
  const path = '/api/admin/users/u1/invitation'

  test.each([
    [
      'sent',
      sendInvitation,
      `POST ${path}`,
      wordsInvitations.sent({ email: userInvitations.email }),
    ],
    ['withdrawn', withdrawInvitation, `DELETE ${path}`, wordsInvitations.withdrawn],
  ])('an invitation is %s, and the list of users loads again', async (_, act, call, said) => {
    server.answer({ ...adminLists, [call]: { success: true } })
    expect(await act(userInvitations)).toBe(true)
    expect(server.made()[0]).toEqual([call])
    expect(server.changes()).toHaveLength(1)
    expect(server.made()).toContainEqual(['GET /api/admin/users', { sort: 'name', limit: '50' }])
    expect(saidNotices()).toEqual([`success: ${said}`])
  })

  test('an invitation that the server refuses says why', async () => {
    server.answer({ [`POST ${path}`]: refusal('This user has a password') })
    expect(await sendInvitation(userInvitations)).toBe(false)
    expect(saidNotices()).toEqual([`problem: ${wordsInvitations.failed}This user has a password`])
  })

  const wordsResetLink = $resetLinkWords.get()
  const pathResetLink = 'POST /api/auth/login/forgotten-password'
  const userResetLink = v.parse(userField, {
    id: 'u1',
    email: 'rania@cedar.example',
    is_active: true,
  })

  test('a reset link is asked for by the email of the user', async () => {
    server.answer({ [pathResetLink]: {} })
    expect(await sendResetLink(userResetLink)).toBe(true)
    expect(server.made()).toEqual([[pathResetLink, { login: 'rania@cedar.example' }]])
    expect(saidNotices()).toEqual([
      `success: ${wordsResetLink.sent({ email: userResetLink.email })}`,
    ])
  })

  test('a reset link that the server refuses says why', async () => {
    server.answer({ [pathResetLink]: refusal('Too many requests', { status: 429 }) })
    expect(await sendResetLink(userResetLink)).toBe(false)
    expect(saidNotices()).toEqual([`problem: ${wordsResetLink.failed}Too many requests`])
  })

  test('only an active user with a password gets a reset link', () => {
    expect(mayGetResetLink(userResetLink)).toBe(true)
    expect(mayGetResetLink({ ...userResetLink, is_active: false })).toBe(false)
    expect(mayGetResetLink({ ...userResetLink, may_be_invited: true })).toBe(false)
    expect(
      mayGetResetLink({ ...userResetLink, invitation_expires_at: '2026-03-01T00:00:00Z' }),
    ).toBe(false)
  })

  const row = { line: 2, email: 'ali@olive.example', full_name: 'Ali' }

  /** The kept text of a field, or the code of its fault. */
  function kept(schema: v.GenericSchema, given: object, field: string): unknown {
    const { success, output, issues } = v.safeParse(schema, given)
    if (!success) return issues?.map(({ message }) => message).join()
    return new Map(Object.entries(Object(output))).get(field)
  }

  const numbers = [
    ['9.62791E+11', 'shortened_number'],
    ['9,62791e+11', 'shortened_number'],
    ['1E+12', 'shortened_number'],
    ['+9.62791E+11', 'shortened_number'],
    // With more digits than a whole number has.
    ['1.234567E+3', 'shortened_number'],
    // All digits are there.
    ['9.62791234567E+11', '962791234567'],
    ['9,62791234567E+11', '962791234567'],
    // None of these comes from a spreadsheet.
    ['E+12', 'E+12'],
    ['Block 9.6E+1 North', 'Block 9.6E+1 North'],
  ] as const

  test.each(['phone', 'username', 'full_name', 'organization', 'department'])(
    'a number that a spreadsheet shortened is restored or refused in the column %s of an import',
    (field) => {
      for (const [given, expected] of numbers) {
        expect(kept(importedRow, { ...row, [field]: given }, field), given).toBe(expected)
      }
    },
  )

  test.each(['full_name', 'department'])('the same in the %s of invited people', (field) => {
    for (const [given, expected] of numbers) {
      expect(kept(invitedRow, { ...row, [field]: given }, field), given).toBe(expected)
    }
  })

  test('the form of a user refuses it as well, in any digits', () => {
    expect(v.safeParse(givenPhone, '٩.٦٢٧٩١E+١١').issues?.[0]?.message).toBe('shortened_number')
    expect(v.parse(givenPhone, '٩٫٦٢٧٩١٢٣٤٥٦٧E+١١')).toBe('962791234567')
  })

  test('a column of shortened numbers is one of telephone numbers where no line names the columns', () => {
    const lines = ['Ali Odeh,ali@olive.example,9.62791E+11', 'Rana Aziz,rana@olive.example,9.6E+11']
    expect(parseUsers(lines.join('\n'))).toMatchObject({ guessed: ['full_name', 'email', 'phone'] })
  })
})

describe('the import of users', () => {
  const {
    readFiles: importFiles,
    readText: importText,
    run: runImport,
    stop: stopImport,
  } = userImport

  interface Sent {
    readonly organization_id?: string
    readonly dry_run: boolean
    readonly rows: readonly { readonly line: number; readonly email: string }[]
  }

  /** A server that keeps users by email. */
  const users = new Set<string>()
  let sent: Sent[] = []
  /** Called before and after each batch is handled; may throw, as a broken connection does. */
  let before: (batch: Sent) => void
  let after: (batch: Sent) => void

  function fileOf(count: number): string {
    const lines = Array.from(
      { length: count },
      (_, number) => `u${number}@x.example,User ${number}`,
    )
    return ['email,name', ...lines].join('\n')
  }

  const outcomes = () =>
    Object.fromEntries(
      [...Map.groupBy($userImport.get().lines, ({ outcome }) => outcome)].map(([name, lines]) => [
        name,
        lines.length,
      ]),
    )

  describe('user import', () => {
    beforeEach(() => {
      users.clear()
      sent = []
      chooseImportOrganization('1')
      before = () => {}
      after = () => {}
      vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
        if (!url.endsWith('/admin/users/import')) return Response.json([])
        const batch: Sent = JSON.parse(body ?? '')
        before(batch)
        sent.push(batch)
        const rows = batch.rows.map(({ line, email }) => {
          const outcome = users.has(email) ? 'unchanged' : 'new'
          if (!batch.dry_run) users.add(email)
          return { line, outcome, keys: [`address ${email.toLowerCase()}`] }
        })
        after(batch)
        return Response.json({ rows })
      })
    })
    afterEach(() => {
      closeImport()
      vi.unstubAllGlobals()
    })

    test('a dry run judges every line in batches, and finds repeated lines across them', async () => {
      users.add('u7@x.example')
      await importText(`${fileOf(150)}\nU3@x.example,Again\nshort@x.example,${'x'.repeat(30_000)}`)
      expect(sent.map(({ dry_run, rows }) => [dry_run, rows.length])).toEqual([
        [true, 100],
        [true, 51],
      ])
      expect($userImport.get().status).toBe('checked')
      expect(outcomes()).toEqual({ new: 149, unchanged: 1, conflict: 1, invalid: 1 })
      const repeated = $userImport.get().lines.find(({ outcome }) => outcome === 'conflict')
      expect(repeated).toMatchObject({
        row: { line: 152 },
        reason: 'Line 5 has the same username or address, or one that looks like it',
      })
      expect(users.size).toBe(1)
    })

    test('the import writes what is new, and no other line', async () => {
      users.add('u7@x.example')
      await importText(fileOf(150))
      await runImport()
      const run = sent.filter(({ dry_run }) => !dry_run)
      expect(run.flatMap(({ rows }) => rows)).toHaveLength(149)
      expect($userImport.get()).toMatchObject({
        status: 'done',
        progress: { done: 149, total: 149 },
      })
      expect(users.size).toBe(150)
    })

    test('lines of which none names an organization are held until one is chosen', async () => {
      chooseImportOrganization('')
      await importFiles([new File([fileOf(3)], 'users.csv')])
      expect(sent).toEqual([])
      expect($userImport.get()).toMatchObject({ status: 'choosing', problem: '' })
      expect($userImportSettings.get().held).toBeDefined()

      chooseImportOrganization('7')
      await checkLines(' ')
      expect(sent).toMatchObject([{ dry_run: true, organization_id: '7' }])
      expect(sent[0]?.rows).toHaveLength(3)
      expect($userImportSettings.get().held).toBeUndefined()
    })

    test('the file of results has a line for each line and no formula', async () => {
      await importText('email,name,username\na@b.example,A,=1+1\nA@b.example,B,b')
      after = () => stopImport()
      await runImport()
      const { lines } = $userImport.get()
      expect(resultsFile(lines, true)).toBe(
        [
          '\uFEFFLine,Username,Email,Result,Reason',
          "2,'=1+1,a@b.example,Created,",
          '3,b,A@b.example,Conflict,"Line 2 has the same username or address, or one that looks like it"',
          '',
        ].join('\r\n'),
      )
    })
  })

  const call = 'POST /api/admin/users/import'
  const shared = $importWords.get()
  const words = $userImportWords.get()
  const rows = 'email,name\na@x.example,A\nb@x.example,B'

  const sentUserImportWords = [
    { line: 2, email: 'a@x.example', full_name: 'A' },
    { line: 3, email: 'b@x.example', full_name: 'B' },
  ] as const

  describe('user import words', () => {
    beforeEach(() => {
      chooseImportOrganization('o1')
      server.answer({
        ...adminLists,
        'GET /api/auth/capabilities': { capabilities: ['invitations'] },
        [call]: ({ input }: StubbedCall) => ({
          rows: v
            .parse(importInput, input)
            .rows.map(({ line }) => ({ line, outcome: line === 2 ? 'new' : 'unchanged' })),
        }),
      })
    })
    afterEach(() => {
      forgetUser()
    })

    test('the choices of an import are sent with its rows, until another user signs in', async () => {
      // A server that cannot send mail is not asked to.
      await userImport.readText(rows)
      expect(server.inputs(call)).toEqual([
        { dry_run: true, organization_id: 'o1', rows: sentUserImportWords },
      ])
      await capabilitiesAnswered()
      await userImport.readText(rows)
      expect(server.inputs(call).at(-1)).toMatchObject({ sends_invitations: true })
      chooseInvitations(false)
      await userImport.readText(rows)
      expect(server.inputs(call).at(-1)).not.toHaveProperty('sends_invitations')
      expect($userImportSettings.get()).toEqual({ organizationId: 'o1', sendsInvitations: false })
      forgetUser()
      expect($userImportSettings.get()).toEqual({ organizationId: '', sendsInvitations: true })
    })

    test.each([
      ['no addresses', 'name\nA', words.noEmail],
      ['no names', 'email\na@x.example', words.noName],
      ['the same column twice', 'email,mail,name\na,b,c', shared.columnTwice({ column: 'mail' })],
      ['an open quotation mark', 'email,name\na,"b', shared.brokenQuotes({ line: '2' })],
      ['too many lines', `email,name\n${'a,b\n'.repeat(20_001)}`, words.tooManyRows],
    ])('a file with %s is not sent, and the reason is said', async (_, text, problem) => {
      await userImport.readText(text)
      expect($userImport.get()).toMatchObject({ status: 'choosing', problem })
      expect(server.made()).toEqual([])
    })

    test.each([
      ['full_name', 'Full name'],
      ['aliases[12]', 'Aliases'],
      ['of_a_newer_server', 'of_a_newer_server'],
    ])('a difference of %s is called %s', (field, label) => {
      expect(reasonOf({ line: 2, outcome: 'changed', keys: [], changed: [field] })).toBe(
        `Different: ${label}`,
      )
    })

    test('the empty table has the columns that an import reads', async () => {
      const saved = catchFiles()
      downloadTemplate()
      const files = await saved()
      expect(files).toEqual({
        'aman-users.csv':
          '\uFEFFusername,email,full_name,role,organization,department,phone,status,aliases\r\n',
      })
      await userImport.readText(
        `${files['aman-users.csv']}r,r@x.example,R,employee,O,D,1,active,s@x.example`,
      )
      expect($userImport.get()).toMatchObject({ status: 'checked', unread: [] })
    })

    test('the button of an import names who is imported and who is invited', async () => {
      server.answer({
        [call]: {
          rows: [
            { line: 2, outcome: 'new', invitation: 'sent' },
            { line: 3, outcome: 'changed', invitation: 'waits' },
            { line: 4, outcome: 'new' },
          ],
        },
      })
      await userImport.readText(`${rows}\nc@x.example,C`)
      expect(runWords($userImport.get().lines)).toBe('Import 3 users, invite 1')
      server.answer({ [call]: { rows: [{ line: 2, outcome: 'new' }] } })
      await userImport.readText('email,name\na@x.example,A')
      expect(runWords($userImport.get().lines)).toBe('Import 1 user')
    })
  })
})
