/** The verdict of the models on a mail (R280). */
export const threatLevels = ['safe', 'suspicious', 'malicious'] as const
export type ThreatLevel = (typeof threatLevels)[number]
