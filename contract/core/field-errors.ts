/*
 * The possible faults of an input's field: codes, their params, and the English words that follow
 * the name of the field.
 */

interface Limit {
  readonly max: number
}

const nothing = (words: string) => (_: object) => words

const fieldErrors = {
  missing: nothing('is missing'),
  unknown: nothing('is not a known field'),
  must_be_absent: nothing('must be empty'),
  empty: nothing('must not be empty'),
  not_one_of: ({ allowed }: { readonly allowed: readonly string[] }) =>
    `must be one of ${allowed.join(', ')}`,
  too_short: ({ min }: { readonly min: number }) => `must have at least ${min}`,
  too_long: ({ max }: Limit) => `must not be longer than ${max}`,
  too_many: nothing('has too many entries'),
  too_low: ({ min }: { readonly min: number }) => `must be at least ${min}`,
  too_high: ({ max }: Limit) => `must be at most ${max}`,
  not_an_integer: nothing('must be a whole number'),
  not_digits: nothing('is not a whole number'),
  not_a_boolean: nothing('must be true or false'),
  not_a_text: nothing('must be a text'),
  not_a_list: nothing('must be a list'),
  not_an_object: nothing('must be an object'),
  invalid: nothing('is not valid'),
  not_storable: nothing('holds a character that cannot be kept'),
  not_one_line: nothing('must be one line without control characters'),
  control_character: nothing('holds a control character'),
  not_an_email: nothing('is not an email address'),
  not_an_issuer: nothing('must be the https:// address of an issuer'),
  shared_issuer: nothing(
    'is for accounts of every organization; use the address with the id of the tenant',
  ),
  not_a_webhook_url: nothing(
    'must be an https:// address without a user, a password and a fragment',
  ),
  not_callable: nothing('is an address that this server may not call'),
  not_a_sender: nothing('is neither an email address nor a domain'),
  not_a_domain: nothing('is not a domain'),
  not_networks: nothing('is no list of networks such as 192.0.2.0/24,2001:db8::/32'),
  shortened_number: nothing(
    'was shortened by a spreadsheet; format its column as text and export it again',
  ),
  not_a_time: nothing('is not an ISO 8601 time'),
  wrong_period: nothing('must be on the first day or at most 365 days after it'),
  in_path_already: nothing('is already given by the path'),
  other_list: nothing('belongs to another list, sort or filter'),
  repeated: nothing('is given more than once'),
  in_future: nothing('is in the future'),
  in_past: nothing('is in the past'),
  before_mail: nothing('is before there was mail'),
  not_a_key: nothing('must be 1 to 255 ASCII characters without a space'),
  invisible_character: nothing('holds an invisible character'),
  mixed_scripts: nothing('mixes letters of several scripts'),
  only_team_leads: nothing('is a right of team leads only'),
  unknown_organization: nothing('there is no such organization'),
  contains_username: nothing('must not hold the username'),
  contains_email: nothing('must not hold the email address'),
  contains_product: nothing("must not hold the product's name"),
  same_as_current: nothing('must be another one than now'),
  breached: nothing('is known from a data breach. Use another one.'),
  too_easy_to_guess: ({ warning }: { readonly warning: string }) =>
    ['is too easy to guess.', warning, advice].filter((words) => words !== '').join(' '),
} as const

const advice = 'Use several unrelated words, or let a password manager make one.'

type FieldErrors = typeof fieldErrors
export type FieldCode = keyof FieldErrors
export type FieldParams = { readonly [Code in FieldCode]: Parameters<FieldErrors[Code]>[0] }

const wordsByCode: { readonly [Code in FieldCode]: (params: FieldParams[Code]) => string } =
  fieldErrors

export interface FieldError {
  /** A path within the input, for instance `scans[3].recipient`; empty for the whole body. */
  readonly field: string
  readonly code: FieldCode
  readonly params: object
  /** In English, to follow the name of the field. */
  readonly words: string
}

export function fieldError<const Code extends FieldCode>(
  field: string,
  code: Code,
  params: FieldParams[Code],
): FieldError {
  return { field, code, params, words: wordsByCode[code](params) }
}

export function isFieldCode(text: string): text is FieldCode {
  return Object.hasOwn(fieldErrors, text)
}

/** For instance `scans[3].recipient: is not an email address`. */
export function fieldSentence({ field, words }: FieldError): string {
  return field === '' ? `The body ${words}` : `${field}: ${words}`
}
