import * as v from 'valibot'
import { keptSecret } from '../database/kept-secret.ts'
import type { CallContext } from './call-context.ts'
import {
  createTokenCheck,
  doctorHeader,
  doctorSecret,
  fingerprintSettings,
} from './doctor-token.ts'
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
