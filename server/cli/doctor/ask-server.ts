import * as v from 'valibot'
import { secondMs } from '../../core/clock.ts'
import { type DoctorReport, doctorReport } from '../../http/doctor-report.ts'
import { doctorHeader, makeDoctorToken } from '../../http/doctor-token.ts'

const timeoutMs = 10 * secondMs

export type Asked =
  /** Nothing answers. */
  | { readonly is: 'silent'; readonly cause: unknown }
  | { readonly is: 'another program'; readonly status: number }
  /** Without a report it does not know the secret of the database. */
  | { readonly is: 'Aman'; readonly answer: Response; readonly report: DoctorReport | undefined }

/**
 * Asks whether Aman answers at an address, and what it sees of the request.
 * @param secret of the database; undefined where it cannot be read
 */
export async function askServer(
  origin: string,
  secret: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<Asked> {
  const token = secret === undefined ? {} : { [doctorHeader]: makeDoctorToken(secret, new Date()) }
  let answer: Response
  let body: unknown
  try {
    answer = await fetch(`${origin}/api/health`, {
      headers: { ...headers, ...token },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    body = await answer.json().catch(() => undefined)
  } catch (cause) {
    return { is: 'silent', cause }
  }
  if (Object(body).status !== 'ok') return { is: 'another program', status: answer.status }
  const read = v.safeParse(doctorReport, Object(body).doctor)
  return { is: 'Aman', answer, report: read.success ? read.output : undefined }
}
