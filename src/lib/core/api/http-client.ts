import { ofetch } from 'ofetch'

/** The site's HTTP client. Only `http.ts` imports it, with the first call that needs it. */
export const client = ofetch.create({
  // A request is never made twice unasked; by default, each failed GET would be.
  retry: 0,
  responseType: 'text',
  // `http.ts` judges all answers, also the early ones, which do not come through here.
  ignoreResponseError: true,
})
