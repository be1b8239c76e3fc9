import { params } from '@nanostores/i18n'
import type { FieldCode } from '../../../../contract/core/field-errors.ts'
import { i18n } from '../i18n/i18n.ts'
import { productName } from '../i18n/product.ts'

/** What a form of the site cannot send, because it builds the whole input. */
type NeverSent =
  | 'unknown'
  | 'must_be_absent'
  | 'not_an_integer'
  | 'not_digits'
  | 'not_a_boolean'
  | 'not_a_text'
  | 'not_a_list'
  | 'not_an_object'
  | 'not_a_time'
  | 'wrong_period'
  | 'in_path_already'
  | 'other_list'
  | 'repeated'
  | 'in_future'
  | 'before_mail'
  | 'not_a_key'

type ErrorOfField =
  | 'wrong_password'
  | 'wrong_code'
  | 'wrong_new_code'
  | 'taken'
  | 'own_deactivation'
  | 'user_elsewhere'
  | 'user_protected'
  | 'domain_not_approved'
  | 'not_invitable'
  | 'flag_exists'
  | 'organization_name_taken'
  | 'public_mail_domain'
  | 'public_email_domain'
  | 'email_domain_taken'
  | 'no_single_sign_on'
  | 'client_secret_missing'
  | 'not_a_break_glass_user'
  | 'subject_taken'

const words = {
  missing: 'Please fill this in.',
  empty: 'Please fill this in.',
  not_one_of: 'Choose one of the options.',
  too_short: params('Use at least {min} characters.'),
  too_long: params('Use at most {max} characters.'),
  too_many: 'Remove some of these.',
  too_low: params('Enter {min} or more.'),
  too_high: params('Enter {max} or less.'),
  invalid: 'Please check this.',
  not_storable: 'Remove the characters that cannot be shown.',
  not_one_line: 'Remove line breaks and control characters.',
  control_character: 'Remove the control characters.',
  not_an_email: 'Enter an email address like name@firm.example.',
  not_a_webhook_url: 'Enter an https:// address without a user, a password and a fragment.',
  not_callable: 'This server may not call this address.',
  not_an_issuer: 'Enter the https:// address of the issuer.',
  shared_issuer: 'Use the address with the id of your tenant.',
  not_a_sender: 'Enter an email address or a domain like firm.example.',
  not_a_domain: 'Enter a domain like firm.example.',
  invisible_character: 'Remove the invisible characters.',
  mixed_scripts: 'Use letters of one script only.',
  only_team_leads: 'Only a team lead can be given this.',
  unknown_organization: 'Choose an organization that exists.',
  in_past: 'Choose a day to come.',
  contains_username: 'Leave the username out of the password.',
  contains_email: 'Leave the email address out of the password.',
  contains_product: `Leave ${productName} out of the password.`,
  same_as_current: 'Choose another password than the one you have now.',
  breached: 'This password is known from a data breach. Use another one.',
  too_easy_to_guess:
    'This is too easy to guess. Use several unrelated words, or let a password manager make one.',
  wrong_password: 'This is not your current password.',
  wrong_code: 'This code is not valid.',
  wrong_new_code: 'This code does not match.',
  taken: 'Another user already has this.',
  user_elsewhere: 'This user belongs to another organization.',
  user_protected: 'This user is a super admin.',
  domain_not_approved: 'This domain is not approved for your organization.',
  not_invitable: 'This address cannot be invited.',
  own_deactivation: 'You cannot make yourself inactive.',
  flag_exists: 'This has a flag already.',
  organization_name_taken: 'Another organization already has this name.',
  public_mail_domain: 'Anyone can have an address here. Enter a whole address.',
  public_email_domain: 'Anyone can have an address here.',
  email_domain_taken: 'Another organization has this domain.',
  no_single_sign_on: 'There is no single sign-on for this address.',
  client_secret_missing: 'Enter the client secret.',
  not_a_break_glass_user: 'Choose an active user with a password.',
  subject_taken: 'Another user is linked to this.',
} satisfies Record<Exclude<FieldCode, NeverSent> | ErrorOfField, unknown>

/** The messages at marked fields, by the code that the server gives. */
export const $fieldMessages = i18n('fields', {
  ...words,
  /** The notice beside them. */
  check: 'Please check the marked fields',
})
