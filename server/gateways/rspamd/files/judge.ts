/**
 * The part of the rspamd plugin that asks Aman's judge about a mail, once for each organization among
 * its recipients, and goes on without an answer. Its options are read in ../judge-symbol.ts.
 */
export const judgeLines = `
-- Aman's judge, asked before flags are carried out. The mail goes to Aman alone, over TLS or loopback.

local ucl = require 'ucl'

local judge_timeout = settings.judge_timeout or 1.0
-- The weight of a mail that is certain to be an attack; rspamd adds a header from 6 by default.
local judge_weight = settings.judge_weight or 6.0
local largest_judged = 25 * 1024 * 1024

local function may_carry_mail(url)
  return url:find('^https://') or url:find('^http://127%.') or url:find('^http://localhost[:/]')
    or url:find('^http://%[::1%]')
end

local judges = {}
-- By a key of the operator: of this many organizations of one mail.
local most_asked = 50
local operator_judge
if operator and operator.judge and operator.judge_key then
  if may_carry_mail(operator.judge) then
    operator_judge = { url = operator.judge, key = operator.judge_key }
  else
    logger.errx(rspamd_config, 'Aman: the judge is not asked over plain HTTP: %s', operator.judge)
  end
end
for _, organization in ipairs(settings.organizations or {}) do
  local url = organization.judge
  if url and organization.judge_key then
    if may_carry_mail(url) then
      local domains = {}
      for _, domain in ipairs(organization.domains or {}) do domains[domain] = true end
      judges[#judges + 1] = {
        url = url,
        key = organization.judge_key,
        -- Without domains it is the only organization.
        domains = next(domains) and domains or nil,
      }
    else
      logger.errx(rspamd_config, 'Aman: the judge is not asked over plain HTTP: %s', url)
    end
  end
end

local function concerns(task, judge, recipients)
  if not judge.domains then return true end
  for _, recipient in ipairs(recipients) do
    local domain = recipient_of(task, recipient.addr or '').domain
    if domain and judge.domains[domain] then return true end
  end
  return false
end

-- What the judge cannot know from the mail alone, as parts of the query.
local function facts_of(task)
  local facts = {}
  if task:has_symbol('DMARC_POLICY_ALLOW') then facts[#facts + 1] = 'dmarc=pass'
  elseif task:has_symbol('DMARC_POLICY_REJECT') or task:has_symbol('DMARC_POLICY_QUARANTINE')
    or task:has_symbol('DMARC_POLICY_SOFTFAIL') then facts[#facts + 1] = 'dmarc=fail' end
  if task:has_symbol('R_SPF_ALLOW') then facts[#facts + 1] = 'spf=pass'
  elseif task:has_symbol('R_SPF_FAIL') then facts[#facts + 1] = 'spf=fail' end
  return facts
end

-- @return what is asked of whom about a mail: a url and a key for each organization
local function questions_of(task)
  local facts, recipients, questions = facts_of(task), task:get_recipients('smtp') or {}, {}
  local function ask(judge, query)
    local url = #query > 0 and judge.url .. '?' .. table.concat(query, '&') or judge.url
    questions[#questions + 1] = { url = url, key = judge.key }
  end
  for _, judge in ipairs(judges) do
    if concerns(task, judge, recipients) then ask(judge, facts) end
  end
  if operator_judge then
    for position, owner in ipairs(owners_of(task)) do
      if position > most_asked then break end
      local query = { 'organization_id=' .. owner }
      for _, fact in ipairs(facts) do query[#query + 1] = fact end
      ask(operator_judge, query)
    end
  end
  return questions
end

-- @return the organization, its mode, the level, the score and the codes against the mail; nil for
-- anything else than an answer of Aman
local function read_answer(body)
  local parser = ucl.parser()
  if not parser:parse_string(tostring(body)) then return nil end
  local answer = parser:get_object()
  if type(answer) ~= 'table' or type(answer.reasons) ~= 'table' then return nil end
  local organization, mode, level = answer.organization_id, answer.mode, answer.threat_level
  local score = tonumber(answer.score)
  if not (type(organization) == 'string' and organization:find('^[%w_-]+$')) then return nil end
  if (mode ~= 'watch' and mode ~= 'mark') or not score then return nil end
  if level ~= 'safe' and level ~= 'suspicious' then return nil end
  local codes = {}
  for _, reason in ipairs(answer.reasons) do
    if reason.speaks == 'against' and tostring(reason.code):find('^[a-z_]+$') then
      codes[#codes + 1] = reason.code
    end
  end
  return {
    option = table.concat({ organization, mode, level, table.concat(codes, ',') }, ' '),
    weight = mode == 'mark' and level == 'suspicious' and judge_weight * score or 0,
  }
end

-- Where the sum without the judge would not reject, the judge does not make it reject.
local function capped(task, weight)
  local sum = task:get_metric_score('default')
  local score, reject = sum and tonumber(sum[1]), sum and tonumber(sum[2])
  if not score or not reject or score >= reject then return weight end
  return math.max(0, math.min(weight, reject - score - 0.01))
end

local function ask_judge(task)
  if task:get_user() or task:has_pre_result() then return end
  if task:get_size() > largest_judged then return end
  local options, least, open = {}, nil, 0
  for _, question in ipairs(questions_of(task)) do
    open = open + 1
    local function answered(err, code, body)
      open = open - 1
      local answer = not err and code == 200 and read_answer(body) or nil
      if answer then options[#options + 1] = answer.option
      else logger.infox(task, 'Aman: no answer of the judge: %s', err or code) end
      -- A mail has one score: it rises only where every organization wants that.
      local weight = answer and answer.weight or 0
      least = math.min(least or weight, weight)
      if open == 0 and #options > 0 then
        task:insert_result('AMAN_JUDGE', capped(task, least), options)
      end
    end
    local is_sent = http.request({
      task = task,
      url = question.url,
      method = 'post',
      body = task:get_content(),
      mime_type = 'message/rfc822',
      headers = { ['Authorization'] = 'Bearer ' .. question.key },
      timeout = judge_timeout,
      callback = answered,
    })
    if not is_sent then answered('the request could not be sent') end
  end
end

rspamd_config:register_symbol({
  name = 'AMAN_JUDGE',
  type = 'postfilter',
  -- Before the flags, which stand above it.
  priority = 2,
  score = 1.0,
  flags = 'empty,nostat',
  group = 'aman',
  callback = ask_judge,
})
`
