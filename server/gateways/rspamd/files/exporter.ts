import { type Connection, oneLine } from './connection.ts'

/** `AMAN`, and `AMAN_2`, `AMAN_3` for further organizations. */
function ruleName(position: number): string {
  return position === 0 ? 'AMAN' : `AMAN_${position + 1}`
}

const selectorName = (position: number) => `to_${ruleName(position).toLowerCase()}`

/** rspamd's metadata_exporter.conf: a rule, and with it a key, for each organization. */
export function exporterRules({ origin, organizations, isOfOperator }: Connection): string {
  const isShared = organizations.length > 1
  const rules = organizations.map(({ name, reportKey }, position) => {
    const selector = isShared || isOfOperator ? selectorName(position) : 'is_not_soft_reject'
    return `  # ${oneLine(name) || 'Every verdict goes to Aman.'}
  ${ruleName(position)} {
    backend = "http";
    url = "${origin.origin}/api/rspamd";
    formatter = "json";
    # Aman refuses the default, text/plain.
    mime_type = "application/json";
    # A mail that is put off comes again and is judged again.
    selector = "${selector}";
    # Any name; the password is the key.
    user = "rspamd";
    password = "${reportKey}";
    # By default a report is lost while Aman is down, and the mail goes on. With the next line nothing
    # is lost, but no mail comes in meanwhile: senders are told to come again.
    # defer = true;
    # For rspamd 3.9 and later; before that it waits for up to 5 seconds.
    # timeout = 2s;
  }`
  })
  const selected = isOfOperator ? operatorSelector : isShared ? selectors(organizations) : ''
  return `${selected}rules {
${rules.join('\n')}
}
`
}

/** The plugin knows whose mail Aman wants; without it Aman looks at every mail. */
const operatorSelector = `custom_select {
  ${selectorName(0)} = <<EOD
return function(task)
  if task:get_metric_action() == 'soft reject' then return false end
  local aman = rspamd_plugins['aman']
  return aman == nil or aman.is_reported(task)
end
EOD;
}
`

/** A mail to several organizations goes to each; Aman ignores the recipients of the others. */
function selectors(organizations: Connection['organizations']): string {
  const written = organizations.map(({ name, domains }, position) => {
    if (domains.length === 0) throw new Error(`${oneLine(name)} needs the domains of its mail`)
    const wanted = domains.map((domain) => `["${domain}"] = true`).join(', ')
    return `  ${selectorName(position)} = <<EOD
return function(task)
  if task:get_metric_action() == 'soft reject' then return false end
  local wanted = { ${wanted} }
  for _, recipient in ipairs(task:get_recipients('smtp') or {}) do
    if wanted[recipient.domain:lower()] then return true end
  end
  return false
end
EOD;`
  })
  return `custom_select {
${written.join('\n')}
}
`
}
