import { admitGateway } from './gateways/keys/gateway-keys.ts'
import type { Authentication } from './http/session.ts'
import { restrictionOf } from './sign-in/factors/factors.ts'
import { endSessions, findSession } from './sign-in/sessions/sessions.ts'

/** Connects authentication to the nouns that know who may call. */
export const authentication: Authentication = {
  findSession,
  restrictionOf,
  endSessions,
  admitGateway,
}
