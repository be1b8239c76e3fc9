/**
 * The part of the rspamd plugin that writes addresses as Aman does. Senders choose what is in it, so its
 * work is bounded: no text is longer than a name of the DNS can be, and each is read once for a mail.
 */
export const addressLines = `
-- As long as a domain and a label of the DNS may be, in ASCII. A letter has up to four octets in UTF-8
-- and at least one in ASCII, so that a longer text than four times as much in UTF-8 is no domain.
local longest_domain, longest_label, octets_of_letter = 253, 63, 4
-- Of a name before '@'; Aman keeps no address that is longer.
local longest_name = 254 * octets_of_letter

local function is_beyond_ascii(text) return text:find('[\\128-\\255]') ~= nil end

local function lower_case(text)
  if not is_beyond_ascii(text) then return text:lower() end
  return tostring(util.lower_utf8(text) or text)
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
-- @return nil for a label that is too long for the DNS, where the time would grow with its square
local function punycode(label)
  local points = code_points(label)
  if not points then return label end
  if #points > longest_label then return nil end
  local out, sorted = {}, {}
  for position, point in ipairs(points) do
    if point < 128 then out[#out + 1] = string.char(point) end
    sorted[position] = point
  end
  table.sort(sorted)
  local basic = #out
  local handled, n, delta, bias = basic, 128, 0, 72
  if basic > 0 then out[#out + 1] = '-' end
  local function digit(value) return string.char(value < 26 and value + 97 or value + 22) end
  while handled < #points do
    -- So many are smaller, and were handled.
    delta = delta + (sorted[handled + 1] - n) * (handled + 1)
    n = sorted[handled + 1]
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
-- @return the labels; nil for what is no domain
local function ascii_domain(domain)
  if #domain > longest_domain * octets_of_letter then return nil end
  local lower = lower_case(domain)
  -- Full stops of Chinese and Japanese.
  if is_beyond_ascii(lower) then
    lower = lower:gsub('\\227\\128\\130', '.'):gsub('\\239\\188\\142', '.'):gsub('\\239\\189\\161', '.')
  end
  local labels, length = {}, -1
  for label in lower:gmatch('[^.]+') do
    local written = label
    if is_beyond_ascii(label) then written = punycode(label) end
    if not written then return nil end
    length = length + 1 + #written
    if #written > longest_label or length > longest_domain then return nil end
    labels[#labels + 1] = written
  end
  return labels[1] and labels
end

-- @return the local part and the labels of the domain, as Aman writes them; nil for what is no address
local function canonical(address)
  local name, domain = address:match('^(.*)@([^@]+)$')
  local labels = name and ascii_domain(domain)
  if not labels then return nil end
  -- No flag is on such an address, but one may be on its domain.
  if #name > longest_name then return '', labels end
  local quoted = name:match('^"(.*)"$')
  if quoted and not quoted:find('[%s"(),:;<>@%[%]\\\\]') then name = quoted end
  return lower_case(name), labels
end

-- What Aman knows a recipient by: the own address, that without a tag, and the domain.
local function read_recipient(address)
  local name, labels = canonical(address)
  if not name then return { keys = {} } end
  local domain = table.concat(labels, '.')
  local keys = { name .. '@' .. domain }
  local untagged = name:match('^([^"+][^+]*)%+')
  if untagged then keys[2] = untagged .. '@' .. domain end
  return { keys = keys, domain = domain }
end

-- Each address is read once for a mail, however often it is asked for.
local function recipient_of(task, address)
  local known = task:cache_get('aman_recipients')
  if not known then
    known = {}
    task:cache_set('aman_recipients', known)
  end
  known[address] = known[address] or read_recipient(address)
  return known[address]
end
`
