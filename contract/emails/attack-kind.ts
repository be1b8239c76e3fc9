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
