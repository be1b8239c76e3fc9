import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'

const pauseMs = 10

export interface Cutter extends AsyncDisposable {
  /** Ends each connection of the server in turn, the oldest first, until it is told to stop. */
  cutUntil(stop: AbortSignal): Promise<number>
  /** @returns what the server's connections are doing, for instance `idle` */
  states(): Promise<readonly string[]>
}

/** Over a connection of its own, which is none of the server's. */
export async function openCutter(databaseUrl: string): Promise<Cutter> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'cutter' })
  await client.connect()
  const cutOldest = `select count(pg_terminate_backend(pid))::int as cut from (
    select pid from pg_stat_activity where datname = current_database()
    and application_name = 'aman' order by backend_start limit 1) as oldest`
  return {
    async cutUntil(stop) {
      let cuts = 0
      while (!stop.aborted) {
        const { rows } = await client.query<{ cut: number }>(cutOldest)
        cuts += rows[0]?.cut ?? 0
        await setTimeout(pauseMs)
      }
      return cuts
    },
    async states() {
      const { rows } = await client.query<{ state: string }>(
        `select state from pg_stat_activity where datname = current_database()
         and application_name = 'aman'`,
      )
      return rows.map(({ state }) => state)
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}
