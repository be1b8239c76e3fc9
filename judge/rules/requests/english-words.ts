/*
 * Word classes of English, for sentences in plain form. No repetition stands in another one, and gaps are
 * bounded, so that they take linear time.
 */
const words = (alternatives: string) => new RegExp(`\\b(?:${alternatives})\\b`)

export const ask = words(
  "please|wants the list|is it possible|i'd rather|there(?:'s| is) (?:a|some)thing i|add one|what is the most|pls|wish to|want to|we ask|requests? that|asks? (?:you|that)|kindly|plz|can (?:you|we|it|this|my|i)|could (?:you|we|it|this|my|i)|would you|will you|i(?:'d| would) (?:like|want|love|appreciate)|i (?:need|want|require|expect)|we (?:need|want|require)|needs?|want you|must|you(?:'re| are) to|should|has to|have to|make sure|ensure|help me|let me know|tell me|get back to me|is required|if you could|grateful|appreciate[ds]?|unless|to (?:avoid|keep|maintain|continue|prevent|complete|secure)|is to be|are to be|would you mind|do you mind|see to it|how soon can|when (?:is|can)|how (?:do|can) (?:i|we)|what(?:'s| is) the (?:quickest|fastest|best)|do you know how|did you|whether we|are you able to|when can you|i(?:'ll| will) need|you have (?:until|\\d+|one|two|three)|otherwise|go ahead",
)
/** A sentence that begins with what is to be done, after a name or a greeting. */
export const order =
  /(?:^(?:(?:hi|hello|dear|hey|good \w+|then|and|so|just|also|now|ok|okay)[ ,]+)?(?:[\p{L}.'-]{1,20}[,:-] ?)?|[,;:–-] (?:\w+ )?)(?:then |and |so |just |also |now |do )?(?:fill in|reverse|top up|use|furnish|compile|fetch|hop on|add|organi[sz]e|mail|approve|photograph|export|do not|hold off|hold|deposit|remit|read|draw|return|pay|wire|transfer|send|collect|pull|gather|buy|purchase|process|release|settle|arrange|initiate|set up|prepare|forward|email|reply|text|drop|get|grab|pick up|give|share|provide|change|update|amend|sign in|log in|verify|confirm|validate|follow|complete|handle|do (?:it|this)|onboard|make|issue|execute|redirect|take|respond|switch)\b/u
export const request = new RegExp(`${ask.source}|${order.source}`, 'u')

export const payVerb = words(
  'refund(?:ed)?|reverse[ds]?|key(?:ed)? (?:it |this )?in|cover(?:ed)? it|drawn|top up|countersign|look after|fund(?:ed)?|lend|honou?r(?:ed)?|draw|taken care of|get (?:\\d[\\d.,k]* )?across|tak(?:e|en) care of|out of the way|return(?:ed)?|wir(?:e[ds]?|ing)|transfer(?:red|s|ring)?|remit(?:ted)?|pay(?!ment)|paid|paying|settle[ds]?|settling|process(?:ed|ing)?|releas(?:e|ed|ing)|initiat(?:e|ed)|send|sent|make|made|arrang(?:e|ed)|set (?:it |this )?up|put (?:it |this )?through|clear(?:ed)?|execut(?:e|ed)|issue[d]?|leave our|get|done|prepare|handle[d]?|complete[d]?|approve[d]?|authori[sz]e[d]?|go(?:es)? (?:out|through)|deposit(?:ed)?|credit(?:ed)?|sort(?:ed)? out|expedite[d]?|schedule[d]?|push(?:ed)?|mov(?:e|ed)|reach|put (?:[a-z0-9.,]+ ){1,4}across|attend to|let (?:us|me) have|has left|have left|on its way',
)
export const money =
  /\b(?:payments?|bonus|sepa|supplier run|escrow|tranche|vendor|premium|fee|charge|\d[\d.,]*\d|transfers?|wire[ds]?|funds?|invoices?|amounts?|deposit|settlement|balance|money|bills?|retainer|fees?|sum|usd|eur|euros?|gbp|jod|dinars?|dollars?|pounds|beneficiary|remittance|instal+ments?|prepayment|obligations?|commitment|dues|\d{1,3}(?:[.,]\d{3})+|\d{4,}|\d+k|[a-z]{2}\d{2}[a-z0-9]{11,30})\b|[$€£]\s?\d/
export const isDone =
  /\b(?:thank(?:s| you) for (?:your|the|paying|settling)|we (?:have )?(?:received|paid|transferred|settled)|(?:was|were|has been|have been) (?:received|paid|settled|transferred|made|processed|booked) (?!to|into)|did the|payment received|already (?:paid|approved)|no need to|no (?:payment|action) (?:is )?(?:required|needed|necessary))/
/** Money and records of a firm; asked about by who seems to be a colleague. */
export const moneyMatter =
  /\b(?:(?:supplier|payment) run|bank portal|payment order|batch|in cash|payables|fedwire|swift|retainer|token|contractors? .{0,20}paying|direct dep(?:osit)?|pay (?:goes|details)|banking information|premium|bank balances?|fee note|(?:get|be) paid|(?:stop|hold|start) (?:sending |the )?pay|lend (?:me |us )?\d+|moneygram|western union|bitcoins?|payments?|paid|invoices?|suppliers?|vendors?|bank (?:accounts?|details|portal|transfers?|statements?)|wires?|(?:bank|money|outgoing|international) transfers?|wages?|salar(?:y|ies)|payroll|funds|money|treasury|bank(?:ing)? (?:matters|business|run|papers)|the bank wants|iban|settled?|settlement|balance|beneficiary|escrow|contribution|(?:personnel|employee|staff|customer) (?:files?|records|data)|cheques?|signatory|credit line|obligations?|instal+ments?|(?:to|at) the bank|owed?|owes)\b/
export const isHarmless =
  /\b(?:payslips?|my (?:leave|holiday)|sick|nothing (?:to do|for you)|mortgage|are all released|jury|work(?:ing)? from home|voucher was|receipts?|claims?|sponsor|notice board|as usual|cabinet|terms|prices?|discuss|talk about|meeting|compare|article|read|quotation|offer)\b/
/** A sum with its currency. */
export const sum =
  /[$€£]\s?\d|\b\d[\d.,]{0,15} ?(?:k|usd|eur|euros?|gbp|jod|jd|dinars?|dollars?|pounds|aed|sar|dirhams?|riyals?)\b|\b(?:usd|eur|gbp|jod|aed|sar) ?\d/
/** The amount was named before, or stands in a file. */
export const paysIt =
  /\b(?:(?:get|have|want|need|see|getting|having) (?:it|this|that|them|those|these|the [a-z]+|these [a-z]+|one) (?:[a-z]+ ){0,2}(?:paid|wired|settled|transferred|processed|remitted|released|sent out)|(?:the )?(?:attached|enclosed|below|following) (?:[a-z]+ )?(?:gets?|be|to be|needs?) (?:to be )?(?:paid|wired|settled|transferred|processed)|(?:pay|wire|settle|remit|transfer) (?:it|this|that|them|the (?:below|attached|enclosed|following))|push (?:it|this) through|when it(?:'s| is| has) gone)\b/
/** How much could be taken today. */
export const asksFunds =
  /\bbalance available today\b|\b(?:cash available|balance|cash position|available funds?|cut-?off|daily limit|transfer limit|how much (?:money |cash )?(?:is|do we|can we|have we))\b.{0,80}\b(?:(?:the [a-z']+|our) (?:[a-z]+ )?(?:bank|accounts?)|(?:main|operating|company(?:'s)?) account|bank accounts?|payments|transfers|wires?)\b|\b(?:figure|sum|how much) (?:[a-z]+ ){1,4}(?:sitting |left |available )?(?:in|on) (?:the|our) (?:[a-z]+ )?accounts?\b/
/** Small sums between colleagues, which go the usual way. */
export const isExpense =
  /\b(?:expenses?|postage|at the door|(?<![\d.,])\d{1,2} ?(?:eur|euros?|pounds|gbp|dinars|dollars)|my own card|expense claim|reimburse(?:ment)? form|per diem|travel claim|lunch|dinner|coffee|birthday|farewell|collecting|collection for|kitty|parking)\b/

/** Where money goes; a user's own account at a shop or bank is another thing. */
export const bank =
  /\b(?<!your (?:new |online |user )?)(?:alternative below|(?:main|bursary) account|via (?:their|our) [a-z]+ (?:entity|company|branch)|collection account|(?:our|my|his|her|their) (?:(?!new\b)[a-z]+ )?account(?! (?:manager|executive|with you))|bank differs|the coordinates|our [a-z]+ bank|savings account|direct dep(?:osit)? info|banking information|(?:new |my )?particulars|different bank|our receivables to|collecting bank|(?:lithuanian|german|polish|portuguese|foreign|other company's|subsidiary's|subsidiary|client|collection|alternat(?:e|ive)|corporate|company) account|bankers|wire instructions|settlement instructions?|bank(?:ing)? (?:account|details?|information|data|instructions?|coordinates)|our bank(?:s|ers|ing)?|(?:another|different|new|other) bank(?! (?:app|branch|holiday|card|statement|note))|(?:our|my|bank|new|their) (?:new )?coordinates|(?:another|different|new|other) account(?! (?:manager|executive|team|contact))|beneficiary bank|iban|sort code|routing number|(?:trust|receiving|escrow|beneficiary|our|my|payment|deposit|settlement|usual|old|company) (?:bank )?account|account (?:number|no|details?|information|on file|below|above|that (?:i|we|you)|we)|(?:payments?|remittance|wire|wiring|ach|beneficiary|settlement|transfer|remit-to|eft|deposit) (?:details?|information|instructions?|data|address|coordinates|account))\b|\bno longer bank\b|\b(?:we|now) bank(?:ing)? with\b|\b(?:switch|chang|mov)(?:e|ed|ing) (?:our |my |to |the |a |another |different |new |over )*bank(?:s|ing)?\b/
export const isNew =
  /\b(?:new|restructured|can't take|(?:term|week|month|time) only|delayed|same [a-z]+,? other bank|move (?:my|the) |split my|second one|(?:our|his|her|their|my) other account|supersedes?|differs|has stopped|being audited|restructuring|billing partner|wife's name|winding down|bounced|(?:savings|collection partner's|our collection) account|gone with|being upgraded|earlier instructions?|swap(?:ped|ping)? out|substitute|closed my|centrali[sz]ed|not to the (?:sender|account)|strike|reached its limit|assigned|merged|chang(?:e|es|ed) (?:its|our|their) bank(?:s|ers)|factor(?:ed|ing)|rather than|which has been shut|in place of|(?:ignore|disregard) the|finance house|custodian|froze(?:n)?|replaces?|alter(?:ing|ed)?|newly|chang(?:e|ed|es|ing)|updat(?:e|ed|es|ing)|amend(?:ed)?|revised|revision|different|alternat(?:e|ive)|another|other than|switch(?:ed|ing)?|mov(?:ed|ing)|migrat(?:ed|ing|ion)|transition(?:ed|ing)?|replac(?:e|ed|es|ing)|no longer|not (?:use|send|pay|be used)|do not use|(?:was|is|been|has|be|are|were) (?:now )?(?:closed|frozen|blocked|suspended|restricted|discontinued|inactive)|under (?:audit|review|maintenance|investigation)|audit(?:ed)?|instead|(?:disregard|ignore) the|(?:can't|cannot|can not|unable to) (?:receive|accept|be used)|temporar(?:y|ily)|from now on|going forward|with immediate effect|effective immediately|opened|joined a|somewhere else|moved over|(?:we|have|had) closed|closed our|subsidiary|sister company|corrected|differ(?:s|ent)? from|not those|recall|earlier account|previous account)\b/
export const isConditional =
  /\b(?:if (?:you|your|our|there|it|they|any|the|one)|in case|should your|whenever|whoever|if [a-z&' ]{2,30} (?:writes|calls|says|asks)|(?:one of them|supplier|vendor|they|customer|he|she|who|anyone|somebody|someone) (?:says?|claims?|asks?|writes?|wants?)|(?:never|beware|warn(?:ing)?|aware).{0,60}(?:fraud|scam|chang|announce)|how to|learn|(?:ha(?:s|ve)|did|do|does|will) not (?:been )?chang(?:e|ed)|unchanged|the same as)\b/
export const isOtherAccount =
  /\b(?:password|credit card|your card|log ?in|online account|user account|subscription|your (?:plan|profile|account settings)|settings|portal|statement is|newsletter|mailbox)\b/

/** Receipts that go elsewhere from now on. */
export const paidInto =
  /\b(?:(?:direct|send|route|transfer|lodge) (?:[a-z]+ ){0,6}|credited|paid|remitted|sent|transferred|directed|made|deposited|settled)\b.{0,20}\b(?:in)?to (?:the|our|this|an?|that) (?:[a-z]+ ){0,3}account (?:on|at|stated|below|attached|in|mentioned|given|indicated|shown|named|listed|above|here)\b|\b(?:prepayments?|payments?|settlements?) (?:are|is|will be) (?:now )?handled by\b|\binterim [a-z]+'s account\b|\b(?:to|into) the (?:earlier|old|previous|former) account\b/
export const fromNow =
  /\b(?:as of|until further notice|disregard|ignore|separate entity|interim|handled by|all|future|from|any|every|next|coming|upcoming|returned|rejected|lost|no longer|not)\b/
export const updatesRecords =
  /\b(?:updat(?:e|es|ed|ing)|amend(?:ing|ed)?|adjust(?:ing)?|correct(?:ing)?|chang(?:e|ing)) (?:your|the) (?:[a-z]+ )?(?:systems?|records?|files?|master data|books|database|master|ledger)\b/
export const isAddress =
  /\b(?:phone|telephone|e-?mail|postal|street|contact|new name|office address)\b/

export const salary =
  /\b(?:salary|direct dep|[a-z]+'s pay|dd|get(?:ting)? paid|salaries|payroll|wages?|pay ?che(?:ck|que)s?|direct deposit|pay (?:run|date|day|period|cycle|information|details)|payday|my (?:[a-z]+ )?pay|my deposit)\b/
export const firstPerson = /\b(?:my|i|me|i'm|i've|i'd|please|kindly)\b/
export const salaryTarget =
  /\b(?:bank(?:s|ing)?|credit union|particulars|info|moved|somewhere|accounts?|routing|deposit|iban|change[ds]?|update[ds]?|card|where)\b/

export const card =
  /\b(?:gift ?cards?|store cards?|prepaid vouchers?|gift ones|itunes x|google cards?|(?:visa|amazon|apple|google|steam) (?:or [a-z]+ )?ones|apple cards?|gift (?:certificates?|vouchers?)|e-?gifts?|(?:i-?tunes|apple|google(?: play)?|amazon|steam|visa|razer|vanilla|ebay|target|walmart|sephora|xbox|playstation|prepaid|store|shopping|noon|jarir) (?:gift |value |store |e-?gift )?(?:cards?|vouchers?)|razer gold|steam wallet|google play|i-?tunes|vouchers|prepaid cards?|physical cards|the cards)\b/
export const obtain = words(
  'will do|source|buy|fetch|run to|hand out|buying|purchas(?:e|ing)|get|getting|pick(?:ing)? up|need|obtain|grab|run out|secure|ordering|have',
)
export const isPresent =
  /\b(?:your order|order (?:no|number|confirmation|status)|free gift|win|won|winner|loyalty|raffle|arrived|thank(?:s| you)|for every|points|offer|discount|unsubscribe|redeem your|we sell)\b/
export const cardCode =
  /\b(?:silver panel|strips? off|photograph the|scratch(?:ed|ing)?|redemption|codes?|pins|claim (?:codes?|numbers?)|numbers? (?:on|under)|snap|backs|serial|back of|(?:pictures?|photos?|images?|snaps?) of (?:the|each|them|both|all|every))\b/

export const dealWord =
  /\b(?:acquisition|closing on|target|matter you know|seller's counsel|acquir(?:e|ing)|merger|takeover|buy-?out|transaction|this deal|tender offer|a purchase|joint venture|investment)\b/
export const hidden =
  /\b(?:confidential(?:ly|ity)?|secret|price.sensitive|insiders?|not a word|made public|with me (?:alone|only)|only with me|announce[dm]?(?:ent)?|not (?:yet )?(?:be )?public|lawyers?|attorneys?|regulators?|no ?(?:body|one)|discreet(?:ly)?|discretion|do not (?:discuss|mention|share|talk)|don't (?:discuss|mention|share|talk))\b/

export const handOver = words(
  'send|wants|shoot|email|e-mail|pull|draw up|put together|extract|collect|gather|run|forward|share|provide|give|export|prepare|need|like|want|mail|reply with|get me|let me have|attach',
)
export const list =
  /\b(?:w-?2s?|rosters?|staff register|open items|(?<!my |your |as |the )next of kin(?! of)|payslips for|balance of (?:our|the)|vendor master|(?:vendor|supplier|customer) master|who owes|wage and tax|the ledger|spot check|amounts? due over|headcount|phone list|tax statements|licen[cs]e numbers|balances of all|aging|birth dates|home addresses|what (?:each|every)(?: ?one)? (?:earns?|makes?)|p60s?|1099s?|tax (?:forms?|statements?|records?)|payroll (?:report|register|list|file|records?|data|summary)|(?:list|report|extract|export|spreadsheet|file|copy|copies|records?|details|data|directory|database|overview|names) (?:of|with|for|on) (?:all |our |the |every |each |active |current |full )*(?:employees?|staff|personnel|workers|colleagues|customers?|clients?|vendors?|suppliers?|debtors?|creditors|passports?|salaries|people|accounts|everyone|everybody)|a(?:g|ge)ing (?:report|schedule|list)|accounts (?:receivable|payable)|receivables|(?:employees?|staff|customers?|clients?|vendors?|suppliers?|personnel)(?:'s?)? (?:list|records?|data|database|directory|contacts?|details|passports)|(?:customers?|clients?|they|who(?:ever)?|everybody|everyone) (?:[a-z]+ )?owes? us|addresses of (?:all|every|whoever|our|the) [a-z]+|(?:scans?|pictures|photos) of (?:the |all |their |your )*passports|contact persons|master file|(?:employees?|staff|personnel|customers?|clients?|suppliers?|vendors?|drivers)(?:'s?)? (?:[a-z]+ )?files?|wage (?:statements|slips)|(?:everyone|everybody)(?:'s)? (?:[a-z]+ )?(?:pay|compensation|salary|salaries|bonus(?:es)?|wages)|passport copies|dates? of birth|social security|national (?:id|insurance|numbers?)|what they owe|who (?:signs|pays|approves))\b/

export const secretWord =
  /\b(?:passwords?|and your token|your (?:bank )?account number|copy of your id|cvv|digits of|expiry and|card number|bank log-?in|online banking user|(?:credit|company|bank) card (?:front|number|details)|number on (?:yours|your token|the token)|(?:user ?name|log-?in) and|code (?:that|which) (?:appears|arrives|comes|you)|the token|passcode|credentials|verification code|one-time (?:code|password|pin)|otp|log-?in (?:details|data|information)|verify your (?:identity|account|mailbox|e-?mail)|validate your|re-?authenticate|security code|code (?:that )?(?:you|was) (?:received?|sent))\b/
export const isWarning =
  /\b(?:my password|(?:has|have) expired|remember|first password|never (?:ask|share|send|give|request|tell)|(?:don't|do not|won't|will not|doesn't|does not|didn't|did not) (?:ask|share|send|give|request|need|forward|tell|disclose)|no one (?:will|from|at)|(?:nobody|anyone) who asks|without (?:a |your )?password|do(?:es)? not (?:ask|share|give)|don't share|forg[eo]t|will not ask|won't ask|expires? (?:in|soon))\b/

/** A sender who wants nothing sent or paid: 'do not pay', 'I won't send it by email', 'payable at the desk'. */
export const refuses =
  /\b(?:(?:do not|don't|not to|never) (?:yet )?(?:pay|transfer|wire|remit|deposit)|(?:(?:won't|will not|can't|cannot|do not|don't|rather not)(?: want to)? (?:send|write|put|take|give|accept)\b.{0,60}\b(?:by|in an?)|not (?:by|through)) e-?mail|(?:payable|paid|pay) (?:at|in) the (?:centre|center|desk|counter|office|door|embassy))\b/

export const yourNumber =
  /\b(?:your|ur) (?:(?:personal|private|direct|current|best|active|available) )*(?:cell|mobile|phone|telephone|whats ?app|contact|number)(?: ?phone)?(?: ?(?:number|no|#|contact))?\b|\b(?:which|what) (?:mobile|cell|phone|number)(?: number)? (?:do|are|can|should)\b|\bwhat(?:'s| is) your (?:whats ?app|number|cell|mobile)|\b(?:a|your|best) number (?:i|to)|\b(?:your|a) (?:direct )?line\b|\bhop on whats ?app|\ba number (?:where|that|at which|i can)|\bnumber (?:i|where i|that i) can (?:text|reach|message)/
export const give = words(
  "which|hop on|send|drop|give|share|reply|respond|provide|text|need|what(?:'s| is)|forward|email|leave|let me have|get me|confirm|kindly",
)
export const elsewhere =
  /\b(?:(?:text|message|whats ?app|contact|reach) me (?:on|at|via) (?:whats|telegram|signal|this|my (?:private|personal|other|new)|\+?\d)|(?:text|message|whats ?app) you|(?:reply|write|email|respond|send (?:it|them|this)|mail)\b.{0,30}\b(?:to|on|at) my (?:private|personal|other|new|home) (?:e-?mail|address|mailbox|account))/

export const vague =
  /\b(?:an assignment|a thing i need|run something by you|something i forgot|a hand with|full attention|do as he says|confidential payment|need one of you|which one of you|something (?:for (?:you|me) to|to run|delicate|important|urgent|quick|done|discreet(?:ly)?|sensitive|i need|that needs|right away|for me|personal|confidential|time.sensitive)|(?:take care of|handle|run|help (?:me )?with) (?:an? )?(?:something|errand|matter)|(?:a|an) (?:pressing|delicate|sensitive|private|important) (?:matter|issue|transaction)|(?:matter|transaction) of (?:great|utmost|some) [a-z]+|a project for you|available (?:[a-z]+ ){1,4}for a (?:transaction|task|matter)|i(?:'ve| have) (?:something|sth) for you|(?:a|an|one|this|some|another|following) (?:[a-z]+ ){0,2}(?:task|assignment|errand)|(?:quick|urgent|small|special|brief|confidential|personal) (?:tasks?|assignment|errands?)|need(?:s)? (?:you|your) (?:to )?(?:urgent(?:ly)? )?(?:assist(?:ance)?|attention|discretion|help (?:with something|discreetly|urgently|quickly|right)))\b/
export const ofYou = /\byou(?:r|rs)?\b|\b(?:help|assist) me\b/
export const favourWord =
  /\b(?:(?:need|ask|have|want) (?:for )?(?:you )?(?:a|an|your|one) (?:quick |small |little |urgent |big )?favou?r|do (?:me )?(?:a|one) (?:quick |small |big )?favou?r|(?:are |r )?(?:you|u) (?:at your desk|at work|in the office)|(?:are|r) (?:you|u) (?:available (?:now|right|at the moment|\?)|available$|available\?|around|busy|there\?)|(?:do|have) you (?:have |got )?(?:a )?(?:moment|minute|second|few minutes)|let me know (?:if|when|once|as soon as) you(?:'re| are)? (?:are )?(?:available|free|around|there|at your desk|get this|see this))/

export const tellNobody =
  /\b(?:(?:tell|inform|involve) (?:no ?one|nobody)|undertaking of|in a closed room|known to (?:two|three|four)|anonymously|not to (?:thank|mention|tell)|(?:isn't|not) in the (?:ledger|books)|(?:don't|do not|never|not|without) (?:to )?(?:tell(?:ing)?|mention(?:ed|ing)?|discuss(?:ed|ing)?|shar(?:e|ed|ing)|speak(?:ing)?|talk(?:ing)?|disclos(?:e|ed|ing)|reveal|involv(?:e|ing)|inform(?:ing)?|copy(?:ing)?|cc|forward(?:ing)?)\b|no ?(?:body|one)(?: else)?(?: at| in| here| on)?.{0,20} (?:must|may|should|can (?!say)|needs?|is|has|knows|to) |(?:must|should) not (?:know|hear|find out|be told)|keep (?:this|it|that|the|everything|all)\b.{0,30} (?:between|quiet|private|secret|confidential|to yourself|low|discreet|off)|(?:don't|do not) bring (?:this|it) up|among (?:us|ourselves)|(?:discuss|speak about) (?:this|it) with (?:nobody|no one)|refrain from|bound to (?:silence|secrecy)|under your hat|off the phone|don't want it in|speak to nobody|not through [a-z]+|don't raise|without fuss|discretion is|only you and|must not be discussed|rather not have|don't go through|save questions|remain private|trust only|only (?:person|one) i trust|exclusively|between (?:us|you and me|(?:the )?(?:two|three|four) of us|ourselves)|(?:stay|remain)s? (?:between|with you)|discreet(?:ly)?|discretion|quietly|under wraps|(?:an?|this|some|one) confidential (?!and|information|data|documents?)|confidential(?:ly|ity)? (?:item|payment|matter|until|deal|transaction|request|task|basis|project|acquisition)|(?:strictly|highly|is|remain|stay|very|handled?|treat(?:ed)?|in)(?: .{1,12})? confidential|secret(?:ly|ive)?|not a (?:single )?word|with me (?:alone|only)|only with me|in (?:strict(?:est)? )?confidence)/
export const isDisclaimer =
  /\b(?:intended|addressees?|recipients?|in error|codes?|otp|pin|links?|credentials|licen[cs]e|publish\w*|privileged|privacy|agreement|draft|contract|nda|policy|personal data|outside (?:of )?your|minutes|board papers|surprise|birthday|party|farewell|present for|password|guests?|feedback|survey|responses?)\b/

export const notReachable =
  /\b(?:telephone contact|lost my voice|mail only|in a tribunal|access is stuck|don't call|in and out of (?:calls|meetings)|e-?mail works best|limited access|work mailbox is full|phones? (?:are|lines are) down|can't ring|won't hear|no need to call|by return (?:e-?mail)? only|heading into|(?:just|only) write back|cant talk|through my e-?mail|(?:can't|cannot|can not|couldn't|unable to|won't be able to|not able to|not be able to) (?:be reached|talk|speak|take(?! (?:it|them|these|those|(?:card|bank|new) ))|pick|answer|call|receive|use (?:my|the) phone)|(?:stuck|tied up|locked|busy|sitting) (?:in|with|on)|in (?:a |an |back-to-back |another |the )+(?:long |board |closed |all-day |important )?(?:meetings?|conference|session|calls?|hearing)|no (?:phone |telephone )?calls|(?:don't|do not|rather not|not) (?:call|phone|ring)\b|(?:only|just) (?:be (?:reached|reachable|available) )?(?:by|via|through|on|over|check(?:ing)? (?:my )?)\s?e-?mails?|only e-?mail|e-?mail only|(?:reply|answer|respond|write) (?:(?:only )?(?:here|by e-?mail)|only to this)|phone (?:is|has|was) (?:off|broken|dead|not|bad|lost|been))/
/** Where the writers themselves cannot speak; the places of travel are also what firms write about. */
export const away =
  /(?:^(?:[a-z]+,? ){0,2}|\b(?:i|i'm|i'll|we|we're|we'll|me)\b.{0,25})\bat (?:the|an) airport\b|\b(?:boarding|about to (?:board|take off))\b/
export const isTravel = words(
  'boarding pass(?:es)?|taxis?|shuttles?|flights? (?:to|from|no|number|[a-z]{2} ?\\d)|pick(?:ed)?[- ]?up|passengers?|travell?ers?|lounges?|hotels?|terminal|check-?in|baggage|luggage|driver|meet you|your (?:flight|trip|journey|booking)',
)
export const hurry =
  /\b(?:urgent(?:ly)?|first thing|within minutes|next (?:ten|few|five) minutes|urgency|asap|as soon as (?:possible|you|it)|immediate(?:ly)?|right (?:away|now)|today|tonight|this (?:morning|afternoon|evening|hour)|before (?:noon|midday|lunch|close|closing|the (?:end|close|bank|cut-?off|deadline)|cob|eod|\d)|by (?:noon|midday|cob|eod|close|tonight|\d+ ?(?:am|pm|o'clock)|the end of (?:the )?(?:day|business|today))|end of (?:the )?(?:day|business)|within (?:the |an? |one |two |three |next |\d+ )+(?:hours?|minutes?|hrs?)|same.day|at once|without (?:any )?delay|promptly|time.sensitive|in the next|quickly|\d+ hours|cannot wait|can't wait|straight away|deadline|next (?:few )?hours?)\b/

export const dealings =
  /\b(?:overdue|on stop|unpaid [a-z]+ fee|past.due|arrears|(?:second|third|final|last|several|many|repeated|multiple|earlier|previous) (?:reminders?|notices?|requests?)|reminded you|remains? (?:unpaid|outstanding|open)|(?:still|not)(?: yet)? (?:been )?(?:received?|paid|settled)|(?:your|the|our) (?:last|previous|earlier) (?:payment|invoice|account|transfer)|outstanding (?:invoices?|balance|amount|payments?)|unpaid invoices?|(?:has|have) not (?:been )?(?:settled|paid|cleared)|(?:our|the) (?:usual|old|previous|former) (?:bank )?account|days late|overpa(?:id|yment)|paid (?:it |you )?twice|double payment|return the (?:surplus|difference|excess)|refund (?:us|the (?:surplus|difference|excess)))\b/
export const thirdParty =
  /\b(?:on behalf of|represent|our client|audit(?:ors?)?|we audit|balance confirmation)\b/

export const knownNumber =
  /\b(?:call|phone|ring|telephone|dial|contact|speak to)\b.{0,60}\b(?:number|contact|phone)\b.{0,20}\b(?:know|have|on file|in your (?:records|files|system|books)|usual|stored|registered)\b|\b(?:usual|known|existing) (?:contact|number)\b.{0,40}\b(?:call|phone|before|confirm|verify|know)\b/
export const confirmedByVoice =
  /\b(?:confirmed|verified|checked|agreed|discussed|validated|spoke|call(?:ed)? (?:back|us))\b.{0,60}\b(?:by|over|on|via) (?:the )?(?:tele)?phone\b|\b(?:by|over|on) (?:the )?(?:tele)?phone\b.{0,40}\b(?:confirmed|verified|checked|agreed)\b|\b(?:call(?:ed)? us back|your call-?back|callback (?:verification|check)|in person|by hand|at (?:the )?(?:counter|reception)|(?:isn't|is not) in this (?:e-?)?mail|(?:won't|will not|do not|don't) (?:send|write|put|give) .{0,40}(?:by|in an?) (?:e-?)?mail|from our mouth)\b/

export const owes = words('owe|owes')
export const payBare = words('pay|paid|wire|settle|remit')
/** A line of a form. */
export const formLine = /^(?:amount|beneficiary|payee) ?:/
export const toBePaid =
  /\b(?:is payable (?:today|now|by)|(?:to be|be|gets?) (?:[a-z]+ )?(?:wired|transferred|paid|remitted|settled|funded)|leave our account|(?:must|to) be (?:lodged|credited)|needs? to (?:be|reach|get)(?: to)?)\b/
export const receiptWord = words(
  'pay|payments?|paid|bank(?:ing)?|remit\\w*|transfers?|receipts|collections?|accounts?',
)
export const hold = words(
  'hold(?: off)?|stop|pause|withhold|suspend|delay|do not (?:make|send|release)',
)
export const payments = words('payments?|transfers?|remittances?')
export const until = words('until|till|new|further|instructions?')
export const account = words('account|bank details|details|instructions')
export const willSend = words(
  "(?:i|we)(?:'ll| will| shall| am going to) (?:give|send|provide|share|forward|supply)",
)
export const isSalaryNotice = words('portal|employees')
export const mine = /\b(?:my|i)\b/
export const salaryBank = words('bank|account|deposit(?:ed)?')
export const isPayslip = words('portal|employees|payslip')
export const sendCode = words('send|forward|e-?mail|text|give|share|reply|me')
export const enter = words(
  '(?:re-?)?enter|provide|confirm(?:ing)?|verify(?:ing)?|keep|sign in|log in|click|renew|update|reply',
)
export const question = /[?؟]/
export const celebration = words(
  'birthday|turns \\d\\d|farewell|surprise party|wedding|baby shower|retirement|present for|collecting for',
)
/** Lists that colleagues send each other every day. */
export const isAttendance = words('attendance|roster closes|shifts?|guests?|visitors?')
export const ownNumber = words(
  'my new (?:number|mobile|phone)|(?:with|on|by) your (?:mobile |cell ?)?phone',
)

/**
 * Payees that an honest firm has no reason to name in its place, and ways that cannot be taken
 * back.
 */
export const oddPayee =
  /\b(?:by our (?:[a-z]+ )?agents?|not the one|(?:with|to) our (?:[a-z]+ )?(?:agent|consultant|officer)|not to the (?:sender|account)|rather than to the|third-party account|western union|exchange house|field officer|processing officer|in favou?r of officer|(?:billing|collection) partner|moneygram|bitcoins?|btc|usdt|crypto ?(?:currency|wallet)?|(?:your|the|our|fiscal|an?) (?:[a-z]+ )?agents? (?:account|below|named)|fiscal agent|(?:(?:director|manager|owner|chairman|collector|daughter|son|wife|husband|brother|sister|partner|friend|colleague|officer|agent|consultant)(?:'s)?) (?:personal |private |own )?(?:bank )?account|(?:personal|private) (?:bank )?account|(?:other|sister|subsidiary|different|second) compan(?:y's|y) (?:bank )?account|account of (?:our|my|the|a) (?:[a-z]+ )?(?:agent|subsidiary|partner|representative|consultant|lawyer)|through (?:a|our|an) (?:money )?exchange|in the name of mrs?\b)/
export const balances = words(
  'balances?|copy of a cheque|bank statements?|account numbers|cash position',
)
export const signatories = words(
  'specimen signatures?|those who sign|signator(?:y|ies)|online banking user|authori[sz]ed persons|all (?:of )?(?:your|the) accounts|who (?:can|may|is allowed to) sign',
)
/** Where the money goes will be said to who agrees. */
export const accountLater =
  /\b(?:reply|acknowledge|confirm)\b.{0,15}\b(?:to|and) (?:receive|get|be given|i|we)\b.{0,60}\b(?:account|iban|beneficiary|coordinates|payee)\b|\b(?:i|we)(?:'ll| will)\b.{0,30}\b(?:iban|account|sort code|beneficiary|payee|coordinates|their info\w*)\b.{0,40}\b(?:next|bit|shortly|once|later|after|when|separately)\b|\b(?:account (?:details|particulars|info\w*)|iban|beneficiary|bank(?:ing)? (?:details|info\w*|coordinates|particulars)|sort code|coordinates|payee)\b.{0,50}\b(?:(?:will |to )?(?:come|follows?|be (?:given|provided|sent)|provided|sent)\b.{0,12}\b(?:after|upon|once|on your|when|later|shortly|separately)|in (?:a bit|the next e?-?mail|my next))\b/
export const fee = words(
  'fees?|documents are sold|charges?|deposit|bond|security|guarantee|duty|import tax|clearance|stamp',
)
export const benefit = words(
  'awarded|qualif(?:y|ies)|non-refundable|selected|added as a vendor|penalt(?:y|ies)|shortlisted|eligib\\w+|congratulations|prospective (?:vendor|supplier)|register(?:ed)? vendors?|re-register|let go|detained|(?:is|are|being|was) held|seized|flagged|auctioned|cancell?ation|refundable|unclaimed|estate|inheritance|grant|prize|lapses?',
)
export const largeSum =
  /(?<![\d.,])[1-9]\d{0,2}(?:[.,]\d{3})+(?!\d)|(?<![\d.,])\d{1,3} ?k\b|[$€£] ?[1-9]\d{3}|\b[1-9]\d{3,6} ?(?:usd|eur|euros?|gbp|jod|dinars?|dollars?|pounds|aed|sar)\b/
export const isPrivate =
  /\b(?:up to|(?:a|per) month|monthly|flat|apartment|mortgage|rent|car|bike|my (?:house|own|bank)|for sale|tons|tonnes|kg|km|pieces|units|budget|forecast|turnover|report|slides?|tender no|order (?:no|number))\b/
/** Why people cannot talk in honest mail. */
export const isEveryday = words(
  'motorway|traffic|train|tram|bus|dentist|doctor|customer|kids|school|plumber|fever',
)
export const isOccasion = words('if (?:something|anything)|should (?:something|anything)|in case')
export const isReport = words('article|fraud|scam|training|warn\\w*|will never|awareness')
export const switched =
  /\b(?:(?:has|have|we|we've) (?:now )?(?:switched|moved|changed|migrated)(?: over)? (?:to|with|from)|(?:is|are|being) (?:now )?(?:audited|closed|frozen)|supersedes?|(?:bank|account|iban) (?:differs|is gone|'s gone)|was out of date|(?:use|with) (?:wise|revolut|payoneer) now|has stopped)\b/
export const isNewcomer = words(
  "(?:before|when|until) i (?:start|begin)|(?:my )?first (?:salary|day|month)|my start|(?:i'm|i am) (?:the |your )?new|forward to starting|personnel form|i start (?:on|in|at)|appl(?:y|ying|ication) (?:for|as)",
)

/** An account as it stands in a text. */
export const iban = /\b[a-z]{2}\d{2}(?:[ -]?[a-z0-9]){11,30}\b/
/** A number that is no sum. */
export const isCode =
  /(?<!(?:sort|swift|bank|bic|routing|gift|voucher|card|redemption) )\b(?:codes?|otp|one.time|pass ?code|verification|authenticator)\b/
/** A task of a list that others see, and not of one who hides what it is. */
export const isListed =
  /\b(?:assigned|mentioned|commented|due (?:date|on|in)|task list|to-?do|board|project|sprint|issue|ticket|pull request|plan(?:ner)?|completed|reminder)\b/
/** Words that programs write under each mail. */
export const isFooter =
  /\b(?:unsubscribe|receiving this|you received this|do not reply|don't reply|not monitored|automat\w+|notifications?|manage your|view it on|no-?reply)\b/

export const signsIn =
  /\b(?:sign(?:ing)? in|log(?:ging)? ?in|with your (?:office|microsoft|work|company|e-?mail|mailbox|google) (?:account|password|credentials|e-?mail))\b/
/** Things that are shown only after a sign-in. */
export const something = words(
  'documents?|files?|shared|secure(?:d|ly)?|invoices?|messages?|fax|voice ?(?:mail|message)|proposal|payments?|remittance|contract|view|review',
)
export const scan = words('scan(?:ning)?|point your (?:phone|camera)')
export const scanned = words('qr(?: code)?|codes?|barcode')
export const purpose = words(
  'passwords?|sign in|log ?in|accounts?|mfa|2fa|two-factor|multi-factor|authenticat\\w+|verif\\w+|secure(?:d|ly)?|documents?|access|mailbox|payroll|salary|bonus|renew|expires?|review|re-?activate',
)
/** Secrets that are to be written into the answer. */
export const sends = words('send|reply with|respond with|answer with|e-?mail|provide|forward|give')
export const ownSecret =
  /\byour (?:(?:current|old|new|e-?mail|webmail|account|online|bank(?:ing)?) )*(?:passwords?|pin|pass ?code|username and password|log-?in (?:details|data)|credentials|card (?:number|details)|cvv)\b/
/** Extortion: the sender has something on the reader, and wants money for silence. */
export const spied = words(
  'hacked|infected|recorded|filmed|recordings?|webcam|camera|spyware|malware|trojan|your device|footage|embarrassing|compromising',
)
export const publishes = words(
  'videos?|contacts|friends and family|publish\\w*|leak(?:ed)?|expose[ds]?|release[ds]?|everyone you know|colleagues',
)
export const ransom = words('bitcoins?|btc|usdt|monero|crypto|wallet')

/** Something that the reader's page or firm is said to have done, what follows from it, and by when. */
export const wrong =
  /\b(?:copyright|trademarks?|intellectual property|infring\w+|counterfeit|defam\w+|violat(?:es|ed|ions?)|belongs? to (?:our|my) client|(?:pictures?|photos?|images?|music|content) on your (?:page|website|site|profile))\b/
export const sanction =
  /\b(?:removed|taken down|disabled|deleted|suspended|court|lawsuit|sued?|legal (?:action|steps|proceedings)|damages)\b/
export const deadline =
  /\b(?:if you do not|if no|unless|within|otherwise|hours|days|appeal|failure to|final)\b/
