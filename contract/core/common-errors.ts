import * as v from 'valibot'
import type { Endpoint } from './endpoint.ts'
import { defineError, type ErrorDefinition } from './errors.ts'
import { isForGateways, keyScopes } from './key-scope.ts'
import { can, roles } from './permissions.ts'

export const unknownCall = defineError(404, 'unknown_call', {
  description: 'There is no such call',
  params: v.object({ call: v.string() }),
  example: { call: 'GET /api/nothing' },
  sentence: ({ call }) => `There is no call ${call}`,
})

export const unknownHost = defineError(421, 'unknown_host', {
  description: 'The server is not known by the name in the Host header',
  sentence: () =>
    'This server is not known by this name. Its operator sets PUBLIC_URL or ALLOWED_HOSTS.',
})

export const badJson = defineError(400, 'bad_json', {
  description: 'The body is not valid JSON, or has more than 10,000 levels of lists and objects',
  sentence: () => 'The body is not valid JSON',
})

export const brokenBody = defineError(400, 'broken_body', {
  description: 'The body broke off',
  sentence: () => 'The body broke off',
})

export const tooLarge = defineError(413, 'too_large', {
  description: 'The body is too large',
  params: v.object({ max_bytes: v.number() }),
  example: { max_bytes: 64_000 },
  sentence: ({ max_bytes }) => `The body is larger than ${max_bytes} bytes`,
})

export const unsupportedType = defineError(415, 'unsupported_type', {
  description: 'The body is not application/json',
  params: v.object({ media_type: v.nullable(v.string()) }),
  example: { media_type: 'text/plain' },
  sentence: ({ media_type }) =>
    `The body must be application/json, ${media_type === null ? 'and has no Content-Type' : `not ${media_type}`}`,
})

/** Errors of a call that takes something else than JSON. */
export const unsupportedBody = defineError(415, 'unsupported_body', {
  description: 'The body has another media type than the call takes',
  params: v.object({ expected: v.string(), media_type: v.nullable(v.string()) }),
  example: { expected: 'message/rfc822', media_type: 'text/plain' },
  sentence: ({ expected, media_type }) =>
    `The body must be ${expected}, ${media_type === null ? 'and has no Content-Type' : `not ${media_type}`}`,
})

/** The header `Accept-Encoding` of the answer says the same (RFC 9110, section 15.5.16). */
export const unsupportedCoding = defineError(415, 'unsupported_coding', {
  description: 'The body is compressed: it has a `Content-Encoding`',
  params: v.object({ coding: v.string() }),
  example: { coding: 'gzip' },
  sentence: ({ coding }) =>
    `The body must not be compressed: send it without Content-Encoding, not as ${coding}`,
})

export const unauthorized = defineError(401, 'unauthorized', {
  description: 'There is no session, or it has ended',
  sentence: () => 'Not signed in, or the session has ended',
})

export const gatewayKeyRequired = defineError(401, 'gateway_key_required', {
  description: 'The request has no valid gateway key',
  sentence: () => 'A valid gateway key is required',
})

export const forbidden = defineError(403, 'forbidden', {
  description: 'The role does not allow this',
  sentence: () => 'Your role does not allow this',
})

/** The token of a browser extension is worth few calls, wherever it got to. */
export const notForExtensions = defineError(403, 'not_for_extensions', {
  description: 'The token is that of a browser extension, which may not make this call',
  sentence: () => 'A browser extension may not do this',
})

/** The site asks for the password; `/auth/me` says so beforehand. */
export const mustChangePassword = defineError(403, 'must_change_password', {
  description: 'The password was set by another person; the user has to set their own first',
  sentence: () => 'Set a password of your own first',
})

/** The site asks for a second factor; `/auth/me` says so beforehand. */
export const mustAddFactor = defineError(403, 'must_add_factor', {
  description: 'A policy requires a second factor, and the user has to add one first',
  sentence: () => 'Add a second factor first',
})

export const confirmationRequired = defineError(403, 'confirmation_required', {
  description:
    'The user has not proven who they are within the last ten minutes; `POST /auth/confirm` does it',
  sentence: () => 'Confirm your password to do this',
})

