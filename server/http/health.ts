import { healthEndpoint } from '../../src/lib/contract/health.ts'
import { can } from '../../src/lib/contract/permissions.ts'
import type { Parts } from '../parts.ts'
import { version } from '../version.ts'
import { findCaller } from './authentication.ts'
import { type Binding, bindResponse, type CallContext } from './bind.ts'
import { jsonAnswer } from './json-answer.ts'

/** GET /health: an answer says that the server answers; super admins learn its version. */
export function health(parts: Parts): Binding {
  return bindResponse(parts, healthEndpoint, async (read, context) => {
    await read()
    const isForOperator = await isOperator(parts, context)
    return jsonAnswer({ status: 'ok', ...(isForOperator ? { version } : {}) })
  })
}

/** Without a database no caller is known as one, and the server answers all the same. */
async function isOperator(parts: Parts, context: CallContext): Promise<boolean> {
  const session = await findCaller(parts, context, { isBackground: true }).catch(() => undefined)
  return session !== undefined && can(session.person.role, 'view:admin')
}
