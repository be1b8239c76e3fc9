/** What the models said of a mail (R280). */
export const threatLevels = ['safe', 'suspicious', 'malicious'] as const
export type ThreatLevel = (typeof threatLevels)[number]