export const networkNotAllowed = defineError(403, 'network_not_allowed', {
  description: 'Gateways may not call from this network',
  params: v.object({ address: v.string() }),
  example: { address: '192.0.2.7' },
  sentence: ({ address }) => `Gateways may not call from ${address || 'an unknown address'}`,
})

export const wrongKeyScope = defineError(403, 'wrong_key_scope', {
  description: 'The gateway key has another scope than the call needs',
  params: v.object({ scope: v.picklist(keyScopes), needed: v.picklist(keyScopes) }),
  example: { scope: 'report', needed: 'flags' },
  sentence: ({ scope, needed }) =>
    `This gateway key has the scope '${scope}'. The call needs a key with the scope '${needed}'.`,
})

/**
 * A gateway reports for an organization that is suspended; its mail is neither recorded nor billed.
 */
export const organizationSuspended = defineError(403, 'organization_suspended', {
  description: 'The organization is suspended, and its mail is not recorded',
  sentence: () => 'The organization is suspended. Its mail is not recorded.',
})

/** The answer's `fields` name what is wrong; the sentence is about the first of them. */
export const invalidInput = defineError(422, 'invalid_input', {
  description: 'A field is missing, unknown or not valid; `fields` names it',
  sentence: () => 'The input is not valid',
})

export const internalError = defineError(500, 'internal_error', {
  description: 'Something went wrong on the server',
  params: v.object({ reference: v.string() }),
  example: { reference: '7F3K-2QX' },
  sentence: () => 'Something went wrong on the server.',
})

export const unavailable = defineError(503, 'unavailable', {
  description: 'The database cannot be used right now; try again in a moment',
  sentence: () => 'The database cannot be used right now. Try again in a moment.',
})

/** Passwords are judged and hashed a few at a time. */
export const busy = defineError(503, 'busy', {
  description: 'The server is busy; try again in a moment',
  sentence: () => 'The server is busy with the passwords of other people. Try again in a moment.',
})

/** Long bodies are in memory, of which each sender has a share. */
export const bodiesBusy = defineError(503, 'bodies_busy', {
  description: 'Many long bodies are on their way, of this sender or in all; try again in a moment',
  sentence: () => 'Many long files and emails are on their way. Try again in a moment.',
})

/** A row that a new one refers to went away between the check and the write. */
export const removedMeanwhile = defineError(409, 'removed_meanwhile', {
  description: 'What the new record belongs to was removed a moment ago',
  sentence: () => 'What this belongs to was removed a moment ago',
})

/** Every error that a call can be answered with: its own, and those of its access and method. */
export function errorsOf({
  method,
  access,
  mediaType,
  isForExtensions,
  isOpenWhileRestricted: opening,
  requiresRecentConfirmation,
  bodyLimitBytes,
  errors = [],
  isWithoutDatabase,
}: Endpoint): ErrorDefinition[] {
  const inBody = mediaType === undefined ? [badJson, unsupportedType] : [unsupportedBody]
  const isForUsers = access !== 'public' && !isForGateways(access)
  const isForSome = isForUsers && access !== 'signed-in' && roles.some((role) => !can(role, access))
  return [
    ...(method === 'GET' ? [] : [...inBody, unsupportedCoding, brokenBody, tooLarge]),
    ...(bodyLimitBytes === undefined ? [] : [bodiesBusy]),
    ...(isForUsers ? [unauthorized] : []),
    ...(isForSome ? [forbidden] : []),
    ...(isForUsers && !isForExtensions ? [notForExtensions] : []),
    ...(isForUsers && opening !== true && opening !== 'own-password' ? [mustChangePassword] : []),
    ...(isForUsers && opening !== true && opening !== 'factor' ? [mustAddFactor] : []),
    ...(requiresRecentConfirmation ? [confirmationRequired] : []),
    ...(isForGateways(access) ? [gatewayKeyRequired, networkNotAllowed, wrongKeyScope] : []),
    ...(access === 'gateway' || access === 'joined-browser' ? [organizationSuspended] : []),
    invalidInput,
    ...errors,
    internalError,
    ...(isWithoutDatabase ? [] : [unavailable]),
  ]
}
