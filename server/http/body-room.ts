import type { HonoRequest } from 'hono'
import { bodiesBusy } from '../../contract/core/common-errors.ts'
import { blockedUntil } from '../core/http-error.ts'

/*
 * The memory that bodies take from their first byte until their request is answered, in all and for
 * each sender. Without a bound, many long bodies that come slowly fill the memory of all organizations.
 */

/** Bodies up to this length are not counted, so that short mails always find room. */
export const uncountedBytes = 64 * 1024
const mostOfAll = 192 * 1024 * 1024
const mostOfOne = 64 * 1024 * 1024

type RawRequest = HonoRequest['raw']

const senders = new WeakMap<RawRequest, string>()
const heldBy = new Map<RawRequest, number>()
const heldOf = new Map<string, number>()
let heldByAll = 0

/** Says whose the body of a request is: a key, an organization or a user. */
export function nameSender({ raw }: HonoRequest, sender: string): void {
  senders.set(raw, sender)
}

/**
 * Counts the memory that a body takes or will take.
 * @throws HttpError 503 if its sender, or all together, have no room for it
 */
export function holdBody(request: HonoRequest, bytes: number): void {
  const more = bytes - (heldBy.get(request.raw) ?? 0)
  requireRoom(request, more)
  heldBy.set(request.raw, bytes)
  add(senderOf(request), more)
}

/** @throws HttpError 503 */
export function requireRoom(request: HonoRequest, bytes: number): void {
  const free = mostOfAll - heldByAll
  const ofSender = heldOf.get(senderOf(request)) ?? 0
  // One sender has at most as much as is left for the others, so that few senders do not take all.
  if (ofSender + bytes > Math.min(mostOfOne, free - bytes)) throw blockedUntil(bodiesBusy, {}, 1)
}

export function releaseBody(request: HonoRequest): void {
  const bytes = heldBy.get(request.raw)
  if (bytes === undefined) return
  heldBy.delete(request.raw)
  add(senderOf(request), -bytes)
}

function senderOf({ raw }: HonoRequest): string {
  return senders.get(raw) ?? ''
}

function add(sender: string, bytes: number): void {
  heldByAll += bytes
  const ofSender = (heldOf.get(sender) ?? 0) + bytes
  if (ofSender === 0) heldOf.delete(sender)
  else heldOf.set(sender, ofSender)
}
