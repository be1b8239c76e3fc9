/** What becomes of a row of an import; in a dry run, what would. */
export const importOutcomes = ['new', 'unchanged', 'changed', 'conflict', 'invalid'] as const
export type ImportOutcome = (typeof importOutcomes)[number]
