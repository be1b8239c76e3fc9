/** A user's opinion of a mail. */
export const mailOpinions = ['honest', 'dangerous'] as const
export type MailOpinion = (typeof mailOpinions)[number]
