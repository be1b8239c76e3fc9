import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { wordsOfCause } from '../../../server/core/start-error.ts'
import { addressOf, openPlace } from '../../../tests/support/browser/place.ts'
import {
  connectTo,
  type EarlierRow,
  insertRow,
} from '../../../tests/support/server/earlier-database.ts'

/** A server of the version before, on a database that newer ones bring up to date. */
export interface OldServer {
  /** Mails that it was told are stored. */
  readonly stored: readonly string[]
  /** How often it was told to come again. */
  readonly putOff: number
}

const pauseMs = 5
const afterwards = 20
/** That of a lock that another process holds, which a server answers with 503. */
const isBusy = (words: string) => /locked|busy|deadlock|lock timeout/i.test(words)

/**
 * Stores mail with the columns of the version before, one after the other, until the task is done and
 * a little longer, as a server does that was not stopped.
 * @throws Error for anything but a lock
 */
export async function storeMeanwhile<Result>(
  databaseUrl: string,
  scan: EarlierRow,
  task: Promise<Result>,
): Promise<readonly [OldServer, Result]> {
  const database = connectTo(addressOf(databaseUrl))
  const stored: string[] = []
  let putOff = 0
  let isDone = false
  const done = task.finally(() => {
    isDone = true
  })
  // It fails below, where it is awaited.
  done.catch(() => undefined)
  let after = 0
  try {
    while (after < afterwards) {
      if (isDone) after += 1
      const id = randomUUID()
      const outcome = await insertRow(database, { ...scan, row: { ...scan.row, id } }).then(
        () => '',
        wordsOfCause,
      )
      if (outcome === '') stored.push(id)
      else if (isBusy(outcome)) putOff += 1
      else throw new Error(`the old server: ${outcome}`)
      await setTimeout(pauseMs)
    }
  } finally {
    await database.destroy()
  }
  return [{ stored, putOff }, await done]
}

/** @returns those that the newer servers do not have */
export async function lostOf(
  databaseUrl: string,
  stored: readonly string[],
): Promise<readonly string[]> {
  await using place = await openPlace(databaseUrl)
  const rows = await place.database.selectFrom('scans').select('id').execute()
  const ids = new Set(rows.map(({ id }) => id))
  return stored.filter((id) => !ids.has(id))
}
