import * as v from 'valibot'
import { falseIfMissing, givenId, id, object, text } from '../core/basic.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { defineError } from '../core/errors.ts'
import { field, shown } from '../core/field.ts'
import { sessionScopes } from '../sign-in/own-session.ts'

const session = object({
  id: field(id, 'Names the session; says nothing about its token.', shown.session),
  browser: field(text, 'The browser, or the program that signed in; empty if unknown.', 'Firefox'),
  system: field(text, 'The operating system; empty if unknown.', 'Windows'),
  address: field(text, 'The IP address of the sign-in; empty if unknown.', '192.0.2.7'),
  created_at: field(text, 'When it was created.', '2026-03-02T08:00:00.000Z'),
  last_used_at: field(text, 'The last call, to the minute.', '2026-03-02T09:30:00.000Z'),
  scope: field(
    v.fallback(v.picklist(sessionScopes), 'site'),
    'Of the site, or of a browser extension.',
  ),
  is_current: field(falseIfMissing, 'Whether this call is made with it.'),
})

export const unknownSession = defineError(404, 'unknown_session', {
  description: 'The user has no such session',
  sentence: () => 'You have no such session',
})

export const listSessionsEndpoint = defineEndpoint('GET /account/sessions', {
  summary: 'Where the user is signed in',
  access: 'signed-in',
  output: object({
    sessions: field(v.array(session), 'The open sessions, the one used last first.'),
  }),
})

export const endOneSessionEndpoint = defineEndpoint('DELETE /account/sessions/:id', {
  summary: 'End one session of the user',
  access: 'signed-in',
  requiresRecentConfirmation: true,
  input: v.strictObject({ id: field(givenId, 'The session to end.', shown.session) }),
  errors: [unknownSession],
})

export const endAllOtherSessionsEndpoint = defineEndpoint('DELETE /account/sessions', {
  summary: 'End all other sessions of the user',
  access: 'signed-in',
  requiresRecentConfirmation: true,
})
