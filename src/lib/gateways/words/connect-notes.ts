import { i18n } from '../../core/i18n/i18n.ts'
import { productName } from '../../core/i18n/product.ts'

/** What to do with each file that connects a mail system, by its name. */
export const $connectNotesMessages = i18n('connectNotes', {
  'metadata_exporter.conf': `Reports every verdict to ${productName}. It holds a key: mode 0640, group of rspamd.`,
  'aman.lua': 'Carries out the flags of users, for each recipient.',
  'rspamd.conf.local':
    'Says where the flags are. Append it where the file exists. It holds a key: mode 0640, group of rspamd. rspamd writes the address of a map, with this key, to its log.',
  'worker-proxy.inc': 'One process less between Postfix and the verdict.',
  'main.cf': 'Lines to add to this file; the rest stays as it is.',
  'main.cf-gateway':
    'For a gateway by MX in front of Microsoft 365, Google Workspace or Exchange. Tried with a mail server of the tests behind it, not with these three. Let the mailboxes accept mail from this machine alone, or its verdicts can be passed by.',
  'report-a-mail.sh':
    'One report of one mail. The recipient is a user of the organization; /api/openapi.json describes every field.',
  mailcow: "Below mailcow's folder. Not tried.",
  mailcowRules:
    "mailcow has this file: copy the rules into its `rules`, the selectors into its `custom_select`, and keep what is there. Then run 'docker compose restart rspamd-mailcow'.",
})
