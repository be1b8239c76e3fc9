/** Whether users need a second factor: never, from 14 days on, or at once. */
export const factorPolicies = ['optional', 'required_in_14_days', 'required'] as const
export type FactorPolicy = (typeof factorPolicies)[number]
