/*
 * A text's demands and threats, in English and Arabic. Patterns have no nested repetition, so that
 * they take linear time.
 */
const patterns = {
  asksForPassword:
    /\b(?:password|pass ?code|credentials?|log ?in (?:details|information)|sign ?in (?:to|with)|verify your (?:account|identity|email|e-mail|mailbox|information|details)|confirm your (?:account|identity|email|details|information|password)|validate your|seed phrase|recovery phrase|private key|wallet)\b|كلمة (?:المرور|السر)|الرقم السري|رمز التحقق|تأكيد (?:هويتك|حسابك|بياناتك)|تحديث (?:بياناتك|معلوماتك|حسابك)|تفعيل حسابك|بيانات (?:الدخول|البطاقة|الاعتماد)/i,
  threatensWithLoss:
    /\b(?:suspend(?:ed)?|deactivat(?:ed|ion)|terminat(?:ed|ion)|clos(?:ed|ure) of your|will be (?:blocked|locked|deleted|disabled|closed|removed)|has been (?:limited|locked|blocked|restricted|disabled)|permanently (?:delete|lose|close)|legal action|unauthori[sz]ed|unusual (?:activity|sign)|suspicious (?:activity|login|sign)|expire[sd]?|on hold|quota|storage (?:is )?(?:full|almost)|undelivered|pending messages?|held messages?)\b|تعليق حسابك|إيقاف حسابك|سيتم (?:إيقاف|تعليق|إغلاق|حذف|حظر)|تم (?:تعليق|إيقاف|تقييد|حظر|تجميد)|نشاط (?:غير عادي|مشبوه|غير معتاد)|انتهاء صلاحية|ستنتهي|إجراءات قانونية|غرامة/i,
  presses:
    /\b(?:urgent(?:ly)?|immediate(?:ly)?|as soon as possible|asap|within (?:\d+|twelve|twenty-four|forty-eight) ?(?:hours?|hrs?|h)\b|final (?:notice|reminder|warning)|last (?:chance|notice|warning)|act now|action required|required action|today only|before (?:it'?s too late|the end of (?:the )?day)|do not delay|right away|quickly)\b|عاجل|فورًا|فوراً|فورا|خلال \S+ ساعة|على الفور|بأسرع وقت|الإنذار الأخير|إشعار أخير|آخر فرصة|قبل نهاية اليوم|دون تأخير|حالاً|حالا/i,
  asksForPayment:
    /\b(?:wire transfer|bank transfer|transfer (?:of )?(?:the )?(?:funds|money|amount)|(?:make|process|release|send) (?:a |the |this )?payment|bank (?:account )?details|account number|iban|swift|beneficiary|overdue|outstanding (?:balance|invoice|payment)|remittance|pay(?:ment)? (?:of|the) (?:fee|amount)|customs (?:fee|duty)|delivery fee|shipping fee|bitcoin|btc|usdt)\b|حوالة|تحويل (?:مبلغ|المبلغ|بنكي|مالي)|رقم الحساب|آيبان|الآيبان|مستحقات|رسوم (?:التوصيل|الجمارك|الشحن|التخليص)|دفع (?:الرسوم|مبلغ|المبلغ)|فاتورة مستحقة/i,
  asksForGiftCards:
    /\b(?:gift ?cards?|itunes cards?|google play cards?|steam cards?|scratch (?:the|off)|vouchers? codes?)\b|بطاقات? (?:هدايا|هدية|ايتونز|آيتونز|شراء|جوجل)/i,
  promisesMoney:
    /\b(?:inheritance|next of kin|million (?:us )?(?:dollars|usd|euros?|pounds)|lottery|you(?:'ve| have) (?:been selected|won)|winner|claim your (?:prize|reward|gift|bonus)|compensation (?:fund|payment)|beneficiary|donation of|free (?:gift|spins|bonus)|earn (?:up to )?[$€£]?\d|guaranteed (?:profit|income|returns?)|work from home|no experience|double your|investment (?:opportunity|partner)|airdrop|casino|loan offer)\b|ربحت|فزت|جائزة|جوائز نقدية|ميراث|مليون دولار|ورث|أرباح مضمونة|دخل إضافي|استثمر|تم اختيارك|قرض/i,
  keepsSecret:
    /\b(?:confidential(?:ity|ly)?|keep (?:this|it) (?:between us|private|quiet|to yourself|confidential)|discreet(?:ly)?|discretion|do not (?:tell|mention|discuss|share)|don'?t (?:tell|mention|discuss|share|call)|between (?:you and me|us)|not (?:discuss|mention) (?:this|it)|can'?t (?:talk|take calls)|in a meeting|no calls)\b|سري(?:ة|ه)?(?: تامة)?|بيني وبينك|بيننا|لا تخبر|لا تذكر|لا تناقش|بسرية|دون علم|في اجتماع|لا أستطيع (?:الرد|التحدث|الكلام)|لا تتصل/i,
  changesAccount:
    /\b(?:(?:new|updated?|changed?|different|alternative) (?:bank|account|banking|payment|iban|deposit)|(?:bank|account|banking|payment|deposit|payroll) (?:details |account |information )?(?:ha(?:s|ve) |is |are )?(?:been )?(?:chang\w+|updat\w+|new|different)|change (?:of |my |our |the )?(?:bank|account|direct deposit|payroll|salary)|update (?:my|our|the) (?:bank|account|direct deposit|payroll|salary)|no longer (?:use|using|valid)|under audit)\b|تغيير (?:الحساب|رقم الحساب|بيانات|حسابنا|حسابي|الآيبان)|تغي[ّ]?ر(?:ت)? (?:الحساب|حسابنا|بيانات)|حساب(?:نا|ي)? (?:البنكي )?(?:جديد|الجديد)|(?:الحساب|البنك) (?:البنكي )?الجديد|تحديث (?:بيانات|حساب|معلومات) (?:البنك|الحساب|الراتب|الدفع|التحويل)|بدل(?:اً|ا)? من الحساب|راتبي/i,
  asksToAnswerFirst:
    /\b(?:are you (?:available|free|at your desk|in the office|there)|can you (?:help|handle|do) (?:me )?(?:with )?(?:something|this|a)|quick (?:task|favou?r|request|question)|need (?:a|your) (?:favou?r|help|assistance)|let me know (?:when|if) you(?:'re| are) (?:free|available|at)|send me your (?:mobile|cell|whatsapp|phone|personal)|your (?:mobile|cell|whatsapp) number|text me)\b|هل أنت (?:متفرغ|متاح|موجود|في المكتب)|هل انت (?:متفرغ|متاح|موجود)|أحتاج (?:مساعدتك|منك)|مهمة (?:سريعة|عاجلة)|أرسل لي رقم|رقم (?:جوالك|هاتفك|الواتساب)|واتساب/i,
  names:
    /\b(?:dear (?:customer|user|client|member|beneficiary|sir|friend|account holder|email user|valued)|hello dear|dear [^\s@]+@[^\s]+)\b|عزيزي (?:العميل|المستخدم|الزبون|المشترك|المستفيد)|عميلنا العزيز/i,
  unsubscribes:
    /\bunsubscribe|manage (?:your )?(?:preferences|subscriptions?)|view (?:this email )?in (?:your )?browser|إلغاء الاشتراك|تفضيلات البريد/i,
} as const

export type Wording = keyof typeof patterns
export const wordings = Object.keys(patterns).filter((it): it is Wording => it in patterns)

/** The first place where a text says it; undefined if it does not. */
export function findWording(wording: Wording, text: string): string | undefined {
  const found = patterns[wording].exec(text)
  return found?.[0]
}

/** A sign-in in words that are no feature. */
export const signIn = /\b(?:sign|log)[ -]?(?:in|on)\b|تسجيل الدخول|سجّ?لي? الدخول/iu
