import type { Place } from '../../../tests/support/worlds/factories.ts'

/** The messages of a server that is killed, seen from outside. */
export interface Queue {
  /** How many are not delivered. */
  count(): Promise<number>
  /** Makes all of them due, as if a long time had passed; while no server runs. */
  endPauses(): Promise<void>
  /** The same for those that failed; what is being sent stays claimed. */
  endPausesOfFailed(): Promise<void>
}

export function watchQueue({ database, clock }: Place): Queue {
  const due = () => ({
    state: 'waiting' as const,
    attempts: 0,
    failure: 'none' as const,
    next_attempt_at: clock().toISOString(),
  })
  return {
    async count() {
      const waiting = await database
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('state', '!=', 'delivered')
        .execute()
      return waiting.length
    },
    async endPauses() {
      await database
        .updateTable('webhook_deliveries')
        .set(due())
        .where('state', '!=', 'delivered')
        .execute()
    },
    async endPausesOfFailed() {
      // A claimed message has no failure, because one that failed is made due without it.
      await database
        .updateTable('webhook_deliveries')
        .set(due())
        .where('state', '!=', 'delivered')
        .where('failure', '!=', 'none')
        .execute()
    },
  }
}
