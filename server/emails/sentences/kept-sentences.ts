import type { Locale } from '../../../contract/core/locale.ts'
import type { ByLocale } from '../../core/locale.ts'
import { readWords } from '../../core/read-words.ts'

const findings = readWords(import.meta.dirname, 'findings.words.yaml')
const judged = readWords(import.meta.dirname, 'judged.words.yaml')
const verdicts = readWords(import.meta.dirname, 'verdicts.words.yaml')
const samples = readWords(import.meta.dirname, 'samples.words.yaml')

export type FindingCode = keyof ServerWords['findings.words.yaml']
/** The judge's findings, as the mail filter reports them. */
export type JudgedCode = keyof ServerWords['judged.words.yaml']
export type VerdictCode = keyof ServerWords['verdicts.words.yaml']
type SampleCode = keyof ServerWords['samples.words.yaml']
export type SentenceCode = FindingCode | JudgedCode | VerdictCode | SampleCode

/** The words of every code. A row of a newer version may have another one. */
const words: ByLocale<ReadonlyMap<string, string>> = { en: wordsOf('en'), ar: wordsOf('ar') }

function wordsOf(locale: Locale): ReadonlyMap<string, string> {
  const all = { ...findings[locale], ...judged[locale], ...verdicts[locale], ...samples[locale] }
  return new Map(Object.entries(all))
}

export function isFinding(code: string): code is FindingCode {
  return Object.hasOwn(findings.en, code)
}

export function isJudged(code: string): code is JudgedCode {
  return Object.hasOwn(judged.en, code)
}

export function wordsOfCode(locale: Locale, code: string): string | undefined {
  return words[locale].get(code)
}

/**
 * The English sentences that rows were kept with before they had codes, and that gateways still report. So
 * no line changes, whatever the words of its code become.
 */
