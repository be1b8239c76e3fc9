/** The aim of an attack by mail; 'other' where nothing that is known of the mail tells. */
export const attackKinds = [
  'phishing',
  'malware',
  'impersonation',
  'payment_fraud',
  'spam',
  'other',
] as const
export type AttackKind = (typeof attackKinds)[number]

/** The gateway's treatment of a mail: delivered, held back, or rejected. */
export const dispositions = ['delivered', 'quarantined', 'rejected'] as const

/** The fate of a mail: also moved out of the inbox, into Aman's folder of the mailbox. */
export const fates = [...dispositions, 'moved'] as const

/** A user's opinion of a mail. */
export const mailOpinions = ['honest', 'dangerous'] as const
export type MailOpinion = (typeof mailOpinions)[number]

/** The verdict of the models on a mail (R280). */
export const threatLevels = ['safe', 'suspicious', 'malicious'] as const
export type ThreatLevel = (typeof threatLevels)[number]
