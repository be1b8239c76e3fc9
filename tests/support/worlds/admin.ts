import { type MadeUser, makeSession, makeUser, type Place } from './factories.ts'

/** A super admin with a session. */
export async function signInAdmin(
  place: Place,
  overrides: Parameters<typeof makeUser>[1] = {},
): Promise<{ readonly admin: MadeUser; readonly token: string }> {
  const admin = await makeUser(place, { role: 'super_admin', ...overrides })
  return { admin, token: await makeSession(place, admin) }
}
