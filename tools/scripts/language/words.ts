/** Words that hide who acts or what is meant, with what to write instead. */
export const avoidedWords: ReadonlyMap<string, string> = new Map([
  ['whoever', "name them: 'the user', 'the caller', 'the operator'"],
  ['whomever', "name them: 'the user', 'the caller', 'the operator'"],
  ['somebody', "name them: 'a user', 'another user', 'a client'"],
  ['nobody', "name them: 'no user', 'no caller', or say what does not happen"],
  ['anybody', "name them: 'any user', 'every caller'"],
  ['everybody', "name them: 'every user', 'all clients'"],
  ['of no', "'without', or a verb: 'has no'"],
  ['that is none', "'invalid', 'not a …'"],
  ['farewell', "'removal notice'"],
  ['good people', "'legitimate users'"],
])

/** Former names in code; the glossary has the current ones. */
export const avoidedNames: ReadonlySet<string> = new Set([
  'bring',
  'farewell',
  'goodPeople',
  'here',
  'keepHouse',
  'later',
  'sufferingOf',
  'turn',
  'withPatience',
])
