/** The gateway's treatment of a mail: delivered, held back, or rejected. */
export const dispositions = ['delivered', 'quarantined', 'rejected'] as const
