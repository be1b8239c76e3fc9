import type { Browser } from '@playwright/test'
import { cpuSlowdown } from '../../tests/support/browser/phone.ts'
import { medians } from '../../tests/support/server/statistics.ts'
import { dashboards, type MeasuredDashboard } from './dashboards.ts'
import type { LargeTokens } from './data.ts'
import { listFloor } from './floor/build.ts'
import { measureScrolling, type Scrolling, type Way } from './scrolling.ts'
import { measureStart, type Start } from './start.ts'
import { measureTyping, type SearchedList, type Typing } from './typing.ts'

export interface DashboardResult {
  readonly dashboard: MeasuredDashboard
  readonly page: Start
  readonly floor: Start
  /** Every single run, for those who want to see how far they lie apart. */
  readonly runs: { readonly page: readonly Start[]; readonly floor: readonly Start[] }
}

type Say = (line: string) => void

/** In turn, so that a machine that is busy for a while is so for all of them. */
export async function measureStarts(
  browser: Browser,
  { url, direct, tokens, runs, say }: Small & { runs: number; say: Say },
): Promise<DashboardResult[]> {
  const found = dashboards.map((dashboard) => ({
    dashboard,
    page: [] as Start[],
    floor: [] as Start[],
  }))
  for (let run = 1; run <= runs; run += 1) {
    for (const { dashboard, page, floor } of found) {
      const token = tokens.get(dashboard.name) ?? ''
      const words = dashboard.words(await ask(direct, token, dashboard.call))
      page.push(await measureStart(browser, { url: url + dashboard.path, token, words }))
      floor.push(await measureStart(browser, { url: url + dashboard.floor, token, words }))
      const [ours, bare] = [page, floor].map((all) => Math.round(all.at(-1)?.paintedMs ?? 0))
      say(`  run ${run} ${dashboard.path}: painted after ${ours} ms, floor ${bare} ms`)
    }
  }
  return found.map(({ dashboard, page, floor }) => ({
    dashboard,
    page: medianStart(page),
    floor: medianStart(floor),
    runs: { page, floor },
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

export interface LargeResult {
  /** The same typing over the same flags in bare React. */
  readonly floor: Typing
  readonly flags: Typing
  readonly users: Typing
  readonly scrolling: readonly ScrollingRun[]
}

export interface ScrollingRun extends Scrolling {
  readonly way: Way
  /** How many times slower the processor was. */
  readonly rate: number
}

interface Large extends Addresses {
  readonly tokens: LargeTokens
  readonly rounds: number
  readonly say: Say
}

export async function measureLarge(
  browser: Browser,
  { url, direct, tokens, rounds, say }: Large,
): Promise<LargeResult> {
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
  const typing = {
    floor: await measureTyping(browser, { ...flags, url: url + listFloor.path }, rounds),
    flags: await measureTyping(browser, flags, rounds),
    users: await measureTyping(browser, users, rounds),
  }
  say(`Scrolling ${users.texts.length} users...`)
  const scrolling: ScrollingRun[] = []
  for (const way of ['bar', 'finger', 'keyboard'] as const) {
    for (const rate of [1, cpuSlowdown]) {
      scrolling.push({ way, rate, ...(await measureScrolling(browser, users, way, rate)) })
    }
  }
  return { ...typing, scrolling }
}

function textsOf(answer: unknown, list: string, fields: readonly string[]): string[] {
  const rows: unknown = Reflect.get(Object(answer), list)
  if (!Array.isArray(rows)) throw new Error(`${list} is no list`)
  return rows.map((row) =>
    fields.map((field) => String(Reflect.get(Object(row), field) ?? '').toLowerCase()).join('\n'),
  )
}
