import type { Browser } from '@playwright/test'
import { medians } from '../../../tests/support/server/statistics.ts'
import { dashboards, type MeasuredDashboard } from './dashboards.ts'
import type { LargeTokens } from './data.ts'
import { listFloor } from './floor/build.ts'
import { measureScrolling, type ScrollingResult } from './scrolling.ts'
import { measureStart, type Start, type StartName, startNames } from './start.ts'
import { measureTyping, type SearchedList, type Typing } from './typing.ts'

/**
 * Builds that are measured beside each other: a dashboard, the same in bare React, and by hand
 * without React.
 */
const builds = ['page', 'floor', 'ideal'] as const
type Build = (typeof builds)[number]

export interface DashboardResult {
  readonly dashboard: MeasuredDashboard
  readonly start: StartName
  readonly page: Start
  readonly floor: Start
  readonly ideal: Start
  /** Every single run, for those who want to see how far they lie apart. */
  readonly runs: Readonly<Record<Build, readonly Start[]>>
}

type Say = (line: string) => void

/** Each takes several minutes. */
const mostScrollings = 3

/** In turn, so that a machine that is busy for a while is so for all of them. */
export async function measureStarts(
  browser: Browser,
  { url, direct, tokens, only, runs, say }: Small & { runs: number; say: Say },
): Promise<DashboardResult[]> {
  const found = dashboards
    .filter(({ name }) => only === undefined || name === only)
    .flatMap((dashboard) =>
      startNames.map((start) => ({
        dashboard,
        start,
        of: { page: [], floor: [], ideal: [] } as Record<Build, Start[]>,
      })),
    )
  for (let run = 1; run <= runs; run += 1) {
    for (const { dashboard, start, of } of found) {
      const token = tokens.get(dashboard.name) ?? ''
      const answer = await ask(direct, token, dashboard.call)
      const words = { figures: dashboard.figures(answer), words: dashboard.words(answer) }
      const { username, path, floor, ideal } = dashboard
      const places = { page: [path, '/login'], floor: [floor, floor], ideal: [ideal, ideal] }
      for (const build of builds) {
        const [place, signIn] = places[build]
        const visit = { url: url + place, signInUrl: url + signIn, token, username, ...words }
        of[build].push(await measureStart(browser, start, visit))
      }
      const shown = builds.map((build) => {
        const last = of[build].at(-1)
        return last ? `${build} ${Math.round(last.figuresMs)}/${Math.round(last.paintedMs)}` : ''
      })
      say(`  run ${run} ${start}, ${path}, figures/content in ms: ${shown.join(', ')}`)
    }
  }
  return found.map(({ dashboard, start, of }) => ({
    dashboard,
    start,
    page: medianStart(of.page),
    floor: medianStart(of.floor),
    ideal: medianStart(of.ideal),
    runs: of,
  }))
}

export interface Addresses {
  /** As a browser reaches it. */
  readonly url: string
  /** The server itself, without HTTP/2 before it. */
  readonly direct: string
}

interface Small extends Addresses {
  readonly tokens: ReadonlyMap<string, string>
  /** The only dashboard to start; undefined for all of them. */
  readonly only: string | undefined
}

async function ask(url: string, token: string, path: string): Promise<unknown> {
  const answer = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json()
}

function medianStart(starts: readonly Start[]): Start {
  return {
    ...medians(starts),
    // Once is once too often.
    doubled: Math.max(...starts.map(({ doubled }) => doubled)),
    layoutShift: Math.max(...starts.map(({ layoutShift }) => layoutShift)),
  }
}

export interface TypingResult {
  /** The same typing over the same flags in bare React. */
  readonly floor: Typing
  readonly flags: Typing
  readonly users: Typing
}

interface Large extends Addresses {
  readonly tokens: LargeTokens
  readonly rounds: number
  readonly say: Say
}

export async function measureTypings(
  browser: Browser,
  { url, direct, tokens, rounds, say }: Large,
): Promise<TypingResult> {
  const flags: SearchedList = {
    url: `${url}/dashboard/employee?tab=flags`,
    token: tokens.flags,
    field: 'Search flags',
    list: 'Your flags',
    texts: textsOf(await ask(direct, tokens.flags, '/flags/list'), 'flags', ['value', 'reason']),
  }
  const users: SearchedList = {
    url: `${url}/dashboard/admin?tab=users`,
    token: tokens.admin,
    field: 'Search users',
    list: 'Users',
    texts: textsOf({ users: await ask(direct, tokens.admin, '/admin/users') }, 'users', [
      'full_name',
      'username',
      'email',
    ]),
  }
  say(`Typing over ${flags.texts.length} flags and ${users.texts.length} users...`)
  return {
    floor: await measureTyping(browser, { ...flags, url: url + listFloor.path }, rounds),
    flags: await measureTyping(browser, flags, rounds),
    users: await measureTyping(browser, users, rounds),
  }
}

interface UserList extends Addresses {
  readonly token: string
  readonly runs: number
  readonly say: Say
}

export async function measureUserList(
  browser: Browser,
  { url, direct, token, runs, say }: UserList,
): Promise<ScrollingResult[]> {
  const users = await ask(direct, token, '/admin/users')
  if (!Array.isArray(users)) throw new Error('users are no list')
  say(`Scrolling ${users.length} users...`)
  const page = { url: `${url}/dashboard/admin?tab=users`, token, list: 'Users', rows: users.length }
  return measureScrolling(browser, page, Math.min(runs, mostScrollings))
}

function textsOf(answer: unknown, list: string, fields: readonly string[]): string[] {
  const rows: unknown = Reflect.get(Object(answer), list)
  if (!Array.isArray(rows)) throw new Error(`${list} is no list`)
  return rows.map((row) =>
    fields.map((field) => String(Reflect.get(Object(row), field) ?? '').toLowerCase()).join('\n'),
  )
}
