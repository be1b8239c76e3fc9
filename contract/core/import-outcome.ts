/** The outcome of a row of an import; in a dry run, the expected one. */
export const importOutcomes = ['new', 'unchanged', 'changed', 'conflict', 'invalid'] as const
export type ImportOutcome = (typeof importOutcomes)[number]
