/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** The base of the API, if it is not `/api` on the site's own origin. */
  readonly PUBLIC_API_URL?: string
  readonly PUBLIC_SALES_EMAIL?: string
  readonly PUBLIC_SUPPORT_EMAIL?: string
}

declare namespace App {
  interface Locals {
    /** The language of the page, set by `middleware.ts`. */
    locale: import('../contract/core/locale.ts').Locale
  }
}
