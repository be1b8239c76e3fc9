/** Every call goes to one base that ends in `/api` (R001); a site on a CDN names it at its build. */
export const apiBase = import.meta.env.PUBLIC_API_URL || '/api'

/** A person has long given up by then, and may try again. */
export const timeoutMs = 20_000
