import { joinLines, sentenceEnd } from '../../features/words.ts'
import { plainForm } from '../../read/plain-form.ts'
import type { ReadMail } from '../../read/read-mail.ts'

/** A sentence as it stands in the mail, and in the form in which phrases look for it. */
export interface Sentence {
  readonly said: string
  readonly plain: string
}

const mostLetters = 10_000
const mostSentences = 200
const longestSentence = 600

/** Where the mail that is answered or forwarded begins; what others wrote there asks for nothing now. */
const quoted =
  /^\p{Cf}*(?:>|-{2,} ?(?:original|forwarded) message|begin forwarded message:|on .{5,200} wrote:|from: .{3,}|_{10,}|من: .{3,}|-{2,} ?(?:الرسالة الأصلية|رسالة محولة|رسالة مُ?عاد توجيهها)|(?:في|بتاريخ) .{5,80} كتب|في .{5,200} تمت كتابة)/imu

/** The sender's own text, without quotations; at most 10,000 letters. */
export function ownTextOf({ text }: ReadMail): string {
  const start = text.slice(0, mostLetters)
  const end = quoted.exec(start)?.index ?? start.length
  if (end >= 20) return start.slice(0, end)
  // An answer may stand below what it quotes.
  const below = start.replace(/^>.*$/gm, '')
  return below.trim().length < 20 ? start : below
}

/*
 * A sentence of what others may ask: 'criminals may ask for gift cards', 'we will never ask', 'beware of mail
 * that asks'. Gaps are bounded, so that they take linear time.
 */
const others =
  /\b(?:criminals?|fraudsters?|scammers?|attackers?|thieves|hackers?|impost[oe]rs?|phishing)\b.{0,80}\b(?:ask|sa(?:y|id)|claim|pretend|tell|want|send|wr[io]te|call|use|urge|demand|impersonat|pose)|\b(?:they|he|she|(?:some|any) (?:callers?|messages?|e-?mails?)|callers?|e-?mails?|messages?) (?:may|might|often|sometimes|usually)\b.{0,30}\b(?:ask|say|claim|pretend|tell|want)|\b(?:if|should|when) (?:some|any)(?:one|body) .{0,20}\b(?:ask|sa(?:y|id)|claim|tell|want|offer)|\b(?:beware|careful|wary|suspicious) of\b.{0,40}\b(?:that|who|which|asking|claiming|saying)\b|\bnever .{0,20}\b(?:ask|request|announce|demand|send)|\b(?:will|would|do|does) not (?:ever )?ask\b|\bis (?:always )?(?:a|one) (?:scam|fraud|typical)|(?:محتال|مجرم|نصاب|مهاجم|مخترق|تصيد|احتيال).{0,60}(?<!\p{L})(?:و?[يت])(?:طلب|قول|دع|زعم|كتب|تصل|رسل|ستخدم|نتحل|حاول|ريد)|(?<!\p{L})[يت](?:طلب|قول|دعي|كتب|تصل|رسل|نتحل)\p{L}* (?:\p{L}+ ){0,2}ال(?:محتال|مجرم|نصاب|مهاجم|مخترق|تصيد|احتيال)|(?<!\p{L})قد [يت](?:طلب|قول|دع|كتب|تصل|رسل)|(?:اذا|ان|لو) (?:طلب|قال|ادعي|اتصل) .{0,20}(?:احد|شخص|متصل)|احذر\p{L}* .{0,40}(?:التي|الذي|ممن|من ي)|(?<!\p{L})(?:لن|لا) [نيت]طلب/u
/** It asks for something itself all the same. */
const asksItself =
  /\b(?:(?:please|kindly)(?! (?:call|do not|don't|forward|report|never|contact|ignore|delete|ring))|(?:send|give|pay|buy|for|to|answer) (?:me|us)|(?:i|we) (?:need|want|have)|here|below|therefore|instead|our new|to (?:be safe|protect|avoid|secure)|so (?:that )?(?:buy|pay|send|verify|confirm|we))\b|https?:|www\.|(?<!\p{L})(?:(?:يرجي|نرجو|ارجو|رجاء)(?! (?:عدم|الا|الاتصال|ابلاغ|الحذر|تجاهل))|(?:لي|لنا|هنا|ادناه|التالي|لذلك|لحمايه|لحمايتك|اريد|احتاج|نحتاج|اشتر\p{L}{0,3}|ادفع\p{L}{0,3}|حول(?:وا|ي)?|اكد\p{L}{0,3})(?!\p{L}))/u

/** A request of others is none of the sender. */
const isReported = ({ plain }: Sentence) => others.test(plain) && !asksItself.test(plain)

/** The sentences of a mail that may ask for something, subject first; at most 200. */
export function sentencesOf(mail: ReadMail): Sentence[] {
  return [mail.subject, ...joinLines(ownTextOf(mail)).split(sentenceEnd)]
    .flatMap((it) => cut(it.replace(/\s+/g, ' ').trim()))
    .filter((it) => it.length > 3)
    .slice(0, mostSentences)
    .map((said) => ({ said, plain: plainForm(said) }))
    .filter((it) => !isReported(it))
}

/** A text without full stops is cut where it may be, with some words on both sides. */
function cut(text: string): string[] {
  if (text.length <= longestSentence) return [text]
  const parts: string[] = []
  for (let at = 0; at < text.length; at += longestSentence - 100)
    parts.push(text.slice(at, at + longestSentence))
  return parts
}
