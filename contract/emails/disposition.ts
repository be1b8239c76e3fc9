/** What a gateway did with a mail: delivered it, held it back, or rejected it. */
export const dispositions = ['delivered', 'quarantined', 'rejected'] as const
