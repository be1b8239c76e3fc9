/** The mailboxes of mail links; a build can set others. */
export const salesEmail = import.meta.env.PUBLIC_SALES_EMAIL || 'sales@aman.example'
export const supportEmail = import.meta.env.PUBLIC_SUPPORT_EMAIL || 'support@aman.example'
