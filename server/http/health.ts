import { healthEndpoint } from '../../contract/core/health.ts'
import { can } from '../../contract/core/permissions.ts'
import { version } from '../core/version.ts'
import { findCaller } from './authentication.ts'
import { bindResponse } from './bind.ts'
import type { CallContext } from './call-context.ts'
import { createDoctorReport } from './doctor-report.ts'
import { jsonAnswer } from './json-answer.ts'
import type { Services } from './services.ts'

/** GET /health: shows that the server responds; super admins also get its version. */
export function health(services: Services) {
  const reportToDoctor = createDoctorReport(services)
  return bindResponse(services, healthEndpoint, async (read, context) => {
    await read()
    const doctor = await reportToDoctor(context)
    if (doctor !== undefined) return jsonAnswer({ status: 'ok', doctor })
    const isForOperator = await isOperator(services, context)
    return jsonAnswer({ status: 'ok', ...(isForOperator ? { version } : {}) })
  })
}

/** False while the database is unavailable, so that the call still succeeds. */
async function isOperator(services: Services, context: CallContext): Promise<boolean> {
  const session = await findCaller(services, context, { isBackground: true }).catch(() => undefined)
  return session?.scope === 'site' && can(session.user.role, 'view:admin')
}
