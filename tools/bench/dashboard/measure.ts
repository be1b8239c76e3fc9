import type { Browser } from '@playwright/test'
import { medians } from '../../../tests/support/server/statistics.ts'
import { dashboards, rowsIn } from './dashboards.ts'
import { listFloor } from './floor/build.ts'
import { measureScrolling } from './scrolling.ts'
import { measureStart, type Start, startNames } from './start.ts'
import { measureTyping, type SearchedList } from './typing.ts'

/**
 * Builds that are measured beside each other: a dashboard, the same in bare React, and by hand
 * without React.
 */
const builds = ['page', 'floor', 'ideal'] as const
type Build = (typeof builds)[number]

export type DashboardResult = Awaited<ReturnType<typeof measureStarts>>[number]

export interface LargeTokens {
  readonly admin: string
  /** The flags of a user who has many. */
  readonly flags: string
}

export interface Addresses {
  /** As a browser reaches it. */
  readonly url: string
  /** The server itself, without HTTP/2 before it. */
  readonly direct: string
}

/** Each takes several minutes. */
const mostScrollings = 3

/**
 * In turn, so that a machine that is busy for a while is so for all of them.
 * @param only the dashboard to start; undefined for all of them
 */
export async function measureStarts(
  browser: Browser,
  { url, direct }: Addresses,
  tokens: ReadonlyMap<string, string>,
  { runs, only }: { readonly runs: number; readonly only: string | undefined },
) {
  const found = dashboards
    .filter(({ name }) => only === undefined || name === only)
    .flatMap((dashboard) =>
      startNames.map((start) => {
        const none: Record<Build, Start[]> = { page: [], floor: [], ideal: [] }
        return { dashboard, start, runs: none }
      }),
    )
  for (let run = 1; run <= runs; run += 1) {
    for (const { dashboard, start, runs: made } of found) {
      const { name, username, call, figures, words } = dashboard
      const token = tokens.get(name) ?? ''
      const answer = await ask(direct, token, call)
      const visit = { token, username, figures: figures(answer), words: words(answer) }
      const shown: string[] = []
      for (const build of builds) {
        const place = url + dashboard[build]
        const signInUrl = build === 'page' ? `${url}/login` : place
        const one = await measureStart(browser, start, { ...visit, url: place, signInUrl })
        made[build].push(one)
        shown.push(`${build} ${Math.round(one.figuresMs)}/${Math.round(one.paintedMs)}`)
      }
      console.log(`  run ${run} ${start}, ${name}, figures/content in ms: ${shown.join(', ')}`)
    }
  }
  return found.map((result) => ({
    ...result,
    page: medianStart(result.runs.page),
    floor: medianStart(result.runs.floor),
    ideal: medianStart(result.runs.ideal),
  }))
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

export type TypingResult = Awaited<ReturnType<typeof measureTypings>>

/** Types over two lists, and over the same flags in bare React. */
export async function measureTypings(
  browser: Browser,
  { url, direct }: Addresses,
  tokens: LargeTokens,
  rounds: number,
) {
  const shown = await ask(direct, tokens.flags, '/flags/list')
  const flags: SearchedList = {
    url: `${url}/dashboard/employee?tab=flags`,
    token: tokens.flags,
    field: 'Search flags',
    list: 'Your flags',
    texts: textsOf(rowsIn(shown, 'flags'), ['value', 'reason']),
  }
  const people = { users: await ask(direct, tokens.admin, '/admin/users') }
  const users: SearchedList = {
    url: `${url}/dashboard/admin?tab=users`,
    token: tokens.admin,
    field: 'Search users',
    list: 'Users',
    texts: textsOf(rowsIn(people, 'users'), ['full_name', 'username', 'email']),
  }
  console.log(`Typing over ${flags.texts.length} flags and ${users.texts.length} users...`)
  return {
    floor: await measureTyping(browser, { ...flags, url: url + listFloor.path }, rounds),
    flags: await measureTyping(browser, flags, rounds),
    users: await measureTyping(browser, users, rounds),
  }
}

export async function measureUserList(
  browser: Browser,
  { url, direct }: Addresses,
  token: string,
  runs: number,
) {
  const users = rowsIn({ users: await ask(direct, token, '/admin/users') }, 'users')
  console.log(`Scrolling ${users.length} users...`)
  const page = { url: `${url}/dashboard/admin?tab=users`, token, rows: users.length }
  return measureScrolling(browser, page, Math.min(runs, mostScrollings))
}

function textsOf(rows: readonly unknown[], fields: readonly string[]): string[] {
  return rows.map((row) =>
    fields.map((field) => String(Reflect.get(Object(row), field) ?? '').toLowerCase()).join('\n'),
  )
}
