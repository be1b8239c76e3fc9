import { params } from '@nanostores/i18n'
import { i18n } from './i18n.ts'

/**
 * Errors by code, for locales other than English: there the server's own sentence is shown. The params
 * are those that the contract declares.
 */
export const $errorMessages = i18n('errors', {
  wrong_credentials: 'Incorrect username or password',
  confirmation_required: 'Confirm your password to do this',
  unknown_session: 'You have no such session',
  wrong_password: 'This is not your current password',
  too_many_sign_ins: 'Too many failed sign-ins. Try again later.',
  flag_exists: params('{value} has a flag already. Remove that one first to change it.'),
  too_many_flags: params('You cannot have more than {max} flags. Remove one to add another.'),
  public_mail_domain: params(
    'Anyone can have an address at {domain}. Trust a whole address instead.',
  ),
  unknown_flag: 'You have no such flag',
  unknown_user: 'There is no such user',
  taken: 'Another user already has the username or one of the addresses',
  link_not_valid: 'This link does not work any more',
  reset_not_offered: 'This server sends no mail. Ask your administrator for a new password.',
  too_many_resets: 'Too many requests for a new password. Try again later.',
  invitations_not_offered:
    'This server cannot send invitations: it has no PUBLIC_URL or no mail server',
  user_inactive: 'This user is inactive. Make the user active first.',
  has_password: 'This user has a password already, and needs no invitation',
  not_invited: 'This user has no open invitation',
  last_admin: 'This is the last active super admin. Name another one first.',
  repeated_row: params('Line {line} has the same username or address, or one that looks like it'),
  user_elsewhere: params('The user {username} belongs to another organization'),
  user_protected: params('The user {username} is a super admin and is not changed by an import'),
  own_deactivation: 'You cannot make yourself inactive. Ask another super admin to do it.',
  password_not_judged: 'The password could not be judged in time. Try again.',
  own_account: 'You cannot remove yourself from the system!',
  organization_name_taken: params('There is an organization named {name} already'),
  unknown_organization: 'There is no such organization',
  organization_not_empty:
    'Only an organization without users, billed scans and receipts can be removed. Suspend it instead.',
  unknown_gateway_key: 'The organization has no such gateway key',
  key_issued_already: 'This key was issued before, and is in use or revoked',
  month_not_over: 'This month is not over yet, so its scans still change',
  too_many_requests: 'You have sent many requests within the last hour. Try again later.',
  checks_not_offered: 'This server does not check mail',
  not_a_mail: 'This file is not an email',
  too_many_checks: 'You have checked many emails within the last ten minutes. Try again later.',
  checks_busy: 'Other emails are being checked. Try again in a moment.',
  filter_unavailable: 'The mail filter does not answer. Try again in a moment.',
  filter_failed: 'The mail filter could not judge this email',
  unknown_mail: 'You have no such email',
  removed_meanwhile: 'What this belongs to was removed a moment ago',
  must_change_password: 'Set a password of your own first',
  forbidden: 'Your role does not allow this',
  too_large: params('This is larger than {max_bytes} bytes'),
  busy: 'The server is busy. Try again in a moment.',
  unavailable: 'The database cannot be used right now. Try again in a moment.',
  internal_error: params('Something went wrong on the server. Reference: {reference}'),
})
