import { judgeLines } from './judge.ts'

/**
 * The rspamd plugin that carries flags out: each recipient's own, on the envelope. It has no
 * settings in it; those are in the section `aman` of rspamd.conf.local.
 */
export function enforcementPlugin(provingSymbols: readonly string[]): string {
  return `${plugin.replace('PROVING_SYMBOLS', () => provingSymbols.map(luaEntry).join('\n'))}${judgeLines}`
}

function luaEntry(symbol: string): string {
  if (!/^[A-Z\d_]+$/.test(symbol)) throw new Error(`${symbol} is not the name of a symbol`)
  return `  ${symbol} = true,`
}

const plugin = `-- Flags of Aman's users, carried out for each recipient.
-- Red: a recipient with a red flag on the sender loses the mail, and only that recipient; where no
-- recipient is left, the mail is rejected.
-- Green: a mail that is only suspicious is delivered as a safe one if DMARC proves the sender, no symbol
-- proves an attack, and every recipient that is left trusts the sender.
-- The settings are in the section 'aman' of rspamd.conf.local.

if confighelp then return end

local N = 'aman'
local logger = require 'rspamd_logger'
local util = require 'rspamd_util'

local settings = rspamd_config:get_all_opt(N)
if not settings or not (settings.organizations or settings.operator) then return end

-- No green flag helps a mail with one of these.
local proving = {
PROVING_SYMBOLS
}

-- What a green flag may turn into a delivery without a mark.
local softened = { ['add header'] = true, ['rewrite subject'] = true }

-- Sets of lines 'recipient|sender', one for each organization. They are read here, and not as a set of
-- rspamd's, because that ends a line at '#' and at a space, which addresses may contain.
local reds, greens = {}, {}

local function read_lines(text, read)
  local count = 0
  for line in tostring(text):gmatch('[^\\r\\n]+') do
    if line:sub(1, 1) ~= '#' then
      -- Aman writes lines with '#' in quotes, for maps that rspamd reads by itself.
      read(line:match('^"(.*)"$') or line)
      count = count + 1
    end
  end
  return count
end

local function add_map(name, place, url, read)
  local map = rspamd_config:add_map({
    type = 'callback',
    description = 'Aman: ' .. name,
    url = { url = url, poll = place.poll or 5, name = 'Aman: ' .. name },
    callback = function(text)
      logger.infox(rspamd_config, 'Aman: %s are %s', name, read(text))
    end,
  })
  if not map then logger.errx(rspamd_config, 'Aman: no map of %s', name) end
end

for position, organization in ipairs(settings.organizations or {}) do
  for color, sets in pairs({ red = reds, green = greens }) do
    sets[position] = {}
    add_map(color .. ' flags', organization, organization[color], function(text)
      local set = {}
      local count = read_lines(text, function(line) set[line] = true end)
      sets[position] = set
      return count
    end)
  end
end

-- By a key of the operator: the flags of each organization by its id, and whose mail a domain or an
-- address receives, which is nil until it was read once.
local operator = settings.operator
local operator_reds, operator_greens, owners = {}, {}, nil

-- A line without '|' names the organization of the lines after it.
local function read_sections(text)
  local sets, set, count = {}, nil, 0
  read_lines(text, function(line)
    if not line:find('|', 1, true) then
      set = {}
      sets[line:sub(2)] = set
    elseif set then
      set[line] = true
      count = count + 1
    end
  end)
  return sets, count
end

local function read_owners(text)
  local found = {}
  local count = read_lines(text, function(line)
    local name, id, state = line:match('^([^|]+)|([%w_-]+)|?(%a*)$')
    if name then found[name] = { id = id, is_suspended = state == 'suspended' } end
  end)
  owners = found
  return count
end

if operator then
  add_map('red flags', operator, operator.red, function(text)
    local count
    operator_reds, count = read_sections(text)
    return count
  end)
  add_map('green flags', operator, operator.green, function(text)
    local count
    operator_greens, count = read_sections(text)
    return count
  end)
  add_map('domains', operator, operator.domains, read_owners)
end

local function has(sets, owned, owner, line)
  for _, set in ipairs(sets) do
    if set[line] then return true end
  end
  return owner ~= nil and owned[owner.id] ~= nil and owned[owner.id][line] == true
end

-- The code points of a text in UTF-8; nil where it is not UTF-8.
local function code_points(text)
  local points, at = {}, 1
  while at <= #text do
    local lead = text:byte(at)
    local more = lead < 0x80 and 0 or lead < 0xc2 and -1 or lead < 0xe0 and 1 or lead < 0xf0 and 2
      or lead < 0xf5 and 3 or -1
    if more < 0 then return nil end
    local point = more == 0 and lead or lead % 2 ^ (6 - more)
    for offset = 1, more do
      local byte = text:byte(at + offset)
      if not byte or byte < 0x80 or byte > 0xbf then return nil end
      point = point * 64 + byte % 64
    end
    points[#points + 1] = point
    at = at + more + 1
  end
  return points
end

-- RFC 3492.
local function punycode(label)
  local points = code_points(label)
  if not points then return label end
  local out = {}
  for _, point in ipairs(points) do
    if point < 128 then out[#out + 1] = string.char(point) end
  end
  local basic = #out
  local handled, n, delta, bias = basic, 128, 0, 72
  if basic > 0 then out[#out + 1] = '-' end
  local function digit(value) return string.char(value < 26 and value + 97 or value + 22) end
  while handled < #points do
    local next_point = math.huge
    for _, point in ipairs(points) do
      if point >= n and point < next_point then next_point = point end
    end
    delta = delta + (next_point - n) * (handled + 1)
    n = next_point
    for _, point in ipairs(points) do
      if point < n then delta = delta + 1 end
      if point == n then
        local q, k = delta, 36
        while true do
          local threshold = k <= bias and 1 or k >= bias + 26 and 26 or k - bias
          if q < threshold then break end
          out[#out + 1] = digit(threshold + (q - threshold) % (36 - threshold))
          q = math.floor((q - threshold) / (36 - threshold))
          k = k + 36
        end
        out[#out + 1] = digit(q)
        local adapted = handled == basic and math.floor(delta / 700) or math.floor(delta / 2)
        adapted = adapted + math.floor(adapted / (handled + 1))
        k = 0
        while adapted > 455 do
          adapted = math.floor(adapted / 35)
          k = k + 36
        end
        bias = k + math.floor(36 * adapted / (adapted + 38))
        delta = 0
        handled = handled + 1
      end
    end
    delta = delta + 1
    n = n + 1
  end
  return 'xn--' .. table.concat(out)
end

-- As Aman writes domains: in ASCII, in lower case, without a final dot.
local function ascii_domain(domain)
  local lower = tostring(util.lower_utf8(domain) or domain)
  -- Full stops of Chinese and Japanese.
  lower = lower:gsub('\\227\\128\\130', '.'):gsub('\\239\\188\\142', '.'):gsub('\\239\\189\\161', '.')
  local labels = {}
  for label in lower:gmatch('[^.]+') do
    labels[#labels + 1] = label:find('[\\128-\\255]') and punycode(label) or label
  end
  return labels
end

-- @return the local part and the labels of the domain, as Aman writes them
local function canonical(address)
  local name, domain = address:match('^(.*)@([^@]+)$')
  if not name then return nil end
  local quoted = name:match('^"(.*)"$')
  if quoted and not quoted:find('[%s"(),:;<>@%[%]\\\\]') then name = quoted end
  return tostring(util.lower_utf8(name) or name), ascii_domain(domain)
end

-- The flags that may concern a sender, the strongest first: the address, its domain, domains above.
local function values_of(sender)
  local name, labels = canonical(sender)
  if not name then return {} end
  local values = { name .. '@' .. table.concat(labels, '.') }
  for first = 1, math.max(#labels - 1, 1) do
    values[#values + 1] = table.concat(labels, '.', first)
  end
  return values
end

-- A recipient's own address, and that without a tag.
local function keys_of(recipient)
  local name, labels = canonical(recipient)
  if not name then return {} end
  local domain = '@' .. table.concat(labels, '.')
  local keys = { name .. domain }
  local untagged = name:match('^([^"+][^+]*)%+')
  if untagged then keys[2] = untagged .. domain end
  return keys
end

-- @return the organization whose mail a recipient gets; nil without a key of the operator
local function owner_of(recipient)
  if not owners then return nil end
  for _, key in ipairs(keys_of(recipient)) do
    if owners[key] then return owners[key] end
  end
  local _, labels = canonical(recipient)
  return labels and owners[table.concat(labels, '.')]
end

-- @return 'red', 'green' or nil: the flag of one recipient on one sender
local function flag_of(recipient, values)
  local owner = owner_of(recipient)
  for position, value in ipairs(values) do
    for _, key in ipairs(keys_of(recipient)) do
      local line = key .. '|' .. value
      if has(reds, operator_reds, owner, line) then return 'red' end
      -- A green flag covers no domains below its own.
      if position <= 2 and has(greens, operator_greens, owner, line) then return 'green' end
    end
  end
end

-- rspamd takes tags off addresses, and lists what it made of them behind the originals.
-- @param all originals and what replaces them
-- @param current what replaces them
local function originals(all, current)
  local count = #all > #current and #all - #current or #all
  local found = {}
  for position = 1, count do found[position] = all[position] end
  return found
end

local function addresses_of(list)
  local addresses = {}
  for _, entry in ipairs(list) do
    if entry.addr and entry.addr ~= '' then addresses[#addresses + 1] = entry.addr end
  end
  return addresses
end

-- The addresses of the From header; the envelope's sender where it has none.
local function senders_of(task)
  for _, kind in ipairs({ 'mime', 'smtp' }) do
    local all, current = task:get_from({ kind, 'orig' }) or {}, task:get_from(kind) or {}
    local addresses = addresses_of(originals(all, current))
    if #addresses > 0 then return addresses end
  end
  return {}
end

local function proves_attack(task)
  for name in pairs(proving) do
    local symbol = task:get_symbol(name)
    if symbol and symbol[1].score > 0 then return true end
  end
  return false
end

local function may_soften(task, senders)
  if #senders ~= 1 or not task:has_symbol('DMARC_POLICY_ALLOW') then return false end
  return softened[task:get_metric_action()] and not task:has_pre_result() and not proves_attack(task)
end

local function enforce(task)
  -- Mail of people who signed in to send is not judged by Aman.
  if task:get_user() then return end
  local senders = senders_of(task)
  local current = task:get_recipients('smtp') or {}
  local recipients = originals(task:get_recipients({ 'smtp', 'orig' }) or {}, current)
  local stopped, envelope, trusting, left = {}, {}, {}, 0
  for position, recipient in ipairs(recipients) do
    local is_stopped, trusts = false, false
    for _, sender in ipairs(senders) do
      local flag = flag_of(recipient.addr, values_of(sender))
      is_stopped = is_stopped or flag == 'red'
      trusts = trusts or flag == 'green'
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
    if #trusting == left and may_soften(task, senders) then
      task:set_pre_result('no action', 'Trusted by every recipient', N)
    end
  end
end

-- The organizations among the recipients whose mail is reported and judged, each once.
local function owners_of(task)
  local list, known = {}, {}
  for _, recipient in ipairs(task:get_recipients('smtp') or {}) do
    local owner = owner_of(recipient.addr or '')
    if owner and not owner.is_suspended and not known[owner.id] then
      known[owner.id] = true
      list[#list + 1] = owner.id
    end
  end
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
