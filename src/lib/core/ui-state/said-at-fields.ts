import type { FieldCode } from '../../../../contract/core/field-errors.ts'

/** Errors that no form of the site causes, because it builds the whole input. */
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
  | 'registry_suffix'
  | 'public_email_domain'
  | 'email_domain_taken'
  | 'no_single_sign_on'
  | 'client_secret_missing'
  | 'not_a_break_glass_user'
  | 'subject_taken'

/** The fields' words for messages: a code without words does not compile (error-words.ts). */
export type SaidAtFields = Readonly<
  Record<Exclude<FieldCode, NeverSent> | ErrorOfField, string | ((values: never) => string)>
>
