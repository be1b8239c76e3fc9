/** The part of the rspamd plugin that reads flags and looks them up. */
export const flagLines = `
-- Maps of flags of each color. They are read here, and not as a set of rspamd's, because that ends a line
-- at '#' and at a space, which addresses may contain.
local reds, greens = {}, {}

-- By a key of the operator: whose mail a domain or an address receives, nil until it was read once.
local owners

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

-- Each line is 'recipient|sender'. By a key of the operator a line without '|' names the organization of
-- the lines after it.
-- @return the lines, those of each organization, all flagged senders, and the number of flags
local function read_flags(text)
  local map, count = { lines = {}, sections = {}, senders = {} }, 0
  local set = map.lines
  read_lines(text, function(line)
    local sender = line:match('|(.*)$')
    if sender then
      set[line], map.senders[sender] = true, true
      count = count + 1
    else
      set = {}
      map.sections[line:sub(2)] = set
    end
  end)
  return map, count
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

local function add_flags(place)
  for color, maps in pairs({ red = reds, green = greens }) do
    local position = #maps + 1
    maps[position] = read_flags('')
    add_map(color .. ' flags', place, place[color], function(text)
      local count
      maps[position], count = read_flags(text)
      return count
    end)
  end
end

local operator = settings.operator
if operator then
  add_flags(operator)
  add_map('domains', operator, operator.domains, read_owners)
end
for _, organization in ipairs(settings.organizations or {}) do add_flags(organization) end

local function has(maps, owner, line)
  for _, map in ipairs(maps) do
    local section = owner and map.sections[owner.id]
    if map.lines[line] or section and section[line] then return true end
  end
  return false
end

local function is_flagged(sender)
  for _, maps in ipairs({ reds, greens }) do
    for _, map in ipairs(maps) do
      if map.senders[sender] then return true end
    end
  end
  return false
end

-- The flags that may concern a sender, the strongest first: the address, its domain, domains above. Only
-- those that a user has set, so that a sender with many labels is not looked for with each recipient.
local function values_of(name, labels)
  local values = {}
  local function add(value, is_own)
    if is_flagged(value) then values[#values + 1] = { value = value, is_own = is_own } end
  end
  local domain = table.concat(labels, '.')
  add(name .. '@' .. domain, true)
  for first = 1, math.max(#labels - 1, 1) do
    add(table.concat(labels, '.', first), first == 1)
  end
  return values
end

-- @return the organization whose mail a recipient gets; nil without a key of the operator
local function owner_of(recipient)
  if not owners then return nil end
  for _, key in ipairs(recipient.keys) do
    if owners[key] then return owners[key] end
  end
  return recipient.domain and owners[recipient.domain]
end

-- @return 'red', 'green' or nil: the flag of one recipient on one sender
local function flag_of(recipient, values)
  local owner = owner_of(recipient)
  for _, flagged in ipairs(values) do
    for _, key in ipairs(recipient.keys) do
      local line = key .. '|' .. flagged.value
      if has(reds, owner, line) then return 'red' end
      -- A green flag covers no domains below its own.
      if flagged.is_own and has(greens, owner, line) then return 'green' end
    end
  end
end
`
