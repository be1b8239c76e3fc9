/**
 * The part of the rspamd plugin that gets the flags. One process asks Aman, over HTTP of Lua's own: a map
 * of rspamd's would need the key in its address, which rspamd writes to its log. All processes read the
 * answer as a map from a file, also after a restart while Aman is down.
 */
export const mapLines = `
-- What is asked of Aman: an address, a key, and the file with the last answer.
local looks = {}
-- Seconds between two rounds.
local shortest_poll = math.huge

-- Where files of an earlier version of Aman have the key in the address, it is taken out of it.
local function key_and_url(place, url)
  local scheme, key, rest = url:match('^(https?://)[^/@]*:([^/@]*)@(.*)$')
  if scheme then return key, scheme .. rest end
  return place.flags_key or '', url
end

local function add_map(name, place, address, read)
  local key, url = key_and_url(place, address)
  local poll = tonumber(place.poll) or 10
  shortest_poll = math.min(shortest_poll, poll)
  -- Of another key it is another file: organizations have the same address.
  local file = hash.create(key .. ' ' .. url):hex():sub(1, 32)
  local path = rspamd_paths['DBDIR'] .. '/aman-' .. file .. '.map'
  local function learn(text)
    logger.infox(rspamd_config, 'Aman: %s are %s', name, read(text))
  end
  local map = rspamd_config:add_map({
    type = 'callback',
    description = 'Aman: ' .. name,
    url = { url = path, poll = poll, name = 'Aman: ' .. name },
    callback = learn,
  })
  if not map then logger.errx(rspamd_config, 'Aman: no map of %s', name) end
  looks[#looks + 1] = { name = name, url = url, key = key, path = path, learn = learn }
end

-- @return whether the answer was kept; it takes the place of the last one as a whole
local function keep(path, text)
  local new = path .. '.new'
  -- Mode 0600: it holds addresses of users.
  local descriptor = util.create_file(new, 384)
  if not descriptor then return false end
  util.close_file(descriptor)
  local file = io.open(new, 'w')
  if not file then return false end
  local is_written = file:write(text)
  return file:close() and is_written and os.rename(new, path) or false
end

-- @return what is wrong with an answer; nil where the flags are known
local function take(look, err, code, body, headers)
  if err then return err end
  if code == 304 then return nil end
  if code ~= 200 then return 'status ' .. code end
  local text = tostring(body)
  -- Anything else that answers in place of Aman would end all flags.
  if text:sub(1, 7) ~= '# Aman:' then return 'this is no answer of Aman' end
  if not keep(look.path, text) then return 'cannot write ' .. look.path end
  look.tag = headers and headers.etag
  return nil
end

local function ask(look, event_base, go_on)
  local function answered(err, code, body, headers)
    local problem = take(look, err, code, body, headers)
    -- Once, and not at each look.
    if problem and not look.problem then
      logger.errx(rspamd_config, 'Aman: %s stay as they are: %s', look.name, problem)
    elseif look.problem and not problem then
      logger.infox(rspamd_config, 'Aman: %s can be read again', look.name)
    end
    look.problem = problem
    go_on()
  end
  local is_sent = http.request({
    config = rspamd_config,
    ev_base = event_base,
    url = look.url,
    headers = { ['Authorization'] = 'Bearer ' .. look.key, ['If-None-Match'] = look.tag },
    timeout = 30.0,
    callback = answered,
  })
  if not is_sent then answered('the request could not be sent') end
end

-- One after the other, so that many organizations are no burst of requests.
local is_asking = false
local function ask_from(position, event_base)
  local look = looks[position]
  is_asking = look ~= nil
  if look then ask(look, event_base, function() ask_from(position + 1, event_base) end) end
end

-- A process sees the changes of a file since it watches it, and has what the main process read before.
-- What was written in between is read here.
local function read_once(event_base)
  rspamd_config:add_periodic(event_base, 1.0, function()
    for _, look in ipairs(looks) do
      local file = io.open(look.path)
      if file then
        look.learn(file:read('*a'))
        file:close()
      end
    end
    return false
  end)
end

rspamd_config:add_on_load(function(_, event_base, worker)
  read_once(event_base)
  if not worker:is_primary_controller() then return end
  ask_from(1, event_base)
  rspamd_config:add_periodic(event_base, shortest_poll, function()
    if not is_asking then ask_from(1, event_base) end
    return true
  end)
end)
`
