import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { speak } from '../../../build/locales/catalogue.ts'
import { meEndpoint } from '../../../contract/account/me.ts'
import { baseLocale, locales } from '../../../contract/core/locale.ts'
import { roles } from '../../../contract/core/permissions.ts'
import { capabilities } from '../../../contract/sign-in/show-capabilities.ts'
import { $accountDataWords } from '../../../src/lib/account/words/account-data.words.yaml'
import { $accountPasswordWords } from '../../../src/lib/account/words/account-password.words.yaml'
import { $accountSessionsWords } from '../../../src/lib/account/words/account-sessions.words.yaml'
import { $extensionCodeWords } from '../../../src/lib/account/words/extension-code.words.yaml'
import { $factorsWords } from '../../../src/lib/account/words/factors.words.yaml'
import { $mailboxWords } from '../../../src/lib/account/words/mailbox.words.yaml'
import { $reportAnswersChoiceWords } from '../../../src/lib/account/words/report-answers-choice.words.yaml'
import { $adminWords } from '../../../src/lib/admin/words/admin.words.yaml'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import {
  type Action,
  type ActionName,
  actionNames,
  actions,
} from '../../../src/lib/core/navigation/actions.ts'
import {
  landings,
  mayView,
  type Screen,
  screenNames,
  screens,
  viewCapabilities,
} from '../../../src/lib/core/navigation/screens.ts'
import { $languageWords } from '../../../src/lib/core/words/language.words.yaml'
import { $layoutWords } from '../../../src/lib/core/words/layout.words.yaml'
import { $viewsWords } from '../../../src/lib/core/words/views.words.yaml'
import { $employeeWords } from '../../../src/lib/employee/words/employee.words.yaml'
import { $flagToolsWords } from '../../../src/lib/flags/words/flag-tools.words.yaml'
import { $flagsWords } from '../../../src/lib/flags/words/flags.words.yaml'
import { $organizationsWords } from '../../../src/lib/organizations/words/organizations.words.yaml'
import { $peopleWords } from '../../../src/lib/people/words/people.words.yaml'
import { bestOf, fold, type SearchEntry } from '../../../src/lib/search/rank.ts'
import { entriesOf, partIn } from '../../../src/lib/search/search-entries.ts'
import type { Capability } from '../../../src/lib/sign-in/capabilities.ts'
import { $teamWords } from '../../../src/lib/team/words/team.words.yaml'
import { $userToolsWords } from '../../../src/lib/users/words/user-tools.words.yaml'
import { $usersWords } from '../../../src/lib/users/words/users.words.yaml'

const users = [
  ...roles.map((role) => ({ role, manages_organization: false })),
  { role: 'team_lead', manages_organization: true },
].map((given) => v.parse(meEndpoint.output, { id: 1, has_own_account: true, ...given }))
const all = new Set(capabilities)

afterEach(() => $locale.set(baseLocale))

describe.each(locales)('in %s', (locale) => {
  beforeEach(() => speak(locale))

  test.each(users)(
    '$role $manages_organization finds each place by its name on the screen, and no other',
    (user) => {
      const entries = entriesOf(user, all)
      const named = namedPlaces(landings[user.role]).filter(({ screen }) => mayView(user, screen))
      for (const { name, href } of named) {
        const best = bestOf(entries, fold(name)).slice(0, 3)
        expect(best.map(addressOf), name).toContain(href)
      }
      const places = entries.map(addressOf).filter((href) => href !== 'runs')
      expect(places.filter((place) => !named.some(({ href }) => href === place))).toEqual([])
      expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
    },
  )
})

