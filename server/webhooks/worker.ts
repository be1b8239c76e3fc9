import { wordsForLog } from '../core/log.ts'
import type { Sealer } from '../core/sealer.ts'
import { startQueueWorker } from '../database/queue.ts'
import type { Services as AllServices } from '../http/services.ts'
import {
  claimDelivery,
  deliveryQueue,
  findDueWebhooks,
  noteDelivered,
  noteFailure,
  readActive,
} from './attempts.ts'
import { deliver } from './deliver.ts'

type Services = Pick<
  AllServices,
  'database' | 'clock' | 'log' | 'mailDomain' | 'webhookPost' | 'sealer'
>

/** Of one server to one endpoint. Endpoints do not wait for each other. */
const atOnce = 4

/** Sends messages in the background, to several endpoints at once. */
export function startWebhookWorker(services: Services): { stop(): Promise<void> } {
  const lanes = createLanes(services)
  return startQueueWorker(services, {
    name: 'webhook worker',
    queue: deliveryQueue,
    send: lanes.fill,
    rest: lanes.rest,
  })
}

function logFailure({ log }: Services, cause: unknown): void {
  log('error', 'webhook worker failed', { error: wordsForLog(cause) })
}

/** A lane sends messages to one endpoint, one after another, until none is due. */
export function createLanes(services: Services) {
  const { database, clock, sealer } = services
  const running = new Map<string, Set<Promise<void>>>()
  const open = (webhookId: string, sealer: Sealer, stop: AbortSignal, cut: AbortSignal) => {
    const lanes = running.get(webhookId) ?? new Set()
    running.set(webhookId, lanes)
    while (lanes.size < atOnce) {
      const lane = sendAll(services, sealer, webhookId, stop, cut)
        // What was claimed is sent again when the lease ends.
        .catch((cause: unknown) => logFailure(services, cause))
        .finally(() => {
          lanes.delete(lane)
          if (lanes.size === 0) running.delete(webhookId)
        })
      lanes.add(lane)
    }
  }
  return {
    /** Does not wait for the lanes, so that a slow endpoint does not delay the look for others. */
    async fill(stop: AbortSignal, cut: AbortSignal): Promise<void> {
      if (sealer === null) return
      for (const id of await findDueWebhooks(database, clock())) open(id, sealer, stop, cut)
    },
    async rest(): Promise<void> {
      await Promise.all([...running.values()].flatMap((lanes) => [...lanes]))
    },
  }
}

async function sendAll(
  services: Services,
  sealer: Sealer,
  webhookId: string,
  stop: AbortSignal,
  cut: AbortSignal,
): Promise<void> {
  const { database, clock, log } = services
  while (!stop.aborted) {
    // Anew each time, for it may be paused or changed meanwhile.
    const webhook = await readActive(database, webhookId)
    if (webhook === undefined) return
    const delivery = await claimDelivery(database, webhookId, clock())
    if (delivery === undefined) return
    const message = { id: delivery.message_id, body: delivery.body }
    const outcome = await deliver(services, sealer, webhook, message, cut)
    if (cut.aborted) return
    const line = { webhook: webhookId, delivery: delivery.id, attempt: delivery.attempts }
    if (outcome.failure === 'none') {
      await noteDelivered(services, delivery, outcome)
      log('info', 'webhook delivered', line)
    } else {
      await noteFailure(services, delivery, outcome)
      const { failure, status } = outcome
      log('warning', 'webhook failed', { ...line, failure, status: status ?? 'none' })
    }
  }
}
