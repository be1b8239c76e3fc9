import { i18n } from '../../core/i18n/i18n.ts'
import { productName } from '../../core/i18n/product.ts'

export const $privacyNoticeMessages = i18n('privacyNotice', {
  title: 'Before you start: your privacy',
  introduction: 'Please read what happens to your email, and agree to it.',
  analysed: 'Your emails are analysed for threats by AI.',
  malicious:
    'For malicious emails only the sender domain is stored; the content is deleted immediately.',
  team: "Your team lead sees level, kind of attack, sender's domain and time of dangerous emails to you, and never a subject.",
  encrypted:
    'Your data is encrypted and never sold. Every connection is encrypted; the operator of the server decides about the disk.',
  rights: `${productName} is GDPR compliant: you have the right to see your data and the right to have it deleted.`,
  readPolicy: 'Read the full privacy policy',
  newTab: 'opens in a new tab',
  agree: 'I have read this and I agree',
  accept: 'Agree & Continue',
  acceptDisabled: 'Check Box to Continue',
})
