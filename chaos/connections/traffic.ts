import { createCaller, Gone, Unavailable } from '../kill/caller.ts'
import type { Ledger } from '../kill/ledger.ts'
import type { Stage } from '../kill/stage.ts'
import { type Writer, writers } from '../kill/writers.ts'

export interface Traffic {
  answered: number
  /** 503 in the documented words. */
  unavailable: number
  /** Lists that broke off, so that nobody takes a part for the whole. */
  brokenLists: number
  readonly unexpected: string[]
}

const lists = /^GET \/admin\/(?:users|organizations)/

const reads = [
  '/auth/me',
  '/dashboard/employee',
  '/dashboard/team',
  '/admin/dashboard',
  '/flags/list',
  '/admin/users',
  '/admin/organizations',
] as const

const readEverything: Writer = async (caller, { adminToken }) => {
  for (const path of reads) await caller.call('GET', path, adminToken)
}

/** Reads and writes from a connection for each, until it is told to stop. */
export async function makeTraffic(
  url: string,
  stage: Stage,
  ledger: Ledger,
  stop: AbortSignal,
): Promise<Traffic> {
  const traffic: Traffic = { answered: 0, unavailable: 0, brokenLists: 0, unexpected: [] }
  await Promise.all(
    [...writers, readEverything, readEverything].map(async (write) => {
      const caller = createCaller(url)
      while (!stop.aborted) {
        try {
          await write(caller, stage, ledger)
          traffic.answered += 1
        } catch (cause) {
          note(traffic, cause)
        }
      }
      caller.end()
    }),
  )
  return traffic
}

function note(traffic: Traffic, cause: unknown): void {
  if (cause instanceof Unavailable) traffic.unavailable += 1
  else if (cause instanceof Gone && lists.test(cause.message)) traffic.brokenLists += 1
  else traffic.unexpected.push(String(cause))
}