export const keptSentences: ReadonlyMap<string, SentenceCode> = new Map([
  ['An attachment contains a known virus', 'known_virus'],
  ['A link opens a page that is known for phishing', 'known_phishing_page'],
  ['It names a domain that is listed for phishing', 'phishing_domain'],
  ['A link opens a hacked website that is used for phishing', 'phishing_on_hacked_site'],
  ['A link opens a website that is listed for phishing', 'phishing_site'],
  ['A link opens a website that spreads malware', 'malware_site'],
  ['A link opens a hacked website that spreads malware', 'malware_on_hacked_site'],
  ['A link opens a server that controls infected computers', 'botnet_server'],
  ['The name of an attachment hides its file type', 'hidden_file_type'],
  ['It is blackmail: it names a password and asks for bitcoin', 'blackmail'],
  ['An attachment is a program with the name of a document', 'disguised_program'],
  ['An attached archive conceals its contents', 'obfuscated_archive'],
  ['An attached archive is split, and a program is hidden in it', 'program_in_split_archive'],
  ['An attached archive contains another archive', 'nested_archive'],
  ['An attached archive is locked, so that it cannot be checked', 'encrypted_archive'],
  ['An attachment has a file type that can harm a computer', 'harmful_file_type'],
  ['An attachment is another kind of file than it claims to be', 'mismatched_attachment'],
  ['An attached document contains suspicious macros', 'suspicious_macros'],
  ['An attached PDF is built in a suspicious way', 'suspicious_pdf'],
  ['The virus scanner objects to an attachment', 'scanner_objection'],
  ['A link imitates the address of another website with look-alike letters', 'look_alike_link'],
  ['The address of a link mixes several alphabets', 'mixed_alphabet_link'],
  ['A link shows one address and opens another', 'other_link_target'],
  ['A link opens a page on a hacked website', 'hacked_website_page'],
  ['A link contains a hidden page', 'page_inside_link'],
  ['A link opens a number instead of a named website', 'bare_number_link'],
  ['A link is written so that it conceals where it leads', 'concealed_link_target'],
  ['A link claims to be secure and opens an insecure page', 'insecure_link'],
  ['A link opens a page that cannot be taken down', 'permanent_page_link'],
  ['A link opens an address in the hidden Tor network', 'hidden_network_link'],
  ['A link opens a hacked website', 'hacked_website'],
  ["The sender's name shows an address that is not the sender's", 'display_name_spoof'],
  ['A reply would go to another person than the sender', 'reply_elsewhere'],
  ['A reply would go to a free private mailbox', 'reply_to_free_mailbox'],
  ['A reply would go to a throw-away mailbox', 'reply_to_disposable_mailbox'],
  ["The sender's domain declares this mail forged", 'sender_domain_denies'],
  ["The sender's domain does not confirm this mail", 'sender_domain_unconfirmed'],
  ["The server that sent it may not send for the sender's domain", 'unauthorized_server'],
  ['The subject puts you under pressure, and a link is dangerous', 'pressing_subject'],
  ['The same text is known from many harmful mails', 'known_harmful_text'],
  ["The sender's signature is broken: the mail was changed or forged", 'broken_signature'],
  ['Nothing proves who sent it', 'unproven_sender'],
  ['It came from another address than the one that it shows', 'other_sender_address'],
  ['It came from a throw-away mailbox', 'disposable_sender'],
  ['It pretends to reply to a mail of yours', 'fake_reply'],
  ['It names more than one sender', 'several_senders'],
  ['It was sent by a hacked website', 'sent_by_hacked_website'],
  ['It was probably sent from a stolen mailbox', 'stolen_mailbox'],
  ['It came from a network that criminals control', 'criminal_network'],
  ['The server that sent it is on a block list', 'blocked_server'],
  ['The computer that sent it is probably infected', 'infected_computer'],
  ['It passed through a server on a block list', 'passed_blocked_server'],
  ['It passed through a computer that is probably infected', 'passed_infected_computer'],
  ['The server that sent it has a very bad reputation', 'very_bad_reputation'],
  ['The server that sent it has a bad reputation', 'bad_reputation'],
  ['The computer that sent it does not present itself as a mail server', 'not_a_mail_server'],
  ['The server that sent it has no proper name', 'nameless_server'],
  ['It was sent over a home internet connection', 'home_connection'],
  ["The sender's domain cannot receive mail", 'sender_domain_without_mail'],
  ["The sender's domain does not exist", 'missing_sender_domain'],
  ['A link opens a website that spam advertises', 'spam_website'],
  ['A link is shortened and conceals where it leads', 'shortened_link'],
  ['A link opens a domain that is only days old', 'new_domain'],
  ['It names an address that is known from spam', 'spam_address'],
  ['It names an address that is known from fraud', 'fraud_address'],
  ['It reads like unwanted mail', 'reads_like_spam'],
  ['It resembles mail that other recipients reported', 'similar_to_reported'],
  ['It consists of little more than a link', 'little_more_than_link'],
  ['It contains text that you cannot see', 'hidden_text'],
  ['It conceals to whom it was sent', 'hidden_recipients'],
  ['It has no subject', 'no_subject'],
  ['It lacks details that every mail program writes', 'incomplete_headers'],
  ['Its technical details contradict each other', 'contradictory_headers'],
  ['It names a bitcoin address', 'bitcoin_address'],
  ['Its links are unusual', 'suspicious_links'],
  ['Its attachments are built in an unusual way', 'suspicious_attachments'],
  ['Its origin could not be confirmed', 'suspicious_sender'],
  ['The server that sent it is unusual', 'suspicious_server'],
  ['Its technical details are unusual', 'suspicious_headers'],
  ['Its text is unusual', 'suspicious_text'],
  ['It names something that is on a block list', 'listed_contents'],
  ['Several small signs together look suspicious', 'suspicious_combination'],
  ['The mail filter found a sign of unwanted mail', 'other_sign'],
  ['The mail filter takes it for dangerous', 'filter_rejects'],
  ['The mail filter takes it for unwanted or suspicious', 'filter_suspects'],
  ['Blocked by a red flag of the recipient', 'blocked'],
  ['You blocked this sender, but the mail was delivered', 'blockedButDelivered'],
  ['You trust this sender, but the mail itself looks dangerous', 'trustedButDangerous'],
  ['You trust this sender, but nothing proves that the mail came from them', 'trustedButUnproven'],
  ['A delivery notice from a domain that no carrier uses', 'parcel'],
  ['A file share that leads to a sign-in form', 'fileShare'],
  ['Form asks for a work password', 'workPassword'],
  ['Unusual pressure to register and pay', 'registration'],
  ['Urgent wording', 'urgentWording'],
  ['An attachment of a kind that this sender never sent before', 'newAttachment'],
  ['First contact from this domain', 'firstContact'],
  ['A voice message that is an HTML file', 'voiceMessage'],
  ['Script in attachment', 'script'],
  ['No such telephone service in use', 'noTelephone'],
  ['CEO fraud: the sender pretends to be an executive and asks for a payment', 'ceoFraud'],
  ['Payment request', 'paymentRequest'],
  ['Asks for secrecy', 'secrecy'],
  ['Credential phishing: a copy of a known sign-in page', 'copiedSignIn'],
  ['Malware: the attachment runs a macro that downloads a program', 'macro'],
  ['Download on opening', 'download'],
  ['Payment scam: bank details changed by mail', 'bankDetails'],
  ['Credential phishing: asks for a one-time code', 'oneTimeCode'],
  ['Asks for a one-time code', 'asksForCode'],
  ['Look-alike logo', 'logo'],
  ['Impersonates an authority and asks for card details', 'authority'],
  ['Asks for card details', 'cardDetails'],
])
