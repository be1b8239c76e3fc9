import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { minuteMs } from '../core/clock.ts'
import { settings, siteSettings } from '../core/settings.ts'
import { keptSecret } from '../database/kept-secret.ts'
import type { CallContext } from './call-context.ts'
import { clientAddress } from './forwarded.ts'
import type { Services } from './services.ts'

/** The server's report to the doctor about a request, and about itself. */
export const doctorReport = v.object({
  /** The address of the client, as every limit and the audit trail take it. */
  address: v.string(),
  /** The entries of X-Forwarded-For, the client's own first. */
  forwarded: v.array(v.string()),
  trustedProxies: v.number(),
  settings: v.record(v.string(), v.string()),
})

export type DoctorReport = v.InferOutput<typeof doctorReport>

/** @returns undefined for everyone but the doctor, to whom a server says no more than that it answers */
export function createDoctorReport(services: Services) {
  const isRight = createTokenCheck()
  return async (context: CallContext): Promise<DoctorReport | undefined> => {
    const token = context.req.header(doctorHeader)
    if (token === undefined) return undefined
    const secret = await keptSecret(services, doctorSecret).catch(() => undefined)
    if (secret === undefined || !isRight(token, secret, services.clock())) return undefined
    const forwarded = context.req.header('x-forwarded-for') ?? ''
    return {
      address: clientAddress(context, services.trustedProxies),
      forwarded: forwarded.split(',').flatMap((entry) => entry.trim() || []),
      trustedProxies: services.trustedProxies,
      settings: fingerprintSettings(secret, process.env),
    }
  }
}

/*
 * The doctor asks a running server what it sees of a request. It shows by a token that it can read the
 * database, which holds the secret.
 */

export const doctorHeader = 'x-aman-doctor'
/** The name of the secret among those of the database. */
export const doctorSecret = 'doctor'
const validMs = 2 * minuteMs

export function makeDoctorToken(secret: string, now: Date): string {
  const claim = `${now.getTime()}.${randomBytes(12).toString('base64url')}`
  return `${claim}.${sign(secret, claim)}`
}

/** @returns whether a token is right, which each token is once */
function createTokenCheck() {
  const used = new Map<string, number>()
  return (token: string, secret: string, now: Date): boolean => {
    const end = token.lastIndexOf('.')
    const claim = token.slice(0, Math.max(end, 0))
    const given = Buffer.from(token.slice(end + 1))
    const right = Buffer.from(sign(secret, claim))
    if (given.length !== right.length || !timingSafeEqual(given, right)) return false
    const age = now.getTime() - Number(claim.split('.')[0])
    if (!(Math.abs(age) <= validMs) || used.has(claim)) return false
    for (const [earlier, at] of used) if (now.getTime() - at > 2 * validMs) used.delete(earlier)
    used.set(claim, now.getTime())
    return true
  }
}

/** Shows whether two processes have the same settings, and not which. */
export function fingerprintSettings(
  secret: string,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const names = Object.keys({ ...settings, ...siteSettings })
  return Object.fromEntries(
    names.map((name) => [name, sign(secret, `${name}=${environment[name] ?? ''}`).slice(0, 16)]),
  )
}

function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}
