import type { Services } from '../http/services.ts'
import { isSameName, userSchema } from './attributes.ts'
import type { FoundUser } from './find-users.ts'
import { isObject, keptOf, onlyOf } from './kept-user.ts'
import { applyOperation, type Operation } from './patch.ts'
import type { Provider } from './provider.ts'
import { ScimError } from './scim-answer.ts'
import { type GivenUser, isInactive } from './user-document.ts'
import { changeProvisionedUser } from './write-users.ts'

/** The user stays as they are, and becomes inactive. */
export function endAlone({ given_name, family_name, ...before }: FoundUser): GivenUser {
  return {
    ...before,
    locale: undefined,
    given_name: given_name ?? '',
    family_name: family_name ?? '',
    external_id: before.external_id ?? undefined,
    isActive: false,
  }
}

/**
 * Changes a user. Of a call that is refused for its values, the end of the user is kept: a leaver must not
 * stay because of a department that is too long.
 * @param operations what the call says, one by one
 */
export async function changeOrEnd(
  services: Services,
  provider: Provider,
  id: string,
  change: (before: FoundUser) => GivenUser,
  operations: () => readonly Operation[],
): Promise<FoundUser> {
  try {
    return await changeProvisionedUser(services, provider, id, change)
  } catch (cause) {
    const isForValues = cause instanceof ScimError && (cause.status === 400 || cause.status === 409)
    if (!isForValues || !endsUser(operations())) throw cause
    return changeProvisionedUser(services, provider, id, endAlone)
  }
}

function endsUser(operations: readonly Operation[]): boolean {
  const user = keptOf({})
  for (const operation of operations.flatMap(partsOf)) {
    try {
      applyOperation(user, operation)
    } catch (cause) {
      if (!(cause instanceof ScimError)) throw cause
    }
  }
  return isInactive(user.simple.active)
}

/** One operation for each value of one without a path. */
function partsOf(operation: Operation): Operation[] {
  const { op, path, value } = operation
  const whole = onlyOf(value)
  if (!(path === '' || isSameName(path, userSchema)) || !isObject(whole)) return [operation]
  return Object.entries(whole).flatMap(([name, inner]) =>
    name === '' ? [] : partsOf({ op, path: name, value: inner }),
  )
}
