/**
 * The judge's role for an organization: none; count what it would mark, and show no user; or mark.
 */
export const judgeModes = ['off', 'watch', 'mark'] as const
export type JudgeMode = (typeof judgeModes)[number]

/** How many honest mails in 1,000 may be marked: what the model has thresholds for. */
export const honestMailsMarked = [1, 2, 5, 10, 20] as const
