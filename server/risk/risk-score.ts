import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import { dayMs, dayOf } from '../core/clock.ts'

const weekMs = 7 * dayMs
/** A Monday; weeks begin with Monday in UTC. */
const firstWeekMs = Date.UTC(2024, 0, 1)

/** The Monday of the week that a time is in: `2026-03-09`. */
export function weekOf(moment: Date): string {
  const week = Math.floor((moment.getTime() - firstWeekMs) / weekMs)
  return dayOf(new Date(week * weekMs + firstWeekMs))
}

/** The week so many weeks later, or earlier. */
export function weekAfter(week: string, count: number): string {
  return dayOf(new Date(Date.parse(week) + count * weekMs))
}

/** When a week is over. */
export function endOfWeek(week: string): Date {
  return new Date(Date.parse(week) + weekMs)
}

/** So many weeks up to the one that a time is in, oldest first. */
export function weeksUntil(moment: Date, count: number): string[] {
  const last = weekOf(moment)
  return Array.from({ length: count }, (_, index) => weekAfter(last, index + 1 - count))
}

/*
 * How risk works. Every dangerous mail to a user adds points, more if it reached the inbox: malicious
 * mail adds 20 if it was delivered and 10 if it was kept out, suspicious mail 3 or 1, safe mail none.
 * Points count from the time of receipt and halve every 30 days. The score is
 * 100 · (1 − e^(−points/25)): it starts at 0, never exceeds 100, and each further mail adds less. One
 * malicious mail kept out today gives 33 (Medium), four give 80 (High), and a user with only one
 * malicious mail is back at Low Risk within a week.
 *
 * The stored value is a plain sum. Each mail adds its points scaled to a fixed epoch, that is
 * points · 2^(days since the epoch / 30), and the score scales the sum back to today. So the order of
 * reports does not matter, late reports count fully, and several servers can add concurrently. A double
 * holds this sum until after the year 2100.
 */

const halfLifeMs = 30 * dayMs
const epochMs = Date.UTC(2024, 0, 1)
const scale = 25
const points: Record<ThreatLevel, { readonly delivered: number; readonly keptOut: number }> = {
  safe: { delivered: 0, keptOut: 0 },
  suspicious: { delivered: 3, keptOut: 1 },
  malicious: { delivered: 20, keptOut: 10 },
}

/** The points of a mail when it is received. */
export function pointsOf(level: ThreatLevel, isDelivered: boolean): number {
  return points[level][isDelivered ? 'delivered' : 'keptOut']
}

/** The amount that one mail adds to a user's sum. */
export function riskOf(level: ThreatLevel, isDelivered: boolean, receivedAt: Date): number {
  return scaledPoints(pointsOf(level, isDelivered), receivedAt)
}

/** The amount that these points add to a user's sum. */
export function scaledPoints(received: number, receivedAt: Date): number {
  return received * growth(receivedAt)
}

/** The points at the given time that make up a sum. */
export function pointsLeft(riskSum: number, now: Date): number {
  return riskSum / growth(now)
}

/** A user's risk, 0 to 100, at the given time. */
export function riskScore(riskSum: number, now: Date): number {
  return scoreOfPoints(pointsLeft(riskSum, now))
}

function scoreOfPoints(left: number): number {
  return 100 * (1 - Math.exp(-left / scale))
}

/** In how many whole days the score is below a limit if no dangerous mail comes; 0 if it is now. */
export function daysUntilBelow(limit: number, left: number): number {
  const isBelow = (days: number) =>
    scoreOfPoints(left * 2 ** ((-days * dayMs) / halfLifeMs)) < limit
  if (isBelow(0)) return 0
  const allowed = -scale * Math.log(1 - limit / 100)
  const days = Math.ceil((Math.log2(left / allowed) * halfLifeMs) / dayMs)
  // The logarithm is not exact, and the day is to be that of the formula.
  return [days - 1, days].find((candidate) => candidate > 0 && isBelow(candidate)) ?? days + 1
}

function growth(moment: Date): number {
  return 2 ** ((moment.getTime() - epochMs) / halfLifeMs)
}
