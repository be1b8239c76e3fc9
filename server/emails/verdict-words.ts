import type { ByLocale } from '../core/locale.ts'

/** After the last two follow a colon and the gateway's reason, if it gave one. */
type VerdictSentence =
  | 'blocked'
  | 'blockedButDelivered'
  | 'trustedButDangerous'
  | 'trustedButUnproven'

/**
 * Why a recipient's flag decided otherwise than the gateway, or did not. A verdict is kept with its
 * English sentence, by which its translation is found: so a sentence is never edited, only retired.
 * None contains the sender's address.
 */
export const verdictWords: ByLocale<Readonly<Record<VerdictSentence, string>>> = {
  en: {
    blocked: 'Blocked by a red flag of the recipient',
    blockedButDelivered: 'You blocked this sender, but the mail was delivered',
    trustedButDangerous: 'You trust this sender, but the mail itself looks dangerous',
    trustedButUnproven: 'You trust this sender, but nothing proves that the mail came from them',
  },
  ar: {
    blocked: 'محظورة بعلامة حمراء من المستلِم',
    blockedButDelivered: 'هذا المرسِل محظور لديك، لكن الرسالة وصلت',
    trustedButDangerous: 'هذا المرسِل موثوق لديك، لكن الرسالة نفسها تبدو خطِرة',
    trustedButUnproven: 'هذا المرسِل موثوق لديك، لكن لا شيء يثبت أن الرسالة جاءت منه',
  },
}

/** Parts the reason of a verdict that a green flag did not change. */
export function splitOverruled(reason: string): { own: string; reason: string } | undefined {
  const { trustedButDangerous, trustedButUnproven } = verdictWords.en
  for (const own of [trustedButDangerous, trustedButUnproven]) {
    if (reason.startsWith(`${own}: `)) return { own, reason: reason.slice(own.length + 2) }
  }
  return undefined
}
