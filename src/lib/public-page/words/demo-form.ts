import { i18n } from '../../core/i18n/i18n.ts'
import { productName } from '../../core/i18n/product.ts'

/** R091, R094: these texts come from the specification. */
export const $demoFormMessages = i18n('demoForm', {
  missing: 'Please enter your email and company name',
  sent: 'Demo request sent! We will contact you shortly.',
  mailSubject: 'Demo request',
  mailGreeting: `Hello, we would like to see ${productName} at work.`,
  mailEmail: 'Business email',
  mailCompany: 'Company',
})
