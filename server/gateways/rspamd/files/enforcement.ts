import { judgeLines } from './judge.ts'
import { addressLines } from './plugin-addresses.ts'
import { flagLines } from './plugin-flags.ts'
import { mapLines } from './plugin-maps.ts'

/**
 * The rspamd plugin that carries flags out: each recipient's own, on the envelope. It has no
 * settings in it; those are in the section `aman` of rspamd.conf.local.
 */
export function enforcementPlugin(provingSymbols: readonly string[]): string {
  const start = head.replace('PROVING_SYMBOLS', () => provingSymbols.map(luaEntry).join('\n'))
  return [start, addressLines, mapLines, flagLines, enforcement, judgeLines].join('')
}

function luaEntry(symbol: string): string {
  if (!/^[A-Z\d_]+$/.test(symbol)) throw new Error(`${symbol} is not the name of a symbol`)
  return `  ${symbol} = true,`
}

const head = `-- Flags of Aman's users, carried out for each recipient.
-- Red: a recipient with a red flag on the sender loses the mail, and only that recipient; where no
-- recipient is left, the mail is rejected.
-- Green: a mail that is only suspicious is delivered as a safe one if DMARC proves the sender, no symbol
-- proves an attack, and every recipient that is left trusts the sender.
-- The settings are in the section 'aman' of rspamd.conf.local.

if confighelp then return end

local N = 'aman'
local logger = require 'rspamd_logger'
local util = require 'rspamd_util'
local http = require 'rspamd_http'
local hash = require 'rspamd_cryptobox_hash'

local settings = rspamd_config:get_all_opt(N)
if not settings or not (settings.organizations or settings.operator) then return end

-- No green flag helps a mail with one of these.
local proving = {
PROVING_SYMBOLS
}

-- What a green flag may turn into a delivery without a mark.
local softened = { ['add header'] = true, ['rewrite subject'] = true }
`

const enforcement = `
-- rspamd takes tags off addresses, and lists what it made of them behind the originals.
-- @param all originals and what replaces them
-- @param current what replaces them
local function originals(all, current)
  local count = #all > #current and #all - #current or #all
  local found = {}
  for position = 1, count do found[position] = all[position] end
  return found
end

-- More than a mail of people has; who writes further senders could as well leave out the first.
local most_senders = 10

-- The addresses of the From header; the envelope's sender where it has none.
-- @return what may be flagged of each sender, and how many addresses there are, readable or not
local function senders_of(task)
  local senders, count = {}, 0
  for _, kind in ipairs({ 'mime', 'smtp' }) do
    local all, current = task:get_from({ kind, 'orig' }) or {}, task:get_from(kind) or {}
    local entries = originals(all, current)
    count = count + #entries
    for position = 1, math.min(#entries, most_senders) do
      local name, labels = canonical(entries[position].addr or '')
      if name then senders[#senders + 1] = values_of(name, labels) end
    end
    if #senders > 0 then break end
  end
  return senders, count
end

local function proves_attack(task)
  for name in pairs(proving) do
    local symbol = task:get_symbol(name)
    if symbol and symbol[1].score > 0 then return true end
  end
  return false
end

local function may_soften(task, count)
  if count ~= 1 or not task:has_symbol('DMARC_POLICY_ALLOW') then return false end
  return softened[task:get_metric_action()] and not task:has_pre_result() and not proves_attack(task)
end

local function enforce(task)
  -- Mail of people who signed in to send is not judged by Aman.
  if task:get_user() then return end
  local senders, count = senders_of(task)
  local current = task:get_recipients('smtp') or {}
  local recipients = originals(task:get_recipients({ 'smtp', 'orig' }) or {}, current)
  local stopped, envelope, trusting, left = {}, {}, {}, 0
  for position, recipient in ipairs(recipients) do
    local is_stopped, trusts = false, false
    for _, values in ipairs(senders) do
      local flag = #values > 0 and flag_of(recipient_of(task, recipient.addr), values)
      trusts = trusts or flag == 'green'
      is_stopped = flag == 'red'
      if is_stopped then break end
    end
    if is_stopped then
      -- The report names recipients as rspamd rewrote them; the mail server knows them by what the
      -- client wrote, letter by letter.
      stopped[#stopped + 1] = (#current == #recipients and current[position] or recipient).addr
      envelope[#envelope + 1] = ((recipient.raw or recipient.addr):gsub('^<', ''):gsub('>$', ''))
    else
      left = left + 1
      if trusts then trusting[#trusting + 1] = recipient.addr end
    end
  end
  if #stopped > 0 then
    task:insert_result('AMAN_RED_FLAG', 0.0)
    task:insert_result('AMAN_ENFORCE', 0.0, stopped)
    if left == 0 then
      task:set_pre_result('reject', 'Blocked by the recipient', N)
      return
    end
    task:set_milter_reply({ del_rcpt = envelope })
  end
  if #trusting > 0 then
    task:insert_result('AMAN_GREEN_FLAG', 0.0)
    if #trusting == left and may_soften(task, count) then
      task:set_pre_result('no action', 'Trusted by every recipient', N)
    end
  end
end

-- The organizations among the recipients whose mail is reported and judged, each once. They are found
-- once for a mail, which is asked about before the judge and before the report.
local function owners_of(task)
  local list, known = task:cache_get('aman_owners'), {}
  if list then return list end
  list = {}
  for _, recipient in ipairs(task:get_recipients('smtp') or {}) do
    local owner = owner_of(recipient_of(task, recipient.addr or ''))
    if owner and not owner.is_suspended and not known[owner.id] then
      known[owner.id] = true
      list[#list + 1] = owner.id
    end
  end
  if owners then task:cache_set('aman_owners', list) end
  return list
end

-- For the rule in metadata_exporter.conf. Before the domains were read everything is reported: Aman
-- looks at each recipient anyway.
rspamd_plugins[N] = {
  is_reported = function(task) return not owners or #owners_of(task) > 0 end,
}

local id = rspamd_config:register_symbol({
  name = 'AMAN_ENFORCE',
  type = 'postfilter',
  priority = 10,
  flags = 'empty',
  group = 'aman',
  callback = enforce,
})
for _, name in ipairs({ 'AMAN_RED_FLAG', 'AMAN_GREEN_FLAG' }) do
  rspamd_config:register_symbol({ name = name, type = 'virtual', parent = id, group = 'aman' })
end
`