/** All that the tables of screens and actions have, by the words that stand there. */
function namedPlaces(landing: Screen) {
  const flags = $flagsWords.get()
  const onScreens: Readonly<Record<ActionName, string>> = {
    checkMail: $employeeWords.get().checkMail,
    ...{ addFlag: flags.add, importFlags: $flagToolsWords.get().import },
    ...{ generateTeamReport: $teamWords.get().report },
    ...{ requestSupport: $teamWords.get().toolSupport, training: $teamWords.get().toolTraining },
    ...{ invite: $peopleWords.get().invite, addUser: $usersWords.get().add },
    ...{ importUsers: $userToolsWords.get().import, exportUsers: $userToolsWords.get().export },
    ...{ addOrganization: $organizationsWords.get().add },
    ...{ generateReceipt: $adminWords.get().receipt, requestReport: $adminWords.get().report },
    ...{ password: $accountPasswordWords.get().title, factors: $factorsWords.get().title },
    ...{ sessions: $accountSessionsWords.get().title, language: $languageWords.get().title },
    ...{ extension: $extensionCodeWords.get().title, mailbox: $mailboxWords.get().title },
    ...{ answers: $reportAnswersChoiceWords.get().title, data: $accountDataWords.get().title },
  }
  const tabs: Readonly<Record<string, string>> = {
    ...{ users: $adminWords.get().usersTab, organizations: $adminWords.get().organizationsTab },
    ...{ tools: $teamWords.get().toolsTab, flags: $teamWords.get().flagsTab },
  }
  const views: Readonly<Record<string, unknown>> = $viewsWords.get()
  return [
    ...screenNames.flatMap((screen) => [
      { screen, name: $layoutWords.get()[screen], href: `/dashboard/${screen}` },
      ...screens[screen].tabs
        .slice(1)
        // The flags of every screen are the same.
        .filter((tab) => tab !== 'flags' || screen === landing)
        .map((tab) => ({ screen, name: tabs[tab] ?? '', href: `/dashboard/${screen}?tab=${tab}` })),
      ...[...screens[screen].views].filter(isOfNoRow).map((view) => ({
        ...{ screen, name: String(views[view]), href: `/dashboard/${screen}?view=${view}` },
      })),
    ]),
    ...actionNames.map((name) => {
      const { screen, tab, open }: Action = actions[name]
      const query = new URLSearchParams({ ...(tab && { tab }), ...(open && { open }) })
      return { screen, name: onScreens[name], href: `/dashboard/${screen}?${query}` }
    }),
  ]
}

/** An organization and a user are found by their own names. */
function isOfNoRow(view: string): boolean {
  return view !== 'organization' && view !== 'user'
}

function addressOf({ choose }: SearchEntry): string {
  return 'href' in choose ? choose.href.replace(/^\/ar/, '') : 'runs'
}

test.each([
  ['en', 'log out', 'logout'],
  ['en', 'sign out', 'logout'],
  ['en', 'invoice', 'generateReceipt'],
  ['en', 'api key', 'keys'],
  ['en', 'audit', 'activity'],
  ['en', 'change pass', 'password'],
  ['en', '2fa', 'factors'],
  ['en', 'policy', 'privacyPolicy'],
  ['en', 'contact', 'help'],
  ['en', 'user add', 'addUser'],
  ['en', 'spreadsheet', 'importUsers'],
  ['en', 'webmail', 'extension'],
  ['ar', 'خروج', 'logout'],
  ['ar', 'فاتورة', 'generateReceipt'],
  ['ar', 'خطافات', 'webhooks'],
  ['ar', 'اعدادات', 'account'],
  ['ar', 'رمز الدخول', 'password'],
  ['ar', 'كلمة السر', 'password'],
] as const)('in %s, %j finds %s first', (locale, text, key) => {
  speak(locale)
  const [admin] = users.filter(({ role }) => role === 'super_admin')
  if (admin === undefined) throw new Error('no super admin')
  expect(bestOf(entriesOf(admin, all), fold(text))[0]?.key).toBe(key)
})

test('what the backend does not have is not found', () => {
  for (const user of users) {
    const keys = (has: readonly Capability[]) => entriesOf(user, new Set(has)).map(({ key }) => key)
    const whole = keys(capabilities)
    const needs: Readonly<Record<string, Capability>> = {
      ...viewCapabilities,
      ...Object.fromEntries(
        actionNames.flatMap((name) => {
          const { capability }: Action = actions[name]
          return capability === undefined ? [] : [[name, capability]]
        }),
      ),
    }
    for (const [name, needed] of Object.entries(needs)) {
      const without = keys(capabilities.filter((it) => it !== needed))
      expect(without, name).not.toContain(name)
      expect(whole.filter((key) => !without.includes(key) && needs[key] !== needed)).toEqual([])
    }
  }
})

test('a user without an account of their own finds no part of it', () => {
  const [user] = users.map((it) => ({ ...it, has_own_account: false }))
  if (user === undefined) throw new Error('no user')
  expect(entriesOf(user, all).map(addressOf).join()).not.toContain('account')
})

test.each([
  ['judge', 'judge', ''],
  ['judge cedar clinic', 'judge', 'cedar clinic'],
  ['cedar clinic judge', 'judge', 'cedar clinic'],
  ['cedar sso', 'signIn', 'cedar'],
  ['connect mail', 'connect', ''],
] as const)('%j names a tab of an organization', (text, part, rest) => {
  expect(partIn(text)).toEqual({ part, rest })
})

test('a text that only contains the name of a tab asks for none', () => {
  expect(partIn('the judge foods')).toBeUndefined()
  expect(partIn('rania')).toBeUndefined()
  expect(partIn('')).toBeUndefined()
})
