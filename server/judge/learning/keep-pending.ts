import { LRUCache } from 'lru-cache'
import { minuteMs } from '../../core/clock.ts'
import { wordsForLog } from '../../core/log.ts'
import type { Retention } from '../../database/retention.ts'
import type { Services } from '../../http/services.ts'
import { lessonNames, sealLesson } from './lesson.ts'
import { readSwitch } from './state.ts'

/** A verdict that comes later finds nothing any more. */
const pendingMs = 10 * minuteMs
/** The limit of one organization, for each server and five minutes: a flood teaches no more than a busy day. */
const mostPending = 500

/** The judge's opinion of a mail on its way, with its vector. */
export interface Taught {
  readonly messageId: string
  readonly sender: string
  readonly isKnownSender: boolean
  /** In base64. */
  readonly places: string
  /** The shared judge's. */
  readonly score: number
  readonly sharedLevel: 'safe' | 'suspicious'
  readonly level: 'safe' | 'suspicious'
}

const counted = new LRUCache<string, { count: number }>({ max: 10_000, ttl: 5 * minuteMs })

type Place = Pick<Services, 'database' | 'clock' | 'log' | 'sealer'>

/**
 * Keeps the vector of a judged mail until its verdict has come. Of a mail that the judge found safe only
 * where the organization has switched that on. The analysis goes on if it fails.
 */
export async function keepPending(
  services: Place,
  organizationId: string,
  taught: Taught,
): Promise<void> {
  const { database, clock, log, sealer } = services
  if (sealer === null || taught.messageId === '') return
  try {
    const isOrdinary = taught.level === 'safe' && taught.sharedLevel === 'safe'
    if (isOrdinary && !(await readSwitch(services, organizationId))) return
    if (!hasRoom(organizationId)) return
    const names = await lessonNames({ database, clock }, organizationId)
    const { messageId, sender, ...kept } = taught
    const sealed = sealLesson(sealer, organizationId, {
      ...kept,
      mail: '',
      counted: 0,
      sender: names.sender(sender),
    })
    await database
      .insertInto('pending_lessons')
      .values({
        organization_id: organizationId,
        mail: names.mail(messageId),
        digest: names.content(taught.places),
        made_at: clock().toISOString(),
        sealed,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } catch (cause) {
    log('warning', 'lesson not kept', { error: wordsForLog(cause) })
  }
}

function hasRoom(organizationId: string): boolean {
  const room = counted.get(organizationId) ?? { count: 0 }
  if (room.count === 0) counted.set(organizationId, room)
  room.count += 1
  return room.count <= mostPending
}

/** The learner deletes them at once; this is for when none runs. */
export const pendingRetention: Retention = {
  table: 'pending_lessons',
  key: ['organization_id', 'mail', 'digest'],
  date: 'made_at',
  keptMs: pendingMs,
  future: 'delete',
}

export const mailLessonRetention: Retention = {
  table: 'mail_lessons',
  key: ['organization_id', 'scan_id'],
  date: 'delete_after',
}
