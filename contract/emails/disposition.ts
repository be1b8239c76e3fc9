/** The gateway's treatment of a mail: delivered, held back, or rejected. */
export const dispositions = ['delivered', 'quarantined', 'rejected'] as const

/** The fate of a mail: also moved out of the inbox, into Aman's folder of the mailbox. */
export const fates = [...dispositions, 'moved'] as const
