import { readdirSync, readFileSync } from 'node:fs'

/** Processor time so far of the connections to a database on this machine, in ms; 0 if it is elsewhere. */
export function databaseCpuMs(name: string): number {
  let sum = 0
  for (const id of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const [title, times] = ['cmdline', 'schedstat'].map((file) => readOr(`/proc/${id}/${file}`))
    // 'postgres: <user> <database> <address> <state>'
    if (title?.startsWith('postgres:') !== true || title.split(' ')[2] !== name) continue
    sum += Number(times?.split(' ')[0] ?? 0) / 1e6
  }
  return sum
}

/** A process may end while it is looked at. */
function readOr(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
