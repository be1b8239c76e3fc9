import { type Writer, type Writing, writers } from '../../../tests/support/crash/writers.ts'
import { Gone, openClient, Unavailable } from '../../../tests/support/server/client.ts'

const reads = [
  '/auth/me',
  '/dashboard/employee',
  '/dashboard/team',
  '/admin/dashboard',
  '/flags/list',
  '/admin/users',
  '/admin/organizations',
] as const

const readEverything: Writer = async ({ call, adminToken }) => {
  for (const path of reads) await call('GET', path, adminToken)
}

/** Reads and writes over a connection each, until it is told to stop. */
export async function makeTraffic(url: string, writing: Writing, stop: AbortSignal) {
  const traffic = { unavailable: 0, brokenLists: 0, unexpected: [] as string[] }
  const note = (cause: unknown) => {
    if (cause instanceof Unavailable) traffic.unavailable += 1
    // A list that breaks off is not mistaken for a whole one.
    else if (cause instanceof Gone && /^GET \/admin\/(?:users|organizations)/.test(cause.message)) {
      traffic.brokenLists += 1
    } else traffic.unexpected.push(String(cause))
  }
  const tasks = [...writers, readEverything, readEverything]
  await Promise.all(
    tasks.map(async (task) => {
      const client = openClient(url)
      while (!stop.aborted) await task({ ...writing, call: client.call }).catch(note)
      client.end()
    }),
  )
  return traffic
}
