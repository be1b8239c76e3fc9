/*
 * A release serves every operator, so its site is built without settings: the build writes a marker
 * where a setting belongs, and the server fills it in (decision 0111).
 */

export interface SiteSettings {
  /** The origin that the pages name as theirs. */
  readonly siteUrl: string
  /** A path, or an URL of another origin. */
  readonly apiUrl: string
  readonly salesEmail: string
  readonly supportEmail: string
}

/** By the setting that a build reads. */
export const markers = {
  SITE_URL: 'https://site-url.invalid',
  PUBLIC_API_URL: 'https://public-api-url.invalid/api',
  PUBLIC_SALES_EMAIL: 'public-sales-email@setting.invalid',
  PUBLIC_SUPPORT_EMAIL: 'public-support-email@setting.invalid',
} as const

export const usualSettings = {
  siteUrl: 'https://aman.example',
  apiUrl: '/api',
  salesEmail: 'sales@aman.example',
  supportEmail: 'support@aman.example',
} as const satisfies SiteSettings

/**
 * Scripts read these in place of the settings, so that no script changes with them: their addresses
 * carry a hash of their content, and browsers keep them for a year.
 */
export const readFromPage = {
  'import.meta.env.PUBLIC_API_URL': 'document.documentElement.dataset.apiUrl',
  'import.meta.env.PUBLIC_SALES_EMAIL': 'document.documentElement.dataset.salesEmail',
  'import.meta.env.PUBLIC_SUPPORT_EMAIL': 'document.documentElement.dataset.supportEmail',
} as const

/** Whether a build leaves the settings to the server. */
export function isForRelease(environment: Readonly<Record<string, string | undefined>>): boolean {
  return environment.PUBLIC_API_URL === markers.PUBLIC_API_URL
}
